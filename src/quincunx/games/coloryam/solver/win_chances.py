"""Estimate the chance to win the game with each possible entry.

In this line the entries of the others, the possible entries of those who still have to roll, and
the points that follow are counted. The lines after it are a model: the expected lead from the race
plan, plus a random part with the variance of these lines. In the last line nothing is estimated if
at most one other player still has to roll.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.polynomial.chebyshev import chebfit, chebpts1, chebval
from numpy.polynomial.hermite_e import hermegauss
from numpy.typing import NDArray

from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.sheet import COLORYAM_LINES, X
from quincunx.games.coloryam.solver.attempt import AttemptSolution, final_roll_worth
from quincunx.games.coloryam.solver.decision_context import DecisionContext
from quincunx.games.coloryam.solver.lead_plan import (
    ENTRIES,
    TOTALS,
    bars_after,
    fitting_totals,
    next_field,
    place_after,
)
from quincunx.games.coloryam.solver.line_leads import chance_ahead, line_leads, win_shares
from quincunx.games.coloryam.solver.rival_entries import rival_entries

NODES, NODE_WEIGHTS = hermegauss(5)

INTERPOLATION_DEGREE: Final = 6
"""The degree of the polynomials that give the chance to win by expected lead in later lines."""


class WinModel:
    """The chance to win, by the player's entry in this line and expected lead in later lines."""

    def __init__(self, now: DecisionContext) -> None:
        self._now = now
        self._rivals = rival_entries(now)
        self._before = np.array([now.totals[now.seat] - now.totals[seat] for seat in now.rivals])
        self._own = TOTALS[:, None].astype(np.float64)

    def chances(self, later_leads: FloatArray) -> FloatArray:
        """Return the chance to win by own entry, given the expected lead in later lines.

        The axis of the entries is the last one; more axes before it are for different leads.
        """
        won = self._won_at_end() if self._now.is_last_line else self._won_before_end(later_leads)
        return np.asarray((won * self._rivals.chances).sum(-1))

    def _won_at_end(self) -> FloatArray:
        return win_shares(self._before, self._own, self._rivals.entries)

    def _won_before_end(self, later_leads: FloatArray) -> FloatArray:
        line = line_leads(self._own, self._rivals.entries) - self._rivals.later_leads
        lead = self._before + line + later_leads[..., None, None]
        if self._now.seats == 2:
            return chance_ahead(lead[..., 0] / self._now.later_deviation)
        # Leads over different players share the player's own luck: half of their variance.
        deviation = self._now.later_deviation / 2**0.5
        won = np.zeros(lead.shape[:-1])
        for luck, weight in zip(NODES, NODE_WEIGHTS / NODE_WEIGHTS.sum(), strict=True):
            won += weight * chance_ahead(lead / deviation + luck).prod(-1)
        return won


class AttemptWinChances:
    """The results of an attempt, valued as chances to win."""

    def __init__(self, now: DecisionContext) -> None:
        self.now = now
        self.place = now.place(now.seat)
        self._model = WinModel(now)
        if now.line not in COLORYAM_LINES:
            low, high = self._range_of_later_leads()
            self._middle, self._radius = (low + high) / 2, (high - low) / 2 or 1.0
            points = chebpts1(INTERPOLATION_DEGREE + 1)
            chances = self._model.chances((self._middle + self._radius * points)[:, None])
            self._polynomials = chebfit(points, chances, INTERPOLATION_DEGREE)

    def _range_of_later_leads(self) -> tuple[float, float]:
        """Return the lowest and the highest lead that later lines may bring."""
        race, (line, filled, bar) = self.now.race, self.place
        lowest = highest = self.now.early_lead(self.now.seat)
        ranges = []
        while True:
            after = race.value[place_after(line, filled)][bar:]
            ranges.append((lowest + after.min(), highest + after.max()))
            field = next_field(line, filled)
            if field is None:
                return min(low for low, _ in ranges), max(high for _, high in ranges)
            lowest += race.gains[field].min()
            highest += race.gains[field].max()
            filled += 1

    def _chances(self, later_leads: FloatArray) -> FloatArray:
        """Return the chance to win with a challenge's entry, by later lead and entry."""
        return np.asarray(chebval((later_leads - self._middle) / self._radius, self._polynomials).T)

    def worth(self) -> FloatArray:
        """Return the chance to win by result: failed or met, then total."""
        if self.now.line in COLORYAM_LINES:
            chances = self._model.chances(self.now.later_leads(self.now.seat))
            worth = np.where(self.now.fits(self.now.seat), chances, chances[X])
            return np.stack([worth, worth])
        early = self.now.early_lead(self.now.seat)
        bars = np.array([self.place.bar])
        return np.asarray(self._worths(self.place.filled, bars, np.array([early]))[0])

    def crossed(self) -> float:
        """Return the chance to win after crossing out a failed challenge."""
        return float(self._chances(self.now.later_leads(self.now.seat)[:1])[0, X])

    def entered(self, total: int) -> float:
        """Return the chance to win after entering a failed total and trying again."""
        line, filled, _ = self.place
        field = next_field(line, filled)
        if field is None or not self.now.fits(self.now.seat)[total]:
            return 0.0
        early = self.now.early_lead(self.now.seat) + self.now.race.gains[field][total]
        bars = bars_after(np.array([total]), self.now.beginner)
        return float(self._values(filled + 1, bars, np.array([early]))[0])

    def _values(self, filled: int, bars: NDArray[np.intp], early: FloatArray) -> FloatArray:
        """Return the chance to win before an attempt at this challenge.

        The axis is different places, with these bars and these leads from early entries.
        """
        worths = self._worths(filled, bars, early)
        strategies = self.now.race.strategies[self.now.line]
        flat = strategies.reshape(len(strategies), -1)
        return np.asarray((worths.reshape(-1, flat.shape[1]) @ flat.T).max(1))

    def _worths(self, filled: int, bars: NDArray[np.intp], early: FloatArray) -> FloatArray:
        """Return the chance to win by place, as in `_values`, and by result."""
        line, race = self.now.line, self.now.race
        met = self._chances(early + race.value[place_after(line, filled)][bars])
        failed = np.repeat(met[:, X, None], ENTRIES, axis=1)
        field = next_field(line, filled)
        if field is not None:
            places, totals = np.nonzero(fitting_totals(bars, self.now.beginner))
            retried = self._values(
                filled + 1,
                bars_after(totals, self.now.beginner),
                early[places] + race.gains[field][totals],
            )
            failed[places, totals] = np.maximum(failed[places, totals], retried)
        return np.stack([failed, met], axis=1)


@lru_cache(16)
def solve_to_win(now: DecisionContext) -> tuple[AttemptWinChances, AttemptSolution]:
    """Solve the seat's next attempt for the chance to win."""
    chances_to_win = AttemptWinChances(now)
    return chances_to_win, AttemptSolution(
        final_roll_worth(now.plan.challenge(now.line), chances_to_win.worth())
    )


def chance_to_win(now: DecisionContext) -> float:
    """Return the seat's chance to win between two attempts."""
    entry = now.entries[now.seat][now.line]
    if entry is None:
        return solve_to_win(now)[1].value
    return float(WinModel(now).chances(now.later_leads(now.seat))[entry])
