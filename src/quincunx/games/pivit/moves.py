"""All that a player can do."""

from __future__ import annotations

import msgspec

from quincunx.games.pivit.grid import PlacedTiles


class DeclareReady(msgspec.Struct, frozen=True, tag="Ready"):
    """Has the tiles, face down, and waits for "go"."""


class TradeTile(msgspec.Struct, frozen=True, tag="Trade"):
    """Throws a token in and puts a tile into the middle for another one."""

    tile: int


class ClaimGrid(msgspec.Struct, frozen=True, tag="Claim"):
    """Is done: shows a grid of all tiles."""

    grid: PlacedTiles
    credit: int = 0
    """Milliseconds by which the player's line delays them, as the table has measured it."""


class WithdrawClaim(msgspec.Struct, frozen=True, tag="Withdraw"):
    """Puts the stick back into the middle and goes on building."""


class VoteToStop(msgspec.Struct, frozen=True, tag="Stop"):
    """Would end the round here."""


class VoteToResume(msgspec.Struct, frozen=True, tag="Resume"):
    """Wants to go on building after all."""


PivitMove = DeclareReady | TradeTile | ClaimGrid | WithdrawClaim | VoteToStop | VoteToResume
