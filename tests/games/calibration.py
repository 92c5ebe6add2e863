"""Whether chances come true as often as they say."""

from __future__ import annotations

from collections import defaultdict

import pytest

import quincunx
from quincunx.core.analysis import Point

BUCKET = 20
"""Percent."""


class Calibration:
    """What was said of seats at many points of many games, and how many of them won."""

    def __init__(self) -> None:
        self._said = defaultdict[int, list[float]](list)
        self._won = defaultdict[int, list[float]](list)

    def add(self, match: quincunx.Match, curve: tuple[Point, ...]) -> None:
        """All but the end, which is no guess."""
        assert match.outcome is not None
        winners = match.outcome.winners
        for point in curve[:-1]:
            for seat, chance in enumerate(point.values):
                bucket = int(chance // BUCKET)
                self._said[bucket].append(chance)
                self._won[bucket].append(100 * (seat in winners) / len(winners))

    def check(self, within: float) -> None:
        """In each bucket the mean of what was said and of what came is about the same."""
        for bucket, said in self._said.items():
            won = self._won[bucket]
            assert sum(won) / len(won) == pytest.approx(sum(said) / len(said), abs=within)
