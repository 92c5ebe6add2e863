"""All that a player can do."""

from __future__ import annotations

import msgspec


class RollAll(msgspec.Struct, frozen=True, tag="Roll"):
    """Rolls all six dice."""


class KeepDice(msgspec.Struct, frozen=True, tag="Keep"):
    """Keeps these dice, in the order of the dice, and rolls the others."""

    faces: tuple[str, ...]


class StopRolling(msgspec.Struct, frozen=True, tag="Stop"):
    """Is content with what lies there."""


class CrossOut(msgspec.Struct, frozen=True, tag="Cross"):
    """Gives a failed challenge up: X."""


class EnterTotal(msgspec.Struct, frozen=True, tag="Enter"):
    """Enters the total of a failed challenge in the ColorYam field, and tries again."""


ColorYamMove = RollAll | KeepDice | StopRolling | CrossOut | EnterTotal
