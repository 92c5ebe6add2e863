"""The results of a deal that several people have played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.engine import RowMapping

from quincunx.core.game import Game
from quincunx.registry import find
from quincunx.server.common.days import closes, is_open
from quincunx.server.common.errors import NoSuchTable, NotAllowed, WrongPhase
from quincunx.server.common.times import WallTime, wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.names import is_bot
from quincunx.server.storage.table_data.rows import load_row
from quincunx.wire import Attempt, DealResults, Person, TableId

MAX_ATTEMPTS_LISTED: Final = 100


async def results_at_table(store: Store, table_id: TableId, person: Person | None) -> DealResults:
    """Return the results of the deal of a finished table, once the deal is public."""
    async with store.connect() as connection:
        row = await load_row(connection, table_id)
        if row is None:
            raise NoSuchTable("table.refusal.no_such_table")
        is_secret = row["deal"] == "daily" and is_open(row["origin"], wall_clock())
        if row["phase"] not in ("over", "closed") or is_secret:
            raise WrongPhase("table.refusal.not_over")
        if row["deal"] == "position":
            raise NotAllowed("table.refusal.no_deal_of_its_own")
        return await results_of_deal(
            connection, find(row["game"]), row["seats"], row["deal_name"], person
        )


async def results_of_deal(
    connection: StoreConnection,
    game: Game,
    seats: int,
    deal: str,
    person: Person | None,
    *,
    before: WallTime | None = None,
    limit: int = MAX_ATTEMPTS_LISTED,
) -> DealResults:
    """Return each player's first attempt at a deal, the best first.

    `before` leaves out attempts that ended later. A win ranks above a loss; then the score
    decides, then the earlier end.
    """
    results = schema.results.c
    finished = [results.deal_name == deal, results.first]
    if before is not None:
        finished.append(results.ended < before)
    score = results.score.asc() if game.low_score_wins(seats) else results.score.desc()
    query = (
        select(schema.results, schema.people.c.name, schema.people.c.owner)
        .join(schema.people, schema.people.c.id == results.person)
        .where(*finished)
        .order_by(results.won.desc(), score, results.ended, results.person)
    )
    own = await _attempts(connection, query.where(results.person == person.id)) if person else ()
    yours = own[0] if own else None
    players, place = await _place(connection, game, seats, finished, yours)
    return DealResults(
        game=game.name,
        seats=seats,
        deal=deal,
        attempts=await _attempts(connection, query.limit(limit)),
        yours=yours,
        players=players,
        place=place,
        low_score_wins=game.low_score_wins(seats),
    )


async def _place(
    connection: StoreConnection,
    game: Game,
    seats: int,
    finished: Sequence[ColumnElement[bool]],
    yours: Attempt | None,
) -> tuple[int, int | None]:
    """Return how many have finished, and the person's place among them."""
    results = schema.results.c
    if yours is None:
        rows = await connection.execute(
            select(func.count()).select_from(schema.results).where(*finished)
        )
        return rows.scalar_one(), None
    low_wins = game.low_score_wins(seats)
    better_score = results.score < yours.score if low_wins else results.score > yours.score
    better = and_(results.won == yours.won, better_score)
    if not yours.won:
        better = or_(results.won, better)
    rows = await connection.execute(
        select(func.count(), func.count().filter(better))
        .select_from(schema.results)
        .where(*finished)
    )
    players, ahead = rows.one()
    return players, 1 + ahead


async def _attempts(connection: StoreConnection, query: Select[Any]) -> tuple[Attempt, ...]:
    rows = await connection.execute(query)
    return tuple(
        Attempt(
            table=row["table"],
            person=Person(row["person"], row["name"], is_bot(row)),
            score=row["score"],
            won=row["won"],
            ended=row["ended"],
            known=_was_known(row),
        )
        for row in rows.mappings()
    )


def _was_known(row: RowMapping) -> bool:
    """Return whether the deal was public when the attempt ended."""
    if row["deal"] == "daily":
        _, day, _ = row["deal_name"].split("/")
        return bool(row["ended"] >= closes(day))
    return bool(row["deal"] == "known")
