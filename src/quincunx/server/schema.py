"""The tables of the store. Times are milliseconds since 1970, on the wall's clock."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
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

people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
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
    Column("secret", String, nullable=False),
    Column("nonces", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("rematch", String),
    # The game, as of its last version; -1 before the deal.
    Column("version", Integer, nullable=False),
    Column("state", LargeBinary),
    Column("digest", String),
    # Table time of the last thing that is stored; a restart goes on from there.
    Column("clock", BigInteger, nullable=False),
    # When a bot or a deadline wants attention; none: nobody but people.
    Column("due", BigInteger),
    Index("tables_due", "due"),
)

sitters = Table(
    "sitters",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("person", ForeignKey(people.c.id)),
    Column("bot", String),
    # A bot that plays for a person who is gone.
    Column("stand_in", Boolean, nullable=False, server_default=false()),
    Column("nonce", String),
)

watchers = Table(
    "watchers",
    metadata,
    Column("table", ForeignKey(tables.c.id), primary_key=True),
    Column("person", ForeignKey(people.c.id), primary_key=True),
    Column("since", BigInteger, nullable=False),
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
