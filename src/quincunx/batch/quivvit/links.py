"""Which cells a card links, and which cells belong to full squares.

The *places* of a cell are its row of neighbours above, those beside it and itself, and the row
below, nine in all, in the order of the cells. Everything happens around a corner: there the card
meets a card beside it on each side and a third one across.
"""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np

from ..kernel import Array
from .cards import CORNERS, FACE_BITS, rotated

SIDE: Final = 5
CELLS: Final = SIDE * SIDE
OUTSIDE: Final = CELLS
"""Stands for the cells beyond the edge."""

PLACES: Final = 9
MIDDLE: Final = 4
_RING: Final = (3, 0, 1, 2, 5, 8, 7, 6)
"""The places around the middle, clockwise from the one to the left."""
_ROW_OF_PLACES: Final = 3


def _cells_of_places() -> np.ndarray:
    cells = np.full((SIDE + 2, SIDE + 2), OUTSIDE)
    cells[1:-1, 1:-1] = np.arange(CELLS).reshape(SIDE, SIDE)
    windows = np.lib.stride_tricks.sliding_window_view(cells, (_ROW_OF_PLACES, _ROW_OF_PLACES))
    return windows.reshape(CELLS, PLACES).astype(np.int8)


CELLS_OF_PLACES: Final = _cells_of_places()
"""By cell and place, the cell there or `OUTSIDE`."""


def _places_of_ring() -> np.ndarray:
    """Return by the linked places of the ring, as bits, all places whose cards are taken."""
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

    `around` holds the faces by place, and of `colours` each has a bit.
    """
    before = across = after = jnp.uint16(0)
    for corner in range(CORNERS):
        here = jnp.uint16(EVERY_COLOUR << _CORNER_BITS * corner)
        ring = (around[_RING[(2 * corner + step) % len(_RING)]] for step in range(3))
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


def cells_of(places: Array, cell: Array) -> Array:
    """Return by cell whether it is one of these places of `cell`, which are given as bits."""
    rows = places.astype(jnp.uint32)
    in_row = 2**_ROW_OF_PLACES - 1
    board = jnp.uint32(0)
    for row in range(_ROW_OF_PLACES):
        board |= (rows >> _ROW_OF_PLACES * row & in_row) << SIDE * row
    # The board is that of the cell in the second row and the second column, until it is shifted.
    board = board << cell.astype(jnp.uint32) >> SIDE + 1
    return board >> jnp.arange(CELLS, dtype=jnp.uint32) & 1 != 0


def in_full_square(faces: Array, colours: Array | int) -> Array:
    """Return by cell whether it belongs to four cards that show one colour where they meet."""
    grid = faces.reshape(SIDE, SIDE)
    shifts = np.arange(CORNERS) * _CORNER_BITS
    top_left, top_right, bottom_right, bottom_left = (grid >> jnp.uint16(shift) for shift in shifts)
    shown = bottom_right[:-1, :-1] & bottom_left[:-1, 1:] & top_left[1:, 1:] & top_right[1:, :-1]
    full = jnp.pad(shown & jnp.asarray(colours, jnp.uint16) != 0, 1)
    cells = full[:-1, :-1] | full[:-1, 1:] | full[1:, :-1] | full[1:, 1:]
    return cells.reshape(CELLS)
