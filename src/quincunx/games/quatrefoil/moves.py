"""The moves, and what a push or a twist does to an arrangement."""

from __future__ import annotations

from enum import Enum
from typing import Final

from quincunx.games.quatrefoil.tokens import FREE, POSITIONS, Arrangement


class QuatrefoilMove(Enum):
    """A move; its value is its notation."""

    NORTH_FROM_WEST = "push north from west"
    NORTH_FROM_EAST = "push north from east"
    SOUTH_FROM_WEST = "push south from west"
    SOUTH_FROM_EAST = "push south from east"
    WEST_FROM_NORTH = "push west from north"
    WEST_FROM_SOUTH = "push west from south"
    EAST_FROM_NORTH = "push east from north"
    EAST_FROM_SOUTH = "push east from south"
    CLOCKWISE = "twist clockwise"
    ANTICLOCKWISE = "twist anticlockwise"
    STACK = "stack"
    SIGNAL = "signal"
    LOOK = "look"

    # Members are compared by identity and are dictionary keys on the hot path.
    __hash__ = object.__hash__

    def __str__(self) -> str:
        return str(self.value)


SOURCES: Final[dict[QuatrefoilMove, tuple[int, int, int, int, int]]] = {
    QuatrefoilMove.NORTH_FROM_WEST: (4, 0, 2, 3, 1),
    QuatrefoilMove.NORTH_FROM_EAST: (1, 4, 2, 3, 0),
    QuatrefoilMove.SOUTH_FROM_WEST: (0, 1, 3, 4, 2),
    QuatrefoilMove.SOUTH_FROM_EAST: (0, 1, 4, 2, 3),
    QuatrefoilMove.WEST_FROM_NORTH: (4, 1, 2, 0, 3),
    QuatrefoilMove.WEST_FROM_SOUTH: (3, 1, 2, 4, 0),
    QuatrefoilMove.EAST_FROM_NORTH: (0, 4, 1, 3, 2),
    QuatrefoilMove.EAST_FROM_SOUTH: (0, 2, 4, 3, 1),
    QuatrefoilMove.CLOCKWISE: (3, 0, 1, 2, 4),
    QuatrefoilMove.ANTICLOCKWISE: (1, 2, 3, 0, 4),
}
"""For each place, the place from which its new token comes."""

PUSHES: Final = tuple(move for move in SOURCES if move.value.startswith("push"))
TWISTS: Final = (QuatrefoilMove.CLOCKWISE, QuatrefoilMove.ANTICLOCKWISE)

ENTRY_POSITION: Final = {move: POSITIONS[SOURCES[move].index(FREE)] for move in PUSHES}
"""The position into which each push moves the free token."""


def apply_action(tokens: Arrangement, move: QuatrefoilMove) -> Arrangement:
    """Return the arrangement after a push or twist."""
    a, b, c, d, e = SOURCES[move]
    return tokens[a], tokens[b], tokens[c], tokens[d], tokens[e]
