"""What the network sees of a grid with gaps, for each cell.

For each of the four directions in which the card of a cell can lie, this is what it takes now, what
it can be expected to take after the gaps are filled, and the chance of each match with a neighbour.
Which colours match makes no difference.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from quincunx.games.quivvit.cards import CARD_VALUES, CORNER_COLOURS, CORNERS, NO_CARD, ORIENTATIONS
from quincunx.games.quivvit.grid import CELLS, SIDE
from quincunx.games.quivvit.kernel import KernelArray

FEATURES: Final = 3 + ORIENTATIONS * (4 + 3 * CORNERS)
"""The number of features of each cell."""
GAP_MATCH: Final = np.float32(0.25)
"""The chance that a card that is still to be dealt matches a corner."""
GAP_POINTS: Final = np.float32(1.5)
"""The mean points of a card that is still to be dealt."""
POINTS_UNIT: Final = np.float32(4)
CARDS_UNIT: Final = np.float32(3)

_NO_COLOUR: Final = CORNER_COLOURS[NO_CARD][0]
_OUTSIDE: Final = -2
"""The colour beyond the edge, which no card shows and no gap has."""
_COLOURS: Final = np.array(CORNER_COLOURS, np.int8).T
"""_COLOURS[corner, card]"""
_POINTS: Final = np.array(CARD_VALUES, np.float32)

_BESIDE: Final = ((0, -1), (-1, 0), (0, 1), (1, 0))
_ACROSS: Final = ((-1, -1), (-1, 1), (1, 1), (1, -1))
_STEPS: Final = (_BESIDE, _ACROSS, (*_BESIDE[1:], _BESIDE[0]))
"""_STEPS[step][corner]: rows and columns to the card before that corner, across it, or after it."""
_TAKEN_PLACES: Final = (*_STEPS[2], *_ACROSS, (0, 0))
"""The rows and columns to the cards that a play can take."""
_SHOWN: Final = (np.arange(CORNERS) - np.arange(ORIENTATIONS)[:, None]) % CORNERS
"""_SHOWN[quarters, corner]: which corner of a card is there after these quarter turns."""


def features(grids: KernelArray) -> KernelArray:
    """Return the features of kernel grids without covered cards, by grid, row and column."""
    cards = grids[:, :CELLS].reshape(-1, SIDE, SIDE)
    points = _POINTS[cards]
    is_gap = cards == NO_CARD
    ones = np.ones_like(points)
    matching = _matches(cards)
    chances = matching + GAP_MATCH * _is_open(is_gap)
    now, later = _taken(*matching), _likely_taken(*chances)
    points_later = np.where(is_gap, GAP_POINTS, points)
    totals = (
        _total(now, points / POINTS_UNIT),
        _total(now, ~is_gap / CARDS_UNIT),
        _total(later, points_later / POINTS_UNIT),
        _total(later, ones / CARDS_UNIT),
    )
    # Steps and corners become one axis behind the rotations, after the totals.
    by_step = chances.swapaxes(0, 1).reshape(ORIENTATIONS, -1, *cards.shape)
    by_rotation = np.concatenate((np.stack(totals, 1), by_step), 1)
    planes = (points / 2, is_gap, ones)
    found = np.concatenate((np.stack(planes), by_rotation.reshape(-1, *cards.shape)))
    return np.moveaxis(found, 0, -1).astype(np.float32)


def _at(planes: KernelArray, step: tuple[int, int], beyond: int = 0) -> KernelArray:
    """Return for each cell the number that is this step away; `beyond` is that beyond the edge."""
    row, column = 1 + step[0], 1 + step[1]
    bordered = np.pad(planes, ((0, 0), (1, 1), (1, 1)), constant_values=beyond)
    return bordered[:, row : row + SIDE, column : column + SIDE]


def _matches(cards: KernelArray) -> KernelArray:
    """Return whether each card matches its neighbour, by step, rotation and corner."""
    colours = _COLOURS[:, cards]
    beside = [
        [
            _at(colours[(corner + step + 1) % CORNERS], way, _OUTSIDE)
            for corner, way in enumerate(ways)
        ]
        for step, ways in enumerate(_STEPS)
    ]
    matching = (colours[_SHOWN] == np.array(beside)[:, None]) & (colours[0] != _NO_COLOUR)
    assert isinstance(matching, np.ndarray)
    return matching


def _is_open(is_gap: KernelArray) -> KernelArray:
    """Return whether each match is still open, by step and corner, the same for all rotations."""
    inside = np.ones_like(is_gap)
    found = [[(is_gap | _at(is_gap, way)) & _at(inside, way) for way in ways] for ways in _STEPS]
    return np.array(found)[:, None]


def _taken(before: KernelArray, across: KernelArray, after: KernelArray) -> KernelArray:
    """Return whether the cards at each place are taken, by rotation and place."""
    beside = after | np.roll(before, -1, 1)
    return np.concatenate(
        (beside, across & (before | after), beside.any(1, keepdims=True)), 1, dtype=np.float32
    )


def _likely_taken(before: KernelArray, across: KernelArray, after: KernelArray) -> KernelArray:
    """Return the chances that the cards are taken, as if matches were independent."""
    apart = (1 - before) * (1 - after)
    beside = 1 - (1 - after) * (1 - np.roll(before, -1, 1))
    own = 1 - apart.prod(1, keepdims=True)
    return np.concatenate((beside, across * (1 - apart), own), 1)


def _total(taken: KernelArray, worth: KernelArray) -> KernelArray:
    """Return for each rotation the sum of each place's worth times the chance that it is taken."""
    there = np.stack([_at(worth, place) for place in _TAKEN_PLACES])
    total = (taken * there).sum(1)
    assert isinstance(total, np.ndarray)
    return total
