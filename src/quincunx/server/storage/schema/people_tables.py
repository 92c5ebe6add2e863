"""People, and what they are to each other."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
)

from quincunx.server.storage.schema._metadata import metadata

people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    # When the operator banned the person.
    Column("banned", BigInteger),
    # When the person deleted the account; the row stays, because their games refer to it.
    Column("deleted", BigInteger),
    # The person who owns this bot account; NULL for a person.
    Column("owner", String),
    # If the operator has replaced the name: why, until the person has seen it; may be empty.
    Column("renamed_why", Text),
    Index("people_owner", "owner"),
    Index("people_name", "name"),
)

# When people are on vacation, in server time.
vacations = Table(
    "vacations",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("starts", BigInteger, primary_key=True),
    Column("ends", BigInteger, nullable=False),
)

# What one person is to another, as `server/relations` explains it.
relations = Table(
    "relations",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("other", ForeignKey(people.c.id), primary_key=True),
    # `friend` (a row for each of the two), `follow`, `block`, `request` or `withdrawn`.
    Column("kind", String, primary_key=True),
    Column("created", BigInteger, nullable=False),
    # Whether the other person declined the friend request, or is not shown it because of a block.
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Index("relations_other", "other", "kind"),
)

# Who may invite a person, and who sees that the person is online; without a row, the defaults hold.
contact_settings = Table(
    "contact_settings",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("invitations", String, nullable=False),
    Column("online", String, nullable=False),
)

# Where a browser can be sent push messages, and which ones its person wants there.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    # The hash of the endpoint: PostgreSQL limits the length of what an index contains.
    Column("id", String, primary_key=True),
    Column("endpoint", Text, nullable=False),
    # The browser's public key and its secret, with which messages are encrypted.
    Column("p256dh", String, nullable=False),
    Column("auth", String, nullable=False),
    Column("language", String, nullable=False),
    # The kinds of alerts, as JSON.
    Column("kinds", Text, nullable=False),
    # The hash of the session's token: without the session nothing is sent.
    Column("session", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("push_subscriptions_id", "id"),
)

# Alerts that are sent by e-mail, one for each subject until the person has come back.
mail_alerts = Table(
    "mail_alerts",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    # The alert's tag: at a table, the table's id.
    Column("tag", String, primary_key=True),
    Column("kind", String, primary_key=True),
    Column("game", String),
    Column("path", String, nullable=False),
    # The version of the match that the alert is about; -1 without one.
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    # When a process took the alert to send it; NULL as long as it waits.
    Column("sent", BigInteger),
    Index("mail_alerts_waiting", "sent", "created"),
)
