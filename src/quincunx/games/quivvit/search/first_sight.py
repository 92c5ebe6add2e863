"""What a person sees at first sight: one link at a time, side by side or one above the other."""

from __future__ import annotations

from typing import NamedTuple

from quincunx.games.quivvit.cards import CARD, COLOURS, NO_CARD, WORTH, turned
from quincunx.games.quivvit.grid import AROUND, CELL, CELLS, NAMES, linked
from quincunx.games.quivvit.moves import Rotate
from quincunx.games.quivvit.state import QuivvitView


class VisibleRotation(NamedTuple):
    """A rotation, and the points that it seems to bring."""

    move: Rotate
    points: int


def glances(view: QuivvitView) -> list[VisibleRotation]:
    """Every quarter turn by its best single link, the card across left out."""
    grid = [NO_CARD if text is None else CARD[text] for text in view.grid] + [NO_CARD]
    for name in view.blocks:
        if name is not None:
            grid[CELL[name]] = NO_CARD
    only = None if view.colour is None else COLOURS.index(view.colour)
    seen = []
    for cell in range(CELLS):
        if grid[cell] != NO_CARD:
            for rotation in (Rotate(NAMES[cell], "left"), Rotate(NAMES[cell], "right")):
                card = turned(grid[cell], 1 if rotation.way == "right" else 3)
                links = linked(grid, cell, card, only)
                across = {around[1] for around in AROUND[cell]}
                beside = [sum(WORTH[grid[o]] for o in link if o not in across) for link in links]
                seen.append(
                    VisibleRotation(rotation, WORTH[grid[cell]] + max(beside) if beside else 0)
                )
    return seen
