"""Grids grown for a hand again and again, until one holds all of it: compiled where possible.

Whoever imports this waits for numba.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from quincunx.core.support.jit import jit
from quincunx.games.pivit.solver.grid_growth import (
    EMPTY,
    PLAIN_KINDS,
    ROW_STRIDE,
    Array,
    grow,
    is_line_right,
    random_below,
)
from quincunx.games.pivit.solver.line_counting import MAX_PROOF_STEPS, POSSIBLE, disprove

FORCED_FIRST: Final = 1_000
"""More trouble than all else: such a tile is the first."""
EXCLUDE_NOTHING, EXCLUDE_QUICKLY, EXCLUDE_THOROUGHLY = range(3)
"""Whether choices for the wild tiles are excluded that counting shows to be in vain."""
MAX_TROUBLE: Final = 120
"""How much sooner a tile is laid that was left over by every grid so far."""


@jit
def is_useful(left: Array, fixed: Array, least: int, exclude: int, proof: Array) -> bool:
    """Whether counting lines does not exclude that these tiles can be laid."""
    tiles = left.copy()
    for number in range(len(fixed)):
        tiles[fixed[number, 1]] += 1
    return bool(disprove(tiles, 0, least, exclude == EXCLUDE_THOROUGHLY, proof) == POSSIBLE)


@jit
def all_right(board: Array, fixed: Array, least: int) -> bool:
    """Whether what lay there from the beginning is right by now."""
    for number in range(len(fixed)):
        for step in (1, ROW_STRIDE):
            if not is_line_right(board, fixed[number, 0], step, least):
                return False
    return True


@jit
def search(
    tiles: Array,
    stand_ins: Array,
    fixed: Array,
    least: int,
    tries: int,
    exclude: int,
    seed: Array,
    best: Array,
) -> int:
    """Grows grids until one holds all; how many tiles the largest holds.

    `tiles` are the plain ones by kind; a row of `stand_ins` is what all wild tiles may stand for;
    `fixed` is what lies there, cell and kind; `best` is a place for the largest grid: cell, kind,
    whether it is wild.
    """
    wilds = stand_ins.shape[1]
    total = len(fixed) + tiles.sum() + wilds
    board = np.full(ROW_STRIDE * ROW_STRIDE, EMPTY, np.int64)
    cells = np.empty(total, np.int64)
    wild = np.empty(PLAIN_KINDS, np.int64)
    missed = np.zeros(PLAIN_KINDS, np.int64)
    trouble = np.zeros(PLAIN_KINDS, np.int64)
    proof = np.empty((MAX_PROOF_STEPS, 3), np.int64)
    # The rows that may help come first; those before `known` are known to.
    rows = np.arange(len(stand_ins))
    useful, known = len(rows), 0
    most = done = 0
    while done < tries and useful:
        done += 1
        place = random_below(seed, useful)
        left = tiles.copy()
        wild[:] = 0
        for number in range(wilds):
            kind = stand_ins[rows[place], number]
            left[kind] += 1
            wild[kind] += 1
        if exclude and place >= known:
            if not is_useful(left, fixed, least, exclude, proof):
                useful -= 1
                rows[place], rows[useful] = rows[useful], rows[place]
                continue
            rows[place], rows[known] = rows[known], rows[place]
            known += 1
        for number in range(len(fixed)):
            cells[number] = fixed[number, 0]
            board[cells[number]] = fixed[number, 1]
        laid = grow(board, cells, len(fixed), left, trouble, least, seed)
        if laid > most and all_right(board, fixed, least):
            most = laid
            for number in range(laid):
                kind = board[cells[number]]
                is_wild = number >= len(fixed) and wild[kind] > 0
                wild[kind] -= is_wild
                best[number, 0], best[number, 1], best[number, 2] = cells[number], kind, is_wild
        for number in range(laid):
            board[cells[number]] = EMPTY
        if most == total:
            break
        for kind in range(PLAIN_KINDS):
            missed[kind] += left[kind] > 0
            trouble[kind] = MAX_TROUBLE * missed[kind] // (done + 10) if exclude else 0
        if not exclude:
            # What goes with nothing shall not be the first tile for ever.
            trouble[random_below(seed, PLAIN_KINDS)] = FORCED_FIRST
    return most
