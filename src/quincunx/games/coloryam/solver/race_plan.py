"""Find how players compete for the points of each line.

An entry is worth what it gains on the other players, and that depends on what they enter. Half of
them are assumed to maximise their totals, as most people do. The others compete for points and
answer each other: in every round the plan is the best play against all players before it
(fictitious play). It gains on players who ignore the others, and loses little to those who do not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.sheet import LINES, Sheet, X
from quincunx.games.coloryam.solver.lead_plan import TOTALS, LeadPlan, Strategies

ROUNDS: Final = 10

SOLVED_BARS: Final = (0, 18, 21, 24, 27, 30)
"""The largest ColorYam numbers for which attempts are solved exactly."""

ANSWERED: Final = (X, 20, 24, 27, 30)
"""The entries of another player to which exact answers are found."""

BAR_OF_ANSWERS: Final = 21
"""The largest ColorYam number of the players who answer."""

CACHED_RACES: Final = 256
"""Solved races in the cache. Each takes 1.5 seconds to solve, and 0.2 megabytes."""


class RacePlan:
    """What players enter who compete for points, and the best play against them."""

    def __init__(self, sheet: Sheet, beginner: bool, seats: int) -> None:
        strategies: list[Strategies] = [[] for _ in range(LINES)]
        own_total = np.tile(TOTALS.astype(np.float64), (LINES, 1))
        plan = LeadPlan(sheet, beginner, own_total, strategies, SOLVED_BARS)
        by_total = entries = competing = plan.entries()
        for number in range(ROUNDS):
            gains = np.einsum("lab,lb->la", _pair_leads(entries, seats), entries)
            # After the first round the strategies found are enough.
            solved_bars = () if number else SOLVED_BARS
            plan = LeadPlan(sheet, beginner, gains, strategies, solved_bars)
            # Later rounds are better, so they count more: each by its number.
            competing = competing + (plan.entries() - competing) * 2 / (number + 2)
            entries = (by_total + competing) / 2
        self.entries = entries
        """By line, the chance of each entry of a player about whom nothing else is known."""
        self.gains = plan.gains
        """By line and entry, the expected lead over another player."""
        self.value = plan.value
        """By line, filled fields and bar, the expected lead of the lines from here on."""
        leads = _pair_leads(entries, seats)
        plan.find_answers(leads[:, :, ANSWERED].swapaxes(1, 2), BAR_OF_ANSWERS)
        self.variances = np.einsum("lab,la,lb->l", leads**2, entries, entries)
        """By line, the variance of the lead over another player."""
        self.strategies = tuple(map(np.array, strategies))
        """By line, the chances of the results of every strategy that was found."""


def _pair_leads(entries: FloatArray, seats: int) -> FloatArray:
    """Return by line the expected lead of an entry over another; all others are random."""
    below = np.cumsum(entries, axis=1) - entries
    points = np.where(TOTALS > X, 1 + (seats - 2) * below, 0)
    is_above = (TOTALS[:, None] > TOTALS).astype(np.float64)
    return points[:, :, None] - points[:, None, :] + is_above - is_above.T


@lru_cache(CACHED_RACES)
def race_plan(sheet: Sheet, beginner: bool, seats: int) -> RacePlan:
    """Return the plan for a number of seats."""
    return RacePlan(sheet, beginner, seats)
