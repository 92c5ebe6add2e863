"""The 108 cards: six colours, six shapes, three of each. As text `Rc` is the red circle."""

from __future__ import annotations

from typing import Final

COLOURS: Final = "ROYGBP"
"""Red, orange, yellow, green, blue, purple."""
SHAPES: Final = "csdlxa"
"""Circle, square, diamond, cLover, four-pointed star (an x), eight-pointed star (an asterisk)."""
SIX: Final = 6
"""Of colours, of shapes, and of cards in a Qwirkle."""
KINDS: Final = SIX * SIX
COPIES: Final = 3

TEXT: Final = tuple(colour + shape for colour in COLOURS for shape in SHAPES)
"""By kind: colour times six plus shape."""
CARD: Final = {text: kind for kind, text in enumerate(TEXT)}

FULL_DECK: Final[tuple[int, ...]] = (COPIES,) * KINDS

Cards = tuple[int, ...]
"""Cards as their kinds, in order."""


def counted(cards: Cards) -> list[int]:
    """How many of each kind there are."""
    counts = [0] * KINDS
    for kind in cards:
        counts[kind] += 1
    return counts


def listed(counts: list[int] | tuple[int, ...]) -> Cards:
    """The same cards one by one."""
    return tuple([kind for kind, count in enumerate(counts) for _ in range(count)])
