"""Exact answers for a table and a hand: what can be played, and how many Qwirkles it makes.

Only which cards lie on the table matters, not how they lie, so a choice is the cards that are
played and the lines that give a Qwirkle; `laid` lays it out.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from quincunx.games.qwirkle_cards.cards import Cards, counted
from quincunx.games.qwirkle_cards.division import LINES
from quincunx.games.qwirkle_cards.moves import Play, play
from quincunx.games.qwirkle_cards.rearranging import Taking, rearranged
from quincunx.games.qwirkle_cards.sets import Layout, all_cards, in_order

# The kernel is compiled, and that takes a while to load: only who needs it waits for it.

MOST_CHOICES: Final = 1 << 13
"""A hand of nine has 511 choices of cards; few of them take their Qwirkles in several ways."""


class Choice(NamedTuple):
    """A play, but for how it is laid out."""

    cards: Cards
    taking: Taking

    @property
    def qwirkles(self) -> int:
        return len(self.taking)


def most_qwirkles(table: Layout, hand: Cards) -> int | None:
    """How many the hand can make; `None`: it cannot play at all."""
    import numpy as np

    from quincunx.games.qwirkle_cards import kernel

    lying, held = np.array([counted(all_cards(table))]), np.array([[counted(hand)]])
    most = int(kernel.replies(lying, held)[0, 0])
    return None if most < 0 else most


def choices(table: Layout, hand: Cards) -> list[Choice]:
    """Every choice of cards that can be played, each way to take the most Qwirkles with it."""
    import numpy as np

    from quincunx.games.qwirkle_cards import kernel

    hand = tuple(sorted(hand))
    found = kernel.all_plays(
        np.array(counted(all_cards(table))), np.array(hand, np.int64), MOST_CHOICES
    )
    return [Choice(chosen(hand, bits), lines(taking)) for bits, _, taking in found.tolist()]


def chosen(hand: Cards, bits: int) -> Cards:
    """The cards of the hand that the kernel means."""
    return tuple(kind for place, kind in enumerate(hand) if bits >> place & 1)


def lines(taking: int) -> Taking:
    """The lines that the kernel means."""
    return tuple(line for line in range(LINES) for _ in range(taking >> 2 * line & 3))


def without_waste(choice: Choice) -> tuple[int, int, Choice]:
    """Orders choices: the most Qwirkles first, then the fewest cards."""
    return -choice.qwirkles, len(choice.cards), choice


def non_dominated(found: list[Choice]) -> list[Choice]:
    """One for each cards of which no fewer make as many Qwirkles, the most Qwirkles first."""
    kept: list[Choice] = []
    for choice in sorted(found, key=without_waste):
        if not any(Counter(other.cards) <= Counter(choice.cards) for other in kept):
            kept.append(choice)
    return kept


def laid(table: Layout, choice: Choice) -> tuple[Play, Layout]:
    """The choice with as few cards moved as can be: the move, and the table with its Qwirkles."""
    layout = in_order(rearranged(table, choice.cards, choice.taking))
    return play(table, layout), layout
