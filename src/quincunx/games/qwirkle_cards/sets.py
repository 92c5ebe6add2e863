"""What may lie on the table: sets of three to six cards with one colour or one shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from quincunx.games.qwirkle_cards.cards import SIX, Cards

SMALLEST: Final = 3

Layout = tuple[Cards, ...]
"""Sets in order, the cards of each in order: one way to write what lies there."""


def in_order(sets: Iterable[Iterable[int]]) -> Layout:
    return tuple(sorted(tuple(sorted(cards)) for cards in sets))


def one_colour(cards: Cards) -> bool:
    return len({kind // SIX for kind in cards}) == 1


def one_shape(cards: Cards) -> bool:
    return len({kind % SIX for kind in cards}) == 1


def duplicates(cards: Cards) -> Cards:
    """The kinds that are there more than once."""
    return tuple(kind for kind, count in sorted(Counter(cards).items()) if count > 1)


def is_set(cards: Cards) -> bool:
    return (
        len(cards) >= SMALLEST and not duplicates(cards) and (one_colour(cards) or one_shape(cards))
    )


def is_qwirkle(cards: Cards) -> bool:
    return len(cards) == SIX and is_set(cards)


def largest_set(hand: Cards) -> int:
    """How many cards of the hand go together without duplicates."""
    kinds = set(hand)
    colours = Counter(kind // SIX for kind in kinds)
    shapes = Counter(kind % SIX for kind in kinds)
    return max([*colours.values(), *shapes.values()], default=0)


def all_cards(layout: Layout) -> Cards:
    return tuple(sorted(kind for cards in layout for kind in cards))
