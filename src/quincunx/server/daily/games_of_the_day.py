"""What the deal of a day is, game by game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Final, NamedTuple

from quincunx.core.match import Match
from quincunx.core.seeds import Seed, next_secret
from quincunx.registry import find

SHEETS: Final = 6
"""Those of ColorYam take turns."""


class GameOfTheDay(NamedTuple):
    """How it is played: the person at the first seat, experts at the others."""

    seats: int
    options: Callable[[date], dict[str, object]] = lambda day: {}
    will_do: Callable[[str], bool] = lambda secret: True
    """Whether the deal of a secret can be offered."""


def hand_can_be_laid(secret: str) -> bool:
    """Whether the solver finds a grid for the hand that Pivit deals."""
    # Its solver is compiled, and that takes a while to load.
    from quincunx.games.pivit.solver import solve

    pivit = find("pivit")
    match = Match(pivit, pivit.options(), 1, seed=Seed(secret))
    match.play(0, "ready")
    assert match.deadline is not None, "the tiles are turned over a moment later"
    match.tick(match.deadline)
    return solve(match.state.hands[0]).grid is not None


GAMES: Final = {
    "quatrefoil": GameOfTheDay(seats=4),
    "coloryam": GameOfTheDay(
        seats=1, options=lambda day: {"sheet": str(1 + day.toordinal() % SHEETS)}
    ),
    "quivvit": GameOfTheDay(seats=2),
    "qwirkle_cards": GameOfTheDay(seats=1, options=lambda day: {"puzzle": True}),
    "pivit": GameOfTheDay(seats=1, will_do=hand_can_be_laid),
}
"""In the order in which they are shown."""


def first_that_will_do(game: str, secret: str) -> str:
    """The day's secret, or the first one after it whose deal can be offered."""
    while not GAMES[game].will_do(secret):
        secret = next_secret(secret)
    return secret
