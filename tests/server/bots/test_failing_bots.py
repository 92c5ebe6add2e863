"""A bot or a solver that dies, hangs or errs never leaves a table or a player waiting."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from quincunx.core.analysis import Hint
from quincunx.core.bots import PlannedStep
from quincunx.core.match import Match
from quincunx.server.bots import bot_seats
from quincunx.server.bots.bot_requests import BotRequest
from quincunx.server.bots.pools import HINT_LIMITS, MOVE_LIMITS, BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.cluster.leases import Sweeps
from quincunx.server.common.errors import ThinkingFailed
from quincunx.server.people.sessions import Sessions
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.runtime import TableRuntime
from quincunx.server.tables.state.table_state import current_match
from quincunx.server.tables.tables import Tables
from quincunx.server.tables.timing import bot_turns
from quincunx.wire import AskHints, NewTable, PlayMove, Ready, RequestId
from tests.helpers.stores import open_store, sqlite_url
from tests.helpers.waiting import run
from tests.server.connections import FakeConnection

NEVER = Sweeps(interval_s=3600, late_after_ms=0)
QUICK = MOVE_LIMITS._replace(run_s=0.3)


def hang(*_: object) -> None:
    while True:
        time.sleep(1)


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Unwell(BotPools):
    """Its processes do something else than think."""

    def __init__(self, instead: Any) -> None:
        super().__init__()
        self._instead = instead
        self._moves._limits = QUICK
        self._hints._limits = HINT_LIMITS._replace(run_s=0.3)
        self.asked: Counter[str] = Counter()
        """By decision, how often it was asked for."""

    async def choose(self, asked: BotRequest, requester: str = "") -> str:
        self.asked[asked.seed] += 1
        return await self._run(self._moves, requester, self._instead, asked)

    async def plan(self, asked: BotRequest, requester: str = "") -> tuple[PlannedStep, ...]:
        self.asked[asked.seed] += 1
        return await self._run(self._moves, requester, self._instead, asked)

    async def hints(self, match: Match, view: Any, requester: str = "") -> tuple[Hint, ...]:
        return await self._run(self._hints, requester, self._instead, view)


class Nonsense(Unwell):
    """Its bots answer what is no legal move."""

    async def choose(self, asked: BotRequest, requester: str = "") -> str:
        self.asked[asked.seed] += 1
        return "a1 half"


@asynccontextmanager
async def begun(folder: Path, bot_pools: BotPools, game: str) -> AsyncIterator[TableRuntime]:
    """A table where it is the turn of a bot, at the first seat."""
    with patch.object(bot_seats, "BOT_PAUSE_MS", 0), patch.object(bot_turns, "BOT_RETRY_MS", 1):
        async with (
            open_store(sqlite_url(folder)) as store,
            ServerClock.running(store) as clock,
            bot_pools,
        ):
            ada, _ = await Sessions(store).create_guest("Ada")
            async with Tables(store, bot_pools, clock, sweeps=NEVER) as tables:
                found = await tables.creation.create(
                    ada, NewTable(game, seats=2, bots={0: "expert"})
                )
                table = await tables.registry.find(found.id)
                await table.execute(Caller(ada), Ready(RequestId("ready"), "nonce"))
                match = current_match(table.state)
                if match.awaited == (1,):
                    move = str(next(iter(match.legal_moves(1))))
                    await table.handle(FakeConnection(ada), PlayMove(RequestId("first"), 0, move))
                yield table


async def moved(table: TableRuntime, seat: int) -> None:
    """Wait until that seat has moved."""
    while not any(entry.seat == seat for entry in current_match(table.state).log):
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("instead", [hang, die])
def test_a_bot_that_fails_makes_a_legal_move(tmp_path: Path, instead: Any) -> None:
    async def work() -> None:
        bot_pools = Unwell(instead)
        async with begun(tmp_path, bot_pools, "quivvit") as table:
            await moved(table, seat=0)
            assert max(bot_pools.asked.values()) == bot_turns.MAX_BOT_ATTEMPTS

    run(work())


def test_a_bot_that_answers_with_an_illegal_move_makes_a_legal_one(tmp_path: Path) -> None:
    async def work() -> None:
        bot_pools = Nonsense(hang)
        async with begun(tmp_path, bot_pools, "quivvit") as table:
            await moved(table, seat=0)
            assert max(bot_pools.asked.values()) == 1

    run(work())


def test_a_planner_that_fails_does_not_block_the_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with begun(tmp_path, Unwell(hang), "pivit") as table:
            match = current_match(table.state)
            while 0 in match.awaited and not any(entry.seat == 0 for entry in match.log):
                await asyncio.sleep(0.02)
                match = current_match(table.state)

    run(work())


@pytest.mark.parametrize("instead", [hang, die])
def test_a_hint_that_fails_is_refused(tmp_path: Path, instead: Any) -> None:
    async def work() -> None:
        async with begun(tmp_path, Unwell(instead), "quivvit") as table:
            (_, ada), *_ = table.state.seating.people()
            with pytest.raises(ThinkingFailed):
                await table.execute(Caller(ada), AskHints(RequestId("1"), 1))

    run(work())
