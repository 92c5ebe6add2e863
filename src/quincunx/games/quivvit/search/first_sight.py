"""What an inattentive player sees: one link at a time, between neighbours only."""

from __future__ import annotations

from typing import NamedTuple

from quincunx.games.quivvit.cards import CARD_BY_TEXT, CARD_VALUES, COLOURS, NO_CARD, rotated
from quincunx.games.quivvit.grid import (
    CELL_BY_NAME,
    CELL_NAMES,
    CELLS_AROUND,
    QuivvitGrid,
    find_links,
)
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
    return [
        VisibleRotation(rotation, _visible_points(grid, cell, quarters, only))
        for cell, name in enumerate(CELL_NAMES)
        if grid[cell] != NO_CARD
        for rotation, quarters in ((Rotate(name, "left"), 3), (Rotate(name, "right"), 1))
    ]


def _visible_points(grid: QuivvitGrid, cell: int, quarters: int, only: int | None) -> int:
    """Return the points of the rotated card and of its best link with cards beside it."""
    diagonal = {around[1] for around in CELLS_AROUND[cell]}
    links = [
        sum(CARD_VALUES[grid[other]] for other in link if other not in diagonal)
        for link in find_links(grid, cell, rotated(grid[cell], quarters), only)
    ]
    return CARD_VALUES[grid[cell]] + max(links) if links else 0
