"""Every change of a table, noted by the store itself: no server knows of it, and none can forget.

What a table's own line says is only how it stands now; this is how it came to that.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BigInteger, Boolean, Column, Integer, MetaData, String, Table, Text, select

from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import open_database
from quincunx.wire import Proposal

_noted = Table(
    "noted",
    MetaData(),
    Column("id", String),
    Column("revision", Integer),
    Column("version", Integer),
    Column("paused", Boolean),
    Column("clock", BigInteger),
    Column("proposal", Text),
)

_COLUMNS = _noted.c.keys()
_INSERT = f"INSERT INTO noted VALUES ({', '.join(f'NEW.{name}' for name in _COLUMNS)});"
_BODY = f"BEGIN {_INSERT} RETURN NULL; END"
_WHEN = "AFTER UPDATE OF revision ON tables FOR EACH ROW"

_TRIGGERS = {
    "sqlite": (f"CREATE TRIGGER note {_WHEN} BEGIN {_INSERT} END",),
    "postgresql": (
        f"CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $${_BODY}$$",
        f"CREATE TRIGGER note {_WHEN} EXECUTE FUNCTION note()",
    ),
}


class Revision(NamedTuple):
    """How a table stood after one of its changes."""

    number: int
    version: int
    paused: bool
    clock: int
    """Table time, as of the last move, or of a pause or its end."""
    proposal: Proposal | None


async def note_revisions(url: str) -> None:
    """From now on, in a store that is open already."""
    database = open_database(url)
    try:
        async with database.begin() as connection:
            await connection.run_sync(_noted.create)
            for statement in _TRIGGERS[connection.dialect.name]:
                await connection.exec_driver_sql(statement)
    finally:
        await database.close()


async def revisions_of(connection: StoreConnection, table: str) -> tuple[Revision, ...]:
    found = await connection.execute(
        select(_noted).where(_noted.c.id == table).order_by(_noted.c.revision)
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
