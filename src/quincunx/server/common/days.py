"""The days of the daily deals, which begin and end at Greenwich for everybody."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from quincunx.server.common.times import wall_clock


def today() -> str:
    """Like 2026-11-15."""
    return datetime.fromtimestamp(wall_clock() / 1000, UTC).date().isoformat()


def closes(day: str) -> int:
    """When that day is over, by the wall's clock in milliseconds."""
    after = date.fromisoformat(day) + timedelta(days=1)
    return int(datetime(after.year, after.month, after.day, tzinfo=UTC).timestamp() * 1000)


def deal_name(day: str, game: str) -> str:
    """What all tables with that day's deal of a game call it."""
    return f"daily/{day}/{game}"


def day_of(name: str) -> str:
    """The day of a deal with such a name."""
    return name.split("/")[1]


def is_open(day: str) -> bool:
    """Whether that day's deals are still being played."""
    return wall_clock() < closes(day)
