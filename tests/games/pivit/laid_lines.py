"""The lines of correct grids: the truth that no proof may exclude."""

from __future__ import annotations

from collections import Counter

from quincunx.games.pivit.grid import PivitGrid, lines
from quincunx.games.pivit.proofs import FAMILIES
from quincunx.games.pivit.proofs.arrangement_checker import LineCase, Use
from quincunx.games.pivit.proofs.work import Work
from quincunx.games.pivit.tiles import TEXT, TILE


def grid_of(text: str) -> PivitGrid:
    """Return the grid with these rows, which are separated by slashes; `..` is an empty cell."""
    return {
        (x, y): TILE[tile]
        for y, row in enumerate(text.split("/"))
        for x, tile in enumerate(row.split())
        if tile != ".."
    }


def families_of_lines(grid: PivitGrid) -> dict[tuple[tuple[int, int], ...], str]:
    """Return the family of each line of a correct grid without wild tiles, in their order."""
    families = {
        line: set.intersection(*({*TEXT[grid[cell]]} for cell in line)).pop()
        for line in lines(grid)
    }
    return dict(sorted(families.items(), key=lambda item: FAMILIES.index(item[1])))


def numbers_of_lines(grid: PivitGrid) -> dict[str, int]:
    """Return for each family the number of its lines."""
    found = [*families_of_lines(grid).values()]
    return {family: found.count(family) for family in FAMILIES}


def laid_case(grid: PivitGrid, shortest: int = 3) -> LineCase:
    """Return the case of the lines of a correct grid, with all its tiles in them."""
    families = families_of_lines(grid)
    used: dict[int, list[tuple[int, ...]]] = {}
    for cell, tile in grid.items():
        used.setdefault(tile, []).append(
            tuple(number for number, line in enumerate(families) if cell in line)
        )
    uses: dict[int, Use] = {kind: tuple(sorted(use)) for kind, use in used.items()}
    return LineCase(Counter(grid.values()), "".join(families.values()), shortest, uses, Work())
