"""Bots: players that are programs. They get what a person at their seat sees, and nothing else.

`bot.py` and `planner.py` define the two kinds of bots; `playing.py` lets them play a match.
"""

from __future__ import annotations

from quincunx.core.bots.bot import LEVELS, AnyBot, Bot, RandomBot
from quincunx.core.bots.planner import PlannedStep, Planner
from quincunx.core.bots.playing import (
    Stuck,
    choose_move,
    current_plan,
    decision_rng,
    next_step,
    next_to_act,
    play_next,
    take_step,
)

__all__ = [
    "LEVELS",
    "AnyBot",
    "Bot",
    "PlannedStep",
    "Planner",
    "RandomBot",
    "Stuck",
    "choose_move",
    "current_plan",
    "decision_rng",
    "next_step",
    "next_to_act",
    "play_next",
    "take_step",
]
