"""Sequential tests: stop an experiment as soon as its results are clear enough.

The generalised sequential probability ratio test on paired results, as Fishtest uses it for chess
engines. An observation is a bot's share of the wins of one deal, which was played once from every
seat. The two hypotheses say what the mean share is; nothing is assumed about its distribution. The
ratio compares the most likely distribution of shares with the one mean to that with the other
(M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
distribution", 2020).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum, log
from typing import Final, Literal

import msgspec

from quincunx.lab.statistics.elo import expected_share

Decision = Literal["better", "not-better"]
"""`better`: the lead is `elo1` rather than `elo0`; `not-better`: the other way round."""

_PAIR_SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The shares of a deal that is played twice, if each game is won, tied or lost."""
_PRIOR: Final = 1e-3
"""How often a share counts that was never observed, as in Fishtest: no distribution may exclude
it, and a few deals with the same result prove little."""
_MAX_STEPS: Final = 100
_PRECISION: Final = 1e-12


class SequentialTest(msgspec.Struct, frozen=True, kw_only=True):
    """Two hypotheses about a bot's lead in Elo points, and how often the test may be wrong."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The most often that the test accepts `elo1` although the lead is `elo0`."""
    beta: float = 0.05
    """The most often that the test accepts `elo0` although the lead is `elo1`."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test accepts `elo0` and `elo1` (Wald)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, shares: Mapping[float, int]) -> float:
        """Return the log-likelihood ratio of `elo1` to `elo0`."""
        return log_likelihood_ratio(shares, expected_share(self.elo0), expected_share(self.elo1))

    def decide(self, ratio: float) -> Decision | None:
        """Return what the test accepts at this ratio; `None` if it needs more results."""
        low, high = self.bounds
        if ratio >= high:
            return "better"
        return "not-better" if ratio <= low else None


class SequentialState:
    """A running test: takes one observation after the other until it decides."""

    def __init__(self, test: SequentialTest) -> None:
        self.test = test
        self.ratio = 0.0
        self.decision: Decision | None = None
        self._shares: Counter[float] = Counter()

    def add(self, share: float) -> None:
        """Take the result of the next deal; a test that has decided keeps its decision."""
        if self.decision is None:
            self._shares[share] += 1
            self.ratio = self.test.ratio(self._shares)
            self.decision = self.test.decide(self.ratio)


def log_likelihood_ratio(shares: Mapping[float, int], mean0: float, mean1: float) -> float:
    """Return the generalised log-likelihood ratio of the mean `mean1` to the mean `mean0`.

    `shares` says how often each share was observed.
    """
    values = sorted({*_PAIR_SHARES, *shares})
    counts = [shares.get(value, 0) or _PRIOR for value in values]
    total = fsum(counts)
    observed = [count / total for count in counts]
    root0, root1 = (_multiplier(values, observed, mean) for mean in (mean0, mean1))
    # The most likely probabilities with a given mean are p / (1 + root · (value − mean)).
    return fsum(
        count * log((1 + root0 * (value - mean0)) / (1 + root1 * (value - mean1)))
        for value, count in zip(values, counts, strict=True)
    )


def _multiplier(values: Sequence[float], observed: Sequence[float], mean: float) -> float:
    """Return the Lagrange multiplier of the most likely distribution with this mean.

    It solves Σ p·(v − mean) / (1 + x·(v − mean)) = 0, whose left side falls with x: by Newton's
    method, and by bisection where that would leave the interval that holds the solution.
    """
    offsets = [value - mean for value in values]
    low, high = -1 / offsets[-1], -1 / offsets[0]
    found = 0.0
    for _ in range(_MAX_STEPS):
        terms = [offset / (1 + found * offset) for offset in offsets]
        height = sum(share * term for share, term in zip(observed, terms, strict=True))
        slope = sum(share * term * term for share, term in zip(observed, terms, strict=True))
        low, high = (found, high) if height > 0 else (low, found)
        closer = found + height / slope
        if not low < closer < high:
            closer = (low + high) / 2
        if abs(closer - found) < _PRECISION:
            break
        found = closer
    return found
