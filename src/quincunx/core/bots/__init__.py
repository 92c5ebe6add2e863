"""Bots: players that are programs. They get what a person at their seat sees, and nothing else.

`turn.py` is what a bot is given, `bot.py` and `planner.py` define the two kinds of bots,
`lookup.py` finds bots by name, and `playing.py` lets them play a match.
"""

from __future__ import annotations

from quincunx.core.bots.bot import LEVELS, AnyBot, Bot, GreedyBot, RandomBot, bot_levels
from quincunx.core.bots.lookup import BotSpec, installed_bots, load_bot, make_bot
from quincunx.core.bots.planner import PlannedStep, Planner
from quincunx.core.bots.playing import (
    Partners,
    current_plan,
    decision_rng,
    next_step,
    next_to_act,
    take_step,
    turn_of,
)
from quincunx.core.bots.turn import AnyTurn, Turn

__all__ = [
    "LEVELS",
    "AnyBot",
    "AnyTurn",
    "Bot",
    "BotSpec",
    "GreedyBot",
    "Partners",
    "PlannedStep",
    "Planner",
    "RandomBot",
    "Turn",
    "bot_levels",
    "current_plan",
    "decision_rng",
    "installed_bots",
    "load_bot",
    "make_bot",
    "next_step",
    "next_to_act",
    "take_step",
    "turn_of",
]
