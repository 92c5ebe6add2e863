"""Decide whether a hand can be laid: find a grid, or a proof that there is none, or neither.

Counting lines (`line_counting`) proves in microseconds that most impossible hands are impossible,
and excludes choices for wild tiles. Otherwise random grids are grown from one tile (`grid_growth`),
thousands a second, until one holds the whole hand. For the few hands that resist both, all ways to
distribute the tiles over the lines are tried (`arrangements`). Only a hand with too many of them
stays undecided.
"""

from __future__ import annotations

from collections import Counter
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
from quincunx.games.pivit.proofs import FAMILIES, NONE, Certificate
from quincunx.games.pivit.solver import line_counting
from quincunx.games.pivit.solver.arrangements import LaidGrid, arrangement_steps
from quincunx.games.pivit.solver.budget import Budget, UndecidedError
from quincunx.games.pivit.solver.crossing_counts import count_table
from quincunx.games.pivit.solver.grid_growth import CENTRE_CELL, MARGIN, ROW_STRIDE
from quincunx.games.pivit.solver.line_counting import COMPLETE, FULL, QUICK
from quincunx.games.pivit.solver.search import EXCLUDE_NOTHING, search
from quincunx.games.pivit.tiles import KINDS, PLAIN_KINDS, SIX, TEXT, WILD, PivitTiles

DEFAULT_TRIES: Final = 100_000 if HAS_NUMBA else 500
"""Grids that are grown for a hand before it is left undecided: about two seconds."""
BOT_TRIES: Final = min(DEFAULT_TRIES, 30_000)
"""The same for a bot that other players wait for."""
QUICK_TRIES: Final = min(DEFAULT_TRIES, 200)
"""Grids that are grown before the search for longer proofs."""
FULL_TRIES: Final = 4_000
"""Grids that are grown before all ways to distribute the tiles over the lines are tried."""
POSSIBILITIES_PER_TRY: Final = 2
"""How many ways to distribute tiles can be tried in the time that it takes to grow a grid."""
MAX_COMPLETE_STEPS: Final = 10 * line_counting.MAX_PROOF_STEPS
"""The most steps of counting in a complete proof, for one choice of the wild tiles."""
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
    for effort, first, last in _stages(tries):
        # Most grids are found faster than all choices for the wild tiles can be excluded.
        if effort > QUICK or WILD not in hand or not HAS_NUMBA:
            solution = decide_by_lines(hand, shortest, effort, last)
            if solution != HandSolution():
                return solution
        exclude = min(effort, FULL) if HAS_NUMBA else QUICK
        grid = _search_largest(hand, {}, shortest, last - first, exclude, seed)
        if len(grid) == len(hand):
            return HandSolution(grid)
    return HandSolution()


