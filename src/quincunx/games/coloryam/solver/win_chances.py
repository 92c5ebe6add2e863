"""Estimate the chance to win the game with each possible entry.

The current line is exact: the entries of the others, the possible entries of those who still have
to roll if they play for their own total, and the points that follow. The lines after it are a
model: an expected lead, plus a random part that grows with the number of lines.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from random import Random
from typing import Final, NamedTuple

import numpy as np

from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.sheet import (
    COLORYAM_LINES,
    FIELDS_OF_SECTION,
    LINES,
    SECTION_OF_LINE,
    Sheet,
    X,
)
from quincunx.games.coloryam.solver.attempt import (
    MAX_TOTAL,
    AttemptSolution,
    distribution,
    entry_worth,
    final_roll_worth,
)
from quincunx.games.coloryam.solver.sheet_plan import SheetPlace, SheetPlan, solo_plan
from quincunx.games.coloryam.state import ColorYamView, Column

POINTS_PER_PIP: Final = {2: 0.083, 3: 0.104, 4: 0.125, 5: 0.146}
"""The lead over another seat that one pip more is worth in a later line, by number of seats."""

LEAD_DEVIATION: Final = {2: 1.2, 3: 1.7, 4: 2.2, 5: 2.7}
"""The standard deviation of the lead over another seat in one line, by number of seats."""

MAX_SCENARIOS: Final = 256
"""The most combinations of the others' entries that are evaluated; beyond it they are sampled."""


class DecisionContext(NamedTuple):
    """Everything that a decision depends on except the dice."""

    seat: int
    sheet: Sheet
    beginner: bool
    entries: tuple[Column, ...]
    totals: tuple[int, ...]
    line: int
    waiting: tuple[int, ...]

    @property
    def seats(self) -> int:
        return len(self.entries)

    @property
    def rivals(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if seat != self.seat)

    @property
    def plan(self) -> SheetPlan:
        return solo_plan(self.sheet, self.beginner)

    def place(self, seat: int) -> SheetPlace:
        """Return that seat's place in the current line."""
        column = self.entries[seat]
        filled = sum(
            column[line] is not None for line in FIELDS_OF_SECTION[SECTION_OF_LINE[self.line]]
        )
        bar = 0 if self.beginner else max(column[line] or 0 for line in COLORYAM_LINES)
        return SheetPlace(self.line, filled, bar)

    def prospects(self, seat: int, place: SheetPlace) -> float:
        """Return the expected points after this line, from lines to play and early entries."""
        early = sum(self.entries[seat][line] or 0 for line in COLORYAM_LINES if line > self.line)
        return POINTS_PER_PIP[self.seats] * (early + self.plan.expected_gain(self.plan.next(place)))


def decision_context(view: ColorYamView) -> DecisionContext:
    """Return the context of a decision of the viewing seat."""
    assert view.seat is not None
    return DecisionContext(
        view.seat, view.sheet, view.beginner, view.entries, view.totals, view.line, view.waiting
    )


# The possible entries of the others


@lru_cache(64)
def _chances_without_second_chance(sheet: Sheet, line: int) -> FloatArray:
    """Return the probability of each entry of a challenge without a second chance."""
    challenge = solo_plan(sheet).challenge(line)
    return _entries(
        distribution(challenge, AttemptSolution(final_roll_worth(challenge, entry_worth())))
    )


def _entries(results: FloatArray) -> FloatArray:
    """Convert chances of results into chances of entries, where every failure is an X."""
    entries: FloatArray = results[1].copy()
    entries[X] += results[0].sum()
    return entries


@lru_cache(512)
def entry_chances(sheet: Sheet, beginner: bool, place: SheetPlace) -> FloatArray:
    """Return the probability of each entry if the player maximises the expected total."""
    plan = solo_plan(sheet, beginner)
    if place.line in COLORYAM_LINES:
        totals: FloatArray = plan.distribution(place).sum(0)
        totals[X] = totals[: place.bar + 1].sum()
        totals[1 : place.bar + 1] = 0
        return totals
    once = _chances_without_second_chance(sheet, place.line)
    if place.field is None:
        return once
    failed, met = plan.distribution(place)
    crossed = plan.crossed(place)
    again = [plan.entered(place, total) > crossed for total in range(MAX_TOTAL + 1)]
    tried_again: float = failed[again].sum()
    chances: FloatArray = met + tried_again * once
    chances[X] += failed.sum() - tried_again
    return chances


def scenarios(now: DecisionContext) -> tuple[FloatArray, FloatArray]:
    """Return combinations of the others' entries in this line, one a row, and their chances."""
    columns = [_possible_entries(now, seat) for seat in now.rivals]
    if prod(len(entries) for entries, _ in columns) <= MAX_SCENARIOS:
        rows = np.array(list(product(*(entries for entries, _ in columns))), np.float64)
        weights = np.array([prod(row) for row in product(*(chances for _, chances in columns))])
        return rows, weights
    # Take each rival's entries evenly over their chances, and shuffle the rivals independently.
    rng = Random("scenarios")
    evenly = (np.arange(MAX_SCENARIOS) + 0.5) / MAX_SCENARIOS
    drawn = []
    for entries, chances in columns:
        places = np.minimum(np.searchsorted(np.cumsum(chances), evenly), len(entries) - 1)
        drawn.append(
            np.array(entries, np.float64)[places[rng.sample(range(MAX_SCENARIOS), MAX_SCENARIOS)]]
        )
    return np.stack(drawn, axis=1), np.full(MAX_SCENARIOS, 1 / MAX_SCENARIOS)


