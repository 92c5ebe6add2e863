"""All that a player can do."""

from __future__ import annotations

import msgspec

from quincunx.games.pivit.grid import Placed


class Ready(msgspec.Struct, frozen=True, tag=True):
    """Has the tiles, face down, and waits for "go"."""


class Trade(msgspec.Struct, frozen=True, tag=True):
    """Throws a token in and puts a tile into the middle for another one."""

    tile: int


class Claim(msgspec.Struct, frozen=True, tag=True):
    """Is done: shows a grid of all tiles."""

    grid: Placed
    credit: int = 0
    """Milliseconds by which the player's line delays them, as the table has measured it."""


class Withdraw(msgspec.Struct, frozen=True, tag=True):
    """Puts the stick back into the middle and goes on building."""


class Stop(msgspec.Struct, frozen=True, tag=True):
    """Would end the round here."""


class Resume(msgspec.Struct, frozen=True, tag=True):
    """Wants to go on building after all."""


Move = Ready | Trade | Claim | Withdraw | Stop | Resume
