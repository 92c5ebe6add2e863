"""People who do not come to their games have to wait longer and longer."""

from __future__ import annotations

from quincunx.server.common.times import WallTime
from quincunx.server.pairing.missed_pairings import FORGOTTEN_AFTER_MS, MINUTE_MS, wait_ms

LAST = WallTime(1_000_000_000_000)


def waits(missed: int, minutes_ago: float) -> float:
    return wait_ms(missed, LAST, WallTime(round(LAST + minutes_ago * MINUTE_MS))) / MINUTE_MS


def test_one_missed_game_has_no_consequence() -> None:
    assert waits(0, 0) == waits(1, 0) == 0


def test_the_wait_grows_and_passes() -> None:
    assert [waits(missed, 0) for missed in (2, 3, 4, 50)] == [2, 10, 60, 60]
    assert waits(3, 4) == 6
    assert waits(3, 10) == 0


def test_missed_games_are_forgotten_after_a_day() -> None:
    assert wait_ms(50, LAST, WallTime(LAST + FORGOTTEN_AFTER_MS)) == 0
