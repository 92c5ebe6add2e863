"""TODO."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from quincunx.games.quatrefoil.tokens import Arrangement

SEATS: Final = 4
Ending = Literal["", "stack", "time", "limit"]
"""How the game ended; `limit` occurs only in records of rules version 1."""


class QuatrefoilState(msgspec.Struct, frozen=True):
    """All there is, hidden cards included."""

    dealt: Arrangement
    """The arrangement at the beginning: par is measured from it."""
    tokens: Arrangement
    target: Arrangement
    positions: tuple[str, ...]
    """The position card of each seat; its colour card is what belongs there."""
    turn: int
    actions: int = 0
    looked: tuple[bool, ...] = (True,) * SEATS
    """Who has looked at their cards; only Race the Clock waits for it."""
    clock_ends: int | None = None
    shown: tuple[bool, ...] = (False,) * SEATS
    """Who has shown their signal for this arrangement, when signals are given by hand."""
    ending: Ending = ""


class QuatrefoilView(msgspec.Struct, frozen=True):
    """What a viewer may know; `None` stands for what is hidden."""

    seat: int | None
    dealt: Arrangement
    tokens: Arrangement
    colours: tuple[str | None, ...]
    """Colour cards by seat; in Dual nobody has one."""
    positions: tuple[str | None, ...]
    """Position cards by seat."""
    target: tuple[str | None, ...]
    """What belongs at NW, NE, SE, SW and beside them, as far as it is known."""
    signals: tuple[bool | None, ...]
    """By seat, whether its token is right, where that is shown."""
    turn: int | None
    """Whose turn it is, also while some have not looked yet; nobody's in Dual."""
    actions: int
    looked: tuple[bool, ...]
    clock_ends: int | None
    par: int | None
    """The fewest actions possible, where it may be known."""
    ending: Ending
    left: int | None = None
    """Pushes and twists that may still be made, where a limit was chosen or few are left."""
