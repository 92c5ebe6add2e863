"""Random grids for random play, where the solver would be too slow.

A correct grid grows from one tile: the tile that is hardest to place comes next, at the end of a
line or in a new line across a placed tile. The way is chosen at random. When no tile fits any more,
the grid is started again, a few times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Final

from quincunx.games.pivit.grid import MIN_LINE, Cell, PlacedTiles, normalise
from quincunx.games.pivit.tiles import PLAIN_KINDS, SIX, WILD, PivitTiles, colour_of, design_of

MAX_TRIES: Final = 10
"""How often a correct grid is started. Each start takes a millisecond or two."""
MAX_WAYS: Final = 14
"""How many ways to place a tile are tried before it is left for later."""
DIRECTIONS: Final = ((1, 0), (0, 1))

Cells = dict[Cell, int]


def any_grid(hand: PivitTiles, rng: Random) -> PlacedTiles:
    """Return all tiles in rows of six, correct or not."""
    tiles = list(hand)
    rng.shuffle(tiles)
    return tuple((number % SIX, number // SIX, tile) for number, tile in enumerate(tiles))


def correct_grid(hand: PivitTiles, rng: Random) -> PlacedTiles | None:
    """Return a correct grid of all tiles, or `None` if none is found quickly."""
    for _ in range(MAX_TRIES):
        wild_kinds = [_choose_wild(hand, rng) for tile in hand if tile == WILD]
        left = Counter((*(tile for tile in hand if tile != WILD), *wild_kinds))
        grid = _grow(left, rng)
        if len(grid) == len(hand):
            return normalise(_with_wilds(grid, wild_kinds))
    return None


def _choose_wild(hand: PivitTiles, rng: Random) -> int:
    """Choose what a wild tile stands for: a kind that matches a tile of the hand."""
    mate = rng.choice([tile for tile in hand if tile != WILD] or [*range(PLAIN_KINDS)])
    return rng.choice(_line_mates(mate, by_colour=rng.random() < 0.5))


def _with_wilds(grid: Cells, wild_kinds: list[int]) -> Cells:
    wilds, left = dict(grid), list(wild_kinds)
    for cell, tile in grid.items():
        if tile in left:
            left.remove(tile)
            wilds[cell] = WILD
    return wilds


def _grow(left: Counter[int], rng: Random) -> Cells:
    """Return a grid of as many of these tiles as could be placed."""
    first = _hardest_first(left, rng)[0]
    grid = {(0, 0): first}
    left -= Counter((first,))
    while left:
        for tile in _hardest_first(left, rng):
            placed_tiles = _place(grid, left, tile, rng)
            if placed_tiles:
                left -= Counter(placed_tiles)
                break
        else:
            break
    return grid


def _hardest_first(left: Counter[int], rng: Random) -> list[int]:
    """Sort kinds by how few others match them, with some randomness; duplicates are harder."""
    colours = Counter(map(colour_of, left))
    designs = Counter(map(design_of, left))

    def ease(tile: int) -> float:
        ways = sorted((colours[colour_of(tile)], designs[design_of(tile)]))
        return 2 * ways[1] + ways[0] - 1.5 * left[tile] + 4 * rng.random()

    return sorted(left, key=ease)


def _place(grid: Cells, left: Counter[int], tile: int, rng: Random) -> tuple[int, ...]:
    """Place the tile at the end of a line or in a new line; return the tiles that were placed."""
    ways = [*_ways(grid, tile)]
    rng.shuffle(ways)
    for cell, step, across in ways[:MAX_WAYS]:
        tiles = _new_line(grid[cell], tile, left, rng) if across else [tile]
        before = int(rng.random() * (len(tiles) + 1)) if across else 0
        if len(tiles) + across >= MIN_LINE or not across:
            cells = _cells_of_line(cell, step, len(tiles), before)
            if _place_line(grid, cells, tiles):
                return tuple(tiles)
    return ()


def _ways(grid: Cells, tile: int) -> Iterator[tuple[Cell, Cell, bool]]:
    """Yield a neighbour of the tile, the direction, and whether a new line crosses the neighbour.

    A crossing line is yielded twice, because it allows a choice of tiles and places.
    """
    for (x, y), mate in grid.items():
        if mate == tile or not _match(mate, tile):
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
    """Return the tile and some others that form a line with the crossed tile, in random order."""
    mates = _line_mates(tile, by_colour=colour_of(across) == colour_of(tile))
    others = [mate for mate in mates if mate not in (across, tile) and left[mate]]
    rng.shuffle(others)
    line = [tile, *others[: 1 + int(rng.random() * 4)]]
    rng.shuffle(line)
    return line


def _cells_of_line(cell: Cell, step: Cell, count: int, before: int) -> list[Cell]:
    """Return `count` cells of a line around a cell, `before` of them in front of it."""
    places = [place for place in range(-before, count - before + 1) if place]
    return [(cell[0] + step[0] * place, cell[1] + step[1] * place) for place in places]


def _place_line(grid: Cells, cells: list[Cell], tiles: list[int]) -> bool:
    """Place the tiles if all lines are right with them."""
    if any(cell in grid for cell in cells):
        return False
    grid.update(zip(cells, tiles, strict=True))
    if all(_is_right(grid, cell, step) for cell in cells for step in DIRECTIONS):
        return True
    for cell in cells:
        del grid[cell]
    return False


def _is_right(grid: Cells, cell: Cell, step: Cell) -> bool:
    """Return whether the line through the cell is right, or has only one tile."""
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


def _match(one: int, other: int) -> bool:
    return colour_of(one) == colour_of(other) or design_of(one) == design_of(other)


def _line_mates(tile: int, *, by_colour: bool) -> range:
    """Return all kinds of its colour, or of its design."""
    if by_colour:
        return range(tile - design_of(tile), tile - design_of(tile) + SIX)
    return range(design_of(tile), PLAIN_KINDS, SIX)
