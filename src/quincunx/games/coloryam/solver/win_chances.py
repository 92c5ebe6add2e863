"""What an entry is worth against the others: the chance to win the game with it.

The line being played is taken exactly: what the others have entered, what those who are still to
roll may enter if they play for their own total, and who gets which points. What comes after it is
taken as a race: a lead that is expected, plus the luck of so many lines.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import prod
from random import Random
from typing import Final, NamedTuple

import numpy as np

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
    FloatArray,
    distribution,
    entry_worth,
    final_roll_worth,
)
from quincunx.games.coloryam.solver.sheet_plan import SheetPlace, SheetPlan, solo_plan
from quincunx.games.coloryam.state import ColorYamView, Column

POINTS_PER_PIP: Final = {2: 0.083, 3: 0.104, 4: 0.125, 5: 0.146}
"""What one dot more is worth in a line to come, as a lead over another seat, by seats."""

LEAD_DEVIATION: Final = {2: 1.2, 3: 1.7, 4: 2.2, 5: 2.7}
"""By how much the lead over another seat varies in one line, by seats."""

MAX_SCENARIOS: Final = 256
"""How many ways for the others to end the line are looked at where there are more."""


class DecisionContext(NamedTuple):
    """All that a decision depends on, the dice left out."""

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
        """Where that seat is in the line being played."""
        column = self.entries[seat]
        filled = sum(
            column[line] is not None for line in FIELDS_OF_SECTION[SECTION_OF_LINE[self.line]]
        )
        bar = 0 if self.beginner else max(column[line] or 0 for line in COLORYAM_LINES)
        return SheetPlace(self.line, filled, bar)

    def prospects(self, seat: int, place: SheetPlace) -> float:
        """What is to come after this line, in points: lines to play and lines entered early."""
        early = sum(self.entries[seat][line] or 0 for line in COLORYAM_LINES if line > self.line)
        return POINTS_PER_PIP[self.seats] * (early + self.plan.ahead(self.plan.next(place)))


def decision_context(view: ColorYamView) -> DecisionContext:
    """The standing before the seat whose view it is."""
    assert view.seat is not None
    return DecisionContext(
        view.seat, view.sheet, view.beginner, view.entries, view.totals, view.line, view.waiting
    )


# What the others may enter


@lru_cache(64)
def _plain_chances(sheet: Sheet, line: int) -> FloatArray:
    """How likely each entry of a challenge is without a second chance; nought is an X."""
    challenge = solo_plan(sheet).challenge(line)
    return _entries(
        distribution(challenge, AttemptSolution(final_roll_worth(challenge, entry_worth())))
    )


def _entries(results: FloatArray) -> FloatArray:
    """Chances of results as chances of entries, all that failed being crossed."""
    entries: FloatArray = results[1].copy()
    entries[X] += results[0].sum()
    return entries


@lru_cache(512)
def entry_chances(sheet: Sheet, beginner: bool, place: SheetPlace) -> FloatArray:
    """How likely each entry of the line is for somebody who plays for the own total."""
    plan = solo_plan(sheet, beginner)
    if place.line in COLORYAM_LINES:
        totals: FloatArray = plan.distribution(place).sum(0)
        totals[X] = totals[: place.bar + 1].sum()
        totals[1 : place.bar + 1] = 0
        return totals
    plain = _plain_chances(sheet, place.line)
    if place.field is None:
        return plain
    failed, met = plan.distribution(place)
    crossed = plan.crossed(place)
    again = [plan.entered(place, total) > crossed for total in range(MAX_TOTAL + 1)]
    tried_again: float = failed[again].sum()
    chances: FloatArray = met + tried_again * plain
    chances[X] += failed.sum() - tried_again
    return chances


def scenarios(now: DecisionContext) -> tuple[FloatArray, FloatArray]:
    """What the others' entries in this line may be, one row each, and how likely each row is."""
    columns = [_possible_entries(now, seat) for seat in now.rivals]
    if prod(len(entries) for entries, _ in columns) <= MAX_SCENARIOS:
        rows = np.array(list(product(*(entries for entries, _ in columns))), np.float64)
        weights = np.array([prod(row) for row in product(*(chances for _, chances in columns))])
        return rows, weights
    # Each rival's entries evenly over their chances, the rivals shuffled against each other.
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


