"""All that a player can do."""

from __future__ import annotations

from typing import Literal

import msgspec

Way = Literal["left", "right", "half"]


class Rotate(msgspec.Struct, frozen=True, tag=True):
    """Turns a card by a quarter; half a turn costs the Double Rotate card."""

    cell: str
    way: Way


class ClaimFreeLink(msgspec.Struct, frozen=True, tag="Claim"):
    """Names a card of a free link as if it had been rotated."""

    cell: str


class Block(msgspec.Struct, frozen=True, tag=True):
    """Covers a card with the Color Block card."""

    cell: str


class Draw(msgspec.Struct, frozen=True, tag=True):
    """Draws a card for a Double Rotate card that is still held at the end."""


class Decline(msgspec.Struct, frozen=True, tag=True):
    """Does not block now, or does not draw."""


class StopAsking(msgspec.Struct, frozen=True, tag="Quiet"):
    """Does not want to be asked about blocking again."""


class AskAgain(msgspec.Struct, frozen=True, tag="Ask"):
    """Wants to be asked about blocking again."""


QuivvitMove = Rotate | ClaimFreeLink | Block | Draw | Decline | StopAsking | AskAgain
