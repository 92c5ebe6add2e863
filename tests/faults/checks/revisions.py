"""Every revision of every table, recorded by database triggers, independently of the servers.

The row of a table holds only its latest revision.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BigInteger, Boolean, Column, Integer, MetaData, String, Table, Text, select

from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import open_database
from quincunx.wire import Proposal

_revisions = Table(
    "table_revisions",
    MetaData(),
    Column("id", String),
    Column("revision", Integer),
    Column("version", Integer),
    Column("paused", Boolean),
    Column("clock", BigInteger),
    Column("proposal", Text),
)

_COLUMNS = _revisions.c.keys()
_INSERT = f"INSERT INTO table_revisions VALUES ({', '.join(f'NEW.{name}' for name in _COLUMNS)});"
_BODY = f"BEGIN {_INSERT} RETURN NULL; END"
_WHEN = "AFTER UPDATE OF revision ON tables FOR EACH ROW"

_TRIGGERS = {
    "sqlite": (f"CREATE TRIGGER record_revision {_WHEN} BEGIN {_INSERT} END",),
    "postgresql": (
        f"CREATE FUNCTION record_revision() RETURNS trigger LANGUAGE plpgsql AS $${_BODY}$$",
        f"CREATE TRIGGER record_revision {_WHEN} EXECUTE FUNCTION record_revision()",
    ),
}


class Revision(NamedTuple):
    """A table after one of its changes."""

    number: int
    version: int
    paused: bool
    clock: int
    """Table time of the last move, pause or end of a pause."""
    proposal: Proposal | None


async def record_revisions(url: str) -> None:
    """Record revisions from now on, in a database that has its tables already."""
    database = open_database(url)
    try:
        async with database.begin() as connection:
            await connection.run_sync(_revisions.create)
            for statement in _TRIGGERS[connection.dialect.name]:
                await connection.exec_driver_sql(statement)
    finally:
        await database.close()


async def revisions_of(connection: StoreConnection, table: str) -> tuple[Revision, ...]:
    """Return the revisions of a table in their order."""
    found = await connection.execute(
        select(_revisions).where(_revisions.c.id == table).order_by(_revisions.c.revision)
    )
    return tuple(_revision(row) for row in found.mappings())


def _revision(row: Any) -> Revision:
    return Revision(
        row["revision"],
        row["version"],
        row["paused"],
        row["clock"],
        row["proposal"] and msgspec.json.decode(row["proposal"], type=Proposal),
    )
