"""Grids made quickly, right or wrong: for random play, where the solver would be too much.

A right grid grows from one tile: the tile that is hardest to place comes next, at the end of a line
or in a new line across a tile that lies there. Luck decides between the ways; when nothing fits any
more, it is tried again from the beginning, a few times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from quincunx.games.pivit.grid import MIN_LINE, Cell, PlacedTiles, normalise
from quincunx.games.pivit.tiles import PLAIN_KINDS, SIX, WILD, Tiles, colour_of, design_of

MAX_TRIES: Final = 10
"""How often a right grid is begun. One of them takes a millisecond or two."""
MAX_WAYS: Final = 14
"""How many ways to place a tile are looked at before it is left for later."""
DIRECTIONS: Final = ((1, 0), (0, 1))

Cells = dict[Cell, int]


def any_grid(hand: Tiles, rng: Random) -> PlacedTiles:
    """All tiles in rows of six, right or wrong."""
    tiles = list(hand)
    rng.shuffle(tiles)
    return tuple((number % SIX, number // SIX, tile) for number, tile in enumerate(tiles))


def right_grid(hand: Tiles, rng: Random) -> PlacedTiles | None:
    """A right grid of all tiles, or none if none is found quickly."""
    for _ in range(MAX_TRIES):
        stand_ins = [_stand_in(hand, rng) for tile in hand if tile == WILD]
        left = Counter((*(tile for tile in hand if tile != WILD), *stand_ins))
        grid = _grown(left, rng)
        if len(grid) == len(hand):
            return normalise(_with_wilds(grid, stand_ins))
    return None


def _stand_in(hand: Tiles, rng: Random) -> int:
    """What a wild tile shall be: something that goes with a tile of the hand."""
    mate = rng.choice([tile for tile in hand if tile != WILD] or [*range(PLAIN_KINDS)])
    return rng.choice(_line_mates(mate, by_colour=rng.random() < 0.5))


def _with_wilds(grid: Cells, stand_ins: list[int]) -> Cells:
    wilds, left = dict(grid), list(stand_ins)
    for cell, tile in grid.items():
        if tile in left:
            left.remove(tile)
            wilds[cell] = WILD
    return wilds


def _grown(left: Counter[int], rng: Random) -> Cells:
    """A grid of as many of these tiles as found a place."""
    first = _hardest_first(left, rng)[0]
    grid = {(0, 0): first}
    left -= Counter((first,))
    while left:
        for tile in _hardest_first(left, rng):
            laid = _place(grid, left, tile, rng)
            if laid:
                left -= Counter(laid)
                break
        else:
            break
    return grid


def _hardest_first(left: Counter[int], rng: Random) -> list[int]:
    """The tiles by how few go with them, with a little luck; one that is there twice is harder."""
    colours = Counter(map(colour_of, left))
    designs = Counter(map(design_of, left))

    def ease(tile: int) -> float:
        ways = sorted((colours[colour_of(tile)], designs[design_of(tile)]))
        return 2 * ways[1] + ways[0] - 1.5 * left[tile] + 4 * rng.random()

    return sorted(left, key=ease)


def _place(grid: Cells, left: Counter[int], tile: int, rng: Random) -> tuple[int, ...]:
    """Lays the tile at the end of a line, or a new line with it; the tiles that are then laid."""
    ways = [*_ways(grid, tile)]
    rng.shuffle(ways)
    for cell, step, across in ways[:MAX_WAYS]:
        tiles = _new_line(grid[cell], tile, left, rng) if across else [tile]
        before = int(rng.random() * (len(tiles) + 1)) if across else 0
        if len(tiles) + across >= MIN_LINE or not across:
            cells = _cells_of_line(cell, step, len(tiles), before)
            if _lay(grid, cells, tiles):
                return tuple(tiles)
    return ()


def _ways(grid: Cells, tile: int) -> Iterator[tuple[Cell, Cell, bool]]:
    """Beside which tiles this one may go, to which side, and whether as a new line across it.

    A line across is listed twice: there it has a choice of tiles and places.
    """
    for (x, y), mate in grid.items():
        if mate == tile or not _alike(mate, tile):
            continue
        for across, down in DIRECTIONS:
            before, after = (x - across, y - down), (x + across, y + down)
            if before not in grid and after not in grid:
                yield from [((x, y), (across, down), True)] * 2
            if after not in grid:
                yield (x, y), (across, down), False
            if before not in grid:
                yield (x, y), (-across, -down), False


def _new_line(across: int, tile: int, left: Counter[int], rng: Random) -> list[int]:
    """The tile and some others that make a line with the one that is crossed, in any order."""
    mates = _line_mates(tile, by_colour=colour_of(across) == colour_of(tile))
    others = [mate for mate in mates if mate not in (across, tile) and left[mate]]
    rng.shuffle(others)
    line = [tile, *others[: 1 + int(rng.random() * 4)]]
    rng.shuffle(line)
    return line


def _cells_of_line(cell: Cell, step: Cell, count: int, before: int) -> list[Cell]:
    """So many cells on both sides of a cell, so many of them before it."""
    places = [place for place in range(-before, count - before + 1) if place]
    return [(cell[0] + step[0] * place, cell[1] + step[1] * place) for place in places]


def _lay(grid: Cells, cells: list[Cell], tiles: list[int]) -> bool:
    """Lays the tiles if all lines are right then."""
    if any(cell in grid for cell in cells):
        return False
    grid.update(zip(cells, tiles, strict=True))
    if all(_is_right(grid, cell, step) for cell in cells for step in DIRECTIONS):
        return True
    for cell in cells:
        del grid[cell]
    return False


def _is_right(grid: Cells, cell: Cell, step: Cell) -> bool:
    """Whether the line through the cell is right, or none."""
    (x, y), (across, down) = cell, step
    while (x - across, y - down) in grid:
        x, y = x - across, y - down
    tiles = []
    while (x, y) in grid:
        tiles.append(grid[x, y])
        x, y = x + across, y + down
    if len(tiles) == 1:
        return True
    if not MIN_LINE <= len(tiles) <= SIX or len(set(tiles)) < len(tiles):
        return False
    return len({*map(colour_of, tiles)}) == 1 or len({*map(design_of, tiles)}) == 1


def _alike(one: int, other: int) -> bool:
    return colour_of(one) == colour_of(other) or design_of(one) == design_of(other)


def _line_mates(tile: int, *, by_colour: bool) -> range:
    """All tiles of its colour, or of its design."""
    if by_colour:
        return range(tile - design_of(tile), tile - design_of(tile) + SIX)
    return range(design_of(tile), PLAIN_KINDS, SIX)
