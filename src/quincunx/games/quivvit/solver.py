"""Everything that can be done with a grid: each rotation and each claim, with what it takes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from quincunx.games.quivvit.cards import CARD, COLOURS, NO_CARD, TURNS
from quincunx.games.quivvit.grid import CELL, NAMES
from quincunx.games.quivvit.kernel import (
    CLAIM,
    COVERED,
    HALF,
    IMPOSSIBLE,
    NEIGHBOUR,
    NEIGHBOURS,
    PLAYS,
    Array,
    empty_board,
    survey,
)
from quincunx.games.quivvit.moves import ClaimFreeLink, Rotate
from quincunx.games.quivvit.state import QuivvitView

_MOVES: Final[tuple[Rotate | ClaimFreeLink, ...]] = tuple(
    move
    for name in NAMES
    for move in (
        ClaimFreeLink(name),
        Rotate(name, "right"),
        Rotate(name, "half"),
        Rotate(name, "left"),
    )
)
"""By the kernel's number of a play."""


class QuivvitPlay(NamedTuple):
    """A rotation or a claim, and what it takes."""

    move: Rotate | ClaimFreeLink
    points: int
    cards: int
    number: int
    """The kernel's name for it."""
    mask: int
    """The neighbours taken, as the kernel has them."""

    @property
    def cells(self) -> tuple[str, ...]:
        """Where cards are taken."""
        return _cells(self.number // TURNS, self.mask)

    @property
    def spends(self) -> bool:
        """Whether it costs the Double Rotate card."""
        return self.number % TURNS == HALF


@lru_cache(4096)
def _cells(cell: int, mask: int) -> tuple[str, ...]:
    if not mask:
        return ()
    around = [int(NEIGHBOUR[cell, n]) for n in range(NEIGHBOURS) if mask >> n & 1]
    return tuple(NAMES[each] for each in sorted((cell, *around)))


def plays(grid: Array, colour: str | None = None, *, double: bool = False) -> list[QuivvitPlay]:
    """All of them, cell by cell; half turns and claims for who holds a Double Rotate card."""
    points, cards, masks = _surveyed(grid, colour).tolist()
    return [
        QuivvitPlay(_MOVES[number], points[number], cards[number], number, masks[number])
        for number in range(PLAYS)
        if points[number] != IMPOSSIBLE and (double or number % TURNS not in (CLAIM, HALF))
    ]


def most_points(grid: Array, colour: str | None = None, *, double: bool = False) -> int:
    """What the best of them takes; nothing if there is none."""
    points = _surveyed(grid, colour)[0]
    return max(0, int((points if double else points[1::2]).max()))


def _surveyed(grid: Array, colour: str | None) -> Array:
    found = np.zeros((3, PLAYS), np.int64)
    only = -1 if colour is None else COLOURS.index(colour)
    survey(grid, only, empty_board(), *found)
    return found


def worth(play: QuivvitPlay) -> tuple[int, bool, int]:
    """What `most points` goes by: points, the Double Rotate card if it costs none, then cards."""
    return play.points, not play.spends, play.cards


def grid_of(cards: Iterable[str | None], covered: Iterable[str | None] = ()) -> Array:
    """The cards by their texts, row by row, as the kernel wants them."""
    grid = np.array([*(NO_CARD if text is None else CARD[text] for text in cards), NO_CARD])
    for name in covered:
        if name is not None:
            grid[CELL[name]] = COVERED
    return grid


def plays_of(view: QuivvitView) -> list[QuivvitPlay]:
    """What the seat on turn can do."""
    assert view.turn is not None
    grid = grid_of(view.grid, view.blocks)
    return plays(grid, view.colour, double=view.doubles[view.turn])
