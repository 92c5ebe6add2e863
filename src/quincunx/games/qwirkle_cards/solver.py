"""Exact answers for a table and a hand: what can be played, and how many Qwirkles it makes.

Only which cards lie on the table matters, not how they lie, so a choice is the cards that are
played and the lines that give a Qwirkle; `laid` lays it out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.qwirkle_cards.cards import COPIES, Cards, counted
from quincunx.games.qwirkle_cards.layouts.division import LINES
from quincunx.games.qwirkle_cards.layouts.rearrangement import Taking, rearranged
from quincunx.games.qwirkle_cards.moves import QwirkleCardsPlay, play
from quincunx.games.qwirkle_cards.sets import Layout, all_cards, in_order

# The kernel is compiled, and that takes a while to load: only who needs it waits for it.

MOST_CHOICES: Final = 1 << 13
"""A hand of nine has 511 choices of cards, each with at most `kernel.WAYS` takings."""

SEARCH_STEPS: Final = 20_000
"""Steps after which a search for the most Qwirkles is cut off; `kernel` says what a step is.

The hardest position found by hill climbing takes 7,837, so the answer is exact for every position
that is known; the tests keep the hardest ones in `hard_positions.txt`.
"""
PLAYS_STEPS: Final = 1_500_000 if HAS_NUMBA else 30_000
"""Steps for all choices of cards of a hand together; the hardest position found takes 720,718.

Uncompiled a step takes a third of a millisecond, and a hard position is answered less well.
"""


class QwirkleCardsChoice(NamedTuple):
    """A play, but for how it is laid out."""

    cards: Cards
    taking: Taking

    @property
    def qwirkles(self) -> int:
        return len(self.taking)


class SearchResult(NamedTuple):
    """The choices that a search has found."""

    choices: list[QwirkleCardsChoice]
    """Every choice of cards that can be played, each way to take the most Qwirkles with it."""
    proved: bool
    """Whether no choice can make more Qwirkles than was found."""
    steps: int


def most_qwirkles(table: Layout, hand: Cards) -> int | None:
    """How many the hand can make; `None`: it cannot play at all."""
    import numpy as np

    from quincunx.games.qwirkle_cards import kernel

    lying, held = np.array(counted(all_cards(table))), np.array(counted(hand))
    most, _, _, _ = kernel.most_qwirkles(lying, held, SEARCH_STEPS)
    return None if most < 0 else most


def choices(table: Layout, hand: Cards) -> list[QwirkleCardsChoice]:
    """Every choice of cards that can be played, each way to take the most Qwirkles with it."""
    return find_choices(table, hand).choices


def find_choices(table: Layout, hand: Cards, steps: int = PLAYS_STEPS) -> SearchResult:
    """Search for all choices of a hand, with so many steps for all of them together."""
    import numpy as np

    from quincunx.games.qwirkle_cards import kernel

    hand = tuple(sorted(hand))
    lying, held = np.array(counted(all_cards(table))), np.array(hand, np.int64)
    plays, cut_off, spent = kernel.all_plays(lying, held, MOST_CHOICES, SEARCH_STEPS, steps)
    cards = {bits: chosen(hand, bits) for bits in {*plays[:, 0].tolist()}}
    found = [QwirkleCardsChoice(cards[bits], lines(taking)) for bits, _, taking in plays.tolist()]
    return SearchResult(found, not cut_off, spent)


def chosen(hand: Cards, bits: int) -> Cards:
    """The cards of the hand that the kernel means."""
    return tuple(kind for place, kind in enumerate(hand) if bits >> place & 1)


@lru_cache(4096)
def lines(taking: int) -> Taking:
    """The lines that the kernel means."""
    return tuple(line for line in range(LINES) for _ in range(taking >> 2 * line & 3))


def without_waste(choice: QwirkleCardsChoice) -> tuple[int, int, QwirkleCardsChoice]:
    """Orders choices: the most Qwirkles first, then the fewest cards."""
    return -choice.qwirkles, len(choice.cards), choice


def non_dominated(found: list[QwirkleCardsChoice]) -> list[QwirkleCardsChoice]:
    """One for each cards of which no fewer make as many Qwirkles, the most Qwirkles first."""
    kept: dict[int, QwirkleCardsChoice] = {}
    for choice in sorted(found, key=without_waste):
        copies = _copies(choice.cards)
        if not any(fewer & ~copies == 0 for fewer in kept):
            kept[copies] = choice
    return [*kept.values()]


def _copies(cards: Cards) -> int:
    """Each copy of each kind as a bit: some cards are part of others if their bits are."""
    bits = 0
    for kind in cards:
        bit = 1 << COPIES * kind
        while bits & bit:
            bit <<= 1
        bits |= bit
    return bits


def laid(table: Layout, choice: QwirkleCardsChoice) -> tuple[QwirkleCardsPlay, Layout]:
    """The choice with as few cards moved as can be: the move, and the table with its Qwirkles."""
    layout = in_order(rearranged(table, choice.cards, choice.taking))
    return play(table, layout), layout
