"""How people and their programs log in."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    String,
    Table,
    Text,
)

from quincunx.server.storage.schema._metadata import metadata
from quincunx.server.storage.schema.people_tables import people

# A guest is a person without an account.
accounts = Table(
    "accounts",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("login", String, nullable=False, unique=True),
    Column("password", String, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Invitations to create an account; only hashes of their tokens are stored.
account_invitations = Table(
    "account_invitations",
    metadata,
    Column("token", String, primary_key=True),
    Column("created", BigInteger, nullable=False),
)

# Only the hash of a session's token is stored: a copy of the database gives no access.
sessions = Table(
    "sessions",
    metadata,
    Column("token", String, primary_key=True),
    Column("person", ForeignKey(people.c.id), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# The token of a bot account; like that of a session, it is stored as a hash.
bot_tokens = Table(
    "bot_tokens",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("token", String, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    # When the token was last used, to the hour.
    Column("used", BigInteger),
)

# Codes that replace a forgotten password once; like the token of a session, stored as hashes.
recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("code", String, primary_key=True),
    Column("created", BigInteger, nullable=False),
)

# The link with which a person may set a new password; its token is stored as a hash.
password_links = Table(
    "password_links",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("token", String, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    # NULL in links of earlier versions, which are valid for a day.
    Column("expires", BigInteger),
)

# Confirmed e-mail addresses; several people may have the same one.
mail_addresses = Table(
    "mail_addresses",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("address", String, nullable=False),
    Column("language", String, nullable=False),
    Column("confirmed", BigInteger, nullable=False),
    # The kinds of alerts that are sent there, as JSON; NULL if there are none.
    Column("alerts", Text),
    # The token of the link that stops them. It allows nothing else, and is in every such mail, so
    # it is stored as it is.
    Column("stop_token", String),
    Index("mail_addresses_address", "address"),
    Index("mail_addresses_stop_token", "stop_token", unique=True),
)

# Addresses that a link must confirm; its token is stored as a hash.
mail_confirmations = Table(
    "mail_confirmations",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("address", String, nullable=False),
    Column("language", String, nullable=False),
    Column("token", String, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)

# Passkeys; `id` is the credential's id in base64url.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", ForeignKey(people.c.id), nullable=False),
    # The host name that the passkey works at.
    Column("site", String, nullable=False),
    # The attested credential data, with the public key.
    Column("credential", LargeBinary, nullable=False),
    # The last signature counter; 0 if the authenticator counts nothing.
    Column("counter", BigInteger, nullable=False),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
    Index("passkeys_person", "person"),
)

# Challenges that no passkey has answered yet.
passkey_challenges = Table(
    "passkey_challenges",
    metadata,
    Column("challenge", String, primary_key=True),
    # Who creates a passkey; NULL if somebody logs in.
    Column("person", ForeignKey(people.c.id)),
    Column("site", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Index("passkey_challenges_created", "created"),
)
