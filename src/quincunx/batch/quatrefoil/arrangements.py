"""Arrangements of the five tokens as numbers, and what pushes and twists do to them.

The number of an arrangement is its place among the permutations of the colours in lexicographic
order. The places are northwest, northeast, southeast, southwest, and beside the board.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

import numpy as np

COLOURS: Final = 5
PLACES: Final = 5

ARRANGEMENTS: Final = np.array([*permutations(range(COLOURS))], np.int8)
"""ARRANGEMENTS[number][place]: the colour of the token there."""
NUMBER_OF: Final = {tuple(colours): number for number, colours in enumerate(ARRANGEMENTS.tolist())}

SOURCES: Final = np.array(
    (
        (4, 0, 2, 3, 1),
        (1, 4, 2, 3, 0),
        (0, 1, 3, 4, 2),
        (0, 1, 4, 2, 3),
        (4, 1, 2, 0, 3),
        (3, 1, 2, 4, 0),
        (0, 4, 1, 3, 2),
        (0, 2, 4, 3, 1),
        (3, 0, 1, 2, 4),
        (1, 2, 3, 0, 4),
    )
)
"""SOURCES[action][place]: the place from which its new token comes; eight pushes and two twists."""
PUSHES: Final = 8
PUSHES_AND_TWISTS: Final = len(SOURCES)
ENTRY_OF_PUSH: Final = np.argmax(SOURCES[:PUSHES] == PLACES - 1, axis=1)
"""The position into which each push moves the token from beside the board."""


def _numbers(arrangements: np.ndarray) -> np.ndarray:
    """Return the numbers of arrangements, whose places are the last axis."""
    flat = arrangements.reshape(-1, PLACES).tolist()
    return np.array([NUMBER_OF[*each] for each in flat], np.uint8).reshape(arrangements.shape[:-1])


NEXT: Final = _numbers(ARRANGEMENTS[:, SOURCES])
"""NEXT[arrangement][push or twist]: the arrangement after it."""


def _goals() -> np.ndarray:
    place_of = np.argsort(ARRANGEMENTS, axis=1)
    # Indexed by target and arrangement: the place in the target of the token in each place.
    return _numbers(place_of[:, ARRANGEMENTS]).T


GOAL: Final = _goals()
"""GOAL[arrangement][target]: where each token has to go, as the number of a permutation of places.

It is 0 if the arrangement is the target."""


def _distances() -> np.ndarray:
    distances = np.full(len(ARRANGEMENTS), -1, np.int8)
    distances[0] = 0
    while (distances < 0).any():
        nearest = np.where(distances[NEXT] < 0, np.iinfo(np.int8).max, distances[NEXT]).min(1)
        reached = (distances < 0) & (nearest < np.iinfo(np.int8).max)
        distances[reached] = nearest[reached] + 1
    return distances


DISTANCE: Final = _distances()
"""DISTANCE[goal]: the fewest pushes and twists to the target."""

IN_PLACE: Final = ARRANGEMENTS[:, :-1] == np.arange(PLACES - 1)
"""IN_PLACE[goal][position]: whether the token there is where it has to be."""
