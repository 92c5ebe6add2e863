"""Solve the whole sheet of one player exactly, from the last line back to the first.

Between attempts the state is the line, how many ColorYam fields of the section are filled, and the
bar: the largest ColorYam number so far. The gain of an entry may be any function of its line and
total: the total itself for a player alone, or points against given totals of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.challenges import Challenge
from quincunx.games.coloryam.rules.scoring import line_points
from quincunx.games.coloryam.sheet import (
    CHALLENGE_OF_LINE,
    COLORYAM_LINES,
    FIELDS_OF_SECTION,
    LINES,
    SECTION_OF_LINE,
    Sheet,
)
from quincunx.games.coloryam.solver.attempt import (
    MAX_TOTAL,
    RESULT_SHAPE,
    AttemptSolution,
    distribution,
    final_roll_worth,
)

Gains = tuple[float, ...]
"""The gain of an entry by its total; index 0 is an X."""

OWN_TOTAL: Final[tuple[Gains, ...]] = (tuple(map(float, range(MAX_TOTAL + 1))),) * LINES

CACHED_ATTEMPTS: Final = 32
"""Solved attempts in the cache, of two megabytes each."""

CACHED_PLANS: Final = 256
"""Solved sheets in the cache. Each takes a second to solve and little memory."""


class SheetPlace(NamedTuple):
    """A player's progress on the sheet between two attempts."""

    line: int
    filled: int = 0
    """How many ColorYam fields of this section have an entry."""
    bar: int = 0
    """The largest ColorYam number so far; 0 if any number may be entered."""

    @property
    def field(self) -> int | None:
        """The ColorYam line that a second chance would fill, if there is one."""
        fields = FIELDS_OF_SECTION[SECTION_OF_LINE[self.line]]
        return fields[self.filled] if self.filled < len(fields) else None


class SheetPlan:
    """The best play on a sheet for given gains of its lines."""

    def __init__(
        self, sheet: Sheet, *, beginner: bool = False, gains: Sequence[Gains] = OWN_TOTAL
    ) -> None:
        self.sheet = sheet
        self.beginner = beginner
        self.gains = gains
        self._expected_gain: dict[SheetPlace, float] = {}
        self._plain: dict[int, float] = {}

    @property
    def value(self) -> float:
        """The expected gain of the whole sheet."""
        return self.expected_gain(SheetPlace(0))

    def challenge(self, line: int) -> Challenge | None:
        number = CHALLENGE_OF_LINE[line]
        return None if number is None else self.sheet[number]

    def expected_gain(self, place: SheetPlace) -> float:
        """Return the expected gain of the lines from here on that have no entry yet."""
        if place not in self._expected_gain:
            self._expected_gain[place] = self._solved(place)
        return self._expected_gain[place]

    def _solved(self, place: SheetPlace) -> float:
        if place.line == LINES:
            return 0.0
        if place.line in COLORYAM_LINES and place.field != place.line:
            return self.expected_gain(self.next(place))
        if place.field is None:
            # Without a second chance the bar does not affect this line.
            return self.gain_without_second_chance(place.line) + self.expected_gain(
                self.next(place)
            )
        return self._solve_attempt(place).value

    def gain_without_second_chance(self, line: int) -> float:
        """Return the expected gain of a challenge without a second chance."""
        if line not in self._plain:
            self._plain[line] = AttemptSolution(
                final_roll_worth(self.challenge(line), self._plain_worth(line))
            ).value
        return self._plain[line]

    def _plain_worth(self, line: int) -> FloatArray:
        return np.array([[self.gains[line][0]] * RESULT_SHAPE[1], self.gains[line]])

    def next(self, place: SheetPlace) -> SheetPlace:
        """Return the place after the line's entry."""
        line = place.line + 1
        same = line < LINES and SECTION_OF_LINE[line] == SECTION_OF_LINE[place.line]
        return SheetPlace(line, place.filled if same else 0, place.bar)

    def fill(self, place: SheetPlace, total: int) -> SheetPlace:
        """Return the place with a number in the next ColorYam field of the section."""
        bar = 0 if self.beginner else max(total, place.bar)
        return SheetPlace(place.line, place.filled + 1, bar)

    # One attempt

    def attempt(self, place: SheetPlace) -> AttemptSolution:
        """Return the solution of the attempt that begins here."""
        return _cached_attempt(self, place)

    def _solve_attempt(self, place: SheetPlace) -> AttemptSolution:
        return AttemptSolution(final_roll_worth(self.challenge(place.line), self.worth(place)))

    def worth(self, place: SheetPlace) -> FloatArray:
        """Return the value of each result of the attempt, including the lines after it."""
        if place.line in COLORYAM_LINES:
            return self._coloryam_worth(place)
        gains, crossed = self.gains[place.line], self.expected_gain(self.next(place))
        met = [gain + crossed for gain in gains]
        failed = [max(self.crossed(place), self.entered(place, t)) for t in range(RESULT_SHAPE[1])]
        return np.array([failed, met])

    def crossed(self, place: SheetPlace) -> float:
        """Return the value of crossing out a failed challenge."""
        return self.gains[place.line][0] + self.expected_gain(self.next(place))

    def entered(self, place: SheetPlace, total: int) -> float:
        """Return the value of entering a failed total in the ColorYam field and trying again."""
        if place.field is None or total <= place.bar:
            return -np.inf
        return self.gains[place.field][total] + self.expected_gain(self.fill(place, total))

    def _coloryam_worth(self, place: SheetPlace) -> FloatArray:
        gains = self.gains[place.line]
        missed = gains[0] + self.expected_gain(self.next(self.fill(place, 0)))
        worth = [
            gains[total] + self.expected_gain(self.next(self.fill(place, total)))
            if total > place.bar
            else missed
            for total in range(RESULT_SHAPE[1])
        ]
        return np.array([worth, worth])

    def distribution(self, place: SheetPlace) -> FloatArray:
        """Return the probability of each result of the attempt: failed or met, then total."""
        return distribution(self.challenge(place.line), self.attempt(place))


@lru_cache(CACHED_ATTEMPTS)
def _cached_attempt(plan: SheetPlan, place: SheetPlace) -> AttemptSolution:
    return plan._solve_attempt(place)


@lru_cache(CACHED_PLANS)
def solo_plan(sheet: Sheet, beginner: bool = False) -> SheetPlan:
    """Return the best play alone, for the highest sum of the ten entries."""
    return SheetPlan(sheet, beginner=beginner)


def points_against(field: Sequence[Sequence[int]]) -> tuple[Gains, ...]:
    """Return the points for each total, line by line, against these entries of others."""
    return tuple(
        tuple(float(line_points((total, *others))[0]) for total in range(MAX_TOTAL + 1))
        for others in field
    )
