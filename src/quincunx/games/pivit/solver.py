"""Whether a hand can be laid as one grid: a grid, or a proof that there is none, or neither.

Counting lines (`counting`) shows in microseconds that most impossible hands are impossible, and
what wild tiles can stand for. The rest is luck, many times a second: grids are grown from one tile
(`growth`) until one holds the whole hand. A hand that withstands both is left undecided.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Final, NamedTuple

import numpy as np

from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.pivit import counting
from quincunx.games.pivit.certificate import FAMILIES, Certificate
from quincunx.games.pivit.grid import SHORTEST, Cell, Grid, Placed, placed, stands_for
from quincunx.games.pivit.growth import MARGIN, MIDDLE, ROW, Array
from quincunx.games.pivit.search import NOTHING, QUICKLY, THOROUGHLY, search
from quincunx.games.pivit.tiles import FULL_MIDDLE, KINDS, PLAIN, SIX, TEXT, WILD, Tiles

WORK: Final = 100_000 if HAS_NUMBA else 500
"""Grids that are grown for a hand before it is left undecided: a second or so."""
BRISK: Final = min(WORK, 30_000)
"""The same for a bot that others wait for."""
QUICK: Final = min(WORK, 3_000)
"""So many of them before the longer proofs are looked for."""
ROUGH: Final = 500
"""The same for one of the hundreds of hands that a trade may lead to."""
REFINED, FINE = 3, 1_500
"""So many of the best trades are looked at again, with so many tries for each hand."""
PATIENT: Final = 4 * WORK
"""What somebody who asks for one hand alone will wait for: some ten seconds at the most."""
TOLD_APART: Final = 3 if HAS_NUMBA else 1
"""With more wild tiles than this a proof does not try what each may be: too many choices."""
STAND_INS: Final = 50_000
"""How many choices for five wild tiles or six are tried."""
SIDE: Final = 24
"""No right grid of a hand is longer or wider."""
KEPT: Final = 2_048
POSSIBLE: Final = "possible"
"""In place of a proof's last step."""


class HandSolution(NamedTuple):
    """A right grid of the whole hand, or a proof that there is none; neither: undecided."""

    grid: Placed | None = None
    certificate: Certificate | None = None


@lru_cache(KEPT)
def solve(hand: Tiles, shortest: int = SHORTEST, work: int = WORK) -> HandSolution:
    """Decides the hand, if so many tries are enough."""
    if len(hand) == 1:
        return HandSolution(((0, 0, hand[0]),))
    for exclude, tries in ((QUICKLY, min(work, QUICK)), (THOROUGHLY, work - QUICK)):
        certificate = disproof(hand, shortest, thorough=exclude == THOROUGHLY)
        if certificate is not None:
            return HandSolution(certificate=certificate)
        grid = _largest(hand, {}, shortest, tries, exclude)
        if len(grid) == len(hand):
            return HandSolution(placed(grid))
    return HandSolution()


def prepare() -> None:
    """Compiles what has to be compiled: once a machine, and better before a hand waits for it."""
    solve(tuple(range(SIX)))


def disproof(hand: Tiles, shortest: int = SHORTEST, *, thorough: bool = True) -> Certificate | None:
    """A proof that the hand cannot be laid, if counting lines finds one."""
    steps = [*_disproof(_plain(hand), hand.count(WILD), 0, shortest, thorough)]
    return None if POSSIBLE in steps else tuple(steps)


def _disproof(tiles: Array, wilds: int, first: int, shortest: int, thorough: bool) -> Iterator[str]:
    """The steps; in the end `POSSIBLE` if it comes to nothing."""
    steps = np.empty((counting.PROOF, 3), np.int64)
    size = counting.disprove(tiles, wilds, shortest, thorough, steps)
    if size != counting.POSSIBLE:
        yield from (_step(*map(int, step)) for step in steps[:size])
    elif not 0 < wilds <= TOLD_APART:
        yield POSSIBLE
    else:
        yield f"wild {TEXT[first]}"
        for kind in range(first, PLAIN):
            tiles[kind] += 1
            proof = [*_disproof(tiles, wilds - 1, kind, shortest, thorough)]
            tiles[kind] -= 1
            yield from proof
            if POSSIBLE in proof:
                return


def _step(step: int, what: int, number: int) -> str:
    match step:
        case counting.SPLIT:
            return f"lines {FAMILIES[what]} {number}"
        case counting.UNCOVERED:
            return f"uncovered {TEXT[what]}"
        case _:
            families = (name for family, name in enumerate(FAMILIES) if what >> family & 1)
            return " ".join(("short" if step == counting.SHORT else "apart", *families))


