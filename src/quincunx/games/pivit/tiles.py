"""The 114 tiles: three of each of six colours and six designs, and six wild tiles.

A tile is written as the letter of its colour and the digit of its design: `r1`. A wild tile is
`**`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

COLOURS: Final = "roygbp"
"""Red, orange, yellow, green, blue, purple."""
DESIGNS: Final = "123456"
SIX: Final = 6
"""The number of colours, of designs, and of tiles in the longest line."""
PLAIN_KINDS: Final = SIX * SIX
WILD: Final = PLAIN_KINDS
KINDS: Final = PLAIN_KINDS + 1
COPIES: Final = 3
WILDS: Final = 6

TEXT: Final = (*(colour + design for colour in COLOURS for design in DESIGNS), "**")
"""The text of each kind. A kind is colour times six plus design; the wild kind comes last."""
TILE: Final = {text: kind for kind, text in enumerate(TEXT)}

FULL_MIDDLE: Final[tuple[int, ...]] = (*((COPIES,) * PLAIN_KINDS), WILDS)

PivitTiles = tuple[int, ...]
"""Tiles given by their kinds, in order."""


def text_of(tile: int) -> str:
    """Return the text of a tile, or a question mark for an unknown kind."""
    return TEXT[tile] if 0 <= tile < KINDS else "?"


def colour_of(tile: int) -> int:
    return tile // SIX


def design_of(tile: int) -> int:
    return tile % SIX


def subtract(counts: tuple[int, ...], tiles: Sequence[int]) -> tuple[int, ...]:
    """Return the counts without these tiles."""
    left = list(counts)
    for tile in tiles:
        left[tile] -= 1
    return tuple(left)
