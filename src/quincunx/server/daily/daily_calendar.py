"""The calendar of a person's daily games, and the days that can be asked for."""

from __future__ import annotations

from datetime import date

from sqlalchemy import select

from quincunx.server.common.days import closes, day_of, month_span, today
from quincunx.server.common.errors import TableError
from quincunx.server.daily.daily_setups import daily_setup
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import DailyMonth, DailyResult, Person


class NoSuchDay(TableError):
    """The text is not a date or a month, or it is in the future."""

    status = 404


async def load_month(store: Store, person: Person | None, game: str, month: str) -> DailyMonth:
    """Return the days of a month on which the person finished a game's daily game in time."""
    seats = daily_setup(game).seats
    check_month(month)
    begins, ends = month_span(month)
    results = schema.results.c
    # A game that was finished in time ended in the same month, so the index of a person's
    # results by time bounds what is read.
    rows = await store.fetch_all(
        select(results.table, results.deal_name, results.score, results.won, results.ended)
        .where(
            results.person == (person.id if person else ""),
            results.ended >= begins,
            results.ended < ends,
            results.game == game,
            results.deal == "daily",
            results.first,
        )
        .order_by(results.deal_name)
    )
    finished = tuple(
        DailyResult(day_of(row["deal_name"]), row["table"], row["score"], row["won"])
        for row in rows
        if row["ended"] < closes(day_of(row["deal_name"]))
    )
    return DailyMonth(game, month, seats, finished)


def check_day(day: str) -> None:
    """Raise `NoSuchDay` unless this is a date like 2026-11-15 that is not in the future."""
    if not _is_date(day):
        raise NoSuchDay("table.refusal.no_such_day", day=day)
    if day > today():
        raise NoSuchDay("table.refusal.day_to_come")


def check_month(month: str) -> None:
    """Raise `NoSuchDay` unless this is a month like 2026-11 that is not in the future."""
    if not _is_date(f"{month}-01"):
        raise NoSuchDay("table.refusal.no_such_month", month=month)
    if month > today()[:7]:
        raise NoSuchDay("table.refusal.month_to_come")


def _is_date(text: str) -> bool:
    try:
        return text == date.fromisoformat(text).isoformat()
    except ValueError:
        return False
