"""The interval around a share of wins."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.lab.statistics.intervals import wilson_interval


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [
        (0.5, 100, 0.403832, 0.596168),
        (0.9, 10, 0.595850, 0.982124),
        (0.0, 10, 0.0, 0.277533),
        (1.0, 10, 0.722467, 1.0),
    ],
)
def test_agrees_with_published_values(share: float, games: int, low: float, high: float) -> None:
    assert wilson_interval(share, games) == pytest.approx((low, high), abs=1e-6)


@given(share=st.floats(0, 1), games=st.integers(1, 10**9))
def test_holds_the_share_and_is_never_empty(share: float, games: int) -> None:
    low, high = wilson_interval(share, games)
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1
    assert low < high


def test_more_games_make_it_narrower() -> None:
    widths = [
        high - low for low, high in (wilson_interval(0.3, games) for games in (10, 100, 1000))
    ]
    assert widths == sorted(widths, reverse=True)
