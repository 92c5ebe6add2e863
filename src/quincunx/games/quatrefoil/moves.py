"""Tokens, positions and actions: what lies on the table and what can be done with it."""

from __future__ import annotations

from enum import Enum
from typing import Final

from quincunx.games.quatrefoil.tokens import FREE, POSITIONS, Arrangement


class QuatrefoilMove(Enum):
    """All that a player can do; the value is its notation."""

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

    # Members are compared by identity and used as keys at every move: the fastest hash will do.
    __hash__ = object.__hash__


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
"""For each place, where the token comes from that lies there afterwards."""

PUSHES: Final = tuple(move for move in SOURCES if move.value.startswith("push"))
TWISTS: Final = (QuatrefoilMove.CLOCKWISE, QuatrefoilMove.ANTICLOCKWISE)

ENTRY_POSITION: Final = {move: POSITIONS[SOURCES[move].index(FREE)] for move in PUSHES}
"""The position in which each push leaves the token that was free."""


def apply_action(tokens: Arrangement, move: QuatrefoilMove) -> Arrangement:
    """The arrangement that a push or twist makes."""
    a, b, c, d, e = SOURCES[move]
    return tokens[a], tokens[b], tokens[c], tokens[d], tokens[e]
