"""Elo: what a share of wins is worth in points, and ratings from many pairings.

A lead of `d` points means an expected share of 1 / (1 + 10^(−d/400)).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Any, Final

import msgspec

# numpy is imported where it is used: the command line imports this module for its help.

_Z: Final = NormalDist().inv_cdf(0.975)
_POINTS: Final = 400 / log(10)
"""Elo points for each unit of the natural logarithm of the odds."""
_MAX_STEPS: Final = 100
_SMALL: Final = 1e-10


class Rating(msgspec.Struct, frozen=True):
    """A bot's strength in Elo points, relative to the mean of all bots it was rated with."""

    bot: str
    elo: float
    low: float
    high: float
    """The bounds of the 95% confidence interval."""


class Pairing(msgspec.Struct, frozen=True):
    """The results of two bots against each other: for each deal, the first bot's share."""

    first: str
    second: str
    shares: tuple[float, ...]
    weight: int
    """The number of games on each deal."""


def expected_share(elo: float) -> float:
    """Return the expected share of wins of a bot that leads by so many points.

    >>> expected_share(0), round(expected_share(100), 4)
    (0.5, 0.6401)
    """
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_lead(share: float) -> float:
    """Return the lead in points that this share of wins stands for; 0 < share < 1."""
    return _POINTS * log(share / (1 - share))


def rate(pairings: Sequence[Pairing]) -> tuple[Rating, ...]:
    """Return the ratings that explain the results best, the strongest bot first.

    The ratings maximise the likelihood of the results. Each pairing counts as if it had one more
    tied game, so that a bot that won every game has a finite rating. The games of one deal are not
    independent (a good deal for a seat helps both bots in turn), so the intervals follow from how
    much the results of whole deals vary: the "sandwich" estimator with a cluster for each deal.

    All bots must be connected by pairings; bots that are not are rated as if they were equal.
    """
    names = sorted({name for pairing in pairings for name in (pairing.first, pairing.second)})
    index = {name: number for number, name in enumerate(names)}
    strengths = _most_likely(pairings, index)
    errors = _standard_errors(pairings, index, strengths)
    found = [
        Rating(
            bot=name,
            elo=_POINTS * float(strengths[number]),
            low=_POINTS * (float(strengths[number]) - _Z * errors[number]),
            high=_POINTS * (float(strengths[number]) + _Z * errors[number]),
        )
        for name, number in index.items()
    ]
    return tuple(sorted(found, key=lambda rating: -rating.elo))


def _clusters(pairing: Pairing) -> Iterable[tuple[float, int]]:
    """Yield the share and the number of games of each deal, and of the tie that is added."""
    yield 0.5, 1
    for share in pairing.shares:
        yield share, pairing.weight


def _most_likely(pairings: Sequence[Pairing], index: Mapping[str, int]) -> Any:
    """Return the most likely strengths in natural units, with mean 0, by Newton's method."""
    import numpy as np

    strengths = np.zeros(len(index))
    for _ in range(_MAX_STEPS):
        gradient = np.zeros(len(index))
        for pairing in pairings:
            one, other = index[pairing.first], index[pairing.second]
            expected = _logistic(strengths[one] - strengths[other])
            gain = sum(games * (share - expected) for share, games in _clusters(pairing))
            gradient[one] += gain
            gradient[other] -= gain
        step = np.linalg.pinv(_information(pairings, index, strengths)) @ gradient
        # The likelihood is concave; a shorter step keeps Newton's method from overshooting.
        strengths = strengths + step / max(1.0, float(np.abs(step).max(initial=0)))
        if np.abs(step).max(initial=0) < _SMALL:
            break
    return strengths - strengths.mean() if len(index) else strengths


def _information(pairings: Sequence[Pairing], index: Mapping[str, int], strengths: Any) -> Any:
    """Return the second derivatives of the negative log-likelihood."""
    import numpy as np

    matrix = np.zeros((len(index), len(index)))
    for pairing in pairings:
        one, other = index[pairing.first], index[pairing.second]
        expected = _logistic(strengths[one] - strengths[other])
        games = 1 + pairing.weight * len(pairing.shares)
        curvature = games * expected * (1 - expected)
        matrix[one, one] += curvature
        matrix[other, other] += curvature
        matrix[one, other] -= curvature
        matrix[other, one] -= curvature
    return matrix


def _standard_errors(pairings: Sequence[Pairing], index: Mapping[str, int], strengths: Any) -> Any:
    """Return the standard errors of the strengths, from the variation between deals."""
    import numpy as np

    scores = np.zeros((len(index), len(index)))
    deals = 0
    for pairing in pairings:
        one, other = index[pairing.first], index[pairing.second]
        expected = _logistic(strengths[one] - strengths[other])
        for share, games in _clusters(pairing):
            square = (games * (share - expected)) ** 2
            scores[one, one] += square
            scores[other, other] += square
            scores[one, other] -= square
            scores[other, one] -= square
            deals += 1
    inverse = np.linalg.pinv(_information(pairings, index, strengths))
    covariance = inverse @ scores @ inverse * (deals / max(deals - 1, 1))
    return [sqrt(max(0.0, float(variance))) for variance in np.diag(covariance)]


def _logistic(lead: float) -> float:
    return 1 / (1 + exp(-lead))
