"""The grid of cells, and which cards link round the points where they meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from quincunx.games.quivvit.cards import COLOURS, CORNERS, NO_CARD, SHOWS

SIDE: Final = 5
CELLS: Final = SIDE * SIDE
NAMES: Final = tuple(f"{column}{row + 1}" for row in range(SIDE) for column in "abcde")
"""Row by row: a1 is the top left, letters run right, numbers down."""
CELL: Final = {name: cell for cell, name in enumerate(NAMES)}
OUTSIDE: Final = CELLS
"""A grid has one more place, always empty: the neighbour of a cell at the edge."""

Grid = Sequence[int]
"""The card of each cell and of `OUTSIDE`; `NO_CARD` where nothing can link."""


class Link(msgspec.Struct, frozen=True):
    """Squares of one colour round one meeting point, the rotated card's among them."""

    colour: str
    cells: tuple[str, ...]


def _around(cell: int, corner: int) -> tuple[int, int, int]:
    """The three cells met at that corner, clockwise."""
    row, column = divmod(cell, SIDE)
    # The meeting point, as the top left corner of the cell to its bottom right.
    row, column = row + (corner in (2, 3)), column + (corner in (1, 2))
    met = ((row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1))
    # Seen from the point, a card that shows its bottom right lies to the top left.
    place = (corner + 2) % CORNERS
    first, second, third = (met[(place + step) % CORNERS] for step in (1, 2, 3))
    return _cell(*first), _cell(*second), _cell(*third)


def _cell(row: int, column: int) -> int:
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else OUTSIDE


AROUND: Final = tuple(
    tuple(_around(cell, corner) for corner in range(CORNERS)) for cell in range(CELLS)
)
"""By cell and corner."""
# Clockwise round a point each card shows the next of its own corners.
_CORNERS: Final = tuple(
    tuple((corner + step) % CORNERS for step in (1, 2, 3)) for corner in range(CORNERS)
)


def linked(grid: Grid, cell: int, card: int, only: int | None = None) -> list[tuple[int, ...]]:
    """For each corner of `card` that links, lying in `cell`, the cells linked with it there.

    `only` is the one colour that counts. The card that lies across the point links through one of
    the two between.
    """
    links = []
    for corner, colour in enumerate(SHOWS[card]):
        if only is not None and colour != only:
            continue
        before, across, after = AROUND[cell][corner]
        shows_before, shows_across, shows_after = _CORNERS[corner]
        is_before = SHOWS[grid[before]][shows_before] == colour
        is_after = SHOWS[grid[after]][shows_after] == colour
        if not is_before and not is_after:
            continue
        cells = [before] if is_before else []
        if SHOWS[grid[across]][shows_across] == colour:
            cells.append(across)
        if is_after:
            cells.append(after)
        links.append(tuple(cells))
    return links


def taken(cell: int, links: Sequence[tuple[int, ...]]) -> list[int]:
    """The cells whose cards are taken, in order; none if nothing links."""
    return sorted({cell}.union(*links)) if links else []


def described(grid: Grid, cell: int, card: int, only: int | None = None) -> tuple[Link, ...]:
    """The same links, each with its colour and all of its cells."""
    links = []
    for colour in SHOWS[card]:
        if only is None or colour == only:
            for cells in linked(grid, cell, card, colour):
                names = tuple(NAMES[member] for member in sorted((cell, *cells)))
                links.append(Link(COLOURS[colour], names))
    return tuple(links)


def free_links(grid: Grid, only: int | None = None) -> list[int]:
    """The cells whose cards belong to a full square: four cards round a point, one colour."""
    return [
        cell
        for cell in range(CELLS)
        if grid[cell] != NO_CARD
        and any(len(cells) == CORNERS - 1 for cells in linked(grid, cell, grid[cell], only))
    ]
