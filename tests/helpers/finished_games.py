"""Store games that are over, the way a live table stores them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import update

from quincunx.core.messages import Message
from quincunx.core.options import make_options
from quincunx.core.outcome import Outcome
from quincunx.registry import find
from quincunx.server.common.seating import Occupant, Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.server.common.times import WallTime
from quincunx.server.ratings.results import store_results
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.rows import store_new_table
from quincunx.wire import DealKind, Person, TableId

Player = Person | str | Occupant
"""A person, a bot level, or an `Occupant` with both: a person whose stand-in bot ended the game."""


async def store_finished_game(
    store: Store,
    game: str,
    *seats: Player | tuple[Player, ...],
    scores: Sequence[int],
    winners: Sequence[int],
    deal: DealKind = "fresh",
    deal_name: str | None = None,
    rated: bool = True,
    ended: int = 0,
    margin: int | None = None,
    **options: Any,
) -> str:
    """Store a finished game with these seats and this outcome, and return the table's id.

    A tuple among the seats is a team.
    """
    found = find(game)
    seating = make_seating(*seats)
    table = TableId(secrets.token_hex(6))
    host = next(s.person for _, s in seating if s is not None and s.person is not None)
    config = TableConfig(
        id=table,
        game=found,
        options=make_options(found.options, options, game=game),
        seats=len(seats),
        rules=found.version,
        host=host,
        invite="",
        secret="",
        deal=deal,
        deal_name=table if deal_name is None else deal_name,
    )
    outcome = Outcome(tuple(winners), tuple(scores), Message("table.refusal.not_over"))
    await store_new_table(store, config, seating, None)

    async def job(connection: StoreConnection) -> None:
        await connection.execute(
            update(schema.tables)
            .where(schema.tables.c.id == table)
            .values(phase="over", ended=ended, outcome=msgspec.json.encode(outcome).decode())
        )
        await store_results(
            connection, config, seating, outcome, rated=rated, ended=WallTime(ended), margin=margin
        )

    await store.write(job)
    return table


def make_seating(*seats: Player | tuple[Player, ...]) -> Seating:
    teams = [seat if isinstance(seat, tuple) else (seat,) for seat in seats]
    seating = Seating.empty(tuple(map(len, teams)))
    for seat, team in enumerate(teams):
        for member, at in enumerate(team):
            seating = seating.with_occupant((seat, member), _occupant(at))
    return seating


def _occupant(at: Player) -> Occupant:
    if isinstance(at, Person):
        return Occupant(at, nonce="n")
    return Occupant(bot=at) if isinstance(at, str) else at
