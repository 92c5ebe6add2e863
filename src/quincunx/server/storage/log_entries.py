"""The stored log of a table: one row for each version of its match."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import select
from sqlalchemy.engine import RowMapping

from quincunx.core.chance import Result
from quincunx.core.events import Event
from quincunx.core.match import Match
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.times import TableTime, WallTime
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import PersonId, TableId

ENTRIES_PER_QUERY: Final = 100
"""A long log is read in pieces, so that other requests are served in between."""


class StoredEntry(msgspec.Struct, frozen=True):
    """One row of a table's log."""

    version: int
    at: TableTime
    seat: int | None
    move: str | None
    chance: tuple[Result, ...]
    events: tuple[Event, ...]
    back: int | None = None
    request: RequestKey | None = None
    person: PersonId | None = None


def entries_after(
    match: Match, before: int, request: RequestKey | None, person: PersonId | None
) -> tuple[StoredEntry, ...]:
    """Return the log after version `before`, of which `request` made the last entry."""
    return tuple(
        StoredEntry(
            version=version,
            at=TableTime(entry.at),
            seat=entry.seat,
            move=None if entry.move is None else str(entry.move),
            chance=entry.chance,
            events=entry.events,
            back=entry.back,
            request=request if version == match.version else None,
            person=person if version == match.version else None,
        )
        for version, entry in enumerate(match.log[before + 1 :], before + 1)
    )


async def load_entries(
    connection: StoreConnection, table: TableId, since: int = -1
) -> list[StoredEntry]:
    """Return the table's log after version `since`."""
    entries: list[StoredEntry] = []
    while True:
        found = await connection.execute(
            select(schema.entries)
            .where(schema.entries.c.table == table, schema.entries.c.version > since)
            .order_by(schema.entries.c.version)
            .limit(ENTRIES_PER_QUERY)
        )
        page = [_from_row(row) for row in found.mappings()]
        entries += page
        if len(page) < ENTRIES_PER_QUERY:
            return entries
        since = page[-1].version


def to_row(table: TableId, entry: StoredEntry, stored: WallTime) -> tuple[Any, ...]:
    """Return the values of an entry in the order of the columns."""
    return (
        table,
        entry.version,
        entry.at,
        entry.seat,
        entry.move,
        msgspec.json.encode(entry.chance).decode(),
        msgspec.json.encode(entry.events).decode(),
        entry.back,
        entry.request,
        entry.person,
        stored,
    )


def _from_row(row: RowMapping) -> StoredEntry:
    return StoredEntry(
        version=row["version"],
        at=row["at"],
        seat=row["seat"],
        move=row["move"],
        chance=msgspec.json.decode(row["chance"], type=tuple[Result, ...]),
        events=msgspec.json.decode(row["events"], type=tuple[Event, ...]),
        back=row["back"],
        request=row["request"],
        person=row["person"],
    )
