"""The state of a game of Quatrefoil, and what a viewer sees of it."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from quincunx.games.quatrefoil.tokens import Arrangement

SEATS: Final = 4
Ending = Literal["", "stack", "time", "limit"]
"""How the game ended; `limit` occurs only in records of rules version 1."""


class FinishedDeal(msgspec.Struct, frozen=True):
    """A deal of a series that is over, with all its cards: everybody may see it."""

    dealt: Arrangement
    tokens: Arrangement
    """The last arrangement."""
    target: Arrangement
    positions: tuple[str, ...]
    """The position card of each seat."""
    actions: int
    par: int
    """How many actions four experts need."""
    solved: bool
    score: int
    """Actions above par."""


class DealSeries(msgspec.Struct, frozen=True):
    """Several deals in a row, and how they have gone so far."""

    deals: int
    finished: tuple[FinishedDeal, ...] = ()
    total: int = 0
    """The sum of the scores."""


class QuatrefoilState(msgspec.Struct, frozen=True):
    """The whole game, hidden cards included."""

    dealt: Arrangement
    """The first arrangement, from which par is measured."""
    tokens: Arrangement
    target: Arrangement
    positions: tuple[str, ...]
    """The position card of each seat; its colour card is what belongs there."""
    turn: int
    actions: int = 0
    looked: tuple[bool, ...] = (True,) * SEATS
    """By seat, whether the player has looked at their cards; only Race the Clock waits for it."""
    clock_ends: int | None = None
    shown: tuple[bool, ...] = (False,) * SEATS
    """By seat, whether its signal was shown for this arrangement, if signals are given by hand."""
    ending: Ending = ""
    series: DealSeries | msgspec.UnsetType = msgspec.UNSET
    """Absent where the game is a single deal."""


class QuatrefoilView(msgspec.Struct, frozen=True):
    """What a viewer may know; hidden cards are `None`."""

    seat: int | None
    dealt: Arrangement
    tokens: Arrangement
    colours: tuple[str | None, ...]
    """Colour cards by seat; in Dual there are none."""
    positions: tuple[str | None, ...]
    """Position cards by seat."""
    target: tuple[str | None, ...]
    """The target arrangement, as far as it is known."""
    signals: tuple[bool | None, ...]
    """By seat, whether its token is in place; `None` where that is not shown."""
    turn: int | None
    """The seat on turn, also while players have yet to look; `None` in Dual."""
    actions: int
    looked: tuple[bool, ...]
    clock_ends: int | None
    par: int | None
    """The fewest possible actions, if the viewer may know them."""
    ending: Ending
    left: int | None = None
    """Pushes and twists left, if there is an action limit or only few are left."""
    series: DealSeries | msgspec.UnsetType = msgspec.UNSET
    """Absent where the game is a single deal."""
