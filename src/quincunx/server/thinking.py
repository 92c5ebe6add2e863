"""Bots and solvers think in processes of their own, so that the table never waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, Self, TypeVar

import msgspec

from quincunx.core.advice import Hint, Review
from quincunx.core.bots import Planner, Step
from quincunx.core.chance import FastChance
from quincunx.core.match import Match
from quincunx.core.observation import Observation
from quincunx.core.options import Options
from quincunx.core.record import Record
from quincunx.core.replay import rerun
from quincunx.registry import find, games
from quincunx.server import metrics

T = TypeVar("T")


class Question(msgspec.Struct, frozen=True):
    """All that a bot may know, and nothing else."""

    game: str
    options: Options
    seats: int
    level: str
    view: Any
    observations: tuple[Observation[Any], ...]
    partners: frozenset[int]
    seed: str


def question(
    match: Match, seat: int, level: str, partners: frozenset[int], occasion: str | None = None
) -> Question:
    """What to do now, or (with an occasion) what to plan for it."""
    return Question(
        game=match.game.name,
        options=match.options,
        seats=match.seats,
        level=level,
        view=match.view(seat),
        observations=tuple(match.observations(seat)),
        partners=partners,
        # The same wherever the question is answered, and not to be guessed by other players.
        seed=f"{match.seed.secret if match.seed else ''}/{seat}/{occasion or match.version}",
    )


def answer(asked: Question) -> str:
    """The move that the bot chooses, in notation."""
    game = find(asked.game)
    bot = game.bots[asked.level](game.rules(asked.options, asked.seats))
    move = bot.choose(asked.view, asked.observations, asked.partners, bot.work, Random(asked.seed))
    return game.format_move(move)


def make_plan(asked: Question) -> tuple[Step, ...]:
    """What the bot will do in the course of time, its moves in notation."""
    game = find(asked.game)
    bot = game.bots[asked.level](game.rules(asked.options, asked.seats))
    assert isinstance(bot, Planner)
    steps = bot.plan(asked.view, asked.observations, bot.work, Random(asked.seed))
    return tuple(
        step if step.move is None else Step(step.at, move=game.format_move(step.move))
        for step in steps
    )


def advise(game: str, options: Options, seats: int, view: Any) -> tuple[Hint, ...]:
    """Help for the seat that has this view."""
    found = find(game)
    return found.hints(found.rules(options, seats), view)


def look_back(record: Record) -> Review:
    """The finished game of a whole record, looked at again."""
    game = find(record.game)
    return game.review(rerun(record, game))


def first_thoughts() -> None:
    """Lets each game's expert decide once: compilers and tables are ready before anybody waits."""
    for name in games():
        game = find(name)
        options = game.options()
        match = Match(
            game, options, max(2, game.seats(options).start), chance=FastChance(Random(0))
        )
        seat = match.awaited[0]
        bot = game.find_bot("expert")(match.rules)
        bot.choose(match.view(seat), match.observations(seat), frozenset(), 10, Random(0))


def _live_as_long_as_the_server() -> None:
    """In a process of its own, that of a server which may be killed at any time."""
    # Ctrl-C, and whatever else goes to all, is for the server, which tells them itself.
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, signal.SIG_IGN)
    threading.Thread(target=_follow_the_server, daemon=True).start()


def _follow_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None, "somebody asks the questions"
    server.join()
    os._exit(0)


class Thinkers:
    """A few processes that answer questions."""

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._processes,
            # Spawned, not forked: a fork would copy the event loop's threads in mid-step.
            multiprocessing.get_context("spawn"),
            initializer=_live_as_long_as_the_server,
        )

    def warm_up(self) -> None:
        """Thinks for the first time now, and not when somebody waits."""
        self._pool.submit(first_thoughts)

    async def choose(self, asked: Question) -> str:
        return await self._run(answer, asked)

    async def plan(self, asked: Question) -> tuple[Step, ...]:
        return await self._run(make_plan, asked)

    async def hints(self, match: Match, view: Any) -> tuple[Hint, ...]:
        """Solvers may take their time, too."""
        return await self._run(advise, match.game.name, match.options, match.seats, view)

    async def review(self, record: Record) -> Review:
        """A record is much less to send than a match, and quickly played again."""
        return await self._run(look_back, record)

    async def work_out(self, work: Callable[..., T], *args: Any) -> T:
        """Anything else that takes its time."""
        return await self._run(work, *args)

    async def _run(self, work: Callable[..., T], *args: Any) -> T:
        pool = self._pool
        try:
            with metrics.THINKING_SECONDS.time():
                return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
        except BrokenProcessPool:
            # A process of it has died, and the whole pool with it: others take its place, and
            # whoever asked asks again.
            if self._pool is pool:
                self._pool = self._new_pool()
            raise

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """At once: nobody waits for a thought any more."""
        pool = self._pool
        # Who asked has gone, and need not be told that there will be no answer.
        pool._pending_work_items.clear()
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=True)
