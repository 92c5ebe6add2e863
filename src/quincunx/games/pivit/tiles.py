"""The 114 tiles: six colours, six designs, three of each, and six wild ones.

As text a tile is its colour's letter and its design's digit, `r1`; a wild one is `**`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

COLOURS: Final = "roygbp"
"""Red, orange, yellow, green, blue, purple."""
DESIGNS: Final = "123456"
SIX: Final = 6
PLAIN_KINDS: Final = SIX * SIX
WILD: Final = PLAIN_KINDS
KINDS: Final = PLAIN_KINDS + 1
COPIES: Final = 3
WILDS: Final = 6

TEXT: Final = (*(colour + design for colour in COLOURS for design in DESIGNS), "**")
"""By kind: colour times six plus design, then the wild tile."""
TILE: Final = {text: kind for kind, text in enumerate(TEXT)}

FULL_MIDDLE: Final[tuple[int, ...]] = (*((COPIES,) * PLAIN_KINDS), WILDS)

Tiles = tuple[int, ...]
"""Tiles as their kinds, in order."""


def text_of(tile: int) -> str:
    """Its text, or a question mark for what is no tile."""
    return TEXT[tile] if 0 <= tile < KINDS else "?"


def colour_of(tile: int) -> int:
    return tile // SIX


def design_of(tile: int) -> int:
    return tile % SIX


def subtract(counts: tuple[int, ...], tiles: Sequence[int]) -> tuple[int, ...]:
    """The counts without these tiles."""
    left = list(counts)
    for tile in tiles:
        left[tile] -= 1
    return tuple(left)
