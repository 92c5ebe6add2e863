"""Everything that a decision depends on except the dice."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.sheet import (
    COLORYAM_LINES,
    FIELDS_OF_SECTION,
    LINES,
    SECTION_OF_LINE,
    Sheet,
)
from quincunx.games.coloryam.solver.lead_plan import (
    ENTRIES,
    TOTALS,
    bars_after,
    fitting_totals,
    place_after,
)
from quincunx.games.coloryam.solver.race_plan import RacePlan, race_plan
from quincunx.games.coloryam.solver.sheet_plan import SheetPlace, SheetPlan, solo_plan
from quincunx.games.coloryam.state import ColorYamView, Column


class DecisionContext(NamedTuple):
    """The sheet and all entries, from the side of one seat."""

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
        return self.others(self.seat)

    def others(self, seat: int) -> tuple[int, ...]:
        """Return all seats but this one."""
        return tuple(other for other in range(self.seats) if other != seat)

    @property
    def is_last_line(self) -> bool:
        return self.line == LINES - 1

    @property
    def plan(self) -> SheetPlan:
        return solo_plan(self.sheet, self.beginner)

    @property
    def race(self) -> RacePlan:
        return race_plan(self.sheet, self.beginner, self.seats)

    @property
    def later_deviation(self) -> float:
        """The standard deviation of the lead over another player in later lines."""
        return sqrt(self.race.variances[self.line + 1 :].sum())

    def place(self, seat: int) -> SheetPlace:
        """Return that seat's place in the current line."""
        column = self.entries[seat]
        filled = sum(
            column[line] is not None for line in FIELDS_OF_SECTION[SECTION_OF_LINE[self.line]]
        )
        bar = 0 if self.beginner else max(column[line] or 0 for line in COLORYAM_LINES)
        return SheetPlace(self.line, filled, bar)

    def fits(self, seat: int) -> NDArray[np.bool_]:
        """Return whether that seat may enter each total in a ColorYam field."""
        return fitting_totals(np.array(self.place(seat).bar), self.beginner)

    def early_lead(self, seat: int) -> float:
        """Return the expected lead from entries that the seat has in later lines."""
        column, gains = self.entries[seat], self.race.gains
        return sum(
            float(gains[line, entry])
            for line, entry in enumerate(column)
            if line > self.line and entry is not None
        )

    def later_leads(self, seat: int) -> FloatArray:
        """Return the expected lead of the seat in later lines, by its entry in this line."""
        value, (line, filled, bar) = self.race.value, self.place(seat)
        bars = np.full(ENTRIES, bar)
        if line in COLORYAM_LINES and self.entries[seat][line] is None:
            bars = np.where(self.fits(seat), bars_after(TOTALS, self.beginner), bar)
            filled += 1
        return np.asarray(value[place_after(line, filled)][bars] + self.early_lead(seat))


def decision_context(view: ColorYamView) -> DecisionContext:
    """Return the context of a decision of the viewing seat."""
    assert view.seat is not None
    return DecisionContext(
        view.seat, view.sheet, view.beginner, view.entries, view.totals, view.line, view.waiting
    )
