"""The tables of the store. Times are milliseconds since 1970, on the wall's clock."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()

# One line: what the house itself must remember.
server_state = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True),
    # What the days' deals are made from.
    Column("secret", String, nullable=False),
    # How long the house has been open, in milliseconds, when the wall's clock showed `beat`.
    Column("time", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    # When the operator has shown them the door.
    Column("banned", BigInteger),
    # When they deleted themselves; what they played needs somebody who sat there.
    Column("deleted", BigInteger),
)

# An account is something that a person may have; guests do without.
accounts = Table(
    "accounts",
    metadata,
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("login", String, nullable=False, unique=True),
    Column("password", String, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Only the hash of a session's token is kept: who reads the store cannot take a seat with it.
sessions = Table(
    "sessions",
    metadata,
    Column("token", String, primary_key=True),
    Column("person", ForeignKey(people.c.id), nullable=False),
    Column("created", BigInteger, nullable=False),
)

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
    # Whether the lobby lists it.
    Column("open", Boolean, nullable=False, server_default=false()),
    # Seconds for a move.
    Column("pace", Integer),
    # The bots that take free seats at house time `fills`, or stand in for somebody.
    Column("level", String, nullable=False, server_default="medium"),
    Column("fills", BigInteger),
    # Where the deal comes from, and the name of it that all tables with this deal share.
    Column("deal", String, nullable=False, server_default="fresh"),
    Column("deal_name", String, nullable=False, server_default=""),
    Column("origin", String),
    Column("origin_version", Integer),
    Column("secret", String, nullable=False),
    Column("nonces", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("rematch", String),
    # Counts whatever changes at the table: who changes it must know the last state of it.
    Column("revision", Integer, nullable=False, server_default="0"),
    # The last revision that changed something beside this line and the log: seats, words, drafts.
    Column("around", Integer, nullable=False, server_default="0"),
    # The game, as of its last version; -1 before the deal.
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary),
    Column("digest", String),
    # Table time when house time was `house`; it stands still while the table is paused.
    Column("clock", BigInteger, nullable=False),
    Column("house", BigInteger, nullable=False, server_default="0"),
    Column("paused", Boolean, nullable=False, server_default=false()),
    # What somebody wishes and the others have not yet agreed to.
    Column("proposal", Text),
    # The last requests that were carried out, apart from moves and words: sent twice, done once.
    Column("done", Text, nullable=False, server_default="[]"),
    # House time at which a bot or a deadline wants attention; none: nobody but people.
    Column("due", BigInteger),
    # For lists of tables: the seats that are awaited, when it last moved, and how it ended.
    Column("awaited", Text, nullable=False, server_default="[]"),
    Column("moved", BigInteger, nullable=False, server_default="0"),
    Column("ended", BigInteger),
    Column("outcome", Text),
    # Whether the game changes ratings. NULL before the deal: if only people sit down to it.
    Column("rated", Boolean),
    # What people are called, by id, while the game forbids talking: fixed at the deal, as JSON.
    Column("names", Text),
    # Not used any more: whether hints or take-backs had made the game unrated.
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
    # Beside a person it plays in their stead.
    Column("bot", String),
    Column("nonce", String),
    # How often in a row the clock ran out, and whether the person said goodbye.
    Column("missed", Integer, nullable=False, server_default="0"),
    Column("gone", Boolean, nullable=False, server_default=false()),
    # Whether the person is rated last: resigned, or a stand-in has moved in a rated game.
    Column("forfeited", Boolean, nullable=False, server_default=false()),
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
    # For a take-back: the version whose position is there again.
    Column("back", Integer),
    # The client's own id for it: sent twice, played once.
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

# What was said at a table; what the table itself notes is a message without a person.
chat = Table(
    "chat",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("person", ForeignKey(people.c.id)),
    Column("text", Text, nullable=False),
    Column("note", Text),
    # Sent twice, said once.
    Column("request", String),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table", ForeignKey(tables.c.id), nullable=False),
    Column("number", Integer, nullable=False),
    Column("reporter", ForeignKey(people.c.id), nullable=False),
    Column("why", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("settled", Boolean, nullable=False, server_default=false()),
    Index("reports_once", "table", "number", "reporter", unique=True),
)

# One line for everybody who sat at a finished game.
results = Table(
    "results",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("game", String, nullable=False),
    Column("person", ForeignKey(people.c.id), nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("deal", String, nullable=False),
    Column("deal_name", String, nullable=False),
    # Whether it is the person's first game on this deal.
    Column("first", Boolean, nullable=False),
    # By how much it changed the person's rating; none if it was not rated.
    Column("rating", Float),
    Column("ended", BigInteger, nullable=False),
    Index("results_person", "person", "ended"),
    Index("results_deal", "deal_name"),
)

# A player is a person, or `bot:` and a level, or `deal` where all play together against it.
ratings = Table(
    "ratings",
    metadata,
    Column("player", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

# The processes that serve this house, with the house time at which each was last heard of.
processes = Table(
    "processes",
    metadata,
    Column("id", String, primary_key=True),
    Column("heard", BigInteger, nullable=False),
)

# Who is at which table, through which process.
presence = Table(
    "presence",
    metadata,
    Column("process", String, primary_key=True),
    Column("table", String, primary_key=True),
    Column("person", String, primary_key=True),
    Index("presence_table", "table"),
)

# What the operator wants done by whichever server is running.
operator_commands = Table(
    "orders",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("target", String, nullable=False),
    Column("at", BigInteger, nullable=False),
)
