"""Solve the sheet for the best expected gain, and say what a player who plays so enters.

This is the problem of `sheet_plan` for every place at once. Attempts are solved exactly at a few
places only, and every place uses the best of all strategies found so far. The value is therefore
never too high, and one solution takes milliseconds if it has enough strategies to choose from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.sheet import (
    CHALLENGE_OF_LINE,
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
    final_roll_worth,
)

ENTRIES: Final = MAX_TOTAL + 1
"""The number of different entries: an X or a total. There are as many bars."""

TOTALS: Final = np.arange(ENTRIES)

MAX_FIELDS: Final = max(map(len, FIELDS_OF_SECTION))

PLACES: Final = tuple(
    (line, filled)
    for line in range(LINES)
    for filled in range(len(FIELDS_OF_SECTION[SECTION_OF_LINE[line]]) + 1)
)
"""The lines, and how many fields of the section are filled, in the order of the game."""

Strategies = list[FloatArray]
"""The chances of an attempt's results by strategy: failed or met, then total."""


def next_field(line: int, filled: int) -> int | None:
    """Return the ColorYam line that is filled next in the section; `None` if all are."""
    fields = FIELDS_OF_SECTION[SECTION_OF_LINE[line]]
    return fields[filled] if filled < len(fields) else None


def place_after(line: int, filled: int) -> tuple[int, int]:
    """Return the next line and how many fields of its section are filled."""
    is_same = line + 1 < LINES and SECTION_OF_LINE[line + 1] == SECTION_OF_LINE[line]
    return line + 1, filled if is_same else 0


def fitting_totals(bars: NDArray[np.intp], beginner: bool) -> NDArray[np.bool_]:
    """Return by bar whether each total may be entered in a ColorYam field."""
    return np.logical_or(bars[..., None] < TOTALS, beginner)


def bars_after(totals: NDArray[np.intp], beginner: bool) -> NDArray[np.intp]:
    """Return the bar after each number in a ColorYam field."""
    return np.zeros_like(totals) if beginner else totals


