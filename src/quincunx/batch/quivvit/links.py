"""Which cells a card links, and which cells belong to full squares.

The *places* of a cell are the cell itself and its eight neighbours. They are numbered like cells:
place `p` of a cell is the cell with the number of that cell plus `p - MIDDLE`. Everything happens
around a corner: there the card meets a card beside it on each side and a third one across.
"""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np

from ..fusion import computed_once
from ..kernel import Array
from .cards import CORNERS, FACE_BITS, rotated

SIDE: Final = 5
CELLS: Final = SIDE * SIDE
OUTSIDE: Final = CELLS
"""Stands for the cells beyond the edge."""

MIDDLE: Final = SIDE + 1
"""The place of the cell itself. The first place is that of the neighbour above to the left."""
PLACES: Final = 2 * MIDDLE + 1
"""One more than the last place, which is below to the right. Nine of these numbers are places."""
_STEPS: Final = ((0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1))
"""The rows and columns to each neighbour, clockwise from the one to the left: the *ring*."""
_RING: Final = tuple(MIDDLE + SIDE * row + column for row, column in _STEPS)
"""The places of the ring."""


def _cells_of_ring() -> np.ndarray:
    cells = np.pad(np.arange(CELLS).reshape(SIDE, SIDE), 1, constant_values=OUTSIDE)
    ring = [
        cells[1 + row : 1 + row + SIDE, 1 + column : 1 + column + SIDE] for row, column in _STEPS
    ]
    return np.stack(ring, axis=-1).reshape(CELLS, -1).astype(np.int8)


CELLS_OF_RING: Final = _cells_of_ring()
"""By cell, the cells around it in the order of the ring, or `OUTSIDE`."""


def _places_of_ring() -> np.ndarray:
    """Return all places whose cards are taken, by the linked places of the ring as bits."""
    places = np.zeros(2 ** len(_RING), np.int16)
    for ring in range(1, len(places)):
        linked = [place for bit, place in enumerate(_RING) if ring >> bit & 1]
        places[ring] = sum(1 << place for place in (MIDDLE, *linked))
    return places


_PLACES_OF_RING: Final = _places_of_ring()

_CORNER_BITS: Final = FACE_BITS // CORNERS
EVERY_COLOUR: Final = 2**_CORNER_BITS - 1
_FIRST_BITS: Final = sum(1 << _CORNER_BITS * corner for corner in range(CORNERS))
"""One bit for each corner, the first of its four."""


def linked_places(face: Array, around: Array, colours: Array | int) -> Array:
    """Return the places whose cards are taken if `face` lies in the middle, as bits of an int16.

    `around` holds the faces of the ring, and `colours` has a bit for each colour that counts.
    """
    before = across = after = jnp.uint16(0)
    for corner in range(CORNERS):
        here = jnp.uint16(EVERY_COLOUR << _CORNER_BITS * corner)
        ring = (around[(2 * corner + step) % len(_RING)] for step in range(3))
        # Going clockwise round a meeting point, each card touches it with its next corner.
        before |= rotated(next(ring), 3) & here
        across |= rotated(next(ring), 2) & here
        after |= rotated(next(ring), 1) & here
    counted = face & jnp.asarray(colours, jnp.uint16) * jnp.uint16(_FIRST_BITS)
    before, across, after = (_corners(shown & counted) for shown in (before, across, after))
    beside = before | rotated(after, 1)
    bits = beside | (across & (before | after)) << 1
    ring_bits = jnp.uint16(0)
    for corner in range(CORNERS):
        ring_bits |= bits >> (_CORNER_BITS - 2) * corner & jnp.uint16(3 << 2 * corner)
    return jnp.asarray(_PLACES_OF_RING).at[ring_bits].get(mode="promise_in_bounds")


def _corners(bits: Array) -> Array:
    """Return for each corner, in its first bit, whether any of its bits is set."""
    bits |= bits >> 2
    return (bits | bits >> 1) & jnp.uint16(_FIRST_BITS)


def is_at(places: Array, cell: Array) -> Array:
    """Return whether each cell is one of these places of `cell`, which are given as bits."""
    board = places.astype(jnp.uint32) << cell.astype(jnp.uint32) >> MIDDLE
    return board >> jnp.arange(CELLS, dtype=jnp.uint32) & 1 != 0


def by_cell(numbers: Array, cell: Array) -> Array:
    """Return for each cell the number at its place around `cell`; 0 if it is not one of the places.

    A place beyond the left or the right edge stands for a cell at the other edge: its number has to
    be 0.
    """
    places = jnp.arange(CELLS) - cell + MIDDLE
    found = jnp.zeros(CELLS, numbers.dtype)
    for place in (MIDDLE, *_RING):
        found = jnp.where(places == place, numbers[place], found)
    return computed_once(found)


def in_full_square(faces: Array, colours: Array | int) -> Array:
    """Return whether each cell belongs to four cards that show one colour where they meet."""
    grid = faces.reshape(SIDE, SIDE)
    shifts = np.arange(CORNERS) * _CORNER_BITS
    top_left, top_right, bottom_right, bottom_left = (grid >> jnp.uint16(shift) for shift in shifts)
    shown = bottom_right[:-1, :-1] & bottom_left[:-1, 1:] & top_left[1:, 1:] & top_right[1:, :-1]
    full = jnp.pad(shown & jnp.asarray(colours, jnp.uint16) != 0, 1)
    cells = full[:-1, :-1] | full[:-1, 1:] | full[1:, :-1] | full[1:, 1:]
    return cells.reshape(CELLS)
