"""People's vacations, and what the tables at which they play know of them.

A vacation and all the tables that it concerns are changed in one transaction. Each of these tables
gets a new revision, so that no process can let a clock run out that it believes to be running.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, func, insert, or_, select, update

from quincunx.server.common.time_spans import TimeSpans, ended_at, with_span
from quincunx.server.common.times import ServerTime, TableTime
from quincunx.server.common.vacations import DAY_CLOCK_S, YEAR_MS, Vacation
from quincunx.server.storage import schema
from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.notifications import notify
from quincunx.wire import PersonId, TableId

_VACATIONS, _TABLES, _SITTERS = schema.vacations.c, schema.tables.c, schema.sitters.c

_SET_SPANS = (
    update(schema.sitters)
    .where(_SITTERS.table == bindparam("of_table"), _SITTERS.person == bindparam("of_person"))
    .values(vacations=bindparam("spans"))
)

_read_spans = msgspec.json.Decoder(TimeSpans).decode

PlannedTime = Callable[[ServerTime], TableTime]
"""What the clock of a table will show at a server time if the table is not paused until then."""


def spans_in(text: str) -> TimeSpans:
    """Return the spans that are stored with a seat."""
    return _read_spans(text)


def spans_text(spans: TimeSpans) -> str:
    return msgspec.json.encode(spans).decode()


async def load_vacations(connection: StoreConnection, person: PersonId) -> list[Vacation]:
    """Return all vacations of a person, the earliest first."""
    found = await connection.execute(
        select(_VACATIONS.starts, _VACATIONS.ends)
        .where(_VACATIONS.person == person)
        .order_by(_VACATIONS.starts)
    )
    return [(ServerTime(starts), ServerTime(ends)) for starts, ends in found]


async def load_planned(
    connection: StoreConnection, people: Collection[PersonId], now: ServerTime
) -> dict[PersonId, list[Vacation]]:
    """Return, by person, the vacations that are not over."""
    found = await connection.execute(
        select(_VACATIONS.person, _VACATIONS.starts, _VACATIONS.ends).where(
            _VACATIONS.person.in_(people), _VACATIONS.ends > now
        )
    )
    planned: dict[PersonId, list[Vacation]] = {}
    for person, starts, ends in found:
        planned.setdefault(PersonId(person), []).append((ServerTime(starts), ServerTime(ends)))
    return planned


async def add_vacation(
    connection: StoreConnection, person: PersonId, vacation: Vacation, now: ServerTime
) -> None:
    """Store a vacation, and let the person's clocks stand still during it.

    Vacations that the allowance no longer counts are deleted.
    """
    starts, ends = vacation
    await connection.execute(
        delete(schema.vacations).where(
            _VACATIONS.person == person, _VACATIONS.starts <= now - YEAR_MS
        )
    )
    await connection.execute(
        insert(schema.vacations).values(person=person, starts=starts, ends=ends)
    )

    def added(spans: TimeSpans, clock: TableTime, planned: PlannedTime) -> TimeSpans:
        return with_span(spans, (max(clock, planned(starts)), planned(ends)))

    await _change_tables(connection, person, added, now)


async def end_vacation(
    connection: StoreConnection,
    person: PersonId,
    now: ServerTime,
    *,
    but_not_at: TableId | None = None,
) -> None:
    """End the vacation that a person is on, and forget one that has not begun.

    `but_not_at`: a table at which this is known already.
    """
    await connection.execute(
        delete(schema.vacations).where(_VACATIONS.person == person, _VACATIONS.starts >= now)
    )
    await connection.execute(
        update(schema.vacations)
        .where(_VACATIONS.person == person, _VACATIONS.ends > now)
        .values(ends=now)
    )

    def ended(spans: TimeSpans, clock: TableTime, planned: PlannedTime) -> TimeSpans:
        return ended_at(spans, max(clock, planned(now)))

    await _change_tables(connection, person, ended, now, but_not_at=but_not_at)


def end_vacation_job(person: PersonId, now: ServerTime, moved_at: TableId) -> Job[None]:
    """End a person's vacation because of a move at that table."""
    return partial(end_vacation, person=person, now=now, but_not_at=moved_at)


