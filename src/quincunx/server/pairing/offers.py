"""What can be looked for: each game in its base form, with one of a few time limits.

Few choices bring people together: every further one would divide those who wait.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from quincunx.core.game import Game
from quincunx.core.options import Options, make_options
from quincunx.registry import find, game_names
from quincunx.server.common.errors import NotAllowed
from quincunx.wire import SeekClock, TotalTime

Limits = Mapping[str, Any]
"""The time limits of a table, as fields of its configuration."""

_WITH_OPPONENTS: Final[Mapping[SeekClock, Limits]] = {
    "quick": {"total": TotalTime(300, 5)},
    "relaxed": {"total": TotalTime(900, 10)},
}
_TOGETHER: Final[Mapping[SeekClock, Limits]] = {"quick": {"pace": 60}, "relaxed": {"pace": 180}}
_RACE: Final[Mapping[SeekClock, Limits]] = {"untimed": {}}


class Offer(NamedTuple):
    """A kind of game that people are paired for."""

    game: Game
    clock: SeekClock
    options: Options
    seats: int
    limits: Limits


def offers() -> list[Offer]:
    """Return all offers, game by game."""
    return [offer for game in map(find, game_names()) if game.listed for offer in _offers_of(game)]


def find_offer(game: str, clock: SeekClock) -> Offer:
    """Return an offer; refused if the game does not have that clock."""
    for offer in _offers_of(find(game)):
        if offer.clock == clock:
            return offer
    raise NotAllowed("table.refusal.no_such_pairing")


def _offers_of(game: Game) -> list[Offer]:
    options = make_options(game.options, game.find_preset("base").options, game=game.name)
    seats = game.seats(options)
    # Two players meet soonest. A cooperative game needs all its seats: people play it together,
    # and are rated against the deal.
    size = seats.stop - 1 if game.cooperative else max(2, seats.start)
    return [Offer(game, clock, options, size, limits) for clock, limits in _clocks(game).items()]


def _clocks(game: Game) -> Mapping[SeekClock, Limits]:
    if game.race:
        return _RACE
    return _TOGETHER if game.cooperative else _WITH_OPPONENTS
