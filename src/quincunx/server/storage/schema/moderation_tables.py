"""What operators and hosts look at, and what they have done."""

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
from quincunx.server.storage.schema.game_tables import tables
from quincunx.server.storage.schema.people_tables import people

# Reports about a chat message, or about a person's name or avatar.
reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    # The message; NULL if the report is about a person.
    Column("table", ForeignKey(tables.c.id)),
    Column("number", Integer),
    Column("reporter", ForeignKey(people.c.id), nullable=False),
    Column("why", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("settled", Boolean, nullable=False, server_default=false()),
    # `message`, `name` or `avatar`.
    Column("about", String, nullable=False, server_default="message"),
    # The reported person, and the name that they had then; NULL if it is about a message.
    Column("person", String),
    Column("shown", Text),
    Index("reports_once", "table", "number", "reporter", unique=True),
    Index("reports_person_once", "person", "about", "shown", "reporter", unique=True),
)

# What operators and hosts have done to people and tables. Rows are only ever added, and hold no
# names: people are named by their ids.
audit_log = Table(
    "audit_log",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    # `operator` or `host`.
    Column("role", String, nullable=False),
    # The operator's user name on the machine, or the host's id.
    Column("actor", String, nullable=False),
    Column("action", String, nullable=False),
    # What it was done to: a person, a table, a report; NULL if there was none.
    Column("person", String),
    Column("table", String),
    Column("report", Integer),
    Column("why", Text, nullable=False),
    Index("audit_log_person", "person"),
    Index("audit_log_table", "table"),
)
