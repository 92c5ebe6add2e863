"""The confidence interval of a win rate."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

_Z = NormalDist().inv_cdf(0.975)


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95% score interval for a share of wins.

    It stays valid near 0 and 1, where a normal interval would shrink to nothing. With divided ties
    it is at worst too wide, because results between 0 and 1 vary no more than wins and losses with
    the same mean.
    """
    weight = _Z * _Z / games
    half_width = sqrt(weight * share * (1 - share) + weight * weight / 4)
    low, high = (share + weight / 2 + side * half_width for side in (-1, 1))
    return max(0.0, low / (1 + weight)), min(1.0, high / (1 + weight))
