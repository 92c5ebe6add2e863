"""Grow grids for a hand until one holds all of it, in compiled loops.

A grid that lacks tiles loses a line, usually one that a missing tile matches, and grows again. The
larger of the two grids is kept; after many attempts that do not enlarge it, a new one is started.
"""

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
from quincunx.games.pivit.solver.grid_ruin import ruin
from quincunx.games.pivit.solver.line_counting import (
    MAX_PROOF_STEPS,
    POSSIBLE,
    QUICK,
    disprove,
)

FORCED_FIRST: Final = 1_000
"""So much trouble that the tile is placed first."""
EXCLUDE_NOTHING: Final = -1
"""The effort that excludes no choices for wild tiles; `QUICK` and `FULL` exclude some."""
PATIENCE: Final = 100
"""After this many attempts that do not enlarge a grid, a new one is started."""
UNCHECKED_TRIES: Final = 10
"""Grids that are grown before new kinds for wild tiles are checked; most hands need hardly more."""
NEW_KINDS_TRIED: Final = 5
"""How many kinds are tried for a wild tile that was not placed."""
MAX_TROUBLE: Final = 120
"""The trouble of a tile that no grid so far could place; such a tile comes earlier."""


@jit
def is_possible(
    left: IntArray, fixed: IntArray, least: int, effort: int, table: IntArray, proof: IntArray
) -> bool:
    """Return whether a grid of these tiles is possible as far as counting lines can tell."""
    tiles = left.copy()
    for number in range(len(fixed)):
        tiles[fixed[number, 1]] += 1
    # Numba would compile the function once more for a literal 0.
    no_wilds = int(np.int64(0))
    return bool(disprove(tiles, no_wilds, least, effort, table, proof) == POSSIBLE)


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
    """Return the tiles with the wild tiles as the kinds in `choice`; count those in `wild`."""
    left = tiles.copy()
    wild[:] = 0
    for number in range(len(choice)):
        left[choice[number]] += 1
        wild[choice[number]] += 1
    return left


@jit
def change_wild_tiles(
    tiles: IntArray,
    left: IntArray,
    wild: IntArray,
    fixed: IntArray,
    least: int,
    exclude: int,
    seed: IntArray,
    table: IntArray,
    proof: IntArray,
) -> None:
    """Let about half of the wild tiles that were not placed stand for other kinds."""
    for kind in range(PLAIN_KINDS):
        if left[kind] == 0 or wild[kind] == 0 or random_below(seed, 2):
            continue
        wild[kind] -= 1
        left[kind] -= 1
        other = kind
        for _ in range(NEW_KINDS_TRIED):
            new = random_below(seed, PLAIN_KINDS)
            wild[new] += 1
            possible = exclude == EXCLUDE_NOTHING or is_possible(
                tiles + wild, fixed, least, exclude, table, proof
            )
            wild[new] -= 1
            if possible:
                other = new
                break
        wild[other] += 1
        left[other] += 1


@jit
def store(
    board: IntArray,
    cells: IntArray,
    placed: int,
    left: IntArray,
    wild: IntArray,
    grid: IntArray,
    counts: IntArray,
) -> None:
    """Copy the grid and the numbers of remaining and of wild tiles."""
    for number in range(placed):
        grid[number, 0], grid[number, 1] = cells[number], board[cells[number]]
    for kind in range(PLAIN_KINDS):
        counts[kind, 0], counts[kind, 1] = left[kind], wild[kind]


@jit
def clear(board: IntArray, cells: IntArray, placed: int) -> None:
    """Take all tiles from the board."""
    for number in range(placed):
        board[cells[number]] = EMPTY


@jit
def restore(
    board: IntArray,
    cells: IntArray,
    placed: int,
    left: IntArray,
    wild: IntArray,
    grid: IntArray,
    counts: IntArray,
) -> None:
    """Put a stored grid on the empty board."""
    for number in range(placed):
        cells[number] = grid[number, 0]
        board[cells[number]] = grid[number, 1]
    for kind in range(PLAIN_KINDS):
        left[kind], wild[kind] = counts[kind, 0], counts[kind, 1]


@jit
def count_trouble(left: IntArray, missed: IntArray, done: int, trouble: IntArray) -> None:
    """Count the tiles that could not be placed; they are placed sooner from now on."""
    for kind in range(PLAIN_KINDS):
        missed[kind] += left[kind] > 0
        trouble[kind] = MAX_TROUBLE * missed[kind] // (done + 10)


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
    table: IntArray,
    seed: IntArray,
    best: IntArray,
) -> int:
    """Grow grids until one holds all tiles; return how many tiles the largest one holds.

    `tiles` are the plain ones by kind; a row of `wild_choices` is a kind for each wild tile;
    `fixed` are the placed tiles, cell and kind; `best` receives the largest grid: cell, kind, and
    whether it is a wild tile.
    """
    wilds = wild_choices.shape[1]
    total = len(fixed) + tiles.sum() + wilds
    board = np.full(ROW_STRIDE * ROW_STRIDE, EMPTY, np.int64)
    cells = np.empty(total, np.int64)
    left = tiles.copy()
    wild = np.zeros(PLAIN_KINDS, np.int64)
    missed = np.zeros(PLAIN_KINDS, np.int64)
    trouble = np.zeros(PLAIN_KINDS, np.int64)
    proof = np.empty((MAX_PROOF_STEPS, 3), np.int64)
    kept_grid = np.empty((total, 2), np.int64)
    kept_counts = np.empty((PLAIN_KINDS, 2), np.int64)
    # The rows before `known` are known to be possible; those from `useful` on are excluded.
    rows = np.arange(len(wild_choices))
    useful, known = len(rows), 0
    most = kept = placed = done = 0
    stale = PATIENCE
    while done < tries and useful:
        done += 1
        start = stale == PATIENCE or len(fixed) > 0
        if start:
            row = random_below(seed, useful)
            left = use_wild_choice(tiles, wild_choices[rows[row]], wild)
            if wilds and exclude != EXCLUDE_NOTHING and row >= known:
                if not is_possible(left, fixed, least, exclude, table, proof):
                    useful -= 1
                    rows[row], rows[useful] = rows[useful], rows[row]
                    continue
                rows[row], rows[known] = rows[known], rows[row]
                known += 1
            clear(board, cells, placed)
            for number in range(len(fixed)):
                cells[number] = fixed[number, 0]
                board[cells[number]] = fixed[number, 1]
            placed, stale = len(fixed), 0
        else:
            placed = ruin(board, cells, placed, left, least, seed)
            if wilds and exclude <= QUICK:
                check = exclude if done > UNCHECKED_TRIES else EXCLUDE_NOTHING
                change_wild_tiles(tiles, left, wild, fixed, least, check, seed, table, proof)
        placed = grow(board, cells, placed, left, trouble, least, seed)
        if placed > most and fixed_lines_right(board, fixed, least):
            most = placed
            copy_grid(board, cells, placed, len(fixed), wild.copy(), best)
            if most == total:
                break
        count_trouble(left, missed, done, trouble)
        if exclude == EXCLUDE_NOTHING:
            # Vary the first tile: one that matches no other must not always be the first.
            trouble[random_below(seed, PLAIN_KINDS)] = FORCED_FIRST
        stale = 0 if start or placed > kept else stale + 1
        if start or placed >= kept:
            kept = placed
            store(board, cells, placed, left, wild, kept_grid, kept_counts)
        else:
            clear(board, cells, placed)
            placed = kept
            restore(board, cells, placed, left, wild, kept_grid, kept_counts)
    return most
