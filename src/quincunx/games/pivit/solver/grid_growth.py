"""Grow a random grid from one tile, thousands of times a second, in compiled loops.

A board is an array of cells that hold the kind of a tile or `EMPTY`; wild tiles are stored as
the kinds they stand for. The neighbours of a cell are one cell or one row, `ROW_STRIDE`, away.

Numba's cache notices changes only in a function's own file, so after a change here edit `search`
as well.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from quincunx.core.support.arrays import IntArray
from quincunx.core.support.jit import jit

SIX: Final = 6
PLAIN_KINDS: Final = 36
EMPTY: Final = -1
ROW_STRIDE: Final = 96
MARGIN: Final = 36
"""The distance of the first tile from the edges: 24 tiles cannot reach them."""
CENTRE_CELL: Final = ROW_STRIDE * MARGIN + MARGIN
MAX_WAYS: Final = 24
"""How many ways to place a tile are tried before it is left for later."""
ACROSS: Final = 4
"""Ways below this number add a tile beside another; the others start a crossing line."""
RANDOM_EASE: Final = 20
"""The random part of a tile's ease of placement."""
FAMILIES_OF: Final = np.array(
    [1 << kind // SIX | 1 << SIX + kind % SIX for kind in range(PLAIN_KINDS)], np.int64
)
"""The two families of a kind, its colour and its design, as a bit set."""


@jit
def random_below(seed: IntArray, bound: int) -> int:
    """Return a random number from 0 to below the bound."""
    seed[0] = (seed[0] * 1103515245 + 12345) & 0x7FFFFFFF
    return int((seed[0] >> 8) * bound >> 23)


@jit
def is_line_right(board: IntArray, cell: int, step: int, shortest: int) -> bool:
    """Return whether the line through the cell is right, or has only one tile."""
    while board[cell - step] != EMPTY:
        cell -= step
    length = seen = 0
    common = FAMILIES_OF[board[cell]]
    while board[cell] != EMPTY:
        tile = board[cell]
        common &= FAMILIES_OF[tile]
        if common == 0 or seen >> tile & 1:
            return False
        seen |= 1 << tile
        length += 1
        cell += step
    return length == 1 or shortest <= length <= SIX


@jit
def side_step(number: int) -> int:
    """Return the step to a side of a cell: right, down, left, up."""
    step = ROW_STRIDE if number % 2 else 1
    return step if number < 2 else -step


@jit
def place_line(
    board: IntArray,
    cells: IntArray,
    placed: int,
    line: IntArray,
    count: int,
    start: int,
    step: int,
    least: int,
) -> bool:
    """Place tiles in the free cells of a line from `start` on, if all lines are then right."""
    cell = start
    for number in range(count):
        while board[cell] != EMPTY:
            cell += step
        board[cell] = line[number]
        cells[placed + number] = cell
    right = is_line_right(board, start, step, least)
    across = 1 if abs(step) == ROW_STRIDE else ROW_STRIDE
    number = 0
    while right and number < count:
        right = is_line_right(board, cells[placed + number], across, least)
        number += 1
    if not right:
        for number in range(count):
            board[cells[placed + number]] = EMPTY
    return right


@jit
def hardest(
    left: IntArray, failed: IntArray, bonus: IntArray, colours: IntArray, designs: IntArray
) -> int:
    """Return the remaining kind that is hardest to place, or `PLAIN_KINDS`.

    A kind is harder the fewer other kinds match it, and the more copies of it are left. `colours`
    and `designs` are the numbers of kinds that are left; kinds that `failed` are left out.
    """
    found, lowest = PLAIN_KINDS, 0
    for tile in range(PLAIN_KINDS):
        if left[tile] and not failed[tile]:
            more, fewer = colours[tile // SIX], designs[tile % SIX]
            if more < fewer:
                more, fewer = fewer, more
            ease = 20 * more + 10 * fewer - 15 * left[tile] + bonus[tile]
            if found == PLAIN_KINDS or ease < lowest:
                found, lowest = tile, ease
    return found


@jit
def kind_in_line(tile: int, mate: int, number: int) -> int:
    """Return one of the six kinds that can be in a line with the tile and `mate`."""
    by_colour = mate // SIX == tile // SIX
    return tile - tile % SIX + number if by_colour else number * SIX + tile % SIX


@jit
def can_have_line(
    board: IntArray, cell: int, step: int, tile: int, left: IntArray, least: int
) -> bool:
    """Return whether the tile and others may form a line across the one through the cell."""
    if board[cell + step] != EMPTY or board[cell - step] != EMPTY:
        return False
    # The line is too short unless it gets a third tile, or reaches one.
    if least == 2 or board[cell + 2 * step] != EMPTY or board[cell - 2 * step] != EMPTY:
        return True
    mate = board[cell]
    for number in range(SIX):
        other = kind_in_line(tile, mate, number)
        if left[other] and other not in (tile, mate):
            return True
    return False


@jit
def find_ways(
    board: IntArray,
    cells: IntArray,
    placed: int,
    tile: int,
    left: IntArray,
    least: int,
    ways: IntArray,
) -> int:
    """Write the ways to place a tile into `ways`; return their number.

    A crossing line is listed twice, because it allows a choice of tiles and places.
    """
    count = 0
    for place in range(placed):
        cell = cells[place]
        mate = board[cell]
        if mate == tile or FAMILIES_OF[mate] & FAMILIES_OF[tile] == 0:
            continue
        for number in range(4):
            step = side_step(number)
            # A single tile only fits where a line is long enough with it.
            long_enough = (
                least == 2 or board[cell - step] != EMPTY or board[cell + 2 * step] != EMPTY
            )
            if board[cell + step] == EMPTY and long_enough:
                ways[count] = place * 8 + number
                count += 1
        for number in range(2):
            if can_have_line(board, cell, side_step(number), tile, left, least):
                ways[count] = ways[count + 1] = place * 8 + ACROSS + number
                count += 2
    return count


@jit
def new_line(mate: int, tile: int, left: IntArray, seed: IntArray, line: IntArray) -> int:
    """Write a tile and others that form a line with `mate` into `line`; return their number."""
    line[0] = tile
    count = 1
    wanted = 2 + random_below(seed, 4)
    first = random_below(seed, SIX)
    for number in range(SIX):
        other = kind_in_line(tile, mate, (first + number) % SIX)
        if count < wanted and left[other] and other not in (tile, mate):
            at = random_below(seed, count + 1)
            line[count] = line[at]
            line[at] = other
            count += 1
    return count


@jit
def place_tile(
    board: IntArray,
    cells: IntArray,
    placed: int,
    tile: int,
    left: IntArray,
    least: int,
    seed: IntArray,
    ways: IntArray,
    line: IntArray,
) -> int:
    """Place the tile at the end of a line or in a new line; return how many tiles were placed."""
    many = find_ways(board, cells, placed, tile, left, least, ways)
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
        if count and place_line(board, cells, placed, line, count, start, step, least):
            for number in range(count):
                left[line[number]] -= 1
            return count
    return 0


@jit
def grow(
    board: IntArray,
    cells: IntArray,
    placed: int,
    left: IntArray,
    trouble: IntArray,
    least: int,
    seed: IntArray,
) -> int:
    """Place as many of the remaining tiles as possible; return how many are on the board."""
    colours = np.zeros(SIX, np.int64)
    designs = np.zeros(SIX, np.int64)
    failed = np.zeros(PLAIN_KINDS, np.int64)
    bonus = np.zeros(PLAIN_KINDS, np.int64)
    ways = np.empty(8 * len(cells), np.int64)
    line = np.empty(SIX, np.int64)
    for tile in range(PLAIN_KINDS):
        if left[tile]:
            colours[tile // SIX] += 1
            designs[tile % SIX] += 1
            bonus[tile] = random_below(seed, RANDOM_EASE) - trouble[tile]
    while True:
        tile = hardest(left, failed, bonus, colours, designs)
        if tile == PLAIN_KINDS:
            return placed
        if placed:
            more = place_tile(board, cells, placed, tile, left, least, seed, ways, line)
        else:
            board[CENTRE_CELL], cells[0] = tile, CENTRE_CELL
            left[tile] -= 1
            more = 1
        if more == 0:
            failed[tile] = 1
        for number in range(placed, placed + more):
            new = board[cells[number]]
            colour, design = new // SIX, new % SIX
            if left[new] == 0:
                colours[colour] -= 1
                designs[design] -= 1
            # Only kinds that match the new tile may fit now.
            for other in range(SIX):
                failed[colour * SIX + other] = failed[other * SIX + design] = 0
        placed += more
