"""The bots at one table: which of them acts next, and what they are asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from quincunx.core.bots import AnyBot, PlannedStep, Planner, next_step
from quincunx.core.match import Match
from quincunx.server.bots.bot_requests import BotRequest, ObservationCache, bot_request
from quincunx.server.bots.seated_bots import next_of, plan_key_of, seated_bot
from quincunx.server.common.seating import Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.wire import BotPace

BOT_PAUSE_MS = 900
"""Milliseconds between the last entry of the log and a bot's move, so that people can follow."""

_PAUSE_FACTORS: Final[Mapping[BotPace, float]] = {"slow": 2, "normal": 1, "fast": 1 / 3}


def bot_pause_ms(config: TableConfig) -> int:
    """Return the pause before a bot's move; rated games keep the usual one."""
    pace = "normal" if config.rated else config.bot_pace
    return int(BOT_PAUSE_MS * _PAUSE_FACTORS[pace])


class Plan(NamedTuple):
    """What a bot will do in the course of time, and the key of the plan."""

    plan_key: str
    steps: tuple[PlannedStep, ...]


Plans = Mapping[int, Plan]
"""By seat, the last plan of its bot."""


class BotSeats:
    """The bots of one table's game.

    Holds caches only: the bots by level, and what each seat has seen, pickled. All answers follow
    from the arguments, so that a table's state can share it with the states before and after.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._observations = ObservationCache()
        self._bots: dict[str, AnyBot] = {}
        """By level."""

    def next(
        self, match: Match, seating: Seating, plans: Plans, pause_ms: int
    ) -> tuple[int, int] | None:
        """Return (table time, seat) of the bot that acts next if nothing else happens."""
        if not seating.has_bots:
            return None
        bots = {seat: self._bot(match, level) for seat, level in _levels(match, seating).items()}
        planners = {seat: bot for seat, bot in bots.items() if isinstance(bot, Planner)}
        others = {seat: bot for seat, bot in bots.items() if seat not in planners}
        acts = next_of(match, others, self._secret)
        due = [] if acts is None else [(max(acts[0], match.log[-1].at + pause_ms), acts[1])]
        for seat in set(match.active) & planners.keys():
            steps = _planned(plans, seat, plan_key_of(planners[seat], match, seat))
            step = None if steps is None else next_step(match, steps, seat)
            if steps is None or step is not None:
                # Without a plan it is time to make one.
                due.append((match.now if step is None else step.at, seat))
        return min(due, default=None)

    def request(self, match: Match, seat: int, seating: Seating) -> BotRequest:
        """Return what the bot at that seat is asked: what to do now, or what to plan."""
        levels = _levels(match, seating)
        level = levels[seat]
        partners = frozenset(s for s in levels if levels[s] == level and s != seat)
        plan_key = self.plan_key(match, seat, seating)
        return bot_request(match, seat, level, partners, plan_key, cache=self._observations)

    def stand_in_request(self, match: Match, seat: int, level: str) -> BotRequest:
        """Return what a bot is asked that makes one move in place of a person."""
        return bot_request(match, seat, level, frozenset(), cache=self._observations)

    def plan_key(self, match: Match, seat: int, seating: Seating) -> str | None:
        """Return what a bot that plans ahead plans for; `None` for other bots."""
        bot = self._bot(match, _levels(match, seating)[seat])
        return plan_key_of(bot, match, seat) if isinstance(bot, Planner) else None

    def _bot(self, match: Match, level: str) -> AnyBot:
        if level not in self._bots:
            self._bots[level] = seated_bot(match.game, level)
        return self._bots[level]


def planned_step(match: Match, seat: int, plan_key: str | None, plans: Plans) -> PlannedStep | None:
    """Return the next step of the plan with that key, if there is one."""
    steps = None if plan_key is None else _planned(plans, seat, plan_key)
    return None if steps is None else next_step(match, steps, seat)


def _planned(plans: Plans, seat: int, plan_key: str) -> tuple[PlannedStep, ...] | None:
    plan = plans.get(seat)
    return None if plan is None or plan.plan_key != plan_key else plan.steps


def _levels(match: Match, seating: Seating) -> dict[int, str]:
    """Return the seats that a bot acts for now, with its level; one level shares conventions."""
    levels = {}
    for seat in range(match.seats):
        level = seating.bot_for(seat, match.rules.member(match.state, seat))
        if level is not None:
            levels[seat] = level
    return levels
