"""Streaks: on how many days in a row a person has finished the daily game of a game."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter

from sqlalchemy import select

from quincunx.server.common.days import closes, day_of, today
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import DailyStreak, PersonId


async def load_daily_streaks(
    connection: StoreConnection, person_id: PersonId
) -> tuple[DailyStreak, ...]:
    """Return the streaks of each game whose daily game the person has ever finished in time."""
    results = schema.results.c
    rows = await connection.execute(
        select(results.game, results.deal_name, results.ended)
        .where(results.person == person_id, results.deal == "daily")
        .order_by(results.game)
    )
    in_time = [(game, day_of(name)) for game, name, ended in rows if ended < closes(day_of(name))]
    now = date.fromisoformat(today())
    return tuple(
        daily_streak(game, (date.fromisoformat(day) for _, day in finished), now)
        for game, finished in groupby(in_time, key=itemgetter(0))
    )


def daily_streak(game: str, days: Iterable[date], now: date) -> DailyStreak:
    """Return the current and the best streak of a person who has finished the game on `days`."""
    runs = _runs(days)
    last, length = runs[-1] if runs else (date.min, 0)
    # Today's game may still be played, so a streak that reaches yesterday goes on.
    is_alive = last >= now - timedelta(days=1)
    best = max((length for _, length in runs), default=0)
    return DailyStreak(game, days=length if is_alive else 0, best=best)


def _runs(days: Iterable[date]) -> list[tuple[date, int]]:
    """Return the last day and the length of each run of consecutive days."""
    runs: list[tuple[date, int]] = []
    for day in sorted(set(days)):
        last, length = runs[-1] if runs else (None, 0)
        if last is not None and day - last == timedelta(days=1):
            runs[-1] = (day, length + 1)
        else:
            runs.append((day, 1))
    return runs
