"""The games that are played: two players each, and bots in the other seats."""

from __future__ import annotations

from typing import Any, NamedTuple

from quincunx.wire import NewTable

PLAYERS_PER_TABLE = 2


class PlayedGame(NamedTuple):
    """A game with its options."""

    name: str
    options: dict[str, Any]
    seats: int
    pace: int | None = None

    @property
    def table(self) -> NewTable:
        bots = dict.fromkeys(range(PLAYERS_PER_TABLE, self.seats), "random")
        return NewTable(self.name, self.options, self.seats, bots, pace=self.pace, rated=False)


GAMES = (
    PlayedGame("quatrefoil", {}, 4),
    PlayedGame("coloryam", {}, 3),
    PlayedGame("quivvit", {"timed": True, "seconds": 5, "color_blocking": True}, 3),
    PlayedGame("qwirkle_cards", {}, 3, pace=5),
    PlayedGame("pivit", {"referee": "at-scoring"}, 3),
)
"""All five, with deadlines, drafts and a move clock among them."""
