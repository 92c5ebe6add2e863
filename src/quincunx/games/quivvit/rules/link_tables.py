"""Tables that find the cells linked with a card; `grid.find_links` is the definition.

The eight cells around a cell form a *ring*: west first, then clockwise. Corner `c` of the card
meets the ring's cells `2c`, `2c + 1` and `2c + 2`; each of these twelve meetings has one bit.
A *face* is a card without its value: its colours in its orientation.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Final

from quincunx.games.quivvit.cards import (
    COLOURS,
    CORNER_COLOURS,
    CORNERS,
    LAYOUTS,
    ORIENTATIONS,
    VALUES,
)
from quincunx.games.quivvit.grid import CELLS, CELLS_AROUND, OUTSIDE, QuivvitGrid

_FACES: Final = len(LAYOUTS) * ORIENTATIONS
_RING_CELLS: Final = 2 * CORNERS
_MEETINGS_PER_CORNER: Final = 3

_RINGS: Final = tuple(
    tuple(around[place // 2][place % 2] for place in range(_RING_CELLS)) for around in CELLS_AROUND
)
"""By cell, the cells of its ring."""


def linked_cells(
    grid: QuivvitGrid, cell: int, card: int, only: int | None = None
) -> tuple[int, ...]:
    """Return the cells whose cards are taken if `card` is in `cell`; empty if nothing links.

    The cells are in order and include `cell`. If `only` is given, no other colour counts.
    """
    a, b, c, d, e, f, g, h = _RINGS[cell]
    west, northwest, north, northeast, east, southeast, south, southwest = _matches(
        card % _FACES, only
    )
    matching = (
        west[grid[a]]
        | northwest[grid[b]]
        | north[grid[c]]
        | northeast[grid[d]]
        | east[grid[e]]
        | southeast[grid[f]]
        | south[grid[g]]
        | southwest[grid[h]]
    )
    return _taken(cell, _LINKED[matching])


@lru_cache(_FACES * (len(COLOURS) + 1))
def _matches(face: int, only: int | None) -> tuple[tuple[int, ...], ...]:
    """Return, by place in the ring and by the card there, the meetings with the same colour."""
    rows = [[0] * _FACES for _ in range(_RING_CELLS)]
    for corner, step in product(range(CORNERS), range(_MEETINGS_PER_CORNER)):
        colour = CORNER_COLOURS[face][corner]
        if only not in (None, colour):
            continue
        row = rows[(2 * corner + step) % _RING_CELLS]
        # Going clockwise round a meeting point, each card touches it with its next corner.
        other_corner = (corner + 1 + step) % CORNERS
        for other in range(_FACES):
            if CORNER_COLOURS[other][other_corner] == colour:
                row[other] |= 1 << corner * _MEETINGS_PER_CORNER + step
    # The cards repeat the faces once for each value; after them comes `NO_CARD`.
    return tuple([(*row * len(VALUES), 0) for row in rows])


def _linked_at(corner: int, matching: int) -> int:
    """Return the places of the ring that link at a corner, as bits.

    The card across the meeting point links only through one of the two cards between.
    """
    if not matching & 0b101:
        return 0
    places = [step for step in range(_MEETINGS_PER_CORNER) if matching >> step & 1]
    return sum(1 << (2 * corner + step) % _RING_CELLS for step in places)


_LINKED: Final = bytes(
    fourth | third | second | first
    for fourth, third, second, first in product(
        *(
            [_linked_at(corner, matching) for matching in range(2**_MEETINGS_PER_CORNER)]
            for corner in reversed(range(CORNERS))
        )
    )
)
"""By the meetings with the same colour, the places of the ring that link."""


@lru_cache(CELLS << _RING_CELLS)
def _taken(cell: int, linked: int) -> tuple[int, ...]:
    """Return the cell and those of its ring that link, in order."""
    if not linked:
        return ()
    ring = [around for place, around in enumerate(_RINGS[cell]) if linked >> place & 1]
    assert OUTSIDE not in ring, "nothing links outside the grid"
    return tuple(sorted([cell, *ring]))
