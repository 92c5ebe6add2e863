"""A grid grown from one tile, thousands of times a second: plain loops, compiled where possible.

Whoever imports this waits for numba. A board is an array of cells, each the kind of its tile or
`EMPTY`; wild tiles lie there as what they stand for. A tile's neighbours are one cell, or a whole
row, `ROW`, away.

Numba's cache looks at a function's own file only: a change here asks for one in `search` too.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from quincunx.core.support.jit import jit

Array = npt.NDArray[np.int64]

SIX: Final = 6
PLAIN_KINDS: Final = 36
EMPTY: Final = -1
ROW_STRIDE: Final = 96
MARGIN: Final = 36
"""A grid begins so far from the edge that 24 tiles do not reach it."""
CENTRE_CELL: Final = ROW_STRIDE * MARGIN + MARGIN
MAX_WAYS: Final = 14
"""How many ways to place a tile are looked at before it is left for later."""
ACROSS: Final = 4
"""The way of a new line across a tile; less than this: the side of it where a tile is added."""
RANDOM_EASE: Final = 40
"""How much chance there is in what counts as the hardest tile."""


@jit
def random_below(seed: Array, bound: int) -> int:
    """A random number from nought to below the bound."""
    seed[0] = (seed[0] * 1103515245 + 12345) & 0x7FFFFFFF
    return int((seed[0] >> 8) % bound)


@jit
def is_line_right(board: Array, cell: int, step: int, shortest: int) -> bool:
    """Whether the line through the cell is right, or none."""
    while board[cell - step] != EMPTY:
        cell -= step
    length = seen = colours = designs = 0
    while board[cell] != EMPTY:
        tile = board[cell]
        if seen >> tile & 1:
            return False
        seen |= 1 << tile
        colours |= 1 << tile // SIX
        designs |= 1 << tile % SIX
        length += 1
        cell += step
    if length == 1:
        return True
    one = colours & (colours - 1) == 0 or designs & (designs - 1) == 0
    return one and shortest <= length <= SIX


@jit
def side_step(number: int) -> int:
    """The four sides of a cell, as steps: right, down, left, up."""
    step = ROW_STRIDE if number % 2 else 1
    return step if number < 2 else -step


@jit
def lay(
    board: Array,
    cells: Array,
    laid: int,
    line: Array,
    count: int,
    start: int,
    step: int,
    least: int,
) -> bool:
    """Lays a line's tiles from a cell on, around what lies there, if all lines are right then."""
    cell = start
    for number in range(count):
        while board[cell] != EMPTY:
            cell += step
        board[cell] = line[number]
        cells[laid + number] = cell
    right = is_line_right(board, start, step, least)
    across = 1 if abs(step) == ROW_STRIDE else ROW_STRIDE
    number = 0
    while right and number < count:
        right = is_line_right(board, cells[laid + number], across, least)
        number += 1
    if not right:
        for number in range(count):
            board[cells[laid + number]] = EMPTY
    return right


@jit
def hardest_first(left: Array, trouble: Array, seed: Array, order: Array) -> int:
    """The kinds that are left, by how few go with them; one that is left twice is harder."""
    colours = np.zeros(SIX, np.int64)
    designs = np.zeros(SIX, np.int64)
    for tile in range(PLAIN_KINDS):
        if left[tile]:
            colours[tile // SIX] += 1
            designs[tile % SIX] += 1
    ease = np.empty(PLAIN_KINDS, np.int64)
    count = 0
    for tile in range(PLAIN_KINDS):
        if left[tile]:
            more, fewer = colours[tile // SIX], designs[tile % SIX]
            if more < fewer:
                more, fewer = fewer, more
            value = (
                20 * more
                + 10 * fewer
                - 15 * left[tile]
                - trouble[tile]
                + random_below(seed, RANDOM_EASE)
            )
            place = count
            while place and ease[place - 1] > value:
                ease[place], order[place] = ease[place - 1], order[place - 1]
                place -= 1
            ease[place], order[place] = value, tile
            count += 1
    return count


@jit
def find_ways(board: Array, cells: Array, laid: int, tile: int, ways: Array) -> int:
    """Beside which tiles this one may go, and how. A line across is listed twice."""
    count = 0
    for place in range(laid):
        cell = cells[place]
        mate = board[cell]
        if mate == tile or (mate // SIX != tile // SIX and mate % SIX != tile % SIX):
            continue
        for number in range(4):
            if board[cell + side_step(number)] == EMPTY:
                ways[count] = place * 8 + number
                count += 1
        for number in range(2):
            step = side_step(number)
            if board[cell + step] == EMPTY and board[cell - step] == EMPTY:
                ways[count] = ways[count + 1] = place * 8 + ACROSS + number
                count += 2
    return count


@jit
def new_line(mate: int, tile: int, left: Array, seed: Array, line: Array) -> int:
    """The tile and some others that make a line with the one that is crossed, in any order."""
    line[0] = tile
    count = 1
    wanted = 2 + random_below(seed, 4)
    first = random_below(seed, SIX)
    by_colour = mate // SIX == tile // SIX
    for number in range(SIX):
        place = (first + number) % SIX
        other = tile - tile % SIX + place if by_colour else place * SIX + tile % SIX
        if count < wanted and left[other] and other not in (tile, mate):
            at = random_below(seed, count + 1)
            line[count] = line[at]
            line[at] = other
            count += 1
    return count


@jit
def place_tile(
    board: Array, cells: Array, laid: int, tile: int, left: Array, least: int, seed: Array
) -> int:
    """Lays the tile at the end of a line, or a new line with it; how many tiles that took."""
    ways = np.empty(8 * (laid + 1), np.int64)
    line = np.empty(SIX, np.int64)
    many = find_ways(board, cells, laid, tile, ways)
    for _ in range(min(many, MAX_WAYS)):
        chosen = random_below(seed, many)
        way = ways[chosen]
        many -= 1
        ways[chosen] = ways[many]
        cell = cells[way // 8]
        if way % 8 < ACROSS:
            line[0] = tile
            step, count, before = side_step(way % 8), 1, 0
        else:
            step = side_step(way % 8 - ACROSS)
            count = new_line(board[cell], tile, left, seed, line)
            before = random_below(seed, count + 1)
        start = cell
        for _ in range(before):
            start -= step
            if board[start] != EMPTY:
                count = 0
        if count and lay(board, cells, laid, line, count, start, step, least):
            for number in range(count):
                left[line[number]] -= 1
            return count
    return 0


@jit
def grow(
    board: Array, cells: Array, laid: int, left: Array, trouble: Array, least: int, seed: Array
) -> int:
    """Lays what is left beside what lies there, as far as it goes; how many tiles lie then."""
    order = np.empty(PLAIN_KINDS, np.int64)
    count = hardest_first(left, trouble, seed, order)
    if laid == 0 and count:
        board[CENTRE_CELL] = order[0]
        cells[0] = CENTRE_CELL
        left[order[0]] -= 1
        laid = 1
        count = hardest_first(left, trouble, seed, order)
    number = 0
    while number < count:
        more = place_tile(board, cells, laid, order[number], left, least, seed)
        laid += more
        number += 1
        if more:
            count = hardest_first(left, trouble, seed, order)
            number = 0
    return laid
