"""The server itself: its state, its processes, and the commands of its operator."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    String,
    Table,
    false,
)

from quincunx.server.storage.schema._metadata import metadata

# One row: what the server must remember.
server_state = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True),
    # The daily games are dealt from this.
    Column("secret", String, nullable=False),
    # The private key with which the server signs push messages (VAPID), made on the first start.
    Column("push_key", String),
    # The server time at wall time `beat`.
    Column("time", BigInteger, nullable=False),
    Column("beat", BigInteger, nullable=False),
)

# The server processes, with the server time of their last heartbeats.
processes = Table(
    "processes",
    metadata,
    Column("id", String, primary_key=True),
    Column("heard", BigInteger, nullable=False),
)

# Which people are connected to which tables, through which process.
presence = Table(
    "presence",
    metadata,
    Column("process", String, primary_key=True),
    Column("table", String, primary_key=True),
    Column("person", String, primary_key=True),
    # Whether the person's pages there are all hidden.
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Index("presence_table", "table"),
)

# Commands of the operator for the running server.
operator_commands = Table(
    "orders",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("target", String, nullable=False),
    Column("at", BigInteger, nullable=False),
)
