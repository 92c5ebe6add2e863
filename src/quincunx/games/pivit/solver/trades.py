"""TODO."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.pivit.grid import MIN_LINE
from quincunx.games.pivit.solver.hand_solver import CACHED_HANDS, HandSolution, solve
from quincunx.games.pivit.tiles import FULL_MIDDLE, Tiles

TRADE_TRIES: Final = 500
"""The same for one of the hundreds of hands that a trade may lead to."""
REFINED_TRADES, REFINED_TRIES = 3, 1_500
"""So many of the best trades are looked at again, with so many tries for each hand."""


class TradeProspect(NamedTuple):
    """What trading a tile leads to: the chances of a hand that can be laid, or is undecided."""

    tile: int
    solvable: float
    undecided: float


@lru_cache(CACHED_HANDS)
def trade_prospects(
    hand: Tiles, unseen: Tiles, shortest: int = MIN_LINE, work: int = TRADE_TRIES
) -> tuple[TradeProspect, ...]:
    """Every tile that can be traded, the best one first; `unseen` are the other tiles by kind."""
    return _ranked(_prospect(hand, tile, unseen, shortest, work) for tile in sorted(set(hand)))


def _ranked(found: Iterable[TradeProspect]) -> tuple[TradeProspect, ...]:
    return tuple(sorted(found, key=lambda each: -each.solvable - each.undecided / 2))


def _prospect(hand: Tiles, tile: int, unseen: Tiles, shortest: int, work: int) -> TradeProspect:
    place = hand.index(tile)
    rest = (*hand[:place], *hand[place + 1 :])
    solvable = undecided = 0
    for kind, count in enumerate(unseen):
        if count:
            answer = solve(tuple(sorted((*rest, kind))), shortest, work)
            solvable += count * (answer.grid is not None)
            undecided += count * (answer == HandSolution())
    return TradeProspect(tile, solvable / sum(unseen), undecided / sum(unseen))


def best_trade(hand: Tiles, unseen: Tiles, shortest: int = MIN_LINE) -> TradeProspect | None:
    """The tile whose trade most often makes a hand that can be laid.

    None is named where the hundreds of hands that it may lead to would take minutes.
    """
    if not HAS_NUMBA:
        return None
    good = trade_prospects(hand, unseen, shortest)[:REFINED_TRADES]
    return _ranked(_prospect(hand, each.tile, unseen, shortest, REFINED_TRIES) for each in good)[0]


def unseen_by(hands: Iterable[Tiles]) -> Tiles:
    """By kind, the tiles that are not in these hands."""
    unseen = list(FULL_MIDDLE)
    for hand in hands:
        for tile in hand:
            unseen[tile] -= 1
    return tuple(unseen)
