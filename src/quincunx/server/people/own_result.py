"""What a finished game changed for one of its players: the rating and the wins in a row."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.engine import RowMapping

from quincunx.server.ratings.ratings import load_ratings
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import OwnResult, Person, PersonId, TableId

RESULTS = schema.results.c


async def own_result(store: Store, table_id: TableId, person: Person) -> OwnResult | None:
    """Return the person's result at a finished table; `None` if there is none."""
    async with store.connect() as connection:
        rows = await connection.execute(
            select(schema.results, schema.tables.c.seats)
            .join(schema.tables, schema.tables.c.id == RESULTS.table)
            .where(RESULTS.table == table_id, RESULTS.person == person.id)
            .limit(1)
        )
        row = rows.mappings().first()
        if row is None:
            return None
        return OwnResult(
            change=row["rating"],
            rating=None if row["rating"] is None else await _rating_after(connection, row),
            wins=await _wins_in_a_row(connection, row),
        )


async def _rating_after(connection: StoreConnection, row: RowMapping) -> float:
    """Return the rating after that game: the current one without the changes since then."""
    person: PersonId = row["person"]
    skills = await load_ratings(connection, person)
    # A player with several seats has one result for each, with the same change.
    later = select(RESULTS.table, func.max(RESULTS.rating).label("change")).where(
        *_games_of(row), RESULTS.ended > row["ended"]
    )
    changes = later.group_by(RESULTS.table).subquery()
    since = await connection.scalar(select(func.sum(changes.c.change)))
    return skills[row["game"]].rating - (since or 0)


async def _wins_in_a_row(connection: StoreConnection, row: RowMapping) -> int:
    """Return how many games the person had won in a row when that game had ended."""
    if not row["won"] or row["seats"] < 2:
        return 0
    # A game played alone is neither won nor lost.
    contests = (
        select(func.max(RESULTS.ended))
        .join(schema.tables, schema.tables.c.id == RESULTS.table)
        .where(*_games_of(row), RESULTS.ended <= row["ended"], schema.tables.c.seats > 1)
    )
    last_loss = await connection.scalar(contests.where(~RESULTS.won))
    wins = (
        select(func.count(RESULTS.table.distinct()))
        .join(schema.tables, schema.tables.c.id == RESULTS.table)
        .where(
            *_games_of(row),
            RESULTS.won,
            RESULTS.ended <= row["ended"],
            RESULTS.ended > (-1 if last_loss is None else last_loss),
            schema.tables.c.seats > 1,
        )
    )
    return await connection.scalar(wins) or 0


def _games_of(row: RowMapping) -> tuple[ColumnElement[Any], ...]:
    """Return the conditions for all results of that person in that game."""
    return (RESULTS.person == row["person"], RESULTS.game == row["game"])
