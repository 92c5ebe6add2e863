"""The same deal for many: who has played it, and how well."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Select, select, true
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.core.game import Game
from quincunx.registry import find
from quincunx.server.common.days import closes, is_open
from quincunx.server.common.errors import NoSuchTable, NotAllowed, WrongPhase
from quincunx.server.storage import schema, table_store
from quincunx.server.storage.store import Store
from quincunx.wire import Attempt, DealResults, Person

SHOWN: Final = 100
"""So many attempts are told."""


async def results_at_table(store: Store, table_id: str, person: Person | None) -> DealResults:
    """What came of the deal of a finished table, once it is no secret any more."""
    async with store.connect() as connection:
        row = await table_store.row_of(connection, table_id)
        if row is None:
            raise NoSuchTable("table.refusal.no_such_table")
        is_secret = row["deal"] == "daily" and is_open(row["origin"])
        if row["phase"] not in ("over", "closed") or is_secret:
            raise WrongPhase("table.refusal.not_over")
        if row["deal"] == "position":
            raise NotAllowed("table.refusal.no_deal_of_its_own")
        return await results_of(
            connection, find(row["game"]), row["seats"], row["deal_name"], person
        )


async def results_of(
    connection: AsyncConnection,
    game: Game,
    seats: int,
    deal: str,
    person: Person | None,
    *,
    before: int | None = None,
    most: int = SHOWN,
) -> DealResults:
    """First attempts at a deal, those that ended `before` a time or (none) all, the best first.

    Who won is better than who did not; then the score decides, then who was earlier.
    """
    mine = schema.results.c
    score = mine.score.asc() if game.low_score_wins(seats) else mine.score.desc()
    query = (
        select(schema.results, schema.people.c.name)
        .join(schema.people, schema.people.c.id == mine.person)
        .where(
            mine.deal_name == deal, mine.first, true() if before is None else mine.ended < before
        )
        .order_by(mine.won.desc(), score, mine.ended, mine.person)
    )
    own = await _attempts(connection, query.where(mine.person == person.id)) if person else ()
    return DealResults(
        game=game.name,
        seats=seats,
        deal=deal,
        attempts=await _attempts(connection, query.limit(most)),
        yours=own[0] if own else None,
    )


async def _attempts(connection: AsyncConnection, query: Select[Any]) -> tuple[Attempt, ...]:
    rows = await connection.execute(query)
    return tuple(
        Attempt(
            table=row["table"],
            person=Person(row["person"], row["name"]),
            score=row["score"],
            won=row["won"],
            ended=row["ended"],
            known=_was_known(row),
        )
        for row in rows.mappings()
    )


def _was_known(row: RowMapping) -> bool:
    """Whether the deal had been shown when the attempt ended."""
    if row["deal"] == "daily":
        _, day, _ = row["deal_name"].split("/")
        return bool(row["ended"] >= closes(day))
    return bool(row["deal"] == "known")
