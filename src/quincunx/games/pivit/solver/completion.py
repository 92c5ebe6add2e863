"""Decide exactly whether a grid that has been started can be completed, where that is possible.

It is possible in two cases: the placed tiles have a fault that no further tile can mend, or so few
tiles are left that every way to add them can be tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from quincunx.games.pivit.grid import (
    Cell,
    GridFault,
    PivitGrid,
    PivitLine,
    PlacedTiles,
    can_be_right,
    grid_faults,
)
from quincunx.games.pivit.tiles import SIX, PivitTiles

MAX_TILES_TRIED: Final = 5
"""If more tiles than this are left, there are too many ways to try."""
MAX_GRIDS_TRIED: Final = 20_000
"""After this many grids, about a second, the search gives up."""
PERMANENT_FAULTS: Final = frozenset({"twice", "mixed", "long", "wild"})
"""Faults that stay, since lines only grow; short lines and separate pieces can be mended."""


def permanent_fault(started: PivitGrid) -> GridFault | None:
    """Return a fault of the placed tiles that no further tile can mend, or `None`."""
    hand = tuple(sorted(started.values()))
    found = grid_faults(started, hand, pairs_allowed=True)
    return next((fault for fault in found if fault.reason in PERMANENT_FAULTS), None)


class CompletionResult(NamedTuple):
    """A correct grid of all tiles, if found; `decided` if one was found or every way was tried."""

    grid: PlacedTiles | None
    decided: bool


def try_all_completions(
    hand: PivitTiles, started: PivitGrid, *, pairs_allowed: bool
) -> CompletionResult:
    """Add the rest of the hand to the placed tiles in every way that can be right."""
    rest = list(hand)
    for tile in started.values():
        rest.remove(tile)
    if len(rest) > MAX_TILES_TRIED:
        return CompletionResult(None, decided=False)
    seen: set[frozenset[tuple[Cell, int]]] = set()
    open_: list[tuple[dict[Cell, int], PivitTiles]] = [(dict(started), tuple(sorted(rest)))]
    while open_:
        grid, others = open_.pop()
        if not others and next(grid_faults(grid, hand, pairs_allowed=pairs_allowed), None) is None:
            shown = sorted(grid.items(), key=lambda item: (item[0][1], item[0][0]))
            return CompletionResult(tuple((x, y, tile) for (x, y), tile in shown), decided=True)
        for larger, fewer in _add_one_tile(grid, others):
            key = frozenset(larger.items())
            if key not in seen:
                seen.add(key)
                open_.append((larger, fewer))
        if len(seen) > MAX_GRIDS_TRIED:
            return CompletionResult(None, decided=False)
    return CompletionResult(None, decided=True)


def _add_one_tile(
    grid: dict[Cell, int], rest: PivitTiles
) -> Iterator[tuple[dict[Cell, int], PivitTiles]]:
    """Yield every way to place one of these tiles next to the placed ones."""
    for number, tile in enumerate(rest):
        if tile in rest[:number]:
            continue
        fewer = (*rest[:number], *rest[number + 1 :])
        for cell in _free_neighbours(grid):
            larger = {**grid, cell: tile}
            if all(_line_can_be_right(larger, line) for line in _lines_through(larger, cell)):
                yield larger, fewer


def _free_neighbours(grid: PivitGrid) -> set[Cell]:
    return {
        near
        for x, y in grid
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        if near not in grid
    }


def _lines_through(grid: PivitGrid, cell: Cell) -> Iterator[PivitLine]:
    """Yield the row and the column of a cell."""
    for across, down in ((1, 0), (0, 1)):
        x, y = cell
        while (x - across, y - down) in grid:
            x, y = x - across, y - down
        line = [(x, y)]
        while (line[-1][0] + across, line[-1][1] + down) in grid:
            line.append((line[-1][0] + across, line[-1][1] + down))
        yield tuple(line)


def _line_can_be_right(grid: PivitGrid, line: PivitLine) -> bool:
    return len(line) <= SIX and can_be_right(grid, line)
