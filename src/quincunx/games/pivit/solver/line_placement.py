"""Lay lines out as a grid when it is known which tiles they contain and where they cross."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from quincunx.games.pivit.grid import Cell
from quincunx.games.pivit.solver.budget import Budget

TileLines = tuple[int, ...]
"""The line that contains a tile, or the two lines that cross there."""
TileCells = Mapping[int, Cell]


def place_lines(
    tiles: Sequence[TileLines], is_row: Sequence[bool], budget: Budget
) -> TileCells | None:
    """Return a cell for each tile so that the lines are as given and connected, or `None`.

    Lines that cross must be a row and a column.
    """
    return _Placement(tiles, is_row, budget).solve()


class _Placement:
    """A search that places line by line, each across one that was placed before."""

    def __init__(self, tiles: Sequence[TileLines], is_row: Sequence[bool], budget: Budget) -> None:
        self._tiles = tiles
        self._is_row = is_row
        self._budget = budget
        self._line_tiles = [
            [tile for tile, lines in enumerate(tiles) if line in lines]
            for line in range(len(is_row))
        ]

    def solve(self) -> TileCells | None:
        # The line with the most crossings leaves the fewest ways for the others.
        first = max(range(len(self._is_row)), key=lambda line: len(self._crossings(line)))
        others = frozenset(range(len(self._is_row))) - {first}
        start = self._line_tiles[first][0]
        for more in self._ways(first, {start: (0, 0)}):
            cells = self._place_others({start: (0, 0), **more}, others)
            if cells is not None:
                return cells
        return None

    def _crossings(self, line: int) -> list[int]:
        return [tile for tile in self._line_tiles[line] if len(self._tiles[tile]) == 2]

    def _place_others(self, cells: TileCells, lines: frozenset[int]) -> TileCells | None:
        """Place the remaining lines; the one with the fewest possible ways comes next."""
        if not lines:
            return cells
        fewest: list[TileCells] | None = None
        chosen = 0
        for line in lines:
            if any(tile in cells for tile in self._line_tiles[line]):
                ways = [*self._ways(line, cells)]
                if fewest is None or len(ways) < len(fewest):
                    fewest, chosen = ways, line
                if not ways:
                    return None
        for more in fewest or ():
            found = self._place_others({**cells, **more}, lines - {chosen})
            if found is not None:
                return found
        return None

    def _ways(self, line: int, cells: TileCells) -> Iterator[TileCells]:
        """Yield every possible way to place the tiles of a line that are not placed yet.

        Tiles that are in no other line are interchangeable.
        """
        tiles = self._line_tiles[line]
        across = 0 if self._is_row[line] else 1
        placed = [cells[tile] for tile in tiles if tile in cells]
        if len({cell[1 - across] for cell in placed}) > 1:
            return
        crossing = [tile for tile in self._crossings(line) if tile not in cells]
        single = [tile for tile in tiles if tile not in cells and tile not in crossing]
        taken = {cell: tile for tile, cell in cells.items()}
        first = min(cell[across] for cell in placed)
        last = max(cell[across] for cell in placed)
        for start in range(last - len(tiles) + 1, first + 1):
            numbers = range(start, start + len(tiles))
            fixed = placed[0][1 - across]
            run = [(number, fixed) if across == 0 else (fixed, number) for number in numbers]
            free = [cell for cell in run if cell not in taken]
            if len(free) != len(crossing) + len(single):
                continue
            for chosen in permutations(free, len(crossing)):
                self._budget.spend()
                rest = [cell for cell in free if cell not in chosen]
                more = dict(zip((*crossing, *single), (*chosen, *rest), strict=True))
                if all(self._is_free_beside(tile, cell, taken) for tile, cell in more.items()):
                    yield more

    def _is_free_beside(self, tile: int, cell: Cell, taken: Mapping[Cell, int]) -> bool:
        """Return whether all tiles beside the cell share a line with the tile."""
        x, y = cell
        return all(
            beside not in taken or {*self._tiles[taken[beside]]} & {*self._tiles[tile]}
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        )
