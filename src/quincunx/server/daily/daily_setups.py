"""The games that have a daily game, and the search for a deal that suits one."""

from __future__ import annotations

from datetime import date

from quincunx.core.daily import DailySetup
from quincunx.core.match import Match
from quincunx.core.options import Options, make_options
from quincunx.core.seeds import Seed, next_secret
from quincunx.registry import find, game_names
from quincunx.server.common.errors import NotAllowed


def daily_games() -> dict[str, DailySetup]:
    """Return the setups of all games that have a daily game, in the order of the registry."""
    setups = {name: find(name).daily for name in game_names()}
    return {name: setup for name, setup in setups.items() if setup is not None}


def daily_setup(name: str) -> DailySetup:
    """Return a game's setup; raise `NotAllowed` if the game is unknown or has no daily game."""
    try:
        return daily_games()[name]
    except KeyError:
        raise NotAllowed("table.refusal.no_daily", game=name) from None


def daily_options(name: str, day: str) -> Options:
    """Return the options of a game's daily game on that day."""
    values = daily_setup(name).options(date.fromisoformat(day))
    return make_options(find(name).options, values, game=name)


def find_accepted_secret(name: str, day: str, secret: str) -> str:
    """Return the secret, or the first one after it whose deal the game accepts.

    This may take seconds and runs in a bot process.
    """
    setup, options = daily_setup(name), daily_options(name, day)
    while not setup.accepts(Match(find(name), options, setup.seats, seed=Seed(secret))):
        secret = next_secret(secret)
    return secret
