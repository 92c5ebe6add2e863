"""TODO."""

from __future__ import annotations

from typing import Literal

import msgspec

from quincunx.games.coloryam.dice import Values
from quincunx.games.coloryam.sheet import (
    Sheet,
)

ColorYamPhase = Literal["roll", "choose", "over"]
Column = tuple[int | None, ...]
"""A seat's ten entries: none while empty, 0 for an X."""


class ColorYamAttempt(msgspec.Struct, frozen=True):
    """The attempt that ended last: whose it was, what lay there, and what was written where."""

    seat: int
    line: int
    faces: tuple[str, ...]
    total: int
    entry: int
    """The total, or 0 for an X."""


class ColorYamState(msgspec.Struct, frozen=True):
    """All there is; nothing is hidden."""

    sheet: Sheet
    entries: tuple[Column, ...]
    line: int
    waiting: tuple[int, ...]
    """The seats that still have to complete this line; the first is on turn."""
    dice: Values = ()
    rolls: int = 0
    """Made in this attempt."""
    chances: int = 0
    """Second chances used in this challenge by the seat on turn."""
    phase: ColorYamPhase = "roll"
    kept: tuple[int, ...] = ()
    """The dice that were kept in the last roll of this attempt."""
    last: ColorYamAttempt | None = None
    """Until the next one's first roll: an attempt may end by itself, and people want to see it."""


class ColorYamView(msgspec.Struct, frozen=True):
    """What everybody sees."""

    seat: int | None
    sheet: Sheet
    beginner: bool
    entries: tuple[Column, ...]
    points: tuple[Column, ...]
    """By seat and line, for the lines that are complete."""
    totals: tuple[int, ...]
    """Points so far; alone, the sum of the entries."""
    line: int
    waiting: tuple[int, ...]
    faces: tuple[str, ...]
    rolls: int
    chances: int
    phase: ColorYamPhase
    met: bool | None
    """Whether the dice complete the challenge; none without dice or challenge."""
    total: int | None
    field: int | None
    """The ColorYam line that a failed challenge's total may go into."""
    kept: tuple[int, ...]
    last: ColorYamAttempt | None
    winners: tuple[int, ...]
