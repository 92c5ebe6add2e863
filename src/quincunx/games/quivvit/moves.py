"""The moves of Quivvit. `str` of a move is its notation, which `notation.py` reads."""

from __future__ import annotations

from typing import Literal

import msgspec

Rotation = Literal["left", "right", "half"]


class Rotate(msgspec.Struct, frozen=True, tag=True):
    """Rotate a card by a quarter turn, or by half a turn with the Double Rotate card."""

    cell: str
    way: Rotation

    def __str__(self) -> str:
        return f"{self.cell} {self.way}"


class ClaimFreeLink(msgspec.Struct, frozen=True, tag="Claim"):
    """Take the links of a card in a full square as if the card had been rotated."""

    cell: str

    def __str__(self) -> str:
        return f"claim {self.cell}"


class Block(msgspec.Struct, frozen=True, tag=True):
    """Cover a card with the Color Block card."""

    cell: str

    def __str__(self) -> str:
        return f"block {self.cell}"


class Draw(msgspec.Struct, frozen=True, tag=True):
    """Draw a card at the end for an unused Double Rotate card."""

    def __str__(self) -> str:
        return "draw"


class Decline(msgspec.Struct, frozen=True, tag=True):
    """Do not block before this turn, or do not draw at the end."""

    def __str__(self) -> str:
        return "decline"


class StopAsking(msgspec.Struct, frozen=True, tag="Quiet"):
    """Decline all later questions about blocking as well."""

    def __str__(self) -> str:
        return "quiet"


class AskAgain(msgspec.Struct, frozen=True, tag="Ask"):
    """Be asked about blocking again."""

    def __str__(self) -> str:
        return "ask"


QuivvitMove = Rotate | ClaimFreeLink | Block | Draw | Decline | StopAsking | AskAgain
