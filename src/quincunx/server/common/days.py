"""The days of the daily games. A day begins and ends at midnight UTC for everybody."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from quincunx.server.common.times import WallTime, wall_clock


def today() -> str:
    """Return the current day, like `2026-11-15`."""
    return datetime.fromtimestamp(wall_clock() / 1000, UTC).date().isoformat()


def closes(day: str) -> WallTime:
    """Return when that day ends."""
    return _begins(date.fromisoformat(day) + timedelta(days=1))


def month_span(month: str) -> tuple[WallTime, WallTime]:
    """Return when a month like `2026-11` begins and ends; raise `ValueError` if it is none."""
    first = date.fromisoformat(f"{month}-01")
    after = (first + timedelta(days=31)).replace(day=1)
    return _begins(first), _begins(after)


def deal_name(day: str, game: str) -> str:
    """Return the name that all tables with that day's deal of a game share."""
    return f"daily/{day}/{game}"


def day_of(name: str) -> str:
    """Return the day of a deal with such a name."""
    return name.split("/")[1]


def is_open(day: str, now: WallTime) -> bool:
    """Return whether that day's deals can still be played for the ranking."""
    return now < closes(day)


def _begins(day: date) -> WallTime:
    midnight = datetime(day.year, day.month, day.day, tzinfo=UTC)
    return WallTime(int(midnight.timestamp() * 1000))
