"""Finds every rotation and claim of a grid, with what it takes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from quincunx.games.quivvit.cards import CARD_BY_TEXT, COLOURS, NO_CARD, ORIENTATIONS
from quincunx.games.quivvit.grid import CELL_BY_NAME, CELL_NAMES
from quincunx.games.quivvit.kernel import (
    CLAIM,
    COVERED,
    HALF,
    IMPOSSIBLE,
    NEIGHBOUR_CELLS,
    NEIGHBOURS,
    PLAYS,
    KernelArray,
    empty_board,
    survey_plays,
)
from quincunx.games.quivvit.moves import ClaimFreeLink, Rotate
from quincunx.games.quivvit.state import QuivvitView

_MOVES: Final[tuple[Rotate | ClaimFreeLink, ...]] = tuple(
    move
    for name in CELL_NAMES
    for move in (
        ClaimFreeLink(name),
        Rotate(name, "right"),
        Rotate(name, "half"),
        Rotate(name, "left"),
    )
)
"""By the kernel's number of the play."""


class QuivvitPlay(NamedTuple):
    """A rotation or a claim, and what it takes."""

    move: Rotate | ClaimFreeLink
    points: int
    cards: int
    number: int
    """The kernel's number of the play."""
    mask: int
    """The neighbours taken, as the kernel's bit mask."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells whose cards are taken."""
        return _cells(self.number // ORIENTATIONS, self.mask)

    @property
    def spends(self) -> bool:
        """Whether the play uses up the Double Rotate card."""
        return self.number % ORIENTATIONS == HALF


@lru_cache(4096)
def _cells(cell: int, mask: int) -> tuple[str, ...]:
    if not mask:
        return ()
    around = [int(NEIGHBOUR_CELLS[cell, n]) for n in range(NEIGHBOURS) if mask >> n & 1]
    return tuple(CELL_NAMES[each] for each in sorted((cell, *around)))


def find_plays(
    grid: KernelArray, colour: str | None = None, *, double: bool = False
) -> list[QuivvitPlay]:
    """Return all plays, cell by cell; `double` includes half turns and claims."""
    points, cards, masks = _survey(grid, colour).tolist()
    return [
        QuivvitPlay(_MOVES[number], points[number], cards[number], number, masks[number])
        for number in range(PLAYS)
        if points[number] != IMPOSSIBLE and (double or number % ORIENTATIONS not in (CLAIM, HALF))
    ]


def most_points(grid: KernelArray, colour: str | None = None, *, double: bool = False) -> int:
    """Return the most points that a play takes; 0 if there is no play."""
    points = _survey(grid, colour)[0]
    return max(0, int((points if double else points[1::2]).max()))


def _survey(grid: KernelArray, colour: str | None) -> KernelArray:
    found = np.zeros((3, PLAYS), np.int64)
    only = -1 if colour is None else COLOURS.index(colour)
    survey_plays(grid, only, empty_board(), *found)
    return found


def points_order(play: QuivvitPlay) -> tuple[int, bool, int]:
    """Sort key: the most points, then keeping the Double Rotate card, then the most cards."""
    return play.points, not play.spends, play.cards


def kernel_grid(cards: Iterable[str | None], covered: Iterable[str | None] = ()) -> KernelArray:
    """Return the kernel's array for cards given as text, row by row."""
    grid = np.array([*(NO_CARD if text is None else CARD_BY_TEXT[text] for text in cards), NO_CARD])
    for name in covered:
        if name is not None:
            grid[CELL_BY_NAME[name]] = COVERED
    return grid


def plays_of_view(view: QuivvitView) -> list[QuivvitPlay]:
    """Return the plays of the seat on turn."""
    assert view.turn is not None
    grid = kernel_grid(view.grid, view.blocks)
    return find_plays(grid, view.colour, double=view.doubles[view.turn])
