"""The cards: four corner squares, one of each colour, and a value in the middle.

A *kind* is a value and one of six layouts; a *card* is a kind and how far it has been turned to the
right. As text a card is its colours, clockwise from the top left corner, and its value: `RGBY2`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

COLOURS: Final = "RGBY"
CORNERS: Final = 4
"""Top left, top right, bottom right, bottom left."""
TURNS: Final = 4

VALUES: Final = (1, 2, 3, -1)
COPIES: Final = (64, 46, 26, 12)
"""How many cards of a deck have each value."""
LAYOUTS: Final = ("RGBY", "RGYB", "RBGY", "RBYG", "RYGB", "RYBG")
"""Clockwise from the top left corner, turned so that red comes first."""
KINDS: Final = len(VALUES) * len(LAYOUTS)
CARDS: Final = KINDS * TURNS
NO_CARD: Final = CARDS
"""Stands for a card that cannot link: none, or a covered one."""


def kind_of(card: int) -> int:
    return card // TURNS


def value_of_kind(kind: int) -> int:
    return VALUES[kind // len(LAYOUTS)]


def turned(card: int, quarters: int) -> int:
    """The card after so many quarter turns to the right."""
    return card - card % TURNS + (card + quarters) % TURNS


def _shown(card: int) -> tuple[int, ...]:
    layout, turn = LAYOUTS[kind_of(card) % len(LAYOUTS)], card % TURNS
    return tuple(COLOURS.index(layout[(corner - turn) % CORNERS]) for corner in range(CORNERS))


SHOWS: Final = (*(_shown(card) for card in range(CARDS)), (-1,) * CORNERS)
"""By card, the colour in each corner; none for no card."""
WORTH: Final = (*(value_of_kind(kind_of(card)) for card in range(CARDS)), 0)
"""By card."""


def _text(card: int) -> str:
    return "".join(COLOURS[colour] for colour in SHOWS[card]) + str(WORTH[card])


TEXT: Final = tuple(map(_text, range(CARDS)))
CARD: Final = {text: card for card, text in enumerate(TEXT)}


@lru_cache(8)
def full_deck(decks: int) -> tuple[int, ...]:
    """How many cards of each kind there are: the layouts go round and round through the values."""
    counts = [0] * KINDS
    number = 0
    for value, copies in enumerate(COPIES):
        for _ in range(copies):
            counts[value * len(LAYOUTS) + number % len(LAYOUTS)] += decks
            number += 1
    return tuple(counts)
