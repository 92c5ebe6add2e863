"""A person's rating in one game over time, computed backwards from the present rating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import func, select

from quincunx.server.ratings.ratings import load_ratings
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import PersonId, RatingHistory, RatingPoint

MAX_GAMES: Final = 5000
"""How many of the latest rated games the curve covers."""

MAX_POINTS: Final = 120
"""How many points are sent: about one for every two pixels of the curve on a phone."""


async def load_rating_history(store: Store, person: PersonId, game: str) -> RatingHistory:
    """Return the curve of a person's rating; without points before the first rated game."""
    results = schema.results.c
    # A player with several seats has one result for each, with the same change.
    changes = (
        select(func.max(results.ended).label("ended"), func.max(results.rating).label("change"))
        .where(results.person == person, results.game == game, results.rating.is_not(None))
        .group_by(results.table)
        .order_by(func.max(results.ended).desc())
        .limit(MAX_GAMES)
    )
    async with store.snapshot() as connection:
        skill = (await load_ratings(connection, person)).get(game)
        rows = (await connection.execute(changes)).all()
    if skill is None:
        return RatingHistory(game, 0, ())
    rating, latest_first = skill.rating, []
    for ended, change in rows:
        latest_first.append(RatingPoint(ended, round(rating)))
        rating -= change
    return RatingHistory(game, len(rows), thinned_out(latest_first[::-1], MAX_POINTS))


def thinned_out(points: Sequence[RatingPoint], most: int) -> tuple[RatingPoint, ...]:
    """Return at most `most` points at even distances, the first and the last among them."""
    if len(points) <= most:
        return tuple(points)
    last = len(points) - 1
    return tuple(points[round(index * last / (most - 1))] for index in range(most))
