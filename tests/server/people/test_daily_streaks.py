"""Streaks of days, from the days on which a person finished the daily game."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from quincunx.server.people.daily_streaks import daily_streak
from quincunx.wire import DailyStreak

NOW = date(2026, 3, 1)
"""The first day of a month, so that streaks cross its border."""


@pytest.mark.parametrize(
    ("ago", "days", "best"),
    [
        pytest.param((), 0, 0, id="never played"),
        pytest.param((0,), 1, 1, id="the first day"),
        pytest.param((1,), 1, 1, id="today can still be played"),
        pytest.param((2,), 0, 1, id="yesterday was missed"),
        pytest.param((0, 1, 2), 3, 3, id="three days"),
        pytest.param((1, 2), 2, 2, id="two days, today not yet played"),
        pytest.param((2, 3, 4), 0, 3, id="a streak that has ended"),
        pytest.param((0, 2, 3, 4), 1, 3, id="a new streak after a gap"),
        pytest.param((1, 0, 0, 40), 2, 2, id="in any order, with a day twice"),
    ],
)
def test_days_in_a_row(ago: tuple[int, ...], days: int, best: int) -> None:
    """A series up to yesterday counts, because today's game can still be played."""
    played = (NOW - timedelta(days=number) for number in ago)
    assert daily_streak("pivit", played, NOW) == DailyStreak("pivit", days, best)


def test_the_same_days_a_week_later_are_no_longer_a_streak() -> None:
    played = [NOW, NOW - timedelta(days=1)]
    assert daily_streak("pivit", played, NOW).days == 2
    assert daily_streak("pivit", played, NOW + timedelta(days=1)).days == 2
    assert daily_streak("pivit", played, NOW + timedelta(days=2)).days == 0
