"""The bots at one table: which of them acts next, and what they have planned."""

from __future__ import annotations

from quincunx.core.bots import AnyBot, PlannedStep, Planner, next_step, next_to_act
from quincunx.core.match import Match
from quincunx.server.bots.bot_requests import BotRequest, ObservationCache, bot_request
from quincunx.server.common.seating import Seating

BOT_PAUSE = 900
"""Milliseconds between what happened last and a bot's move, so that people can follow."""


class BotSeats:
    """For one match; who sits where is told with each question, since it may change."""

    def __init__(self, match: Match, secret: str) -> None:
        self._match = match
        self._secret = secret
        self._observations = ObservationCache(match)
        self._bots: dict[str, AnyBot] = {}
        """By level."""
        self._plans: dict[int, tuple[str, tuple[PlannedStep, ...]]] = {}
        """By seat, what a bot will do in the course of time, and for which occasion."""

    def next(self, seating: Seating) -> tuple[int, int] | None:
        """(table time, seat) of the bot that acts next if nothing else happens."""
        if not seating.has_bots:
            return None
        match = self._match
        bots = {seat: self._bot(level) for seat, level in self._levels(seating).items()}
        planners = {seat: bot for seat, bot in bots.items() if isinstance(bot, Planner)}
        others = {seat: bot for seat, bot in bots.items() if seat not in planners}
        acts = next_to_act(match, others, seed=self._secret)
        due = [] if acts is None else [(max(acts[0], match.log[-1].at + BOT_PAUSE), acts[1])]
        for seat in set(match.active) & planners.keys():
            steps = self._plan(seat, planners[seat].plan_key(match.view(seat)))
            step = None if steps is None else next_step(match, steps, seat)
            if steps is None or step is not None:
                # Without a plan it is time to make one.
                due.append((match.now if step is None else step.at, seat))
        return min(due, default=None)

    def request(self, seat: int, seating: Seating) -> BotRequest:
        """What the bot at that seat is asked: what to do now, or what to plan."""
        levels = self._levels(seating)
        level = levels[seat]
        partners = frozenset(s for s in levels if levels[s] == level and s != seat)
        occasion = self.plan_key(seat, seating)
        return bot_request(self._match, seat, level, partners, occasion, cache=self._observations)

    def stand_in_request(self, seat: int, level: str) -> BotRequest:
        """What a bot is asked that makes one move for somebody else."""
        return bot_request(self._match, seat, level, frozenset(), cache=self._observations)

    def plan_key(self, seat: int, seating: Seating) -> str | None:
        """What a bot that plans ahead plans for."""
        bot = self._bot(self._levels(seating)[seat])
        return bot.plan_key(self._match.view(seat)) if isinstance(bot, Planner) else None

    def keep_plan(self, seat: int, occasion: str, steps: tuple[PlannedStep, ...]) -> None:
        self._plans[seat] = (occasion, steps)

    def planned_step(self, seat: int, occasion: str | None) -> PlannedStep | None:
        """The next step of the plan for that occasion, if there is one."""
        steps = None if occasion is None else self._plan(seat, occasion)
        return None if steps is None else next_step(self._match, steps, seat)

    def _plan(self, seat: int, occasion: str) -> tuple[PlannedStep, ...] | None:
        made_for, steps = self._plans.get(seat, (None, ()))
        return steps if made_for == occasion else None

    def _levels(self, seating: Seating) -> dict[int, str]:
        """The seats that a bot acts for now, with its level; one level shares its conventions."""
        match = self._match
        levels = {}
        for seat in range(match.seats):
            level = seating.bot_for(seat, match.rules.member(match.state, seat))
            if level is not None:
                levels[seat] = level
        return levels

    def _bot(self, level: str) -> AnyBot:
        if level not in self._bots:
            self._bots[level] = self._match.game.find_bot(level)(self._match.rules)
        return self._bots[level]
