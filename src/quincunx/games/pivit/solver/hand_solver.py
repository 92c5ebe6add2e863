"""Decide whether a hand can be laid: find a grid, or a proof that there is none, or neither.

Counting lines (`line_counting`) proves in microseconds that most impossible hands are impossible,
and excludes choices for wild tiles. Otherwise random grids are grown from one tile (`grid_growth`),
thousands a second, until one holds the whole hand. A hand that resists both stays undecided.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np

from quincunx.core.support.arrays import IntArray
from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.pivit.grid import (
    MIN_LINE,
    Cell,
    PivitGrid,
    PlacedTiles,
    choose_wilds,
    normalise,
)
from quincunx.games.pivit.solver import line_counting
from quincunx.games.pivit.solver.crossing_counts import count_table
from quincunx.games.pivit.solver.grid_growth import CENTRE_CELL, MARGIN, ROW_STRIDE
from quincunx.games.pivit.solver.line_counting import FULL, QUICK
from quincunx.games.pivit.solver.proof_checker import FAMILIES, NONE, Certificate
from quincunx.games.pivit.solver.search import EXCLUDE_NOTHING, search
from quincunx.games.pivit.tiles import KINDS, PLAIN_KINDS, SIX, TEXT, WILD, PivitTiles

DEFAULT_TRIES: Final = 100_000 if HAS_NUMBA else 500
"""Grids that are grown for a hand before it is left undecided: about a second."""
BOT_TRIES: Final = min(DEFAULT_TRIES, 30_000)
"""The same for a bot that other players wait for."""
QUICK_TRIES: Final = min(DEFAULT_TRIES, 200)
"""Grids that are grown before the search for longer proofs."""
PATIENT_TRIES: Final = 4 * DEFAULT_TRIES
"""Grids for a single hand that a person asks about: at most about ten seconds."""
MAX_WILDS_ENUMERATED: Final = 4 if HAS_NUMBA else 1
"""With more wild tiles than this a proof does not enumerate what they stand for."""
SAMPLED_WILD_CHOICES: Final = 50_000
"""How many choices for five or six wild tiles are sampled."""
MAX_SIDE: Final = 24
"""The largest width or height of a correct grid."""
CACHED_HANDS: Final = 2_048
NO_TABLE: Final = np.zeros((1, 1, 1, 1, 1), np.int64)
"""Passed instead of the table of counts when it is not used."""
POSSIBLE: Final = "possible"
"""Marks a proof that failed, in place of its last step."""


class HandSolution(NamedTuple):
    """A correct grid of the whole hand, or a proof that there is none, or neither if undecided."""

    grid: PlacedTiles | None = None
    certificate: Certificate | None = None


@lru_cache(CACHED_HANDS)
def solve(hand: PivitTiles, shortest: int = MIN_LINE, tries: int = DEFAULT_TRIES) -> HandSolution:
    """Decide the hand, growing at most `tries` grids."""
    if len(hand) == 1:
        return HandSolution(((0, 0, hand[0]),))
    seed = _seed(hand)
    for effort, share in ((QUICK, min(tries, QUICK_TRIES)), (FULL, tries - QUICK_TRIES)):
        certificate = disproof(hand, shortest, effort, max_steps=tries)
        if certificate is not None:
            return HandSolution(certificate=certificate)
        grid = _search_largest(hand, {}, shortest, share, effort if HAS_NUMBA else QUICK, seed)
        if len(grid) == len(hand):
            return HandSolution(normalise(grid))
    return HandSolution()


def prepare() -> None:
    """Compile the solver, so that the first hand does not wait for it."""
    line = tuple(range(SIX))
    solve(line)
    disproof(line)


def disproof(
    hand: PivitTiles, shortest: int = MIN_LINE, effort: int = FULL, max_steps: int = DEFAULT_TRIES
) -> Certificate | None:
    """Return a proof that the hand cannot be laid if counting lines finds one, else `None`.

    Proofs with more than about `max_steps` steps, for all kinds of several wild tiles, are not
    searched for.
    """
    steps = [*_disproof(_plain(hand), hand.count(WILD), 0, shortest, effort, max_steps)]
    return None if POSSIBLE in steps else tuple(steps)


def _disproof(
    tiles: IntArray, wilds: int, first: int, shortest: int, effort: int, max_steps: int
) -> Iterator[str]:
    """Yield the steps of a proof, ending with `POSSIBLE` if it fails."""
    steps = np.empty((line_counting.MAX_PROOF_STEPS, 3), np.int64)
    size = line_counting.disprove(tiles, wilds, shortest, effort, _table(effort), steps)
    if size != line_counting.POSSIBLE:
        yield from (_step(*map(int, step)) for step in steps[:size])
    elif not 0 < wilds <= MAX_WILDS_ENUMERATED:
        yield POSSIBLE
    else:
        yield f"wild {TEXT[first]}"
        for kind in range(first, PLAIN_KINDS):
            tiles[kind] += 1
            proof = [*_disproof(tiles, wilds - 1, kind, shortest, effort, max_steps)]
            tiles[kind] -= 1
            max_steps -= len(proof)
            yield from proof
            if POSSIBLE in proof:
                return
            if max_steps < 0:
                yield POSSIBLE
                return


def _table(effort: int) -> IntArray:
    return count_table() if effort == FULL else NO_TABLE


def _step(step: int, what: int, number: int) -> str:
    match step:
        case line_counting.SPLIT:
            return f"lines {FAMILIES[what]} {number}"
        case line_counting.UNCOVERED:
            return f"uncovered {TEXT[what]}"
        case line_counting.OVERCOUNTED:
            parts = (what >> part * line_counting.FAMILY_COUNT for part in range(3))
            return " ".join(("count", *(_names(part) or NONE for part in parts)))
        case _:
            return " ".join(("short" if step == line_counting.SHORT else "apart", *_names(what)))


def _names(families: int) -> str:
    """Return the names of a set of families, without spaces."""
    return "".join(name for family, name in enumerate(FAMILIES) if families >> family & 1)


@lru_cache(CACHED_HANDS)
def largest_grid(
    hand: PivitTiles, shortest: int = MIN_LINE, tries: int = DEFAULT_TRIES // 20
) -> PlacedTiles:
    """Return the largest correct grid of tiles of the hand that is found."""
    return normalise(_search_largest(hand, {}, shortest, tries))


def complete_grid(
    hand: PivitTiles, fixed: PivitGrid, shortest: int = MIN_LINE, tries: int = DEFAULT_TRIES // 10
) -> PlacedTiles:
    """Return a correct grid of the fixed tiles and as many others of the hand as possible.

    It is empty if the fixed tiles cannot become right.
    """
    grid = _search_largest(hand, fixed, shortest, tries)
    left, top = _corner(fixed)
    return tuple(
        (x + left, y + top, tile)
        for (x, y), tile in sorted(grid.items(), key=lambda item: (item[0][1], item[0][0]))
    )


def _search_largest(
    hand: PivitTiles,
    fixed: PivitGrid,
    shortest: int,
    tries: int,
    exclude: int = EXCLUDE_NOTHING,
    seed: IntArray | None = None,
) -> dict[Cell, int]:
    """Return the largest grid that is found around the fixed tiles, moved to the origin."""
    chosen = {**fixed, **(choose_wilds(fixed) or {})}
    left, top = _corner(fixed)
    if WILD in chosen.values() or any(
        x - left >= MAX_SIDE or y - top >= MAX_SIDE for x, y in fixed
    ):
        return {}
    rest = list(hand)
    for tile in fixed.values():
        rest.remove(tile)
    fixed_cells = [
        (CENTRE_CELL + x - left + ROW_STRIDE * (y - top), tile) for (x, y), tile in chosen.items()
    ]
    best = np.zeros((len(hand), 3), np.int64)
    count = search(
        _plain(rest),
        _wild_choices(rest.count(WILD)),
        np.array(fixed_cells, np.int64).reshape(-1, 2),
        shortest,
        tries,
        exclude,
        _table(exclude),
        _seed(hand) if seed is None else seed,
        best,
    )
    grid = {_cell(cell): WILD if wild else tile for cell, tile, wild in best[:count].tolist()}
    if count:
        grid |= {(x - left, y - top): tile for (x, y), tile in fixed.items()}
    return grid


def _seed(hand: PivitTiles) -> IntArray:
    """Return the state of the random numbers, always the same for a hand."""
    return np.array([crc32(bytes(hand)) & 0x7FFFFFFF])


def _corner(grid: PivitGrid) -> Cell:
    """Return the smallest column and row of the grid."""
    return min((x for x, _ in grid), default=0), min((y for _, y in grid), default=0)


def _cell(number: int) -> Cell:
    return number % ROW_STRIDE - MARGIN, number // ROW_STRIDE - MARGIN


def _plain(tiles: PivitTiles | list[int]) -> IntArray:
    """Return the number of plain tiles by kind."""
    return np.bincount(tiles, minlength=KINDS)[:PLAIN_KINDS].astype(np.int64)


@lru_cache(64)
def _wild_choices(wilds: int) -> IntArray:
    """Return every choice for the wild tiles, or a sample if there are too many."""
    if wilds <= 4:
        return np.array([*combinations_with_replacement(range(PLAIN_KINDS), wilds)], np.int64)
    return np.random.default_rng(wilds).integers(PLAIN_KINDS, size=(SAMPLED_WILD_CHOICES, wilds))
