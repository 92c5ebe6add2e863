"""Finds the most Qwirkles that some cards can make together."""

from __future__ import annotations

from itertools import product

from quincunx.games.qwirkle_cards.cards import SIX, CardKinds
from quincunx.games.qwirkle_cards.layouts.division import LINE_KINDS, KindCounts


def most_disjoint_qwirkles(counts: KindCounts) -> list[CardKinds]:
    """Return as many Qwirkles as these cards can make, each card in one of them.

    Once the Qwirkles of each colour are chosen, each shape has as many as its cards still allow. So
    at most 4⁶ choices are compared.
    """
    by_colour = [min([counts[kind] for kind in line]) for line in LINE_KINDS[:SIX]]
    best: tuple[int, ...] = ()
    for colours in product(*(range(most + 1) for most in by_colour)):
        shapes = [
            min([counts[kind] - colours[kind // SIX] for kind in line]) for line in LINE_KINDS[SIX:]
        ]
        if sum(colours) + sum(shapes) > sum(best):
            best = (*colours, *shapes)
    return [LINE_KINDS[line] for line, number in enumerate(best) for _ in range(number)]
