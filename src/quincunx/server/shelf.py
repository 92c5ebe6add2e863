"""How a table is put into the store and taken out again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.core.deal import Seed
from quincunx.core.errors import CorruptRecord
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import Options, as_values, make
from quincunx.core.record import FORMAT, DraftStep, Record, Step
from quincunx.core.replay import rerun
from quincunx.registry import find
from quincunx.server import schema
from quincunx.server.errors import Frozen
from quincunx.server.seating import Place, Seating, Sitter
from quincunx.server.store import Store, StoredEntry, wall_clock
from quincunx.wire import Person


class Sheet(msgspec.Struct, frozen=True):
    """What is fixed when a table is opened."""

    id: str
    game: Game
    options: Options
    seats: int
    rules: int
    host: Person
    invite: str
    secret: str

    @property
    def values(self) -> Mapping[str, Any]:
        return as_values(self.options)


async def put_new(store: Store, sheet: Sheet, seating: Seating) -> None:
    """Stores a table that has just been opened."""

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(
            insert(schema.tables).values(
                id=sheet.id,
                game=sheet.game.name,
                rules=sheet.rules,
                options=msgspec.json.encode(sheet.values).decode(),
                seats=sheet.seats,
                host=sheet.host.id,
                invite=sheet.invite,
                phase="gathering",
                secret=sheet.secret,
                nonces="[]",
                created=wall_clock(),
                version=-1,
                clock=0,
            )
        )
        await _insert_sitters(connection, sheet.id, seating)

    await store.write(job)


async def put_seating(store: Store, table: str, seating: Seating, nonces: tuple[str, ...]) -> None:
    """Stores who sits where."""

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(delete(schema.sitters).where(schema.sitters.c.table == table))
        await _insert_sitters(connection, table, seating)
        await connection.execute(
            update(schema.tables)
            .where(schema.tables.c.id == table)
            .values(nonces=msgspec.json.encode(nonces).decode())
        )

    await store.write(job)


async def _insert_sitters(connection: AsyncConnection, table: str, seating: Seating) -> None:
    rows = [_sitter_row(table, place, sitter) for place, sitter in seating if sitter is not None]
    if rows:
        await connection.execute(insert(schema.sitters), rows)


def _sitter_row(table: str, place: Place, sitter: Sitter) -> dict[str, object]:
    seat, member = place
    return {
        "table": table,
        "seat": seat,
        "member": member,
        "person": sitter.person.id if sitter.person else None,
        "bot": sitter.bot,
        "nonce": sitter.nonce,
    }


async def put_draft(store: Store, table: str, match: Match) -> None:
    """Stores the draft that was made last."""
    number, entry = len(match.draft_log) - 1, match.draft_log[-1]

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(
            insert(schema.drafts).values(
                table=table,
                seat=entry.seat,
                number=number,
                at=entry.at,
                version=entry.version,
                draft=msgspec.json.encode(entry.draft).decode(),
            )
        )

    await store.write(job)


async def put_rematch(store: Store, table: str, rematch: str) -> None:
    async def job(connection: AsyncConnection) -> None:
        await connection.execute(
            update(schema.tables).where(schema.tables.c.id == table).values(rematch=rematch)
        )

    await store.write(job)


async def row_of(store: Store, table: str) -> Mapping[str, Any] | None:
    """The table's line in the store."""
    row = await store.row(select(schema.tables).where(schema.tables.c.id == table))
    return None if row is None else dict(row)


async def take_sheet(store: Store, row: Mapping[str, Any]) -> Sheet:
    game = find(row["game"])
    people = await _people(store, [row["host"]])
    return Sheet(
        id=row["id"],
        game=game,
        options=make(game.options, msgspec.json.decode(row["options"]), game=game.name),
        seats=row["seats"],
        rules=row["rules"],
        host=people[row["host"]],
        invite=row["invite"],
        secret=row["secret"],
    )


async def take_seating(store: Store, sheet: Sheet) -> Seating:
    rows = await store.rows(select(schema.sitters).where(schema.sitters.c.table == sheet.id))
    people = await _people(store, [row["person"] for row in rows if row["person"]])
    seating = Seating(sheet.game.teams(sheet.options, sheet.seats))
    for row in rows:
        sitter = Sitter(people.get(row["person"]), row["bot"], row["nonce"])
        seating.put((row["seat"], row["member"]), sitter)
    return seating


async def _people(store: Store, ids: Iterable[str]) -> dict[str, Person]:
    rows = await store.rows(select(schema.people).where(schema.people.c.id.in_(list(ids))))
    return {row["id"]: Person(row["id"], row["name"]) for row in rows}


async def take_match(
    store: Store, sheet: Sheet, nonces: tuple[str, ...], names: tuple[str, ...]
) -> tuple[Match, dict[str, int]]:
    """The stored game played again, and the version that each request made.

    A game that these rules would make another of is left alone.
    """
    if sheet.rules != sheet.game.version:
        raise Frozen("table.refusal.frozen")
    entries = await store.entries(sheet.id)
    record = Record(
        format=FORMAT,
        game=sheet.game.name,
        rules=sheet.rules,
        seats=sheet.seats,
        options=dict(sheet.values),
        steps=tuple(
            Step(at=entry.at, seat=entry.seat, move=entry.move, chance=entry.chance)
            for entry in entries
        ),
        whole=True,
        table=sheet.id,
        names=names,
        seed=Seed(sheet.secret, nonces),
        drafts=await _drafts(store, sheet.id),
    )
    try:
        match = rerun(record, sheet.game)
    except CorruptRecord as error:
        raise Frozen("table.refusal.frozen") from error
    row = await row_of(store, sheet.id)
    if row is None or row["digest"] != match.digest():
        raise Frozen("table.refusal.frozen")
    return match, {entry.request: entry.version for entry in entries if entry.request is not None}


async def _drafts(store: Store, table: str) -> tuple[DraftStep, ...]:
    rows = await store.rows(
        select(schema.drafts).where(schema.drafts.c.table == table).order_by(schema.drafts.c.number)
    )
    return tuple(
        DraftStep(row["at"], row["seat"], row["version"], msgspec.json.decode(row["draft"]))
        for row in rows
    )


def entries_after(
    match: Match, before: int, request: str | None, person: str | None
) -> tuple[StoredEntry, ...]:
    """The match's log after version `before`; the request is what made the last entry."""
    return tuple(
        StoredEntry(
            version=version,
            at=entry.at,
            seat=entry.seat,
            move=None if entry.move is None else match.game.format_move(entry.move),
            chance=entry.chance,
            events=entry.events,
            request=request if version == match.version else None,
            person=person if version == match.version else None,
        )
        for version, entry in enumerate(match.log[before + 1 :], before + 1)
    )
