"""The moves of a player. `str` of a move is its notation, which `notation.py` reads."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.games.pivit.grid import PlacedTiles, format_grid
from quincunx.games.pivit.tiles import TEXT

CREDIT_DIGITS: Final = 9
"""The most digits of a credit."""


class DeclareReady(msgspec.Struct, frozen=True, tag="Ready"):
    """Say that the next round may start."""

    def __str__(self) -> str:
        return "ready"


class TradeTile(msgspec.Struct, frozen=True, tag="Trade"):
    """Pay a token and exchange a tile for a random one from the middle."""

    tile: int

    def __str__(self) -> str:
        return f"trade {TEXT[self.tile]}"


class ClaimGrid(msgspec.Struct, frozen=True, tag="Claim"):
    """Claim a stick with a grid of all tiles."""

    grid: PlacedTiles
    credit: int = 0
    """Milliseconds of delay of the player's connection, as measured by the server."""

    def __str__(self) -> str:
        credit = f" credit {self.credit}" if self.credit else ""
        return f"claim {format_grid(self.grid)}{credit}"


def is_credit(value: object) -> bool:
    """Return whether an object is a credit that the notation can write."""
    return type(value) is int and 0 <= value < 10**CREDIT_DIGITS


class WithdrawClaim(msgspec.Struct, frozen=True, tag="Withdraw"):
    """Return the stick to the middle and build again."""

    def __str__(self) -> str:
        return "withdraw"


class VoteToStop(msgspec.Struct, frozen=True, tag="Stop"):
    """Vote to end the round."""

    def __str__(self) -> str:
        return "stop"


class VoteToResume(msgspec.Struct, frozen=True, tag="Resume"):
    """Revoke a vote to end the round."""

    def __str__(self) -> str:
        return "resume"


PivitMove = DeclareReady | TradeTile | ClaimGrid | WithdrawClaim | VoteToStop | VoteToResume
