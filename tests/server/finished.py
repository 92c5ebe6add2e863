"""Games that are over, put into a real store as the table puts them there."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.core.messages import Message
from quincunx.core.options import make
from quincunx.core.outcome import Outcome
from quincunx.registry import find
from quincunx.server.common.seating import Seating, Sitter
from quincunx.server.common.table_config import TableConfig
from quincunx.server.people.people import People
from quincunx.server.ratings.results import put_results
from quincunx.server.storage import schema, table_store
from quincunx.server.storage.store import Store
from quincunx.server.storage.upgrade import upgrade
from quincunx.wire import DealKind, Person

At = Person | str | Sitter
"""A person, a bot's level, or both: the bot finished the game for the person."""


def sqlite(folder: Path) -> str:
    """A database for what cannot depend on which one it is."""
    return f"sqlite+aiosqlite:///{folder / 'quincunx.db'}"


@asynccontextmanager
async def opened(database: str) -> AsyncIterator[Store]:
    await upgrade(database)
    async with Store(database) as store:
        yield store


async def some_people(store: Store, *names: str) -> list[Person]:
    return [(await People(store).new_guest(name))[0] for name in names]


async def finish(
    store: Store,
    game: str,
    *seats: At | tuple[At, ...],
    scores: Sequence[int],
    winners: Sequence[int],
    deal: DealKind = "fresh",
    deal_name: str | None = None,
    rated: bool = True,
    ended: int = 0,
    margin: int | None = None,
    **options: Any,
) -> str:
    """A table where these sat and that ended like this; a tuple is a team."""
    room = find(game)
    seating = seated(*seats)
    table = secrets.token_hex(6)
    host = next(s.person for _, s in seating if s is not None and s.person is not None)
    sheet = TableConfig(
        id=table,
        game=room,
        options=make(room.options, options, game=game),
        seats=len(seats),
        rules=room.version,
        host=host,
        invite="",
        secret="",
        deal=deal,
        deal_name=table if deal_name is None else deal_name,
    )
    outcome = Outcome(tuple(winners), tuple(scores), Message("table.refusal.not_over"))
    await table_store.put_new(store, sheet, seating, None)

    async def job(connection: AsyncConnection) -> None:
        await connection.execute(
            update(schema.tables)
            .where(schema.tables.c.id == table)
            .values(phase="over", ended=ended, outcome=msgspec.json.encode(outcome).decode())
        )
        await put_results(
            connection, sheet, seating, outcome, rated=rated, ended=ended, margin=margin
        )

    await store.write(job)
    return table


def seated(*seats: At | tuple[At, ...]) -> Seating:
    teams = [seat if isinstance(seat, tuple) else (seat,) for seat in seats]
    seating = Seating(tuple(map(len, teams)))
    for seat, team in enumerate(teams):
        for member, at in enumerate(team):
            seating.put((seat, member), _sitter(at))
    return seating


def _sitter(at: At) -> Sitter:
    if isinstance(at, Person):
        return Sitter(at, nonce="n")
    return Sitter(bot=at) if isinstance(at, str) else at