async def stored_server_time(connection: StoreConnection) -> ServerTime:
    """Return the server time as it was last stored, some seconds ago at most."""
    return ServerTime(await connection.scalar(select(schema.server_state.c.time)) or 0)


async def _change_tables(
    connection: StoreConnection,
    person: PersonId,
    change: Callable[[TimeSpans, TableTime, PlannedTime], TimeSpans],
    now: ServerTime,
    *,
    but_not_at: TableId | None = None,
) -> None:
    """Change when a person's clocks stand still, at all tables where vacation stops them.

    Tables before the deal get a new revision, so that a deal under way reads the vacations again.
    """
    rows = await _locked_tables(connection, person, but_not_at)
    if not rows:
        return
    found = await connection.execute(
        select(_SITTERS.table, _SITTERS.vacations).where(
            _SITTERS.person == person, _SITTERS.table.in_(rows)
        )
    )
    changed = []
    for table, text in found.all():
        row = rows[table]
        if row["phase"] == "playing":
            spans = change(spans_in(text), row["clock"], partial(_planned_time, row))
            changed.append({"of_table": table, "of_person": person, "spans": spans_text(spans)})
    if changed:
        await connection.execute(_SET_SPANS, changed)
    await _touch(connection, rows, now)


def _planned_time(row: Mapping[str, Any], at: ServerTime) -> TableTime:
    return TableTime(row["clock"] + at - row["house"])


async def _locked_tables(
    connection: StoreConnection, person: PersonId, but_not_at: TableId | None
) -> dict[str, Mapping[str, Any]]:
    """Return the rows of a person's tables with a clock that vacation stops, by id.

    The rows are locked in the order of the ids, so that two such transactions wait for each other.
    """
    seated = select(_SITTERS.table).where(_SITTERS.person == person)
    others = (
        select(func.count())
        .select_from(schema.sitters)
        .join(schema.people, schema.people.c.id == _SITTERS.person)
        .where(
            _SITTERS.table == _TABLES.id, _SITTERS.person != person, schema.people.c.owner.is_(None)
        )
        .scalar_subquery()
    )
    found = await connection.execute(
        select(_TABLES.id, _TABLES.phase, _TABLES.clock, _TABLES.house)
        .where(
            _TABLES.id.in_(seated),
            _TABLES.id != (but_not_at or ""),
            _TABLES.phase.in_(("gathering", "playing")),
            _TABLES.deal != "daily",
            or_(_TABLES.pace >= DAY_CLOCK_S, _TABLES.total_time >= DAY_CLOCK_S),
            (_TABLES.phase == "gathering") | (others > 0),
        )
        .order_by(_TABLES.id)
        .with_for_update(of=schema.tables)
    )
    return {row["id"]: dict(row) for row in found.mappings().all()}


async def _touch(
    connection: StoreConnection, rows: Mapping[str, Mapping[str, Any]], now: ServerTime
) -> None:
    """Give the tables a new revision; a process wakes those up whose clocks have changed."""
    playing = [table for table, row in rows.items() if row["phase"] == "playing"]
    if playing:
        await connection.execute(
            update(schema.tables).where(_TABLES.id.in_(playing)).values(due=now)
        )
    touched = await connection.execute(
        update(schema.tables)
        .where(_TABLES.id.in_(rows))
        .values(revision=_TABLES.revision + 1, around=_TABLES.revision + 1)
        .returning(_TABLES.id, _TABLES.revision)
    )
    # Without a sender: this process, too, has to read what has changed.
    await notify(connection, "", "changed", *(f"{table}:{number}" for table, number in touched))
