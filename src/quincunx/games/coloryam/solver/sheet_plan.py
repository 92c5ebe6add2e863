"""The whole sheet of one player, solved exactly from the last line back to the first.

Between attempts all that matters is how far one is, how many ColorYam fields of the section are
filled, and the bar: the largest ColorYam number so far. What an entry gains may be anything that
depends on its line: the total itself alone, or points against totals that are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from quincunx.games.coloryam.challenges import Challenge
from quincunx.games.coloryam.scoring import line_points
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
    FloatArray,
    distribution,
    final_roll_worth,
)

Gains = tuple[float, ...]
"""What a line's entry gains, by total; nought is an X."""

OWN_TOTAL: Final[tuple[Gains, ...]] = (tuple(map(float, range(MAX_TOTAL + 1))),) * LINES

CACHED_ATTEMPTS: Final = 32
"""A solved attempt takes two megabytes; these are the ones that players come back to."""

CACHED_PLANS: Final = 256
"""A solved sheet takes a second, and little room."""


class SheetPlace(NamedTuple):
    """Where one is on the sheet."""

    line: int
    filled: int = 0
    """ColorYam fields of this section that have an entry."""
    bar: int = 0
    """The largest ColorYam number so far; 0 where any number will do."""

    @property
    def field(self) -> int | None:
        """The ColorYam line that a second chance would fill."""
        fields = FIELDS_OF_SECTION[SECTION_OF_LINE[self.line]]
        return fields[self.filled] if self.filled < len(fields) else None


class SheetPlan:
    """The best play on a sheet, for what its lines gain."""

    def __init__(
        self, sheet: Sheet, *, beginner: bool = False, gains: Sequence[Gains] = OWN_TOTAL
    ) -> None:
        self.sheet = sheet
        self.beginner = beginner
        self.gains = gains
        self._ahead: dict[SheetPlace, float] = {}
        self._plain: dict[int, float] = {}

    @property
    def value(self) -> float:
        """What the whole sheet gains on average."""
        return self.ahead(SheetPlace(0))

    def challenge(self, line: int) -> Challenge | None:
        number = CHALLENGE_OF_LINE[line]
        return None if number is None else self.sheet[number]

    def ahead(self, place: SheetPlace) -> float:
        """What the lines from here on gain on average, what is filled left out."""
        if place not in self._ahead:
            self._ahead[place] = self._solved(place)
        return self._ahead[place]

    def _solved(self, place: SheetPlace) -> float:
        if place.line == LINES:
            return 0.0
        if place.line in COLORYAM_LINES and place.field != place.line:
            return self.ahead(self.next(place))
        if place.field is None:
            # The bar matters neither to this line nor to how it is played.
            return self.plain(place.line) + self.ahead(self.next(place))
        return self._attempt(place).value

    def plain(self, line: int) -> float:
        """What a challenge gains if there is no second chance."""
        if line not in self._plain:
            self._plain[line] = AttemptSolution(
                final_roll_worth(self.challenge(line), self._plain_worth(line))
            ).value
        return self._plain[line]

    def _plain_worth(self, line: int) -> FloatArray:
        return np.array([[self.gains[line][0]] * RESULT_SHAPE[1], self.gains[line]])

    def next(self, place: SheetPlace) -> SheetPlace:
        """Where one is after the line's entry."""
        line = place.line + 1
        same = line < LINES and SECTION_OF_LINE[line] == SECTION_OF_LINE[place.line]
        return SheetPlace(line, place.filled if same else 0, place.bar)

    def fill(self, place: SheetPlace, total: int) -> SheetPlace:
        """Where one is with a number in the next ColorYam field of the section."""
        bar = 0 if self.beginner else max(total, place.bar)
        return SheetPlace(place.line, place.filled + 1, bar)

    # One attempt

    def turn(self, place: SheetPlace) -> AttemptSolution:
        """The attempt that begins here."""
        return _cached_attempt(self, place)

    def _attempt(self, place: SheetPlace) -> AttemptSolution:
        return AttemptSolution(final_roll_worth(self.challenge(place.line), self.worth(place)))

    def worth(self, place: SheetPlace) -> FloatArray:
        """What each result of the attempt is worth, the lines after it included."""
        if place.line in COLORYAM_LINES:
            return self._coloryam_worth(place)
        gains, crossed = self.gains[place.line], self.ahead(self.next(place))
        met = [gain + crossed for gain in gains]
        failed = [max(self.crossed(place), self.entered(place, t)) for t in range(RESULT_SHAPE[1])]
        return np.array([failed, met])

    def crossed(self, place: SheetPlace) -> float:
        """A failed challenge given up."""
        return self.gains[place.line][0] + self.ahead(self.next(place))

    def entered(self, place: SheetPlace, total: int) -> float:
        """A failed challenge's total in the ColorYam field, and three fresh attempts."""
        if place.field is None or total <= place.bar:
            return -np.inf
        return self.gains[place.field][total] + self.ahead(self.fill(place, total))

    def _coloryam_worth(self, place: SheetPlace) -> FloatArray:
        gains = self.gains[place.line]
        missed = gains[0] + self.ahead(self.next(self.fill(place, 0)))
        worth = [
            gains[total] + self.ahead(self.next(self.fill(place, total)))
            if total > place.bar
            else missed
            for total in range(RESULT_SHAPE[1])
        ]
        return np.array([worth, worth])

    def distribution(self, place: SheetPlace) -> FloatArray:
        """How likely each result of the attempt is: by failed or met, then by total."""
        return distribution(self.challenge(place.line), self.turn(place))


@lru_cache(CACHED_ATTEMPTS)
def _cached_attempt(plan: SheetPlan, place: SheetPlace) -> AttemptSolution:
    return plan._attempt(place)


@lru_cache(CACHED_PLANS)
def solo_plan(sheet: Sheet, beginner: bool = False) -> SheetPlan:
    """The best play alone, for the highest sum of the ten entries."""
    return SheetPlan(sheet, beginner=beginner)


def points_against(field: Sequence[Sequence[int]]) -> tuple[Gains, ...]:
    """What each total is worth in points, line by line, if the others' entries are these."""
    return tuple(
        tuple(float(line_points((total, *others))[0]) for total in range(MAX_TOTAL + 1))
        for others in field
    )
