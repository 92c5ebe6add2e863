"""What the parties play: two people each, and bots at the other seats."""

from __future__ import annotations

from typing import Any, NamedTuple

from quincunx.wire import NewTable

PEOPLE = 2


class Game(NamedTuple):
    name: str
    options: dict[str, Any]
    seats: int
    pace: int | None = None

    @property
    def table(self) -> NewTable:
        bots = dict.fromkeys(range(PEOPLE, self.seats), "random")
        return NewTable(self.name, self.options, self.seats, bots, pace=self.pace, rated=False)


GAMES = (
    Game("quatrefoil", {}, 4),
    Game("coloryam", {}, 3),
    Game("quivvit", {"timed": True, "seconds": 5, "color_blocking": True}, 3),
    Game("qwirkle_cards", {}, 3, pace=5),
    Game("pivit", {"referee": "at-scoring"}, 3),
)
"""All five, with deadlines, drafts and a table clock among them."""
