"""Compile and load what a game's bots need, before the first decision that counts."""

from __future__ import annotations

from random import Random
from typing import Final

from quincunx.core.chance import FastChance
from quincunx.core.game import Game
from quincunx.core.match import Match

WARM_UP_WORK: Final = 10
"""How much work a bot may do for a decision: enough to call every compiled function once."""

WARM_UP_STEPS: Final = 12
"""How far the game is played: in some games the first steps need no decision."""


def warm_up(game: Game) -> None:
    """Let the game's experts begin a game, so that their code is compiled and their data loaded."""
    options = game.options()
    seats = max(2, game.seats(options).start)
    match = Match(game, options, seats, chance=FastChance(Random(0)))
    bot = game.find_bot("expert")()
    for _ in range(WARM_UP_STEPS):
        if match.outcome is None:
            match.step(bot, work=WARM_UP_WORK)
