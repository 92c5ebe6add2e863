"""What goes wrong. Each fault is drawn with its figures, happens, and is undone."""

from __future__ import annotations

import asyncio
import signal
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple, Self

from tests.faults.conditions import Moment
from tests.faults.driver import Driver
from tests.faults.house import Database, House
from tests.faults.process import HouseProcess
from tests.faults.proxy import Proxy

WEEK = 7 * 24 * 3600 * 1000
MOST_AT_ONCE = 3
MOST_BETWEEN = 20
"""Moves between the beginnings of two faults."""
WAITS_FOR_AN_APPEND = 3
"""Seconds."""


class Scene(NamedTuple):
    """Where faults happen, and to whom."""

    house: House
    line: Proxy
    driver: Driver


@dataclass(frozen=True)
class Fault(ABC):
    lasts: float
    """Seconds until it is undone."""

    @classmethod
    def draw(cls, rng: Random) -> Self:
        return cls(0.2 + rng.random())

    @abstractmethod
    async def happen(self, scene: Scene) -> None:
        """Returns when it is undone."""


# To a process


@dataclass(frozen=True)
class ProcessFault(Fault):
    """It befalls a server or a worker; two of these never the same one at once."""

    whom: int
    how_much: int

    @classmethod
    def draw(cls, rng: Random) -> Self:
        return cls(0.2 + rng.random(), rng.randrange(100), rng.randrange(100))

    async def happen(self, scene: Scene) -> None:
        processes = scene.house.processes
        process = processes[self.whom % len(processes)]
        async with process.busy:
            await self.befall(process)

    @abstractmethod
    async def befall(self, process: HouseProcess) -> None: ...


class KilledProcess(ProcessFault):
    """SIGKILL, at whatever moment."""

    async def befall(self, process: HouseProcess) -> None:
        await process.stop(signal.SIGKILL)
        await asyncio.sleep(self.lasts / 4)
        await process.start()


class KilledInAnAppend(ProcessFault):
    moment: ClassVar[Moment]

    async def befall(self, process: HouseProcess) -> None:
        process.change(dies=self.moment)
        try:
            async with asyncio.timeout(WAITS_FOR_AN_APPEND):
                await process.died()
        except TimeoutError:
            process.change(dies=None)
        else:
            process.change(dies=None)
            await process.stop()
            await process.start()


class KilledBeforeCommit(KilledInAnAppend):
    """The entry is written, and the transaction still open."""

    moment = "before commit"


class KilledAfterCommit(KilledInAnAppend):
    """The entry is durable, but nobody has been told."""

    moment = "after commit"


class FrozenProcess(ProcessFault):
    """A process that gets no time for a while, and then goes on as if nothing had been."""

    async def befall(self, process: HouseProcess) -> None:
        process.signal(signal.SIGSTOP)
        await asyncio.sleep(self.lasts)
        process.signal(signal.SIGCONT)


class FullDisk(ProcessFault):
    """SQLite's file cannot grow."""

    async def befall(self, process: HouseProcess) -> None:
        process.change(disk_full=True)
        await asyncio.sleep(self.lasts)
        process.change(disk_full=False)


class NoDescriptors(ProcessFault):
    """No file and no socket can be opened, or only a few."""

    async def befall(self, process: HouseProcess) -> None:
        process.change(files_left=self.how_much % 4)
        await asyncio.sleep(self.lasts)
        process.change(files_left=None)


class ClockJump(ProcessFault):
    """The wall's clock is wrong by up to a week in either direction, until it jumps again."""

    async def befall(self, process: HouseProcess) -> None:
        far = min(WEEK, 1000 * 10 ** (self.how_much % 7))
        process.change(clock=far if self.how_much % 2 else -far)


# To the store


class KilledPostgres(Fault):
    """SIGKILL; it recovers by itself when it is started again."""

    async def happen(self, scene: Scene) -> None:
        postgres = scene.house.postgres
        assert postgres is not None, "there is one to kill"
        async with postgres.busy:
            postgres.kill()
            await asyncio.sleep(self.lasts / 4)
            await postgres.start()


# To the line


@dataclass(frozen=True)
class CutLines(Fault):
    share: float

    @classmethod
    def draw(cls, rng: Random) -> Self:
        return cls(0, rng.choice((0.2, 0.5, 1)))

    async def happen(self, scene: Scene) -> None:
        scene.line.cut(self.share)


class SlowLines(Fault):
    async def happen(self, scene: Scene) -> None:
        scene.line.weather.delay = 0.2
        await asyncio.sleep(self.lasts)
        scene.line.weather.delay = 0


class DoubledMessages(Fault):
    async def happen(self, scene: Scene) -> None:
        scene.line.weather.doubles = 0.5
        await asyncio.sleep(self.lasts)
        scene.line.weather.doubles = 0


class SwappedMessages(Fault):
    async def happen(self, scene: Scene) -> None:
        scene.line.weather.swaps = 0.5
        await asyncio.sleep(self.lasts)
        scene.line.weather.swaps = 0


OFTEN: dict[type[Fault], int] = {
    KilledProcess: 2,
    KilledBeforeCommit: 2,
    KilledAfterCommit: 2,
    FrozenProcess: 2,
    NoDescriptors: 2,
    ClockJump: 2,
    FullDisk: 3,
    KilledPostgres: 2,
    CutLines: 5,
    SlowLines: 5,
    DoubledMessages: 5,
    SwappedMessages: 5,
}
"""How often each kind happens, compared with the others."""

ELSEWHERE: dict[Database, type[Fault]] = {"sqlite": KilledPostgres, "postgresql": FullDisk}
"""What cannot happen to each."""


def schedule(database: Database, count: int, rng: Random) -> list[Fault]:
    """So many faults, of every kind at least one."""
    often = {kind: weight for kind, weight in OFTEN.items() if kind is not ELSEWHERE[database]}
    drawn = [*often, *rng.choices([*often], [*often.values()], k=count - len(often))]
    rng.shuffle(drawn)
    return [kind.draw(rng) for kind in drawn]


async def let_happen(scene: Scene, faults: Sequence[Fault], rng: Random) -> None:
    """One after the other, a few of them at once; returns when all are undone.

    Between them people make some moves: what nobody does cannot go wrong.
    """
    room = asyncio.Semaphore(MOST_AT_ONCE)

    async def happen(fault: Fault) -> None:
        try:
            await fault.happen(scene)
        finally:
            room.release()

    async with asyncio.TaskGroup() as happening:
        for fault in faults:
            await room.acquire()
            await scene.driver.makes_moves(rng.randrange(MOST_BETWEEN))
            happening.create_task(happen(fault))
