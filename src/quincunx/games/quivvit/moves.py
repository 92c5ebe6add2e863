"""All that a player can do."""

from __future__ import annotations

from typing import Literal

import msgspec

Way = Literal["left", "right", "half"]


class Rotate(msgspec.Struct, frozen=True, tag=True):
    """Turns a card by a quarter; half a turn costs the Double Rotate card."""

    cell: str
    way: Way


class Claim(msgspec.Struct, frozen=True, tag=True):
    """Names a card of a free link as if it had been rotated."""

    cell: str


class Block(msgspec.Struct, frozen=True, tag=True):
    """Covers a card with the Color Block card."""

    cell: str


class Draw(msgspec.Struct, frozen=True, tag=True):
    """Draws a card for a Double Rotate card that is still held at the end."""


class Decline(msgspec.Struct, frozen=True, tag=True):
    """Does not block now, or does not draw."""


class Quiet(msgspec.Struct, frozen=True, tag=True):
    """Does not want to be asked about blocking again."""


class Ask(msgspec.Struct, frozen=True, tag=True):
    """Wants to be asked about blocking again."""


Move = Rotate | Claim | Block | Draw | Decline | Quiet | Ask
