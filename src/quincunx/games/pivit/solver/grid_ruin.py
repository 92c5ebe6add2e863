"""Take a line out of a grid, so that the grid can grow differently.

Numba's cache notices changes only in a function's own file, so after a change here edit `search`
as well.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from quincunx.core.support.arrays import IntArray
from quincunx.core.support.jit import jit
from quincunx.games.pivit.solver.grid_growth import (
    CENTRE_CELL,
    EMPTY,
    FAMILIES_OF,
    PLAIN_KINDS,
    ROW_STRIDE,
    random_below,
    side_step,
)

WHOLE_LINE_ODDS: Final = 3
"""One line in this many is taken out including the tiles that are in crossing lines."""
MAX_DRAWS: Final = 8
"""How many cells are drawn to find one whose tile matches a missing one."""


@jit
def line_length(board: IntArray, cell: int, step: int) -> int:
    """Return the number of tiles in the line through the cell."""
    length = 1
    for way in (step, -step):
        other = cell + way
        while board[other] != EMPTY:
            length += 1
            other += way
    return length


@jit
def take_tile(board: IntArray, left: IntArray, cell: int) -> None:
    left[board[cell]] += 1
    board[cell] = EMPTY


@jit
def occupied(board: IntArray, cells: IntArray, placed: int) -> int:
    """Move the cells that still have a tile to the front; return their number."""
    count = 0
    for number in range(placed):
        if board[cells[number]] != EMPTY:
            cells[count] = cells[number]
            count += 1
    return count


@jit
def take_line(board: IntArray, cell: int, left: IntArray, seed: IntArray) -> None:
    """Take out a line through the cell, usually without the tiles that are in crossing lines."""
    step = ROW_STRIDE if random_below(seed, 2) else 1
    if line_length(board, cell, step) == 1:
        step = ROW_STRIDE + 1 - step
    whole = random_below(seed, WHOLE_LINE_ODDS) == 0
    while board[cell - step] != EMPTY:
        cell -= step
    while board[cell] != EMPTY:
        if whole or line_length(board, cell, ROW_STRIDE + 1 - step) == 1:
            take_tile(board, left, cell)
        cell += step


@jit
def take_wrong(
    board: IntArray, cells: IntArray, placed: int, left: IntArray, least: int, seed: IntArray
) -> int:
    """Take out tiles until no line is too short; return how many tiles are left."""
    changed = True
    while changed:
        changed = False
        for number in range(placed):
            cell = cells[number]
            if board[cell] == EMPTY:
                continue
            across = line_length(board, cell, 1)
            down = line_length(board, cell, ROW_STRIDE)
            short = 1 < across < least or 1 < down < least
            if short or across == down == 1:
                changed = True
                # A tile that is also in a right line usually stays; another of the short line goes.
                if max(across, down) < least or random_below(seed, 4) == 0:
                    take_tile(board, left, cell)
        placed = occupied(board, cells, placed)
    return placed


@jit
def keep_one_piece(
    board: IntArray, cells: IntArray, placed: int, left: IntArray, seed: IntArray
) -> int:
    """Take out all tiles that are not connected with a random one; return how many are left.

    The random tile moves to the centre with the others, so that the grid cannot reach the edges.
    """
    piece = np.empty(placed, np.int64)
    kinds = np.empty(placed, np.int64)
    piece[0] = cells[random_below(seed, placed)]
    kinds[0] = board[piece[0]]
    board[piece[0]] = EMPTY
    count, number = 1, 0
    while number < count:
        for side in range(4):
            cell = piece[number] + side_step(side)
            if board[cell] != EMPTY:
                piece[count], kinds[count] = cell, board[cell]
                board[cell] = EMPTY
                count += 1
        number += 1
    for number in range(placed):
        if board[cells[number]] != EMPTY:
            take_tile(board, left, cells[number])
    for number in range(count):
        cells[number] = piece[number] + CENTRE_CELL - piece[0]
        board[cells[number]] = kinds[number]
    return count


@jit
def random_missing_kind(left: IntArray, seed: IntArray) -> int:
    """Return a random kind that has a tile left to place."""
    kind = random_below(seed, PLAIN_KINDS)
    for _ in range(PLAIN_KINDS):
        if left[kind]:
            break
        kind = (kind + 1) % PLAIN_KINDS
    return kind


@jit
def cell_to_ruin(
    board: IntArray, cells: IntArray, placed: int, left: IntArray, seed: IntArray
) -> int:
    """Return a random cell, usually one whose tile matches a missing tile, which may then fit."""
    families = FAMILIES_OF[random_missing_kind(left, seed)]
    cell = cells[random_below(seed, placed)]
    for _ in range(MAX_DRAWS):
        if FAMILIES_OF[board[cell]] & families:
            break
        cell = cells[random_below(seed, placed)]
    return int(cell)


@jit
def ruin(
    board: IntArray, cells: IntArray, placed: int, left: IntArray, least: int, seed: IntArray
) -> int:
    """Take out a line and what is wrong without it; return how many tiles are left."""
    take_line(board, cell_to_ruin(board, cells, placed, left, seed), left, seed)
    placed = take_wrong(board, cells, occupied(board, cells, placed), left, least, seed)
    return keep_one_piece(board, cells, placed, left, seed) if placed else 0