# What the own entry is worth


class WinModel:
    """The chance to win, by the own entry in this line and the own prospects after it."""

    def __init__(self, now: DecisionContext) -> None:
        self._now = now
        rows, self._weights = scenarios(now)
        # By own entry, scenario and rival.
        own = np.arange(MAX_TOTAL + 1)[:, None, None]
        mine = np.where(own[..., 0] == X, 0, 1 + (rows < own).sum(2))
        among = 1 + (rows[:, :, None] > rows[:, None, :]).sum(2)
        theirs = np.where(rows == X, 0, among + (own < rows))
        before = np.array([now.totals[now.seat] - now.totals[seat] for seat in now.rivals])
        self._lead = before + mine[..., None] - theirs
        self._tie_break = np.sign(own - rows)
        self._prospects = np.array([now.prospects(seat, self._beyond(seat)) for seat in now.rivals])

    def _beyond(self, seat: int) -> SheetPlace:
        """Where a rival is with its entry in this line, whatever that will be."""
        place = self._now.place(seat)
        waits = self._now.entries[seat][self._now.line] is None
        return self._now.plan.fill(place, X) if waits and place.line in COLORYAM_LINES else place

    def chances(self, prospects: float) -> FloatArray:
        """By own entry."""
        left = LINES - 1 - self._now.line
        won = self._at_the_end() if left == 0 else self._on_the_way(prospects, left)
        return np.asarray(won @ self._weights)

    def _on_the_way(self, prospects: float, left: int) -> FloatArray:
        lead = self._lead + (prospects - self._prospects)
        luck = LEAD_DEVIATION[self._now.seats] * left**0.5
        # The logistic curve that is nearest to the normal one.
        ahead_of_each: FloatArray = 1 / (1 + np.exp(-1.702 / luck * lead))
        return np.asarray(ahead_of_each.prod(axis=2))

    def _at_the_end(self) -> FloatArray:
        """Whoever ties in points compares this line's entry, and shares if that is equal."""
        margin = self._lead + self._tie_break / 2
        shared = 1 + (margin == 0).sum(2)
        return np.where((margin >= 0).all(2), 1 / shared, 0.0)


class AttemptWinChances:
    """What the results of an attempt are worth, as chances to win."""

    def __init__(self, now: DecisionContext) -> None:
        self.now = now
        self._race = WinModel(now)
        self.place = now.place(now.seat)

    def worth(self) -> FloatArray:
        """By failed or met, then by total."""
        if self.now.line in COLORYAM_LINES:
            return self._coloryam_worth()
        met = self._after(self.place)
        failed = [max(met[X], self.entered(total)) for total in range(MAX_TOTAL + 1)]
        return np.array([failed, met])

    def crossed(self) -> float:
        """A failed challenge given up."""
        return float(self._after(self.place)[X])

    def entered(self, total: int) -> float:
        """A failed challenge's total in the ColorYam field, and three fresh attempts.

        That one may fail once more and have yet another field, in blue, is left out.
        """
        if self.place.field is None or total <= self.place.bar:
            return 0.0
        after = self._after(self.now.plan.fill(self.place, total), early=total)
        return float(after @ _plain_chances(self.now.sheet, self.now.line))

    def _after(self, place: SheetPlace, early: int = 0) -> FloatArray:
        """By entry in this line, if one is there then and has entered that much early meanwhile."""
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
    """The attempt before a seat, by the chance to win."""
    hopes = AttemptWinChances(now)
    return hopes, AttemptSolution(final_roll_worth(now.plan.challenge(now.line), hopes.worth()))


def chance_to_win(now: DecisionContext) -> float:
    """The seat's, between two attempts; an entry in this line is there, or is still to be made."""
    entry = now.entries[now.seat][now.line]
    if entry is None:
        return solve_to_win(now)[1].value
    prospects = now.prospects(now.seat, now.place(now.seat))
    return float(WinModel(now).chances(prospects)[entry])
