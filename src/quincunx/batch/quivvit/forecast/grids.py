"""Grids of many tables, and what the quarter turns of their cards take.

The arrays have an axis for the rows, one for the columns and a last one for the tables, so that the
same cell of many tables is computed at once. Matches are computed for a whole plane of cells: does
a corner of each card show the colour of the card beside it?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np

from ...kernel import Array
from ..cards import CORNERS, FACE_BITS, NO_FACE
from ..kernel import HALF, QUARTERS
from ..links import CELLS, SIDE
from ..table import QuivvitTable

PLAY_QUARTERS: Final = QUARTERS[:HALF]
"""The quarter turns to the right of a rotation to the left and of one to the right."""
PLAYS: Final = len(PLAY_QUARTERS) * CELLS
"""A play has a number: its index in `PLAY_QUARTERS` times the number of cells, plus its cell."""
RANK_PER_POINT: Final = 16
"""The rank of a play is this times its points plus its cards."""
IMPOSSIBLE: Final = -9999
"""The rank of rotating a gap."""

_BESIDE: Final = ((0, -1), (-1, 0), (0, 1), (1, 0))
_ACROSS: Final = ((-1, -1), (-1, 1), (1, 1), (1, -1))
STEPS: Final = tuple(
    tuple(
        (_BESIDE[corner], _ACROSS[corner], _BESIDE[(corner + 1) % CORNERS])[step]
        for corner in range(CORNERS)
    )
    for step in range(3)
)
"""STEPS[step][corner]: rows and columns to the card before that corner, across it, or after it."""
TAKEN_PLACES: Final = (*STEPS[2], *STEPS[1], (0, 0))
"""Rows and columns to the cards that a play can take: beside, diagonal, and the card itself."""
_CORNER_BITS: Final = FACE_BITS // CORNERS
_MASK: Final = (1 << _CORNER_BITS) - 1


class Grids(NamedTuple):
    """The cards of many grids, by row, column and table."""

    faces: Array
    """Their colours, or `NO_FACE` in a gap."""
    points: Array


class Plays(NamedTuple):
    """Plays of each table, by play and table."""

    numbers: Array
    ranks: Array
    taken: Array
    """Which of `TAKEN_PLACES` are taken, as bits."""


def grids_of(tables: QuivvitTable) -> Grids:
    """Return the grids of a batch of tables."""
    return Grids(
        *(each.T.reshape(SIDE, SIDE, -1) for each in (tables.faces, tables.points_in_cell))
    )


def at(planes: Array, step: tuple[int, int]) -> Array:
    """Return for each cell the number that is this step away; 0 beyond the edge."""
    row, column = 1 + step[0], 1 + step[1]
    bordered = jnp.pad(planes, ((1, 1), (1, 1), (0, 0)))
    return bordered[row : row + SIDE, column : column + SIDE]


def corners(faces: Array) -> list[Array]:
    """Return the colour in each corner, as a bit."""
    return [
        (faces >> np.uint16(_CORNER_BITS * corner) & np.uint16(_MASK)).astype(jnp.uint8)
        for corner in range(CORNERS)
    ]


def matches(grids: Grids, quarters: int) -> list[list[Array]]:
    """Return whether each card matches its neighbour after quarter turns, by step and corner."""
    shown = corners(grids.faces)
    return [
        [
            shown[(corner - quarters) % CORNERS] & at(shown[(corner + step + 1) % CORNERS], way)
            != 0
            for corner, way in enumerate(ways)
        ]
        for step, ways in enumerate(STEPS)
    ]


def taken_by(matching: Sequence[Sequence[Array]]) -> list[Array]:
    """Return for each of `TAKEN_PLACES` whether the cards there are taken."""
    before, across, after = matching
    beside = [after[corner] | before[(corner + 1) % CORNERS] for corner in range(CORNERS)]
    diagonal = [across[corner] & (before[corner] | after[corner]) for corner in range(CORNERS)]
    return [*beside, *diagonal, beside[0] | beside[1] | beside[2] | beside[3]]


def total(taken: Sequence[Array], worth: Array) -> Array:
    """Return the sum of each place's worth times the chance that it is taken."""
    parts = (
        is_taken * at(worth, place) for is_taken, place in zip(taken, TAKEN_PLACES, strict=True)
    )
    return sum(parts, jnp.zeros_like(worth))


def all_plays(grids: Grids) -> Plays:
    """Return every play of each grid."""
    is_card = grids.faces != NO_FACE
    worth = grids.points.astype(jnp.int16) * RANK_PER_POINT + is_card
    ranks, taken = [], []
    for quarters in PLAY_QUARTERS:
        places = taken_by(matches(grids, quarters))
        ranks.append(jnp.where(is_card, total(places, worth), IMPOSSIBLE))
        taken.append(sum(place.astype(jnp.int16) << bit for bit, place in enumerate(places)))
    tables = worth.shape[-1]
    return Plays(
        jnp.broadcast_to(jnp.arange(PLAYS)[:, None], (PLAYS, tables)),
        jnp.stack(ranks).reshape(PLAYS, tables),
        jnp.stack(taken).reshape(PLAYS, tables),
    )


def best_plays(plays: Plays, values: Array, count: int) -> Plays:
    """Return the `count` plays of each table with the highest values, the best first."""
    best = jnp.argsort(-values, axis=0)[:count]
    return Plays(*(jnp.take_along_axis(each, best, axis=0) for each in plays))


def after_plays(grids: Grids, plays: Plays) -> Grids:
    """Return the grids after one play for each table, before the gaps are filled.

    A play that takes nothing leaves its card as it was.
    """
    cell = plays.numbers % CELLS
    rows = np.arange(SIDE)[:, None, None] - cell // SIDE
    columns = np.arange(SIDE)[:, None] - cell % SIDE
    is_taken = jnp.zeros(grids.faces.shape, bool)
    for bit, (row, column) in enumerate(TAKEN_PLACES):
        is_taken |= (rows == row) & (columns == column) & (plays.taken >> bit & 1 != 0)
    return Grids(*(jnp.where(is_taken, jnp.zeros_like(each), each) for each in grids))
