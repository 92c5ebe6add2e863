"""Grow grids for a hand until one holds all of it, in compiled loops."""

from __future__ import annotations

from typing import Final

import numpy as np

from quincunx.core.support.arrays import IntArray
from quincunx.core.support.jit import jit
from quincunx.games.pivit.solver.grid_growth import (
    EMPTY,
    PLAIN_KINDS,
    ROW_STRIDE,
    grow,
    is_line_right,
    random_below,
)
from quincunx.games.pivit.solver.line_counting import MAX_PROOF_STEPS, POSSIBLE, disprove

FORCED_FIRST: Final = 1_000
"""Enough trouble to make a tile the first one."""
EXCLUDE_NOTHING, EXCLUDE_QUICKLY, EXCLUDE_THOROUGHLY = range(3)
"""Whether, and how thoroughly, counting lines excludes choices for the wild tiles."""
MAX_TROUBLE: Final = 120
"""The trouble of a tile that no grid so far could place; such a tile comes earlier."""


@jit
def is_possible(left: IntArray, fixed: IntArray, least: int, exclude: int, proof: IntArray) -> bool:
    """Return whether counting lines does not exclude a grid of these tiles."""
    tiles = left.copy()
    for number in range(len(fixed)):
        tiles[fixed[number, 1]] += 1
    # Numba compiles a function once more for a literal 0, but not for this one.
    no_wilds = int(np.int64(0))
    return bool(disprove(tiles, no_wilds, least, exclude == EXCLUDE_THOROUGHLY, proof) == POSSIBLE)


@jit
def fixed_lines_right(board: IntArray, fixed: IntArray, least: int) -> bool:
    """Return whether all lines through the fixed tiles are right."""
    for number in range(len(fixed)):
        for step in (1, ROW_STRIDE):
            if not is_line_right(board, fixed[number, 0], step, least):
                return False
    return True


@jit
def use_wild_choice(tiles: IntArray, choice: IntArray, wild: IntArray) -> IntArray:
    """Return the tiles with the wild tiles as `choice`, and count those by kind in `wild`."""
    left = tiles.copy()
    wild[:] = 0
    for number in range(len(choice)):
        left[choice[number]] += 1
        wild[choice[number]] += 1
    return left


@jit
def copy_grid(
    board: IntArray, cells: IntArray, placed: int, fixed: int, wild: IntArray, best: IntArray
) -> None:
    """Copy the tiles on the board into `best`: cell, kind, and whether it is a wild tile."""
    for number in range(placed):
        kind = board[cells[number]]
        is_wild = number >= fixed and wild[kind] > 0
        wild[kind] -= is_wild
        best[number, 0], best[number, 1], best[number, 2] = cells[number], kind, is_wild


@jit
def search(
    tiles: IntArray,
    wild_choices: IntArray,
    fixed: IntArray,
    least: int,
    tries: int,
    exclude: int,
    seed: IntArray,
    best: IntArray,
) -> int:
    """Grow grids until one holds all tiles; return how many tiles the largest one holds.

    `tiles` are the plain ones by kind; a row of `wild_choices` is what all wild tiles may stand
    for; `fixed` are the placed tiles, cell and kind; `best` receives the largest grid: cell, kind,
    and whether it is a wild tile.
    """
    total = len(fixed) + tiles.sum() + wild_choices.shape[1]
    board = np.full(ROW_STRIDE * ROW_STRIDE, EMPTY, np.int64)
    cells = np.empty(total, np.int64)
    wild = np.empty(PLAIN_KINDS, np.int64)
    missed = np.zeros(PLAIN_KINDS, np.int64)
    trouble = np.zeros(PLAIN_KINDS, np.int64)
    proof = np.empty((MAX_PROOF_STEPS, 3), np.int64)
    # The rows before `known` are known to be possible; those from `useful` on are excluded.
    rows = np.arange(len(wild_choices))
    useful, known = len(rows), 0
    most = done = 0
    while done < tries and useful:
        done += 1
        row = random_below(seed, useful)
        left = use_wild_choice(tiles, wild_choices[rows[row]], wild)
        if exclude and row >= known:
            if not is_possible(left, fixed, least, exclude, proof):
                useful -= 1
                rows[row], rows[useful] = rows[useful], rows[row]
                continue
            rows[row], rows[known] = rows[known], rows[row]
            known += 1
        for number in range(len(fixed)):
            cells[number] = fixed[number, 0]
            board[cells[number]] = fixed[number, 1]
        placed = grow(board, cells, len(fixed), left, trouble, least, seed)
        if placed > most and fixed_lines_right(board, fixed, least):
            most = placed
            copy_grid(board, cells, placed, len(fixed), wild, best)
        for number in range(placed):
            board[cells[number]] = EMPTY
        if most == total:
            break
        for kind in range(PLAIN_KINDS):
            missed[kind] += left[kind] > 0
            trouble[kind] = MAX_TROUBLE * missed[kind] // (done + 10) if exclude else 0
        if not exclude:
            # Vary the first tile: one that matches no other must not always be the first.
            trouble[random_below(seed, PLAIN_KINDS)] = FORCED_FIRST
    return most
