"""Check grids by brute force: try every kind for every wild tile."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from types import FrameType
from typing import Any, Final, TypeVar

from quincunx.games.pivit.grid import Cell, PivitGrid

T = TypeVar("T")

WILD: Final = 36


def is_right(grid: PivitGrid, *, pairs_allowed: bool = False) -> bool:
    """Return whether some choice for the wild tiles makes one connected piece of right lines."""
    shortest = 2 if pairs_allowed else 3
    if not is_one_piece(grid) or any(not shortest <= len(run) <= 6 for run in runs(grid)):
        return False
    wilds = [cell for cell, tile in grid.items() if tile == WILD]
    return any(
        all(matches([chosen[cell] for cell in run]) for run in runs(grid))
        for tiles in product(range(36), repeat=len(wilds))
        for chosen in [{**grid, **dict(zip(wilds, tiles, strict=True))}]
    )


def matches(tiles: Sequence[int]) -> bool:
    """Return whether two or more plain tiles match as a line of any length."""
    colours, designs = {tile // 6 for tile in tiles}, {tile % 6 for tile in tiles}
    return sorted([len(colours), len(designs)]) == [1, len(tiles)]


def runs(grid: PivitGrid) -> Iterator[list[Cell]]:
    """Yield every row and column of two or more adjacent tiles."""
    for axis in (0, 1):
        run: list[Cell] = []
        for cell in sorted(grid, key=lambda cell: (cell[1 - axis], cell[axis])):
            if run and _next_to(run[-1], axis) != cell:
                if len(run) > 1:
                    yield run
                run = []
            run.append(cell)
        if len(run) > 1:
            yield run


def _next_to(cell: Cell, axis: int) -> Cell:
    return (cell[0] + 1, cell[1]) if axis == 0 else (cell[0], cell[1] + 1)


def is_one_piece(grid: PivitGrid) -> bool:
    """Return whether the grid is connected: neighbours get the same label until nothing changes."""
    piece = {cell: number for number, cell in enumerate(sorted(grid))}
    for _ in grid:
        for run in runs(grid):
            for one, other in [*pairwise(run), *pairwise(reversed(run))]:
                piece[other] = min(piece[one], piece[other])
    return len(set(piece.values())) <= 1


class TooMuchWork(AssertionError):
    """A call takes more steps than allowed."""


def with_little_work(act: Callable[[], T], steps: int = 100_000) -> T:
    """Return the result of a call, or raise if it makes more function calls than allowed."""
    left = steps

    def count(frame: FrameType, event: str, arg: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooMuchWork(f"more than {steps} steps")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        return act()
    finally:
        sys.setprofile(before)
