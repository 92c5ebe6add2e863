"""The grid of cells, and which cards link at the points where cells meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from quincunx.games.quivvit.cards import COLOURS, CORNER_COLOURS, CORNERS, NO_CARD

SIDE: Final = 5
CELLS: Final = SIDE * SIDE
CELL_NAMES: Final = tuple(f"{column}{row + 1}" for row in range(SIDE) for column in "abcde")
"""Row by row: a1 is the top left cell, letters run right, numbers run down."""
CELL_BY_NAME: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}
OUTSIDE: Final = CELLS
"""An extra cell that is always empty: the neighbour of the cells at the edge."""

QuivvitGrid = Sequence[int]
"""The card in each cell and in `OUTSIDE`; `NO_CARD` where nothing can link."""


class Link(msgspec.Struct, frozen=True):
    """The cells that link in one colour at one meeting point, the rotated card's included."""

    colour: str
    cells: tuple[str, ...]


def _around(cell: int, corner: int) -> tuple[int, int, int]:
    """Return the three other cells that meet at a corner of the cell, clockwise."""
    row, column = divmod(cell, SIDE)
    # The meeting point is named after the cell to its bottom right.
    row, column = row + (corner in (2, 3)), column + (corner in (1, 2))
    met = ((row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1))
    # The cell to the top left of the point meets it with its bottom right corner.
    place = (corner + 2) % CORNERS
    first, second, third = (met[(place + step) % CORNERS] for step in (1, 2, 3))
    return _cell(*first), _cell(*second), _cell(*third)


def _cell(row: int, column: int) -> int:
    return row * SIDE + column if 0 <= row < SIDE and 0 <= column < SIDE else OUTSIDE


CELLS_AROUND: Final = tuple(
    tuple(_around(cell, corner) for corner in range(CORNERS)) for cell in range(CELLS)
)
"""By cell and corner, the three other cells that meet there, clockwise."""
# Going clockwise round a meeting point, each card touches it with its next corner.
_CORNERS_AROUND: Final = tuple(
    tuple((corner + step) % CORNERS for step in (1, 2, 3)) for corner in range(CORNERS)
)


def find_links(
    grid: QuivvitGrid, cell: int, card: int, only: int | None = None
) -> list[tuple[int, ...]]:
    """Return, for each linking corner of `card` placed in `cell`, the cells linked with it.

    If `only` is given, no other colour counts. The card diagonally across the meeting point links
    only through one of the two cards between.
    """
    links = []
    for corner, colour in enumerate(CORNER_COLOURS[card]):
        if only is not None and colour != only:
            continue
        before, across, after = CELLS_AROUND[cell][corner]
        shows_before, shows_across, shows_after = _CORNERS_AROUND[corner]
        is_before = CORNER_COLOURS[grid[before]][shows_before] == colour
        is_after = CORNER_COLOURS[grid[after]][shows_after] == colour
        if not is_before and not is_after:
            continue
        cells = [before] if is_before else []
        if CORNER_COLOURS[grid[across]][shows_across] == colour:
            cells.append(across)
        if is_after:
            cells.append(after)
        links.append(tuple(cells))
    return links


def describe_links(
    grid: QuivvitGrid, cell: int, card: int, only: int | None = None
) -> tuple[Link, ...]:
    """Return the links of `card` placed in `cell`, with their colours and the names of cells."""
    links = []
    for colour in CORNER_COLOURS[card]:
        if only is None or colour == only:
            for cells in find_links(grid, cell, card, colour):
                names = tuple(CELL_NAMES[member] for member in sorted((cell, *cells)))
                links.append(Link(COLOURS[colour], names))
    return tuple(links)


def free_link_cells(grid: QuivvitGrid, only: int | None = None) -> list[int]:
    """Return the cells of full squares: four cards showing one colour at their meeting point."""
    return [
        cell
        for cell in range(CELLS)
        if grid[cell] != NO_CARD
        and any(len(cells) == CORNERS - 1 for cells in find_links(grid, cell, grid[cell], only))
    ]
