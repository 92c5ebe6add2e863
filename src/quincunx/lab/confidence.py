"""How sure a share of wins is."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

_Z = NormalDist().inv_cdf(0.975)


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % score interval around a share of wins.

    It is honest near 0 and 1, where a normal interval would shrink to nothing. Divided ties keep
    it so: results between 0 and 1 vary no more than wins and losses of the same mean, so for them
    the interval is at worst too wide.
    """
    weight = _Z * _Z / games
    reach = sqrt(weight * share * (1 - share) + weight * weight / 4)
    low, high = (share + weight / 2 + side * reach for side in (-1, 1))
    return max(0.0, low / (1 + weight)), min(1.0, high / (1 + weight))
