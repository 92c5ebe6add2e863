"""The bots at tables: a failing bot of an installed package never stops a game."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final

from quincunx.core.bots import AnyBot, Planner, RandomBot, next_to_act
from quincunx.core.game import Game
from quincunx.core.match import Match

log = logging.getLogger(__name__)

SUBSTITUTE_LEVEL: Final = "medium"
"""Plays for a bot whose package is no longer installed."""


def seated_bot(game: Game, level: str) -> AnyBot:
    """Return the bot of that level or name, or another one if it cannot be constructed."""
    try:
        return game.find_bot(level)()
    except Exception as error:
        log.warning("%s plays instead of the bot %s: %s", SUBSTITUTE_LEVEL, level, error)
        return game.find_bot(SUBSTITUTE_LEVEL)()


def next_of(match: Match, bots: Mapping[int, AnyBot], secret: str) -> tuple[int, int] | None:
    """Return (table time, seat) of the bot that acts next; bots that fail act when awaited."""
    try:
        return next_to_act(match, bots, seed=secret)
    except Exception:
        log.exception("a bot of %r failed to say when it acts", match)
        return next_to_act(match, dict.fromkeys(bots, RandomBot()), seed=secret)


def plan_key_of(bot: Planner[Any, Any], match: Match, seat: int) -> str:
    """Return the key of the planner's plan; a planner that fails plans anew after every step."""
    try:
        return bot.plan_key(match.view(seat))
    except Exception:
        log.exception("the bot at seat %d of %r failed to name its plan", seat, match)
        return f"version {match.version}"