def _stages(tries: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each stage the effort for a proof, and the grids grown before and after it."""
    yield QUICK, 0, min(tries, QUICK_TRIES)
    yield FULL, min(tries, QUICK_TRIES), min(tries, FULL_TRIES)
    done = FULL_TRIES
    while done < tries:
        # Either method may succeed long before the other, so both get more and more time.
        yield COMPLETE, done, min(tries, 4 * done)
        done *= 4


def prepare() -> None:
    """Compile the solver, so that the first hand does not wait for it."""
    line = tuple(range(SIX))
    solve(line)
    disproof(line)


def disproof(
    hand: PivitTiles, shortest: int = MIN_LINE, effort: int = FULL, work: int = DEFAULT_TRIES
) -> Certificate | None:
    """Return a proof that the hand cannot be laid if counting lines finds one, else `None`.

    A proof that lists the kinds of several wild tiles is given up after about `work` steps.
    """
    return decide_by_lines(hand, shortest, effort, work).certificate


def decide_by_lines(hand: PivitTiles, shortest: int, effort: int, work: int) -> HandSolution:
    """Search for a proof that the hand cannot be laid; a complete search may find a grid."""
    budget = Budget(max(POSSIBILITIES_PER_TRY * work, line_counting.MAX_PROOF_STEPS))
    proof: list[str] = []
    try:
        for step in _proof_steps(_plain(hand), hand.count(WILD), 0, shortest, effort, budget):
            if isinstance(step, dict):
                return HandSolution(normalise(_with_wild_tiles(step, hand)))
            budget.spend()
            proof.append(step)
    except UndecidedError:
        return HandSolution()
    return HandSolution(certificate=tuple(proof))


def _proof_steps(
    tiles: IntArray, wilds: int, first: int, shortest: int, effort: int, budget: Budget
) -> Iterator[str | LaidGrid]:
    """Yield the steps of a proof, or a grid instead of a step that cannot be proved.

    Raises `UndecidedError` if neither is found.
    """
    most_steps = MAX_COMPLETE_STEPS if effort == COMPLETE else line_counting.MAX_PROOF_STEPS
    steps = np.empty((most_steps, 3), np.int64)
    size = line_counting.disprove(tiles, wilds, shortest, effort, _table(effort), steps)
    if size != line_counting.POSSIBLE:
        for step, what, number in steps[:size].tolist():
            if step == line_counting.OPEN:
                yield from arrangement_steps(tiles.tolist(), _lines(what), shortest, budget)
            else:
                yield _step(step, what, number)
    elif 0 < wilds <= MAX_WILDS_ENUMERATED:
        yield f"wild {TEXT[first]}"
        for kind in range(first, PLAIN_KINDS):
            tiles[kind] += 1
            yield from _proof_steps(tiles, wilds - 1, kind, shortest, effort, budget)
            tiles[kind] -= 1
    else:
        raise UndecidedError


def _lines(code: int) -> list[int]:
    """Return the number of lines of each family in an open case."""
    bits = line_counting.LINES_BITS
    return [code >> bits * family & (1 << bits) - 1 for family in range(len(FAMILIES))]


def _with_wild_tiles(grid: LaidGrid, hand: PivitTiles) -> LaidGrid:
    """Return the grid with wild tiles in place of the tiles that are not in the hand."""
    missing = Counter(grid.values()) - Counter(hand)
    laid = dict(grid)
    for cell, tile in grid.items():
        if missing[tile]:
            missing[tile] -= 1
            laid[cell] = WILD
    return laid


def _table(effort: int) -> IntArray:
    return count_table() if effort >= FULL else NO_TABLE


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
    return _search_largest(hand, {}, shortest, tries)


def complete_grid(
    hand: PivitTiles, fixed: PivitGrid, shortest: int = MIN_LINE, tries: int = DEFAULT_TRIES // 10
) -> PlacedTiles:
    """Return a correct grid of the fixed tiles and as many others of the hand as possible.

    It is empty if the fixed tiles cannot become right.
    """
    found = _search_largest(hand, fixed, shortest, tries)
    return tuple((x, y, fixed.get((x, y), tile)) for x, y, tile in found)


def _search_largest(
    hand: PivitTiles,
    fixed: PivitGrid,
    shortest: int,
    tries: int,
    exclude: int = EXCLUDE_NOTHING,
    seed: IntArray | None = None,
) -> PlacedTiles:
    """Return the largest grid that is found around the fixed tiles, or at the origin."""
    chosen = {**fixed, **(choose_wilds(fixed) or {})}
    left, top = _corner(fixed)
    if WILD in chosen.values() or any(
        x - left >= MAX_SIDE or y - top >= MAX_SIDE for x, y in fixed
    ):
        return ()
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
    # Sorted by cell: row by row.
    found = sorted(best[:count].tolist())
    if found and not fixed:
        left = MARGIN - min(cell % ROW_STRIDE for cell, _, _ in found)
        top = MARGIN - found[0][0] // ROW_STRIDE
    return tuple(
        (
            cell % ROW_STRIDE - MARGIN + left,
            cell // ROW_STRIDE - MARGIN + top,
            WILD if wild else tile,
        )
        for cell, tile, wild in found
    )


def _seed(hand: PivitTiles) -> IntArray:
    """Return the state of the random numbers, always the same for a hand."""
    return np.array([crc32(bytes(hand)) & 0x7FFFFFFF])


def _corner(grid: PivitGrid) -> Cell:
    """Return the smallest column and row of the grid."""
    return min((x for x, _ in grid), default=0), min((y for _, y in grid), default=0)


def _plain(tiles: PivitTiles | list[int]) -> IntArray:
    """Return the number of plain tiles by kind."""
    return np.bincount(tiles, minlength=KINDS)[:PLAIN_KINDS].astype(np.int64)


@lru_cache(64)
def _wild_choices(wilds: int) -> IntArray:
    """Return every choice for the wild tiles, or a sample if there are too many."""
    if wilds <= 4:
        return np.array([*combinations_with_replacement(range(PLAIN_KINDS), wilds)], np.int64)
    return np.random.default_rng(wilds).integers(PLAIN_KINDS, size=(SAMPLED_WILD_CHOICES, wilds))
