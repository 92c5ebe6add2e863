"""One contest of an experiment: which bots meet, with which options, and where they sit."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from quincunx.core.seeds import Seed


class Contest(msgspec.Struct, frozen=True):
    """Bots that meet on the same deals; plain data that is sent to other processes.

    Usually they sit at one table and change seats from game to game. Where that compares nothing,
    because all win together or there is only one seat, each bot plays each deal on its own.
    """

    options: dict[str, Any]
    bots: tuple[str, ...]
    seats: int
    apart: bool
    """Whether each bot plays each deal on its own."""

    @property
    def lineup(self) -> tuple[str, ...]:
        """The bots of a table in the order of seats, repeated until all seats are taken."""
        return self.bots * (self.seats // len(self.bots))

    @property
    def games_per_deal(self) -> int:
        """The number of games after which the bots meet on the next deal."""
        if self.apart:
            return len(self.bots)
        lineup = self.lineup
        return next(n for n in range(1, self.seats + 1) if lineup[n:] + lineup[:n] == lineup)

    @property
    def is_pair(self) -> bool:
        """Whether two different bots meet, so that one can be better than the other."""
        return len(self.bots) == 2 and self.bots[0] != self.bots[1]

    def deal_of(self, number: int) -> int:
        """Return the number of the deal of that game."""
        return number // self.games_per_deal

    def seating(self, number: int) -> tuple[int, ...]:
        """Return by seat the bot that plays there in that game, as an index into `bots`."""
        if self.apart:
            return (number % len(self.bots),) * self.seats
        return tuple((seat - number) % self.seats % len(self.bots) for seat in range(self.seats))


def deal_seed(seed: int, deal: int) -> Seed:
    """Return the seed of a deal: the same in all contests, so that luck cancels out."""
    return Seed(sha256(f"quincunx-duel/{seed}/{deal}".encode()).hexdigest())
