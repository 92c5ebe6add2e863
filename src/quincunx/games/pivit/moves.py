"""The moves of a player."""

from __future__ import annotations

import msgspec

from quincunx.games.pivit.grid import PlacedTiles


class DeclareReady(msgspec.Struct, frozen=True, tag="Ready"):
    """Say that the next round may start."""


class TradeTile(msgspec.Struct, frozen=True, tag="Trade"):
    """Pay a token and exchange a tile for a random one from the middle."""

    tile: int


class ClaimGrid(msgspec.Struct, frozen=True, tag="Claim"):
    """Claim a stick with a grid of all tiles."""

    grid: PlacedTiles
    credit: int = 0
    """Milliseconds of delay of the player's connection, as measured by the server."""


class WithdrawClaim(msgspec.Struct, frozen=True, tag="Withdraw"):
    """Return the stick to the middle and build again."""


class VoteToStop(msgspec.Struct, frozen=True, tag="Stop"):
    """Vote to end the round."""


class VoteToResume(msgspec.Struct, frozen=True, tag="Resume"):
    """Revoke a vote to end the round."""


PivitMove = DeclareReady | TradeTile | ClaimGrid | WithdrawClaim | VoteToStop | VoteToResume
