"""What happens at a live table by itself: deadlines, absences and bots' turns."""

from __future__ import annotations

from quincunx.core.errors import IllegalMove
from quincunx.server.common.times import Now
from quincunx.server.tables.commands.change import Change
from quincunx.server.tables.interfaces import RunnableTable
from quincunx.server.tables.state.table_state import TableState
from quincunx.server.tables.state.wake_up import is_due
from quincunx.server.tables.timing.bot_turns import BotTurns
from quincunx.server.tables.timing.timers import (
    Action,
    AskBot,
    ReportAbsent,
    StoreWakeUp,
    TakeStep,
    next_action,
    run_action,
)


class WakeUps:
    """Does what is due at one table. A wake-up is harmless if nothing is."""

    def __init__(self, table: RunnableTable) -> None:
        self._table = table
        self._bot_turns = BotTurns(table)
        self._running = 0

    @property
    def is_running(self) -> bool:
        return self._running > 0

    async def run(self, *, taken_over: bool = False) -> None:
        """Do what is due; if it is a bot's turn, ask the bot and do what it answers.

        `taken_over`: the table was overdue. If nothing is due, the time at which something will be
        is stored.
        """
        self._running += 1
        try:
            turn = await self._run_timers(taken_over)
            if turn is not None:
                await self._bot_turns.take(turn)
        finally:
            self._running -= 1

    async def _run_timers(self, taken_over: bool) -> AskBot | None:
        """Do what is due, and return the question if it is a bot's turn."""
        action: Action | None = ReportAbsent()

        def command(state: TableState, now: Now) -> Change:
            nonlocal action
            action = next_action(state, now, self._table.duty)
            if action is None and taken_over and not is_due(state, now):
                action = StoreWakeUp()
            return run_action(state, action, now)

        while isinstance(action, ReportAbsent):
            try:
                await self._table.run(command)
            except IllegalMove:
                if not isinstance(action, TakeStep):
                    raise
                await self._bot_turns.replace_plan(action.seat)
        if isinstance(action, AskBot):
            return action
        self._table.schedule_wake_up()
        return None