@lru_cache(KEPT)
def furthest(hand: Tiles, shortest: int = SHORTEST, work: int = WORK // 20) -> Placed:
    """A right grid of as many tiles as are found to go together."""
    return placed(_largest(hand, {}, shortest, work))


def completed(hand: Tiles, fixed: Grid, shortest: int = SHORTEST, work: int = WORK // 10) -> Placed:
    """The tiles that lie there, and as many more of the hand as are found to fit; all right.

    Nothing if what lies there cannot become right.
    """
    grid = _largest(hand, fixed, shortest, work)
    left, top = _corner(fixed)
    return tuple(
        (x + left, y + top, tile)
        for (x, y), tile in sorted(grid.items(), key=lambda item: (item[0][1], item[0][0]))
    )


def _largest(
    hand: Tiles, fixed: Grid, shortest: int, work: int, exclude: int = NOTHING
) -> dict[Cell, int]:
    """The largest grid that is found, the fixed tiles in their places, from nought on."""
    chosen = {**fixed, **(stands_for(fixed) or {})}
    left, top = _corner(fixed)
    if WILD in chosen.values() or any(x - left >= SIDE or y - top >= SIDE for x, y in fixed):
        return {}
    rest = list(hand)
    for tile in fixed.values():
        rest.remove(tile)
    lying = [(MIDDLE + x - left + ROW * (y - top), tile) for (x, y), tile in chosen.items()]
    best = np.zeros((len(hand), 3), np.int64)
    seed = np.array([1 + Random(str(hand)).getrandbits(30)])
    count = search(
        _plain(rest),
        _stand_ins(rest.count(WILD)),
        np.array(lying, np.int64).reshape(-1, 2),
        shortest,
        work,
        exclude,
        seed,
        best,
    )
    grid = {_cell(cell): WILD if wild else tile for cell, tile, wild in best[:count].tolist()}
    if count:
        grid |= {(x - left, y - top): tile for (x, y), tile in fixed.items()}
    return grid


def _corner(grid: Grid) -> Cell:
    """The column and the row where the grid begins."""
    return min((x for x, _ in grid), default=0), min((y for _, y in grid), default=0)


def _cell(number: int) -> Cell:
    return number % ROW - MARGIN, number // ROW - MARGIN


def _plain(tiles: Tiles | list[int]) -> Array:
    """The plain tiles, by kind."""
    return np.bincount(tiles, minlength=KINDS)[:PLAIN].astype(np.int64)


@lru_cache(64)
def _stand_ins(wilds: int) -> Array:
    """What so many wild tiles may stand for: every choice, or some if there are too many."""
    if wilds <= 4:
        return np.array([*combinations_with_replacement(range(PLAIN), wilds)], np.int64)
    return np.random.default_rng(wilds).integers(PLAIN, size=(STAND_INS, wilds))


class Prospect(NamedTuple):
    """What trading a tile leads to: the chances of a hand that can be laid, or is undecided."""

    tile: int
    solvable: float
    undecided: float


@lru_cache(KEPT)
def prospects(
    hand: Tiles, unseen: Tiles, shortest: int = SHORTEST, work: int = ROUGH
) -> tuple[Prospect, ...]:
    """Every tile that can be traded, the best one first; `unseen` are the other tiles by kind."""
    return _ranked(_prospect(hand, tile, unseen, shortest, work) for tile in sorted(set(hand)))


def _ranked(found: Iterable[Prospect]) -> tuple[Prospect, ...]:
    return tuple(sorted(found, key=lambda each: -each.solvable - each.undecided / 2))


def _prospect(hand: Tiles, tile: int, unseen: Tiles, shortest: int, work: int) -> Prospect:
    place = hand.index(tile)
    rest = (*hand[:place], *hand[place + 1 :])
    solvable = undecided = 0
    for kind, count in enumerate(unseen):
        if count:
            answer = solve(tuple(sorted((*rest, kind))), shortest, work)
            solvable += count * (answer.grid is not None)
            undecided += count * (answer == HandSolution())
    return Prospect(tile, solvable / sum(unseen), undecided / sum(unseen))


def best_trade(hand: Tiles, unseen: Tiles, shortest: int = SHORTEST) -> Prospect | None:
    """The tile whose trade most often makes a hand that can be laid.

    None is named where the hundreds of hands that it may lead to would take minutes.
    """
    if not HAS_NUMBA:
        return None
    good = prospects(hand, unseen, shortest)[:REFINED]
    return _ranked(_prospect(hand, each.tile, unseen, shortest, FINE) for each in good)[0]


def unseen_by(hands: Iterable[Tiles]) -> Tiles:
    """By kind, the tiles that are not in these hands."""
    unseen = list(FULL_MIDDLE)
    for hand in hands:
        for tile in hand:
            unseen[tile] -= 1
    return tuple(unseen)
