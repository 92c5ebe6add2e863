"""The cards: four corner squares, one of each colour, and a value in the middle.

A *kind* is a value and one of six layouts. A *card* is a number: its kind times four plus its
orientation, the quarter turns to the right since it was printed. As text a card is its colours,
clockwise from the top left corner, and its value: `RGBY2`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

COLOURS: Final = "RGBY"
CORNERS: Final = 4
"""Top left, top right, bottom right, bottom left."""
ORIENTATIONS: Final = 4

VALUES: Final = (1, 2, 3, -1)
COPIES_PER_VALUE: Final = (64, 46, 26, 12)
"""The number of cards of each value in a deck, in the order of `VALUES`."""
LAYOUTS: Final = ("RGBY", "RGYB", "RBGY", "RBYG", "RYGB", "RYBG")
"""Colours clockwise from the top left corner, rotated so that red comes first."""
KINDS: Final = len(VALUES) * len(LAYOUTS)
CARDS: Final = KINDS * ORIENTATIONS
NO_CARD: Final = CARDS
"""Stands for an empty cell, or for a covered card where only linking matters."""


def kind_of(card: int) -> int:
    return card // ORIENTATIONS


VALUE_OF_KIND: Final = tuple(value for value in VALUES for _ in LAYOUTS)
"""By kind, the points that its cards are worth."""


_ROTATED: Final = tuple(
    tuple(card - card % ORIENTATIONS + (card + quarters) % ORIENTATIONS for card in range(CARDS))
    for quarters in range(ORIENTATIONS)
)


def rotated(card: int, quarters: int) -> int:
    """Return the card after so many quarter turns to the right."""
    return _ROTATED[quarters % ORIENTATIONS][card]


def _corner_colours(card: int) -> tuple[int, ...]:
    layout, quarters = LAYOUTS[kind_of(card) % len(LAYOUTS)], card % ORIENTATIONS
    return tuple(COLOURS.index(layout[(corner - quarters) % CORNERS]) for corner in range(CORNERS))


CORNER_COLOURS: Final = (*(_corner_colours(card) for card in range(CARDS)), (-1,) * CORNERS)
"""By card, the index of the colour in each corner; -1 in each corner of `NO_CARD`."""
KIND_OF_CARD: Final = tuple(map(kind_of, range(CARDS)))
CARD_VALUES: Final = (*(VALUE_OF_KIND[kind_of(card)] for card in range(CARDS)), 0)
"""By card, the points it is worth; 0 for `NO_CARD`."""


def _text(card: int) -> str:
    return "".join(COLOURS[colour] for colour in CORNER_COLOURS[card]) + str(CARD_VALUES[card])


CARD_TEXTS: Final = tuple(map(_text, range(CARDS)))
CARD_BY_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXTS)}


@lru_cache(8)
def full_deck(decks: int) -> tuple[int, ...]:
    """Return the number of cards of each kind.

    The layouts are assigned cyclically through the list of cards, value by value.
    """
    counts = [0] * KINDS
    number = 0
    for value, copies in enumerate(COPIES_PER_VALUE):
        for _ in range(copies):
            counts[value * len(LAYOUTS) + number % len(LAYOUTS)] += decks
            number += 1
    return tuple(counts)
