"""A crossword grid of tiles: its lines and its faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from quincunx.games.pivit.tiles import (
    KINDS,
    PLAIN_KINDS,
    SIX,
    TEXT,
    WILD,
    PivitTiles,
    colour_of,
    design_of,
)

Cell = tuple[int, int]
"""Column and row; columns run right, rows down."""
PivitGrid = Mapping[Cell, int]
PlacedTiles = tuple[tuple[int, int, int], ...]
"""A grid as data: column, row and tile, row by row, with the smallest column and row 0."""
PivitLine = tuple[Cell, ...]

MAX_COORDINATE: Final = 48
"""The largest column or row of a claimed grid: twice the tiles of a hand."""
EMPTY: Final = ".."
"""An empty cell as text."""
MIN_LINE: Final = 3
MIN_LINE_YOUNGER: Final = 2
"""The shortest line in the variation for younger players."""

# Bit sets of plain kinds.
ALL_KINDS: Final = (1 << PLAIN_KINDS) - 1
OF_COLOUR: Final = tuple(
    sum(1 << tile for tile in range(PLAIN_KINDS) if colour_of(tile) == colour)
    for colour in range(SIX)
)
OF_DESIGN: Final = tuple(
    sum(1 << tile for tile in range(PLAIN_KINDS) if design_of(tile) == design)
    for design in range(SIX)
)


class GridFault(msgspec.Struct, frozen=True):
    """One fault of a grid: its reason, the rule it breaks, and where."""

    reason: str
    rule: str
    cells: tuple[Cell, ...] = ()
    tiles: PivitTiles = ()


def min_line_length(younger: bool) -> int:
    return MIN_LINE_YOUNGER if younger else MIN_LINE


def normalise(grid: PivitGrid) -> PlacedTiles:
    """Return the grid as data, moved so that its smallest column and row are 0."""
    if not grid:
        return ()
    left, top = min(x for x, _ in grid), min(y for _, y in grid)
    return tuple(
        (x - left, y - top, tile)
        for (x, y), tile in sorted(grid.items(), key=lambda item: (item[0][1], item[0][0]))
    )


def as_grid(tiles: Iterable[tuple[int, int, int]]) -> dict[Cell, int]:
    return {(x, y): tile for x, y, tile in tiles}


def format_grid(grid: PlacedTiles) -> str:
    """Return the rows from the top down, with `/` between them."""
    cells = as_grid(grid)
    width, height = (1 + max((cell[axis] for cell in cells), default=-1) for axis in (0, 1))
    rows = (
        " ".join(TEXT[cells[x, y]] if (x, y) in cells else EMPTY for x in range(width))
        for y in range(height)
    )
    return " / ".join(re.sub(r"( \.\.)+$", "", row) for row in rows)


def is_placed(value: object) -> bool:
    """Return whether an object is placed tiles, whether or not they are right."""
    return isinstance(value, tuple) and all(
        isinstance(placed, tuple)
        and len(placed) == 3
        and all(type(number) is int for number in placed)
        and 0 <= placed[2] < KINDS
        for placed in value
    )


def lines(grid: PivitGrid) -> Iterator[PivitLine]:
    """Yield every row and column of two or more tiles without a gap."""
    for across, down in ((1, 0), (0, 1)):
        for x, y in sorted(grid):
            if (x - across, y - down) in grid:
                continue
            cells = [(x, y)]
            while (cells[-1][0] + across, cells[-1][1] + down) in grid:
                cells.append((cells[-1][0] + across, cells[-1][1] + down))
            if len(cells) > 1:
                yield tuple(cells)


def pieces(grid: PivitGrid) -> list[set[Cell]]:
    """Return the connected pieces, the largest first."""
    left, found = set(grid), []
    while left:
        piece, frontier = set[Cell](), [left.pop()]
        while frontier:
            x, y = frontier.pop()
            piece.add((x, y))
            neighbours = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= neighbours
            frontier += neighbours
        found.append(piece)
    return sorted(found, key=lambda piece: (-len(piece), min(piece)))


def grid_faults(grid: PivitGrid, hand: PivitTiles, *, pairs_allowed: bool) -> Iterator[GridFault]:
    """Yield every fault of a grid that must hold exactly the tiles of this hand."""
    foreign, unused = _foreign_tiles(grid, hand), _unused_tiles(grid, hand)
    if foreign:
        yield GridFault("foreign", "R3", tiles=foreign)
    line_faults = [
        fault for line in lines(grid) for fault in _line_faults(grid, line, pairs_allowed)
    ]
    yield from line_faults
    if len(found := pieces(grid)) > 1:
        apart = sorted(cell for piece in found[1:] for cell in piece)
        yield GridFault("apart", "R3", tuple(apart))
    # The wild tiles are checked only if every line is right by itself.
    if not line_faults and not foreign and choose_wilds(grid) is None:
        wilds = tuple(sorted(cell for cell, tile in grid.items() if tile == WILD))
        yield GridFault("wild", "R4", wilds)
    if unused:
        yield GridFault("unused", "L68", tiles=unused)


def _foreign_tiles(grid: PivitGrid, hand: PivitTiles) -> PivitTiles:
    left = list(hand)
    return tuple(sorted(tile for tile in grid.values() if not _take(left, tile)))


def _unused_tiles(grid: PivitGrid, hand: PivitTiles) -> PivitTiles:
    left = list(hand)
    for tile in grid.values():
        _take(left, tile)
    return tuple(left)


def _take(left: list[int], tile: int) -> bool:
    if tile not in left:
        return False
    left.remove(tile)
    return True


def _line_faults(grid: PivitGrid, line: PivitLine, pairs_allowed: bool) -> Iterator[GridFault]:
    tiles = [grid[cell] for cell in line if grid[cell] != WILD]
    if len(line) < MIN_LINE and not pairs_allowed:
        yield GridFault("short", "L86a", line)
    colours = {colour_of(tile) for tile in tiles}
    designs = {design_of(tile) for tile in tiles}
    if len(set(tiles)) < len(tiles):
        twice = tuple(cell for cell in line if tiles.count(grid[cell]) > 1)
        yield GridFault("twice", "L86b", twice)
    elif len(colours) > 1 and len(designs) > 1:
        yield GridFault("mixed", "L82", line)
    elif len(line) > SIX:
        yield GridFault("long", "R2", line)


def choose_wilds(grid: PivitGrid) -> dict[Cell, int] | None:
    """Return a kind for each wild tile so that all lines are right, or `None` if there is none."""
    chosen = dict(grid)
    wilds = [cell for cell, tile in grid.items() if tile == WILD]
    through = {wild: [line for line in lines(grid) if wild in line] for wild in wilds}

    def choices(cell: Cell) -> int:
        """Return the kinds that fit at the cell, given the choices for other wild tiles so far."""
        fitting = ALL_KINDS
        for line in through[cell]:
            fitting &= _fitting(chosen, line)
        return fitting

    def choose(open_: list[Cell]) -> bool:
        if not open_:
            return True
        # Choose the wild tile with the fewest options first, to find dead ends early.
        fitting = {cell: choices(cell) for cell in open_}
        cell = min(open_, key=lambda wild: fitting[wild].bit_count())
        for tile in range(PLAIN_KINDS):
            if fitting[cell] >> tile & 1:
                chosen[cell] = tile
                if choose([wild for wild in open_ if wild != cell]):
                    return True
        chosen[cell] = WILD
        return False

    return {cell: chosen[cell] for cell in sorted(wilds)} if choose(wilds) else None


def _fitting(grid: PivitGrid, line: PivitLine) -> int:
    """Return the kinds that a wild tile of the line can stand for, as a bit set."""
    tiles = [tile for cell in line if (tile := grid[cell]) != WILD]
    if not tiles:
        return ALL_KINDS
    fitting, used = 0, 0
    if len({colour_of(tile) for tile in tiles}) == 1:
        fitting |= OF_COLOUR[colour_of(tiles[0])]
    if len({design_of(tile) for tile in tiles}) == 1:
        fitting |= OF_DESIGN[design_of(tiles[0])]
    for tile in tiles:
        used |= 1 << tile
    return fitting & ~used if used.bit_count() == len(tiles) else 0


def can_be_right(grid: PivitGrid, line: PivitLine) -> bool:
    """Return whether some choice for its wild tiles could make the line right."""
    tiles = [tile for cell in line if (tile := grid[cell]) != WILD]
    if len(set(tiles)) < len(tiles):
        return False
    one_colour = len({colour_of(tile) for tile in tiles}) <= 1
    return one_colour or len({design_of(tile) for tile in tiles}) <= 1
