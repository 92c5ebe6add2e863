"""Pictures of pieces and boards as SVG, from the files that the page draws its pieces from.

`palette.json` holds the colours, `symbols.svg` the shapes, `pieces.json` the places of text. A
game's `picture.py` puts them together; `Drawing.svg` makes one self-contained SVG of the result.
"""

from __future__ import annotations

from quincunx.pictures.elements import (
    DIGITS_ONLY,
    element,
    group,
    label,
    place,
    rectangle,
    text,
    use,
)
from quincunx.pictures.palette import COLOURS, Scheme
from quincunx.pictures.pieces import card, card_back, die, letter, paper, tile, token
from quincunx.pictures.rendering import Drawing, Style
from quincunx.pictures.seats import SeatBadge, seat_badges

__all__ = [
    "COLOURS",
    "DIGITS_ONLY",
    "Drawing",
    "Scheme",
    "SeatBadge",
    "Style",
    "card",
    "card_back",
    "die",
    "element",
    "group",
    "label",
    "letter",
    "paper",
    "place",
    "rectangle",
    "seat_badges",
    "text",
    "tile",
    "token",
    "use",
]
