"""Solves a table and a hand exactly: what can be played, and how many Qwirkles it makes.

Only which cards are on the table matters, not how they are laid out. So a choice is the cards that
are played and the lines that give a Qwirkle; `lay_out` turns it into a play.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.qwirkle_cards.cards import COPIES, CardKinds, count_kinds
from quincunx.games.qwirkle_cards.layouts.division import LINES
from quincunx.games.qwirkle_cards.layouts.rearrangement import Taking, rearrange
from quincunx.games.qwirkle_cards.moves import QwirkleCardsPlay, canonical_play
from quincunx.games.qwirkle_cards.sets import Layout, all_cards, sort_layout

# The functions import the kernel, so that `import quincunx` does not load NumPy and numba.

MAX_CHOICES: Final = 1 << 13
"""A hand of nine has 511 choices of cards, each with at most `kernel.MAX_TAKINGS` takings."""

MAX_SEARCH_STEPS: Final = 20_000
"""Steps after which a search for the most Qwirkles is cut off; `kernel` defines a step.

The hardest position found by hill climbing takes 7,837, so the answer is exact for every known
position; the tests keep the hardest ones in `hard_positions.txt`.
"""
MAX_ALL_PLAYS_STEPS: Final = 1_500_000 if HAS_NUMBA else 30_000
"""Steps for all choices of cards of a hand together; the hardest position found takes 720,718.

Without numba a step takes a third of a millisecond, so a hard position gets a weaker answer.
"""


class QwirkleCardsChoice(NamedTuple):
    """A play without its layout."""

    cards: CardKinds
    taking: Taking

    @property
    def qwirkles(self) -> int:
        return len(self.taking)


class SearchResult(NamedTuple):
    """The choices that a search found."""

    choices: list[QwirkleCardsChoice]
    """Every playable choice of cards with each way to take the most Qwirkles."""
    proved: bool
    """Whether it is proved that no choice makes more Qwirkles than were found."""
    steps: int


def most_qwirkles(table: Layout, hand: CardKinds) -> int | None:
    """Return the most Qwirkles that the hand can make, or `None` if it cannot play at all."""
    import numpy as np

    from quincunx.games.qwirkle_cards.layouts import kernel

    on_table, held = np.array(count_kinds(all_cards(table))), np.array(count_kinds(hand))
    most, _, _, _ = kernel.most_qwirkles(on_table, held, MAX_SEARCH_STEPS)
    return None if most < 0 else most


def choices(table: Layout, hand: CardKinds) -> list[QwirkleCardsChoice]:
    """Return every playable choice of cards with each way to take the most Qwirkles."""
    return find_choices(table, hand).choices


def find_choices(table: Layout, hand: CardKinds, steps: int = MAX_ALL_PLAYS_STEPS) -> SearchResult:
    """Search for all choices of a hand, with at most so many steps for all of them together."""
    import numpy as np

    from quincunx.games.qwirkle_cards.layouts import kernel

    hand = tuple(sorted(hand))
    on_table, held = np.array(count_kinds(all_cards(table))), np.array(hand, np.int64)
    plays, cut_off, spent = kernel.all_plays(on_table, held, MAX_CHOICES, MAX_SEARCH_STEPS, steps)
    cards = {bits: cards_from_bits(hand, bits) for bits in {*plays[:, 0].tolist()}}
    found = [
        QwirkleCardsChoice(cards[bits], lines_from_bits(taking))
        for bits, _, taking in plays.tolist()
    ]
    return SearchResult(found, not cut_off, spent)


def cards_from_bits(hand: CardKinds, bits: int) -> CardKinds:
    """Return the cards of the hand for the kernel's bits."""
    return tuple(kind for place, kind in enumerate(hand) if bits >> place & 1)


@lru_cache(4096)
def lines_from_bits(taking: int) -> Taking:
    """Return the line of each Qwirkle for the kernel's taking."""
    return tuple(line for line in range(LINES) for _ in range(taking >> 2 * line & 3))


def choice_order(choice: QwirkleCardsChoice) -> tuple[int, int, QwirkleCardsChoice]:
    """Sort key: the most Qwirkles first, then the fewest cards."""
    return -choice.qwirkles, len(choice.cards), choice


def non_dominated(found: list[QwirkleCardsChoice]) -> list[QwirkleCardsChoice]:
    """Keep the choices whose Qwirkles need all of their cards, the most Qwirkles first."""
    kept: dict[int, QwirkleCardsChoice] = {}
    for choice in sorted(found, key=choice_order):
        bits = _copy_bits(choice.cards)
        if not any(fewer & ~bits == 0 for fewer in kept):
            kept[bits] = choice
    return [*kept.values()]


def _copy_bits(cards: CardKinds) -> int:
    """Return a bit for each copy of each kind, so that subsets of cards are subsets of bits."""
    bits = 0
    for kind in cards:
        bit = 1 << COPIES * kind
        while bits & bit:
            bit <<= 1
        bits |= bit
    return bits


def lay_out(table: Layout, choice: QwirkleCardsChoice) -> tuple[QwirkleCardsPlay, Layout]:
    """Return the choice as a play that moves the fewest cards, and the table with its Qwirkles."""
    layout = sort_layout(rearrange(table, choice.cards, choice.taking))
    return canonical_play(table, layout), layout