def _possible_entries(now: DecisionContext, seat: int) -> tuple[list[int], list[float]]:
    entry = now.entries[seat][now.line]
    if entry is not None:
        return [entry], [1.0]
    chances = entry_chances(now.sheet, now.beginner, now.place(seat))
    possible = np.flatnonzero(chances)
    return possible.tolist(), chances[possible].tolist()


# The value of the player's own entry


class WinModel:
    """The chance to win, by the player's entry in this line and expected points after it."""

    def __init__(self, now: DecisionContext) -> None:
        self._now = now
        rows, self._weights = scenarios(now)
        # The axes: own entry, scenario, rival.
        own = np.arange(MAX_TOTAL + 1)[:, None, None]
        mine = np.where(own[..., 0] == X, 0, 1 + (rows < own).sum(2))
        among = 1 + (rows[:, :, None] > rows[:, None, :]).sum(2)
        theirs = np.where(rows == X, 0, among + (own < rows))
        before = np.array([now.totals[now.seat] - now.totals[seat] for seat in now.rivals])
        self._lead = before + mine[..., None] - theirs
        self._tie_break = np.sign(own - rows)
        self._prospects = np.array([now.prospects(seat, self._beyond(seat)) for seat in now.rivals])

    def _beyond(self, seat: int) -> SheetPlace:
        """Return the place of a rival after its entry in this line, whatever it is."""
        place = self._now.place(seat)
        waits = self._now.entries[seat][self._now.line] is None
        return self._now.plan.fill(place, X) if waits and place.line in COLORYAM_LINES else place

    def chances(self, prospects: float) -> FloatArray:
        """Return the chance to win by own entry."""
        left = LINES - 1 - self._now.line
        won = (
            self._win_chance_at_end() if left == 0 else self._win_chance_before_end(prospects, left)
        )
        return np.asarray(won @ self._weights)

    def _win_chance_before_end(self, prospects: float, left: int) -> FloatArray:
        lead = self._lead + (prospects - self._prospects)
        deviation = LEAD_DEVIATION[self._now.seats] * left**0.5
        # 1.702 makes the logistic curve closest to the normal distribution.
        ahead_of_each: FloatArray = 1 / (1 + np.exp(-1.702 / deviation * lead))
        return np.asarray(ahead_of_each.prod(axis=2))

    def _win_chance_at_end(self) -> FloatArray:
        """Break ties in points by this line's entry; equal entries share the win."""
        margin = self._lead + self._tie_break / 2
        shared = 1 + (margin == 0).sum(2)
        return np.where((margin >= 0).all(2), 1 / shared, 0.0)


class AttemptWinChances:
    """The results of an attempt, valued as chances to win."""

    def __init__(self, now: DecisionContext) -> None:
        self.now = now
        self._race = WinModel(now)
        self.place = now.place(now.seat)

    def worth(self) -> FloatArray:
        """Return the chance to win by result: failed or met, then total."""
        if self.now.line in COLORYAM_LINES:
            return self._coloryam_worth()
        met = self._after(self.place)
        failed = [max(met[X], self.entered(total)) for total in range(MAX_TOTAL + 1)]
        return np.array([failed, met])

    def crossed(self) -> float:
        """Return the chance to win after crossing out a failed challenge."""
        return float(self._after(self.place)[X])

    def entered(self, total: int) -> float:
        """Return the chance to win after entering a failed total and trying again.

        A further second chance in the same challenge, possible in blue, is ignored.
        """
        if self.place.field is None or total <= self.place.bar:
            return 0.0
        after = self._after(self.now.plan.fill(self.place, total), early=total)
        return float(after @ _chances_without_second_chance(self.now.sheet, self.now.line))

    def _after(self, place: SheetPlace, early: int = 0) -> FloatArray:
        """Return the chance to win by entry, from `place` on and with `early` entered early."""
        now = self.now
        prospects = now.prospects(now.seat, place) + POINTS_PER_PIP[now.seats] * early
        return self._race.chances(prospects)

    def _coloryam_worth(self) -> FloatArray:
        plan, place = self.now.plan, self.place
        missed = self._after(plan.fill(place, 0))[X]
        worth = [
            self._after(plan.fill(place, total))[total] if total > place.bar else missed
            for total in range(MAX_TOTAL + 1)
        ]
        return np.array([worth, worth])


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
    prospects = now.prospects(now.seat, now.place(now.seat))
    return float(WinModel(now).chances(prospects)[entry])
