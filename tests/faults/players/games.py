"""The games that are played: two players each, and bots in the other places."""

from __future__ import annotations

from typing import Any, NamedTuple

from quincunx.server.common.vacations import DAY_CLOCK_S
from quincunx.wire import NewTable, TotalTime

PLAYERS_PER_TABLE = 2


class PlayedGame(NamedTuple):
    """A game with its options."""

    name: str
    options: dict[str, Any]
    seats: int
    pace: int | None = None
    total: TotalTime | None = None
    rated: bool = False
    places: tuple[tuple[int, int], ...] = ((0, 0), (1, 0))
    """The seats of the players, and their members of its team."""

    @property
    def table(self) -> NewTable:
        others = set(range(self.seats)) - {seat for seat, _ in self.places}
        return NewTable(
            self.name,
            self.options,
            self.seats,
            dict.fromkeys(sorted(others), "random"),
            pace=self.pace,
            total=self.total,
            rated=self.rated,
        )

    @property
    def has_vacations(self) -> bool:
        return self.pace is not None and self.pace >= DAY_CLOCK_S


GAMES = (
    PlayedGame("quatrefoil", {}, 4),
    PlayedGame("coloryam", {}, 3),
    PlayedGame("quivvit", {"timed": True, "seconds": 5, "color_blocking": True}, 3),
    PlayedGame("qwirkle_cards", {}, 3, pace=5),
    PlayedGame("pivit", {"referee": "at-scoring"}, 3),
    PlayedGame("coloryam", {}, 2, rated=True),
    PlayedGame("quivvit", {"teams": "2 2"}, 2, places=((0, 0), (0, 1))),
    PlayedGame("qwirkle_cards", {}, 3, total=TotalTime(30)),
    PlayedGame("qwirkle_cards", {}, 2, pace=DAY_CLOCK_S),
)
"""All five, with deadlines, drafts, each kind of clock, ratings and teams among them."""
