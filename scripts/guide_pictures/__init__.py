"""Draw the diagrams of the guides for the documentation's site.

A guide contains fenced blocks named `board`. The page draws them with its components; here the same
blocks become SVG pictures. `web/src/games/<name>/diagram.ts` describes the lines of each game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from quincunx.pictures import Drawing
from scripts.guide_pictures import coloryam, pivit, quatrefoil, quivvit, qwirkle_cards

_CAPTION: Final = "caption "
_DRAW: Final[Mapping[str, Callable[[Sequence[str]], Drawing]]] = {
    "coloryam": coloryam.draw,
    "pivit": pivit.draw,
    "quatrefoil": quatrefoil.draw,
    "quivvit": quivvit.draw,
    "qwirkle_cards": qwirkle_cards.draw,
}


@dataclass(frozen=True, eq=False)
class Diagram:
    """A diagram of a guide."""

    drawing: Drawing
    caption: str
    lines: tuple[str, ...]
    """The lines that were drawn, for readers who do not see the picture."""


def draw_diagram(game: str, block: str) -> Diagram:
    """Draw a `board` block of that game's guide; raise `ValueError` if a line is unknown."""
    lines = [line.strip() for line in block.splitlines() if line.strip()]
    captions = [line.removeprefix(_CAPTION) for line in lines if line.startswith(_CAPTION)]
    drawn = tuple(line for line in lines if not line.startswith(_CAPTION))
    return Diagram(_DRAW[game](drawn), " ".join(captions), drawn)
