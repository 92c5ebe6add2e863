"""How two people have done in the games that both of them played."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from sqlalchemy import Integer, Subquery, cast, func, select

from quincunx.server.ratings.results import RESULT_CARD_COLUMNS, result_cards
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import Encounters, HeadToHead, PersonId, ResultCard

MAX_LATEST: Final = 5
"""How many of the latest games are listed."""


async def load_head_to_head(store: Store, you: PersonId, other: PersonId) -> HeadToHead:
    """Return your record against another person, by game, and the latest games.

    The games are your own, so their ids may be shown to you even if a table was private.
    """
    mine, theirs = _games_of(you, "mine"), _games_of(other, "theirs")
    async with store.connect() as connection:
        rows = await connection.execute(
            select(
                mine.c.game,
                func.sum(mine.c.won * (1 - theirs.c.won)).label("won"),
                func.sum(theirs.c.won * (1 - mine.c.won)).label("lost"),
                func.count().label("played"),
            )
            .join(theirs, theirs.c.table == mine.c.table)
            .group_by(mine.c.game)
            .order_by(mine.c.game)
        )
        games = tuple(
            Encounters(
                row["game"], row["won"], row["lost"], row["played"] - row["won"] - row["lost"]
            )
            for row in rows.mappings()
        )
        latest = await _latest(connection, mine, theirs) if games else ()
    return HeadToHead(games, latest)


async def _latest(
    connection: StoreConnection, mine: Subquery, theirs: Subquery
) -> tuple[ResultCard, ...]:
    found = await connection.execute(
        select(*RESULT_CARD_COLUMNS, mine.c.seat, mine.c.rating)
        .join(mine, mine.c.table == schema.tables.c.id)
        .join(theirs, theirs.c.table == mine.c.table)
        .order_by(mine.c.ended.desc())
        .limit(MAX_LATEST)
    )
    rows = found.mappings().all()
    cards = await result_cards(connection, rows)
    return tuple(
        msgspec.structs.replace(card, seat=row["seat"], rating=row["rating"])
        for card, row in zip(cards, rows, strict=True)
    )


def _games_of(person: PersonId, name: str) -> Subquery:
    """Select one row for each finished game of a person, who may have had several seats."""
    results = schema.results.c
    columns: tuple[Any, ...] = (
        results.table,
        results.game,
        func.max(cast(results.won, Integer)).label("won"),
        func.min(results.seat).label("seat"),
        func.max(results.rating).label("rating"),
        func.max(results.ended).label("ended"),
    )
    return (
        select(*columns)
        .where(results.person == person)
        .group_by(results.table, results.game)
        .subquery(name)
    )