class LeadPlan:
    """The best play for given gains, by line, filled fields of the section, and bar.

    The bar is the largest ColorYam number so far. The plan chooses from the strategies of each
    line. For `solved_bars` it solves the attempts exactly, and adds what it finds to them.
    """

    def __init__(
        self,
        sheet: Sheet,
        beginner: bool,
        gains: FloatArray,
        strategies: Sequence[Strategies],
        solved_bars: Sequence[int] = (),
    ) -> None:
        self.gains = gains
        """By line and entry."""
        self.value = np.zeros((LINES + 1, MAX_FIELDS + 1, ENTRIES))
        """The expected gain of the lines from here on that have no entry yet."""
        self._sheet = sheet
        self._strategies = strategies
        self._solved_bars = solved_bars
        self._fits = fitting_totals(TOTALS, beginner)
        self._bars_after = bars_after(TOTALS, beginner)
        self._retried: dict[tuple[int, int], FloatArray] = {}
        """By place and bar, the chance of each failed total that brings a second chance."""
        self._entered: dict[tuple[int, int], FloatArray] = {}
        """By place and bar, the chance of each entry that completes the line."""
        for place in reversed(PLACES):
            self._solve(*place)

    def _solve(self, line: int, filled: int) -> None:
        if line not in COLORYAM_LINES:
            self._solve_challenge(line, filled)
        elif next_field(line, filled) == line:
            self._solve_field(line, filled)
        else:
            # This field has an entry already.
            self.value[line, filled] = self.value[place_after(line, filled)]

    def _solve_challenge(self, line: int, filled: int) -> None:
        failed_chances, met_chances = self._choose(line, filled)
        is_retried = self._worth_of_retrying(line, filled) > self._worth_of_x(line, filled)
        self._retried[line, filled] = np.where(is_retried, failed_chances, 0)
        met_chances[:, X] += (failed_chances - self._retried[line, filled]).sum(1)
        self._entered[line, filled] = met_chances

    def _solve_field(self, line: int, filled: int) -> None:
        chances = self._choose(line, filled).sum(0)
        entries = np.where(self._fits, chances, 0)
        entries[:, X] += (chances - entries).sum(1)
        self._entered[line, filled] = entries

    def _choose(self, line: int, filled: int) -> FloatArray:
        """Set the value of a place; return by failed or met and by bar the chances of totals."""
        worth = self._worth(line, filled, self.gains[line])
        # In the red section, and with all fields filled, all bars are the same.
        has_bars = SECTION_OF_LINE[line] > 0 and next_field(line, filled) is not None
        for bar in self._solved_bars if has_bars else self._solved_bars[:1]:
            self._find_strategy(line, worth[bar])
        strategies = np.array(self._strategies[line])
        values = worth.reshape(ENTRIES, -1) @ strategies.reshape(len(strategies), -1).T
        self.value[line, filled] = values.max(1)
        return np.asarray(strategies[values.argmax(1)].swapaxes(0, 1))

    def _find_strategy(self, line: int, worth: FloatArray) -> None:
        number = CHALLENGE_OF_LINE[line]
        challenge = None if number is None else self._sheet[number]
        attempt = AttemptSolution(final_roll_worth(challenge, worth))
        self._strategies[line].append(distribution(challenge, attempt))

    def find_answers(self, leads: FloatArray, bar: int) -> None:
        """Add strategies of players with this bar who know another player's entry.

        `leads` has the lead by line, known entry and own entry.
        """
        for line in range(LINES):
            fields = FIELDS_OF_SECTION[SECTION_OF_LINE[line]]
            filled = fields.index(line) if line in fields else 0
            for gains in leads[line]:
                self._find_strategy(line, self._worth(line, filled, gains)[bar])

    # What results are worth

    def _worth(self, line: int, filled: int, gains: FloatArray) -> FloatArray:
        """Return what results are worth if an entry in this line gains this.

        The axes: bar, failed or met, total.
        """
        if line in COLORYAM_LINES:
            after = self.value[place_after(line, filled + 1)]
            entered, crossed = gains + after[self._bars_after], gains[X] + after[:, None]
            worth = np.where(self._fits, entered, crossed)
            return np.stack([worth, worth], axis=1)
        met = gains + self.value[place_after(line, filled)][:, None]
        failed = np.maximum(met[:, X, None], self._worth_of_retrying(line, filled))
        return np.stack([failed, met], axis=1)

    def _worth_of_x(self, line: int, filled: int) -> FloatArray:
        """Return by bar the value of an X for a failed challenge."""
        return np.asarray(self.gains[line, X] + self.value[place_after(line, filled)][:, None])

    def _worth_of_retrying(self, line: int, filled: int) -> FloatArray:
        """Return by bar and failed total the value of entering it and trying again."""
        field = next_field(line, filled)
        if field is None:
            return np.full((ENTRIES, ENTRIES), -np.inf)
        retried = self.gains[field] + self.value[line, filled + 1][self._bars_after]
        return np.where(self._fits, retried, -np.inf)

    # The entries of a player who follows the plan

    def entries(self) -> FloatArray:
        """Return by line the chance of each entry in a whole game."""
        entries = np.zeros((LINES, ENTRIES))
        reached = np.zeros_like(self.value)
        reached[0, 0, 0] = 1
        for place in PLACES:
            self._pass_on(place, reached, entries)
        return entries

    def _pass_on(self, place: tuple[int, int], reached: FloatArray, entries: FloatArray) -> None:
        """Add the entries made at a place to `entries`, and the places after it to `reached`."""
        line, filled = place
        bars = reached[place]
        if place not in self._entered:
            # This field has an entry already.
            reached[place_after(line, filled)] += bars
            return
        if line in COLORYAM_LINES:
            self._pass_on_bars(bars, self._entered[place], reached[place_after(line, filled + 1)])
        else:
            retried = self._retried[place]
            reached[place_after(line, filled)] += bars * (1 - retried.sum(1))
            field = next_field(line, filled)
            if field is not None:
                self._pass_on_bars(bars, retried, reached[line, filled + 1])
                entries[field] += bars @ retried
        entries[line] += bars @ self._entered[place]

    def _pass_on_bars(self, bars: FloatArray, entered: FloatArray, after: FloatArray) -> None:
        """Add to `after` the chances of the bars after these entries in a ColorYam field."""
        after += bars * entered[:, X]
        np.add.at(after, self._bars_after[1:], (bars @ entered)[1:])
