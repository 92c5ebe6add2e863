"""The server's pools of bot processes: one for moves, one for hints, one for long analyses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Self, TypeVar

from quincunx.core.analysis import Hint
from quincunx.core.bots import PlannedStep
from quincunx.core.match import Match
from quincunx.core.records.record import Record
from quincunx.server.bots.bot_requests import BotRequest
from quincunx.server.bots.process_pool import ProcessPool, QueueLimits
from quincunx.server.bots.tasks import (
    choose_move,
    give_hints,
    make_plan,
    review_record,
    warm_up_bots,
)
from quincunx.server.common.errors import ThinkingBusy

T = TypeVar("T")

MOVE_LIMITS: Final = QueueLimits(
    run_s=60, wait_s=60, max_waiting=5000, max_waiting_per_requester=5000
)
"""A bot decides in milliseconds to seconds, and a table has one request at a time."""

HINT_LIMITS: Final = QueueLimits(run_s=60, wait_s=30, max_waiting=30, max_waiting_per_requester=2)
"""A player looks at one board, or two. Puzzles share the processes of the hints."""

ANALYSIS_LIMITS: Final = QueueLimits(
    run_s=180, wait_s=120, max_waiting=20, max_waiting_per_requester=3
)
"""Reviews of finished games and the search for a daily deal take seconds each."""


class BotPools:
    """Run bots, hints and analyses in other processes.

    Each of the three has its own processes and queue, so that hints and analyses never delay a
    bot's move. A process starts when it is first needed. `requester` is the id of the person that
    a job is for: within a queue requesters are served in turn. Every call returns a result or
    raises `ThinkingBusy` or `ThinkingFailed`.
    """

    def __init__(self, processes: int = 1) -> None:
        """`processes` is the number of processes for bots' moves."""
        self._moves = ProcessPool(processes, MOVE_LIMITS)
        self._hints = ProcessPool(1, HINT_LIMITS, niceness=5)
        self._analyses = ProcessPool(1, ANALYSIS_LIMITS, niceness=10)

    def warm_up(self) -> None:
        """Start compiling and loading what the bots' first decisions need."""
        self._moves.prepare(warm_up_bots)

    async def choose(self, request: BotRequest, requester: str = "") -> str:
        """Return the bot's move, in notation."""
        return await self._run(self._moves, requester, choose_move, request)

    async def plan(self, request: BotRequest, requester: str = "") -> tuple[PlannedStep, ...]:
        """Return the bot's plan, its moves in notation."""
        return await self._run(self._moves, requester, make_plan, request)

    async def hints(self, match: Match, view: Any, requester: str = "") -> tuple[Hint, ...]:
        """Return hints for the seat that has this view."""
        args = match.game.name, match.options, match.seats, view
        return await self._run(self._hints, requester, give_hints, *args)

    async def puzzle(self, work: Callable[..., T], *args: Any, requester: str = "") -> T:
        """Make or judge a puzzle, among the hints."""
        try:
            return await self._run(self._hints, requester, work, *args)
        except ThinkingBusy:
            raise ThinkingBusy("table.refusal.puzzles_busy") from None

    async def review(self, record: Record, requester: str = "") -> bytes:
        """Return the review of a finished game as compressed JSON."""
        return await self._run(self._analyses, requester, review_record, record)

    async def run(self, work: Callable[..., T], *args: Any, requester: str = "") -> T:
        """Run any other long computation among the analyses."""
        return await self._run(self._analyses, requester, work, *args)

    async def _run(
        self, pool: ProcessPool, requester: str, work: Callable[..., T], *args: Any
    ) -> T:
        return await pool.run(requester, work, *args)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes now."""
        for pool in (self._moves, self._hints, self._analyses):
            pool.close()
