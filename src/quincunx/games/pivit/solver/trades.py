"""Rate the tiles that a player could trade."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.pivit.grid import MIN_LINE
from quincunx.games.pivit.solver.hand_solver import CACHED_HANDS, HandSolution, solve
from quincunx.games.pivit.tiles import FULL_MIDDLE, PivitTiles

TRADE_TRIES: Final = 500
"""Grids that are grown for each of the hundreds of hands that a trade can lead to."""
REFINED_TRADES, REFINED_TRIES = 3, 1_500
"""How many of the best trades are rated again, and with how many grids for each hand."""


class TradeProspect(NamedTuple):
    """The chances that trading a tile leads to a hand that can be laid, or that stays undecided."""

    tile: int
    solvable: float
    undecided: float


@lru_cache(CACHED_HANDS)
def trade_prospects(
    hand: PivitTiles, unseen: PivitTiles, shortest: int = MIN_LINE, tries: int = TRADE_TRIES
) -> tuple[TradeProspect, ...]:
    """Rate every tile of the hand, the best trade first; `unseen` are the other tiles by kind."""
    return _ranked(_prospect(hand, tile, unseen, shortest, tries) for tile in sorted(set(hand)))


def _ranked(found: Iterable[TradeProspect]) -> tuple[TradeProspect, ...]:
    return tuple(sorted(found, key=lambda each: -each.solvable - each.undecided / 2))


def _prospect(
    hand: PivitTiles, tile: int, unseen: PivitTiles, shortest: int, tries: int
) -> TradeProspect:
    place = hand.index(tile)
    rest = (*hand[:place], *hand[place + 1 :])
    solvable = undecided = 0
    for kind, count in enumerate(unseen):
        if count:
            solution = solve(tuple(sorted((*rest, kind))), shortest, tries)
            solvable += count * (solution.grid is not None)
            undecided += count * (solution == HandSolution())
    return TradeProspect(tile, solvable / sum(unseen), undecided / sum(unseen))


def best_trade(
    hand: PivitTiles, unseen: PivitTiles, shortest: int = MIN_LINE
) -> TradeProspect | None:
    """Return the trade that most often leads to a hand that can be laid.

    Returns `None` without numba, where rating hundreds of hands would take minutes.
    """
    if not HAS_NUMBA:
        return None
    good = trade_prospects(hand, unseen, shortest)[:REFINED_TRADES]
    return _ranked(_prospect(hand, each.tile, unseen, shortest, REFINED_TRIES) for each in good)[0]


def unseen_by(hands: Iterable[PivitTiles]) -> PivitTiles:
    """Return for each kind the number of tiles that are not in these hands."""
    unseen = list(FULL_MIDDLE)
    for hand in hands:
        for tile in hand:
            unseen[tile] -= 1
    return tuple(unseen)
