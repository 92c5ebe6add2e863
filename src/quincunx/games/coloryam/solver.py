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
from quincunx.games.coloryam.sheet import CHALLENGE, COLORYAM, FIELDS, LINES, SECTION, Sheet
from quincunx.games.coloryam.turn import HIGHEST, RESULTS, ColorYamTurn, Table, distribution, spread

Gains = tuple[float, ...]
"""What a line's entry gains, by total; nought is an X."""

OWN_TOTAL: Final[tuple[Gains, ...]] = (tuple(map(float, range(HIGHEST + 1))),) * LINES

TURNS_KEPT: Final = 32
"""A solved attempt takes two megabytes; these are the ones that players come back to."""

PLANS_KEPT: Final = 256
"""A solved sheet takes a second, and little room."""


class Place(NamedTuple):
    """Where one is on the sheet."""

    line: int
    filled: int = 0
    """ColorYam fields of this section that have an entry."""
    bar: int = 0
    """The largest ColorYam number so far; 0 where any number will do."""

    @property
    def field(self) -> int | None:
        """The ColorYam line that a second chance would fill."""
        fields = FIELDS[SECTION[self.line]]
        return fields[self.filled] if self.filled < len(fields) else None


class Plan:
    """The best play on a sheet, for what its lines gain."""

    def __init__(
        self, sheet: Sheet, *, beginner: bool = False, gains: Sequence[Gains] = OWN_TOTAL
    ) -> None:
        self.sheet = sheet
        self.beginner = beginner
        self.gains = gains
        self._ahead: dict[Place, float] = {}
        self._plain: dict[int, float] = {}

    @property
    def value(self) -> float:
        """What the whole sheet gains on average."""
        return self.ahead(Place(0))

    def challenge(self, line: int) -> Challenge | None:
        number = CHALLENGE[line]
        return None if number is None else self.sheet[number]

    def ahead(self, place: Place) -> float:
        """What the lines from here on gain on average, what is filled left out."""
        if place not in self._ahead:
            self._ahead[place] = self._solved(place)
        return self._ahead[place]

    def _solved(self, place: Place) -> float:
        if place.line == LINES:
            return 0.0
        if place.line in COLORYAM and place.field != place.line:
            return self.ahead(self.next(place))
        if place.field is None:
            # The bar matters neither to this line nor to how it is played.
            return self.plain(place.line) + self.ahead(self.next(place))
        return self._attempt(place).value

    def plain(self, line: int) -> float:
        """What a challenge gains if there is no second chance."""
        if line not in self._plain:
            self._plain[line] = ColorYamTurn(
                spread(self.challenge(line), self._plain_worth(line))
            ).value
        return self._plain[line]

    def _plain_worth(self, line: int) -> Table:
        return np.array([[self.gains[line][0]] * RESULTS[1], self.gains[line]])

    def next(self, place: Place) -> Place:
        """Where one is after the line's entry."""
        line = place.line + 1
        same = line < LINES and SECTION[line] == SECTION[place.line]
        return Place(line, place.filled if same else 0, place.bar)

    def fill(self, place: Place, total: int) -> Place:
        """Where one is with a number in the next ColorYam field of the section."""
        bar = 0 if self.beginner else max(total, place.bar)
        return Place(place.line, place.filled + 1, bar)

    # One attempt

    def turn(self, place: Place) -> ColorYamTurn:
        """The attempt that begins here."""
        return _kept_turn(self, place)

    def _attempt(self, place: Place) -> ColorYamTurn:
        return ColorYamTurn(spread(self.challenge(place.line), self.worth(place)))

    def worth(self, place: Place) -> Table:
        """What each result of the attempt is worth, the lines after it included."""
        if place.line in COLORYAM:
            return self._coloryam_worth(place)
        gains, crossed = self.gains[place.line], self.ahead(self.next(place))
        met = [gain + crossed for gain in gains]
        failed = [max(self.crossed(place), self.entered(place, t)) for t in range(RESULTS[1])]
        return np.array([failed, met])

    def crossed(self, place: Place) -> float:
        """A failed challenge given up."""
        return self.gains[place.line][0] + self.ahead(self.next(place))

    def entered(self, place: Place, total: int) -> float:
        """A failed challenge's total in the ColorYam field, and three fresh attempts."""
        if place.field is None or total <= place.bar:
            return -np.inf
        return self.gains[place.field][total] + self.ahead(self.fill(place, total))

    def _coloryam_worth(self, place: Place) -> Table:
        gains = self.gains[place.line]
        missed = gains[0] + self.ahead(self.next(self.fill(place, 0)))
        worth = [
            gains[total] + self.ahead(self.next(self.fill(place, total)))
            if total > place.bar
            else missed
            for total in range(RESULTS[1])
        ]
        return np.array([worth, worth])

    def distribution(self, place: Place) -> Table:
        """How likely each result of the attempt is: by failed or met, then by total."""
        return distribution(self.challenge(place.line), self.turn(place))


@lru_cache(TURNS_KEPT)
def _kept_turn(plan: Plan, place: Place) -> ColorYamTurn:
    return plan._attempt(place)


@lru_cache(PLANS_KEPT)
def solitaire(sheet: Sheet, beginner: bool = False) -> Plan:
    """The best play alone, for the highest sum of the ten entries."""
    return Plan(sheet, beginner=beginner)


def points_against(field: Sequence[Sequence[int]]) -> tuple[Gains, ...]:
    """What each total is worth in points, line by line, if the others' entries are these."""
    return tuple(
        tuple(float(line_points((total, *others))[0]) for total in range(HIGHEST + 1))
        for others in field
    )
