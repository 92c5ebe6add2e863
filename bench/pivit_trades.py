"""Measure the value of a trade in Pivit, for hands that cannot be laid out."""

from __future__ import annotations

from itertools import islice
from statistics import fmean, quantiles
from time import process_time
from typing import Final

from bench.pivit_solver import hands
from quincunx.games.pivit.solver import TradeProspect, disproof, prepare, trade_prospects, unseen_by
from quincunx.games.pivit.tiles import PivitTiles

HANDS: Final = 80


def chance(prospect: TradeProspect) -> float:
    """Return the chance that the hand can be laid out; half of the undecided hands count."""
    return prospect.solvable + prospect.undecided / 2


def of_any_tile(hand: PivitTiles, found: tuple[TradeProspect, ...]) -> float:
    """Return the chance after trading a random tile."""
    return sum(hand.count(each.tile) * chance(each) for each in found) / len(hand)


def main() -> None:
    prepare()
    impossible = (hand for hand in hands(10_000, seed=2) if disproof(hand) is not None)
    best, any_tile, taken = [], [], []
    for hand in islice(impossible, HANDS):
        start = process_time()
        found = trade_prospects(hand, unseen_by((hand,)))
        taken.append(process_time() - start)
        best.append(chance(found[0]))
        any_tile.append(of_any_tile(hand, found))
    low, middle, high = quantiles(best, n=4)
    print(
        f"{HANDS} hands that cannot be laid: the best trade leads to one that can in "
        f"{fmean(best):.0%} on average (quartiles {low:.0%}, {middle:.0%}, {high:.0%}), "
        f"any tile in {fmean(any_tile):.0%}"
    )
    print(f"all trades of a hand: {fmean(taken):.2f} s on average, {max(taken):.1f} s at the most")
