"""Compile and load what a game's bots need, before the first decision that counts."""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.core.chance import FastChance
from quincunx.core.game import Game
from quincunx.core.match import Match

WARM_UP_WORK: Final = 10
"""How much work the bot may do for its decision: enough to call every compiled function once."""


def warm_up(game: Game) -> None:
    """Make the game's expert decide once, so that its code is compiled and its data loaded."""
    options = game.options()
    seats = max(2, game.seats(options).start)
    match = Match(game, options, seats, chance=FastChance(Random(0)))
    seat = match.awaited[0]
    bot = game.find_bot("expert")(match.rules)
    observations = match.observations(seat)
    bot.choose(match.view(seat), observations, frozenset(), WARM_UP_WORK, Random(0))
