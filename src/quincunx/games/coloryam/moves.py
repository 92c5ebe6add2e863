"""All that a player can do."""

from __future__ import annotations

import msgspec


class Roll(msgspec.Struct, frozen=True, tag=True):
    """Rolls all six dice."""


class Keep(msgspec.Struct, frozen=True, tag=True):
    """Keeps these dice, in the order of the dice, and rolls the others."""

    faces: tuple[str, ...]


class Stop(msgspec.Struct, frozen=True, tag=True):
    """Is content with what lies there."""


class Cross(msgspec.Struct, frozen=True, tag=True):
    """Gives a failed challenge up: X."""


class Enter(msgspec.Struct, frozen=True, tag=True):
    """Enters the total of a failed challenge in the ColorYam field, and tries again."""


Move = Roll | Keep | Stop | Cross | Enter
