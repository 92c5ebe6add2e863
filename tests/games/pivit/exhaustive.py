"""Lay small hands exhaustively: try every shape of a grid, and every tile in each cell.

Shapes are grown cell by cell; few are left in which no row or column has exactly two cells, as the
rules for older players demand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from quincunx.games.pivit.grid import Cell, grid_faults, lines
from quincunx.games.pivit.tiles import WILD, PivitTiles, colour_of, design_of

Shape = tuple[Cell, ...]


@cache
def shapes(size: int, shortest: int = 3) -> tuple[Shape, ...]:
    """Return all connected shapes with this many cells and no line that is too short."""
    found: set[Shape] = {((0, 0),)}
    for _ in range(size - 1):
        found = {_from_nought((*shape, cell)) for shape in found for cell in _around(shape)}
    return tuple(
        shape for shape in sorted(found) if _can_be_right(shape, shortest) and not _turned(shape)
    )


def _around(shape: Shape) -> Iterator[Cell]:
    for x, y in shape:
        yield from ({(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} - {*shape})


def _from_nought(cells: Shape) -> Shape:
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return tuple(sorted((x - left, y - top) for x, y in cells))


def _turned(shape: Shape) -> bool:
    """Return whether the transposed shape represents this one."""
    return tuple(sorted((y, x) for x, y in shape)) < shape


def _can_be_right(shape: Shape, shortest: int) -> bool:
    grid = dict.fromkeys(shape, 0)
    return all(shortest <= len(line) <= 6 for line in lines(grid))


def can_be_laid(hand: PivitTiles, shortest: int = 3) -> bool:
    return any(_fits(shape, hand, shortest) for shape in shapes(len(hand), shortest))


@cache
def _through(shape: Shape) -> dict[Cell, list[Shape]]:
    """Return by cell the lines through it."""
    found = [*lines(dict.fromkeys(shape, 0))]
    return {cell: [line for line in found if cell in line] for cell in shape}


def _fits(shape: Shape, hand: PivitTiles, shortest: int) -> bool:
    through = _through(shape)

    def fill(grid: dict[Cell, int], left: PivitTiles) -> bool:
        if not left:
            return next(grid_faults(grid, hand, pairs_allowed=shortest == 2), None) is None
        cell = shape[len(grid)]
        for tile in sorted({*left}):
            grid[cell] = tile
            place = left.index(tile)
            rest = (*left[:place], *left[place + 1 :])
            if all(_may_be_right(grid, line) for line in through[cell]) and fill(grid, rest):
                return True
            del grid[cell]
        return False

    return fill({}, hand)


def _may_be_right(grid: dict[Cell, int], line: Shape) -> bool:
    tiles = [grid[cell] for cell in line if grid.get(cell, WILD) != WILD]
    if len({*tiles}) < len(tiles):
        return False
    return len({*map(colour_of, tiles)}) <= 1 or len({*map(design_of, tiles)}) <= 1
