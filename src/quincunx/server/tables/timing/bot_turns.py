"""Bots' turns: the bot pool is asked outside of the table's lock, and the answer is a command."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from quincunx.core.bots import PlannedStep
from quincunx.core.errors import IllegalMove
from quincunx.server.bots.bot_seats import Plan
from quincunx.server.bots.tasks import random_move
from quincunx.server.common.errors import ThinkingFailed
from quincunx.server.common.times import ServerTime
from quincunx.server.tables.commands.moves import BotMove, play_bot_move
from quincunx.server.tables.interfaces import RunnableTable
from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.server.tables.timing.timers import AskBot, ask_bot

log = logging.getLogger(__name__)

MAX_BOT_ATTEMPTS: Final = 2
"""How often a bot is asked for one decision before it makes a random legal move."""

BOT_RETRY_MS: Final = 1000
"""Milliseconds until a bot that could not answer is asked again."""


class BotTurns:
    """Takes the turns of one table's bots."""

    def __init__(self, table: RunnableTable) -> None:
        self._table = table
        self._failed: tuple[int, int, str | None] = (-1, -1, None)
        """(version, seat, plan_key) of the last request that a bot could not answer."""
        self._failures = 0
        """How often that request failed."""

    async def take(self, turn: AskBot) -> None:
        """Ask a bot, and do what it answers."""
        if turn.plan_key is not None:
            await self._plan(turn, turn.plan_key)
        else:
            await self._move(turn)

    async def replace_plan(self, seat: int) -> None:
        """Replace a plan whose next step is illegal."""
        turn = ask_bot(self._table.state, seat)
        assert turn.plan_key is not None, "only a plan has steps"
        self._keep_plan(turn.seat, turn.plan_key, await self._random_plan(turn))

    async def _plan(self, turn: AskBot, plan_key: str) -> None:
        try:
            pool, host = self._table.services.bot_pools, self._table.state.config.host
            steps = await pool.plan(turn.request, host.id)
        except ThinkingFailed as error:
            if not self._has_failed_too_often(turn, error):
                return
            steps = await self._random_plan(turn)
        self._keep_plan(turn.seat, plan_key, steps)

    async def _random_plan(self, turn: AskBot) -> tuple[PlannedStep, ...]:
        """Plan a random move if the game waits for the seat; otherwise let the others play."""
        match = current_match(self._table.state)
        if turn.seat not in match.awaited:
            return ()
        move = await asyncio.to_thread(random_move, turn.request)
        return (PlannedStep(match.now, move=move),)

    def _keep_plan(self, seat: int, plan_key: str, steps: tuple[PlannedStep, ...]) -> None:
        def with_plan(state: TableState) -> TableState:
            return state.replace(plans={**state.plans, seat: Plan(plan_key, steps)})

        self._table.update_locally(with_plan)
        self._table.schedule_wake_up()

    async def _move(self, turn: AskBot) -> None:
        try:
            pool, host = self._table.services.bot_pools, self._table.state.config.host
            move = await pool.choose(turn.request, host.id)
        except ThinkingFailed as error:
            if not self._has_failed_too_often(turn, error):
                return
            move = await asyncio.to_thread(random_move, turn.request)
        try:
            await self._play(turn, move)
        except IllegalMove as error:
            # A fault of the bot, which would answer the same again.
            self._log(turn.seat, error)
            await self._play(turn, await asyncio.to_thread(random_move, turn.request))

    async def _play(self, turn: AskBot, move: str) -> None:
        chosen = BotMove(turn.version, turn.seat, move, turn.is_late)
        await self._table.run(lambda state, now: play_bot_move(state, chosen, now))
        # If something happened while the bot was thinking, it is asked again.
        self._table.schedule_wake_up()

    def _has_failed_too_often(self, turn: AskBot, error: ThinkingFailed) -> bool:
        """Count a request that a bot could not answer; below the limit it is asked again later.

        In the end a bot that cannot be asked makes a random legal move: a weak move is better than
        a table at which the game cannot go on.
        """
        self._log(turn.seat, error)
        request = (turn.version, turn.seat, turn.plan_key)
        self._failures = self._failures + 1 if request == self._failed else 1
        self._failed = request
        if self._failures >= MAX_BOT_ATTEMPTS:
            return True
        services = self._table.services
        retry_at = ServerTime(services.clock.now() + BOT_RETRY_MS)
        services.schedule(self._table.state.id, retry_at)
        return False

    def _log(self, seat: int, error: Exception) -> None:
        log.warning("the bot at seat %d of table %s: %s", seat, self._table.state.id, error)
