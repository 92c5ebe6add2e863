"""The state of a game of ColorYam, and what a viewer sees of it."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.games.coloryam.dice import Values
from quincunx.games.coloryam.sheet import (
    Sheet,
)

ColorYamPhase = Literal["roll", "choose", "over"]
Column = tuple[int | None, ...]
"""A seat's ten entries: `None` while empty, 0 for an X."""


class ColorYamAttempt(msgspec.Struct, frozen=True):
    """The attempt that ended last: its seat, its dice, and what was entered where."""

    seat: int
    line: int
    faces: tuple[str, ...]
    total: int
    entry: int
    """The total, or 0 for an X."""


class ColorYamState(msgspec.Struct, frozen=True):
    """The whole game; nothing is hidden."""

    sheet: Sheet
    entries: tuple[Column, ...]
    line: int
    waiting: tuple[int, ...]
    """The seats that still have to complete this line; the first is on turn."""
    dice: Values = ()
    rolls: int = 0
    """Rolls made in this attempt."""
    chances: int = 0
    """Second chances used in this challenge by the seat on turn."""
    phase: ColorYamPhase = "roll"
    kept: tuple[int, ...] = ()
    """The dice that were kept in the last roll of this attempt."""
    last: ColorYamAttempt | None = None
    """Kept until the next roll, so that players see an attempt that ended with its last roll."""


class ColorYamView(msgspec.Struct, frozen=True):
    """What every viewer sees."""

    seat: int | None
    sheet: Sheet
    beginner: bool
    entries: tuple[Column, ...]
    points: tuple[Column, ...]
    """Points by seat and line, for complete lines."""
    totals: tuple[int, ...]
    """Points so far; for a player alone, the sum of the entries."""
    line: int
    waiting: tuple[int, ...]
    faces: tuple[str, ...]
    rolls: int
    chances: int
    phase: ColorYamPhase
    met: bool | None
    """Whether the dice meet the challenge; `None` without dice or challenge."""
    total: int | None
    field: int | None
    """The ColorYam line in which a failed challenge's total may be entered."""
    kept: tuple[int, ...]
    last: ColorYamAttempt | None
    winners: tuple[int, ...]
