"""The sets that may be on the table: three to six cards that share a colour or a shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from quincunx.games.qwirkle_cards.cards import (
    KINDS,
    SIX,
    CardKinds,
    CardTexts,
    card_texts,
    cards_from_texts,
    format_cards,
)

MIN_SET_SIZE: Final = 3

Layout = tuple[CardKinds, ...]
"""The sets on the table. A sorted layout is the one way to write it: see `sort_layout`."""


def sort_layout(sets: Iterable[Iterable[int]]) -> Layout:
    """Sort the cards of each set, and then the sets."""
    return tuple(sorted(tuple(sorted(cards)) for cards in sets))


def is_layout(value: object) -> bool:
    """Return whether an object is some sets of cards, whether or not they are right."""
    return isinstance(value, tuple) and all(
        isinstance(cards, tuple) and all(type(kind) is int and 0 <= kind < KINDS for kind in cards)
        for cards in value
    )


def shares_colour(cards: CardKinds) -> bool:
    return len({kind // SIX for kind in cards}) == 1


def shares_shape(cards: CardKinds) -> bool:
    return len({kind % SIX for kind in cards}) == 1


def repeated_kinds(cards: CardKinds) -> CardKinds:
    """Return the kinds that occur more than once."""
    return tuple(kind for kind, count in sorted(Counter(cards).items()) if count > 1)


def is_set(cards: CardKinds) -> bool:
    return (
        len(cards) >= MIN_SET_SIZE
        and not repeated_kinds(cards)
        and (shares_colour(cards) or shares_shape(cards))
    )


def is_qwirkle(cards: CardKinds) -> bool:
    return len(cards) == SIX and is_set(cards)


def largest_set(hand: CardKinds) -> int:
    """Return the size of the largest group without duplicates that shares a colour or a shape."""
    kinds = set(hand)
    colours = Counter(kind // SIX for kind in kinds)
    shapes = Counter(kind % SIX for kind in kinds)
    return max([*colours.values(), *shapes.values()], default=0)


def all_cards(layout: Layout) -> CardKinds:
    """Return the cards of all sets, sorted."""
    return tuple(sorted(kind for cards in layout for kind in cards))


def layout_texts(layout: Layout) -> tuple[CardTexts, ...]:
    return tuple([card_texts(cards) for cards in layout])


def layout_from_texts(sets: Iterable[CardTexts]) -> Layout:
    return tuple(cards_from_texts(texts) for texts in sets)


def format_layout(layout: Layout) -> str:
    """Return the sets in brackets: `[Rc Rs Rd] [Gc Bc Pc Oc]`."""
    return " ".join(f"[{format_cards(cards)}]" for cards in layout)
