"""The allowance of vacation days."""

from __future__ import annotations

import pytest

from quincunx.server.common.times import ServerTime
from quincunx.server.common.vacations import (
    ALLOWANCE_DAYS,
    DAY_MS,
    YEAR_MS,
    Vacation,
    charged_days,
    days_left,
)


def vacation(first_day: float, days: float) -> Vacation:
    starts = round(first_day * DAY_MS)
    return ServerTime(starts), ServerTime(starts + round(days * DAY_MS))


@pytest.mark.parametrize(
    ("days", "charged"), [(0, 1), (0.001, 1), (1, 1), (1.001, 2), (2.5, 3), (30, 30)]
)
def test_a_day_that_has_begun_counts_as_a_whole_one(days: float, charged: int) -> None:
    assert charged_days(vacation(100, days)) == charged


def test_vacations_of_the_last_365_days_count() -> None:
    taken = [vacation(0, 10), vacation(100, 5)]
    assert days_left((), ServerTime(0)) == ALLOWANCE_DAYS
    assert days_left(taken, ServerTime(200 * DAY_MS)) == ALLOWANCE_DAYS - 15
    assert days_left(taken, ServerTime(YEAR_MS - 1)) == ALLOWANCE_DAYS - 15
    assert days_left(taken, ServerTime(YEAR_MS)) == ALLOWANCE_DAYS - 5


def test_nothing_is_left_of_an_allowance_that_is_used_up() -> None:
    assert days_left([vacation(0, 31)], ServerTime(40 * DAY_MS)) == 0
