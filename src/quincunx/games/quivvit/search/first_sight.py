"""What an inattentive player sees: one link at a time, between neighbours only."""

from __future__ import annotations

from typing import NamedTuple

from quincunx.games.quivvit.cards import CARD_BY_TEXT, CARD_VALUES, COLOURS, NO_CARD, rotated
from quincunx.games.quivvit.grid import CELL_BY_NAME, CELL_NAMES, CELLS, CELLS_AROUND, find_links
from quincunx.games.quivvit.moves import Rotate
from quincunx.games.quivvit.state import QuivvitView


class VisibleRotation(NamedTuple):
    """A rotation and the points that it seems to score."""

    move: Rotate
    points: int


def visible_rotations(view: QuivvitView) -> list[VisibleRotation]:
    """Return every quarter turn with the points of its best link, diagonal cards left out."""
    grid = [NO_CARD if text is None else CARD_BY_TEXT[text] for text in view.grid] + [NO_CARD]
    for name in view.blocks:
        if name is not None:
            grid[CELL_BY_NAME[name]] = NO_CARD
    only = None if view.colour is None else COLOURS.index(view.colour)
    found = []
    for cell in range(CELLS):
        if grid[cell] != NO_CARD:
            for rotation in (Rotate(CELL_NAMES[cell], "left"), Rotate(CELL_NAMES[cell], "right")):
                card = rotated(grid[cell], 1 if rotation.way == "right" else 3)
                links = find_links(grid, cell, card, only)
                across = {around[1] for around in CELLS_AROUND[cell]}
                beside = [
                    sum(CARD_VALUES[grid[o]] for o in link if o not in across) for link in links
                ]
                found.append(
                    VisibleRotation(
                        rotation, CARD_VALUES[grid[cell]] + max(beside) if beside else 0
                    )
                )
    return found
