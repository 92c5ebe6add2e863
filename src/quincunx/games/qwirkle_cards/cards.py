"""The 108 cards: six colours, six shapes, three of each. As text `Rc` is the red circle.

A *kind* is a colour and a shape, numbered colour times six plus shape. Cards are given by their
kinds: the three copies of a kind are not distinguished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

COLOURS: Final = "ROYGBP"
"""Red, orange, yellow, green, blue, purple."""
SHAPES: Final = "csdlxa"
"""Circle, square, diamond, clover (l), four-pointed star (x), eight-pointed star (a)."""
SIX: Final = 6
"""The number of colours, of shapes, and of cards in a Qwirkle."""
KINDS: Final = SIX * SIX
COPIES: Final = 3
CARD_COUNT: Final = KINDS * COPIES
HAND_SIZE: Final = 9

CARD_TEXTS: Final = tuple(colour + shape for colour in COLOURS for shape in SHAPES)
"""By kind."""
KIND_BY_TEXT: Final = {text: kind for kind, text in enumerate(CARD_TEXTS)}

FULL_DECK: Final[tuple[int, ...]] = (COPIES,) * KINDS
"""The number of cards of each kind."""

CardKinds = tuple[int, ...]
"""The kinds of some cards, in order."""
CardTexts = tuple[str, ...]
"""Some cards as text."""


def count_kinds(cards: CardKinds) -> list[int]:
    """Return how many of each kind there are."""
    counts = [0] * KINDS
    for kind in cards:
        counts[kind] += 1
    return counts


def list_cards(counts: Sequence[int]) -> CardKinds:
    """Return the cards of which there are so many of each kind."""
    return tuple([kind for kind, count in enumerate(counts) for _ in range(count)])


def subtract_counts(counts: Sequence[int], others: Sequence[int]) -> list[int]:
    return [count - other for count, other in zip(counts, others, strict=True)]


def without_cards(hand: CardKinds, cards: CardKinds) -> CardKinds:
    """Return the hand without these cards."""
    return tuple(sorted((Counter(hand) - Counter(cards)).elements()))


def card_texts(cards: CardKinds) -> CardTexts:
    return tuple([CARD_TEXTS[kind] for kind in cards])


def cards_from_texts(texts: Iterable[str]) -> CardKinds:
    return tuple([KIND_BY_TEXT[text] for text in texts])


def format_cards(cards: CardKinds) -> str:
    return " ".join(CARD_TEXTS[kind] for kind in cards)
