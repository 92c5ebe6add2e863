"""What the database holds of each table, read without the servers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, select

from quincunx.core.messages import Message
from quincunx.core.records.record import DraftStep
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.time_spans import TimeSpans
from quincunx.server.common.vacations import Vacation
from quincunx.server.storage import schema
from quincunx.server.storage.log_entries import StoredEntry, load_entries
from quincunx.server.storage.store import open_database
from quincunx.server.storage.table_data.vacations import (
    load_vacations,
    spans_in,
    stored_server_time,
)
from tests.faults.checks.request_times import request_times_of
from tests.faults.checks.revisions import Revision, revisions_of
from tests.faults.checks.vacations_begun import vacations_begun_by

RESIGNATION_NOTES = ("table.note.resigned", "table.note.out_of_time")


class StoredChatLine(NamedTuple):
    """A line of the chat; a note of the table has no person and no request."""

    number: int
    at: int
    person: str | None
    text: str
    note: Message | None
    request: RequestKey | None = None
    reaction: str | None = None

    @property
    def is_resignation(self) -> bool:
        """Whether the line says that a player has resigned or run out of total time."""
        return self.note is not None and self.note.id in RESIGNATION_NOTES


class StoredSeat(NamedTuple):
    """A place at a table, and who has it."""

    seat: int
    member: int
    person: str | None
    bot: str | None
    gone: bool
    forfeited: bool
    vacations: TimeSpans

    @property
    def has_resigned(self) -> bool:
        return self.person is not None and self.gone and self.forfeited


class StoredTable(NamedTuple):
    """A table: its row, its log, everything else that is stored of it, and its revisions."""

    table: Mapping[str, Any]
    entries: tuple[StoredEntry, ...]
    drafts: tuple[DraftStep, ...] = ()
    bots: frozenset[int] = frozenset()
    """The seats of bots."""
    results: int = 0
    chat: tuple[StoredChatLine, ...] = ()
    done: frozenset[RequestKey] = frozenset()
    """The last requests that were carried out, apart from moves and chat."""
    revisions: tuple[Revision, ...] = ()
    request_times: Mapping[RequestKey, int] = {}
    """The wall time at which each request was stored."""
    seats: tuple[StoredSeat, ...] = ()
    notes: Mapping[str, Mapping[int, str]] = {}
    """By person and version, the marks of their private notes."""
    vacations: Mapping[str, tuple[Vacation, ...]] = {}
    """By person."""
    vacations_begun: Mapping[str, int] = {}
    """By person, how many there have been, also those that are no longer stored."""
    server_time: int = 0
    followed: Mapping[str, frozenset[str]] = {}
    """By person, whom they follow."""

    @property
    def id(self) -> str:
        table_id: str = self.table["id"]
        return table_id


async def load_stored_tables(url: str) -> dict[str, StoredTable]:
    """Return all tables at which a game has begun, by id."""
    database = open_database(url)
    try:
        async with database.connect() as connection:
            tables = await connection.execute(select(schema.tables))
            found = {row["id"]: dict(row) for row in tables.mappings() if row["version"] >= 0}
            return {name: await _stored_table(connection, row) for name, row in found.items()}
    finally:
        await database.close()


async def _stored_table(connection: Any, row: Mapping[str, Any]) -> StoredTable:
    async def rows(table: Any, *order: Any) -> Any:
        found = await connection.execute(
            select(table).where(table.c.table == row["id"]).order_by(*order)
        )
        return found.mappings().all()

    chat = await rows(schema.chat, schema.chat.c.number)
    drafts = await rows(schema.drafts, schema.drafts.c.number)
    sitters = await rows(schema.sitters, schema.sitters.c.seat)
    results = await connection.scalar(
        select(func.count()).select_from(schema.results).where(schema.results.c.table == row["id"])
    )
    people = [line["person"] for line in sitters if line["person"]]
    return StoredTable(
        row,
        tuple(await load_entries(connection, row["id"])),
        tuple(
            DraftStep(line["at"], line["seat"], line["version"], msgspec.json.decode(line["draft"]))
            for line in drafts
        ),
        frozenset(line["seat"] for line in sitters if line["person"] is None),
        results,
        tuple(_chat_line(line) for line in chat),
        frozenset(msgspec.json.decode(row["done"], type=tuple[RequestKey, ...])),
        await revisions_of(connection, row["id"]),
        await request_times_of(connection, row["id"]),
        tuple(_seat(line) for line in sitters),
        _notes(await rows(schema.private_notes, schema.private_notes.c.version)),
        {person: tuple(await load_vacations(connection, person)) for person in people},
        {person: await vacations_begun_by(connection, person) for person in people},
        await stored_server_time(connection),
        {person: await _followed_by(connection, person) for person in people},
    )


async def _followed_by(connection: Any, person: str) -> frozenset[str]:
    relations = schema.relations.c
    found = await connection.execute(
        select(relations.other).where(relations.person == person, relations.kind == "follow")
    )
    return frozenset(found.scalars())


def _seat(line: Mapping[str, Any]) -> StoredSeat:
    return StoredSeat(
        line["seat"],
        line["member"],
        line["person"],
        line["bot"],
        line["gone"],
        line["forfeited"],
        spans_in(line["vacations"]),
    )


def _notes(lines: Iterable[Mapping[str, Any]]) -> dict[str, dict[int, str]]:
    notes: dict[str, dict[int, str]] = {}
    for line in lines:
        marks = msgspec.json.decode(line["notes"])["marks"]
        notes.setdefault(line["person"], {})[line["version"]] = marks
    return notes


def _chat_line(line: Mapping[str, Any]) -> StoredChatLine:
    return StoredChatLine(
        line["number"],
        line["at"],
        # The row of a note keeps whom it names, which clients are not sent.
        None if line["note"] else line["person"],
        line["text"],
        line["note"] and msgspec.json.decode(line["note"], type=Message),
        line["request"],
        line["reaction"],
    )
