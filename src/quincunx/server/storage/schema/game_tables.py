"""Tables at which people play, and all that belongs to one."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from quincunx.server.storage.schema._metadata import metadata
from quincunx.server.storage.schema.people_tables import people

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("host", ForeignKey(people.c.id), nullable=False),
    Column("invite", String, nullable=False),
    Column("phase", String, nullable=False),
    # Whether the table is public: listed in the lobby.
    Column("open", Boolean, nullable=False, server_default=false()),
    # Seconds for a move.
    Column("pace", Integer),
    # Seconds for all moves together, and seconds that a player gets after each move.
    Column("total_time", Integer),
    Column("increment", Integer),
    # The level of bots that take free seats at server time `fills`, or stand in for players.
    Column("level", String, nullable=False, server_default="medium"),
    Column("fills", BigInteger),
    # The server time by which all players of a pairing must be ready; NULL after the deal.
    Column("starts_by", BigInteger),
    Column("bot_pace", String, nullable=False, server_default="normal"),
    # Whether bot accounts may take seats.
    Column("programs", Boolean, nullable=False, server_default=false()),
    # Where the deal comes from, and the name that all tables with this deal share.
    Column("deal", String, nullable=False, server_default="fresh"),
    Column("deal_name", String, nullable=False, server_default=""),
    Column("origin", String),
    Column("origin_version", Integer),
    Column("secret", String, nullable=False),
    Column("nonces", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("rematch", String),
    # Counts the changes of the table; every change is a compare-and-swap on it.
    Column("revision", Integer, nullable=False, server_default="0"),
    # The last revision that changed seats, chat or drafts, and not only this row and the log.
    Column("around", Integer, nullable=False, server_default="0"),
    # The last version of the match, with its state; -1 before the deal.
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary),
    Column("digest", String),
    # Table time at server time `house`; it stands still while the table is paused.
    Column("clock", BigInteger, nullable=False),
    Column("house", BigInteger, nullable=False, server_default="0"),
    Column("paused", Boolean, nullable=False, server_default=false()),
    # The proposal that players have not yet answered, as JSON.
    Column("proposal", Text),
    # The ids of the last requests, apart from moves and chat: a resent request has no effect.
    Column("done", Text, nullable=False, server_default="[]"),
    # Server time of the next timer or bot's turn; NULL if the table waits for people only.
    Column("due", BigInteger),
    # For lists of tables: the seats whose turn it is, the last move, the end and the outcome.
    Column("awaited", Text, nullable=False, server_default="[]"),
    Column("moved", BigInteger, nullable=False, server_default="0"),
    Column("ended", BigInteger),
    Column("outcome", Text),
    # Whether the game is rated. NULL before the deal: it will be if only people take the seats.
    Column("rated", Boolean),
    # People's names by id, as JSON: fixed at the deal in games without chat.
    Column("names", Text),
    # No longer used: whether hints or undos had made the game unrated.
    Column("helped", Boolean, nullable=False, server_default=false()),
    Index("tables_due", "due"),
    Index("tables_phase", "phase", "open"),
    Index("tables_ended", "ended"),
    Index("tables_deal_name", "deal_name"),
)

sitters = Table(
    "sitters",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("person", ForeignKey(people.c.id)),
    # The level of a bot; with a person, it is the stand-in.
    Column("bot", String),
    Column("nonce", String),
    # How many timeouts in a row the player had, and whether the player has left.
    Column("missed", Integer, nullable=False, server_default="0"),
    Column("gone", Boolean, nullable=False, server_default=false()),
    # Whether the player is rated last: resigned, or replaced by a stand-in in a rated game.
    Column("forfeited", Boolean, nullable=False, server_default=false()),
    # When the player is on vacation, in table time: pairs of times, as JSON.
    Column("vacations", Text, nullable=False, server_default="[]"),
    Index("sitters_person", "person"),
)

entries = Table(
    "entries",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer),
    Column("move", Text),
    Column("chance", Text, nullable=False),
    Column("events", Text, nullable=False),
    # For an undo: the version whose position it restores.
    Column("back", Integer),
    # The client's id of the request: a resent move is played once.
    Column("request", String),
    Column("person", String),
    Column("stored", BigInteger, nullable=False),
    UniqueConstraint("table", "request", name="entries_request"),
)

drafts = Table(
    "drafts",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("draft", Text, nullable=False),
)

# What players have noted for themselves: nobody else ever gets it.
private_notes = Table(
    "private_notes",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("person", ForeignKey(people.c.id), primary_key=True),
    # The version of the match that the player saw.
    Column("version", Integer, primary_key=True),
    Column("notes", Text, nullable=False),
)

# People whom the host has removed from a table and not invited again.
removed_people = Table(
    "removed_people",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Invitations of people to a table, by its host.
table_invitations = Table(
    "table_invitations",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("by", ForeignKey(people.c.id), nullable=False),
    Column("created", BigInteger, nullable=False),
    # Whether the person declined it, or is not shown it because of a block.
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Index("table_invitations_person", "person"),
    Index("table_invitations_by", "by"),
)

# Chat messages and reactions; notes of the table itself have no person.
chat = Table(
    "chat",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", ForeignKey(people.c.id)),
    Column("text", Text, nullable=False),
    Column("note", Text),
    # The client's id of the request: a resent message is stored once.
    Column("request", String),
    # Which reaction it is; NULL for a message.
    Column("reaction", String),
)
