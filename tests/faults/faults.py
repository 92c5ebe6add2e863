"""The faults. Each is drawn at random, injected, and ends."""

from __future__ import annotations

import asyncio
import signal
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple, Self

from tests.faults.deployment.conditions import Moment
from tests.faults.deployment.deployment import Database, Deployment
from tests.faults.deployment.process import ControlledProcess
from tests.faults.deployment.proxy import Proxy
from tests.faults.players.players import SimulatedPlayers

WEEK_MS = 7 * 24 * 3600 * 1000
MAX_CONCURRENT = 3
MAX_MOVES_BETWEEN = 20
"""Moves between the beginnings of two faults."""
COMMIT_TIMEOUT_S = 3
"""Seconds that a process has to commit a move, in which it is to be killed."""


class Target(NamedTuple):
    """What faults are injected into, and the players who move meanwhile."""

    deployment: Deployment
    proxy: Proxy
    players: SimulatedPlayers


@dataclass(frozen=True)
class Fault(ABC):
    """Something that fails for a while."""

    duration_s: float
    """Seconds until it ends."""

    @classmethod
    def draw(cls, rng: Random) -> Self:
        """Return a fault of this kind with random parameters."""
        return cls(0.2 + rng.random())

    @abstractmethod
    async def inject(self, target: Target) -> None:
        """Inject the fault; return when it has ended."""


# Of a process


@dataclass(frozen=True)
class ProcessFault(Fault):
    """A fault of a server or a worker, which has one such fault at a time."""

    process_number: int
    magnitude: int

    @classmethod
    def draw(cls, rng: Random) -> Self:
        return cls(0.2 + rng.random(), rng.randrange(100), rng.randrange(100))

    async def inject(self, target: Target) -> None:
        processes = target.deployment.processes
        process = processes[self.process_number % len(processes)]
        async with process.busy:
            await self.apply_to(process)

    @abstractmethod
    async def apply_to(self, process: ControlledProcess) -> None:
        """Inject the fault into that process; return when it has ended."""


class KilledProcess(ProcessFault):
    """SIGKILL at any moment."""

    async def apply_to(self, process: ControlledProcess) -> None:
        await process.stop(signal.SIGKILL)
        await asyncio.sleep(self.duration_s / 4)
        await process.start()


class KilledInCommit(ProcessFault):
    """SIGKILL at one point of a commit of a move."""

    moment: ClassVar[Moment]

    async def apply_to(self, process: ControlledProcess) -> None:
        process.change(kill_at=self.moment)
        try:
            async with asyncio.timeout(COMMIT_TIMEOUT_S):
                await process.wait_until_dead()
        except TimeoutError:
            process.change(kill_at=None)
        else:
            process.change(kill_at=None)
            await process.stop()
            await process.start()


class KilledBeforeCommit(KilledInCommit):
    """The entry is written, but the transaction is not committed."""

    moment = "before commit"


class KilledAfterCommit(KilledInCommit):
    """The entry is durable, but no client has been sent anything."""

    moment = "after commit"


class FrozenProcess(ProcessFault):
    """A process that is stopped for a while (SIGSTOP) and then continues."""

    async def apply_to(self, process: ControlledProcess) -> None:
        process.signal(signal.SIGSTOP)
        await asyncio.sleep(self.duration_s)
        process.signal(signal.SIGCONT)


class FullDisk(ProcessFault):
    """SQLite's file cannot grow."""

    async def apply_to(self, process: ControlledProcess) -> None:
        process.change(disk_full=True)
        await asyncio.sleep(self.duration_s)
        process.change(disk_full=False)


class NoFileDescriptors(ProcessFault):
    """No files and sockets can be opened, or only a few."""

    async def apply_to(self, process: ControlledProcess) -> None:
        process.change(free_file_descriptors=self.magnitude % 4)
        await asyncio.sleep(self.duration_s)
        process.change(free_file_descriptors=None)


class ClockJump(ProcessFault):
    """The wall clock is wrong by up to a week in either direction, until it jumps again."""

    async def apply_to(self, process: ControlledProcess) -> None:
        offset_ms = min(WEEK_MS, 1000 * 10 ** (self.magnitude % 7))
        process.change(clock_offset_ms=offset_ms if self.magnitude % 2 else -offset_ms)


# Of the database


class KilledPostgres(Fault):
    """SIGKILL of PostgreSQL, which recovers when it is started again."""

    async def inject(self, target: Target) -> None:
        postgres = target.deployment.postgres
        assert postgres is not None, "only PostgreSQL can be killed"
        async with postgres.busy:
            postgres.kill()
            await asyncio.sleep(self.duration_s / 4)
            await postgres.start()


# Of the network


@dataclass(frozen=True)
class CutConnections(Fault):
    """Some connections are reset."""

    share: float

    @classmethod
    def draw(cls, rng: Random) -> Self:
        return cls(0, rng.choice((0.2, 0.5, 1)))

    async def inject(self, target: Target) -> None:
        target.proxy.cut(self.share)


class SlowConnections(Fault):
    """Messages are delayed."""

    async def inject(self, target: Target) -> None:
        target.proxy.network.max_delay_s = 0.2
        await asyncio.sleep(self.duration_s)
        target.proxy.network.max_delay_s = 0


class DuplicatedMessages(Fault):
    """Messages arrive twice."""

    async def inject(self, target: Target) -> None:
        target.proxy.network.duplicate_share = 0.5
        await asyncio.sleep(self.duration_s)
        target.proxy.network.duplicate_share = 0


class SwappedMessages(Fault):
    """Messages arrive in another order."""

    async def inject(self, target: Target) -> None:
        target.proxy.network.swap_share = 0.5
        await asyncio.sleep(self.duration_s)
        target.proxy.network.swap_share = 0


WEIGHTS: dict[type[Fault], int] = {
    KilledProcess: 2,
    KilledBeforeCommit: 2,
    KilledAfterCommit: 2,
    FrozenProcess: 2,
    NoFileDescriptors: 2,
    ClockJump: 2,
    FullDisk: 3,
    KilledPostgres: 2,
    CutConnections: 5,
    SlowConnections: 5,
    DuplicatedMessages: 5,
    SwappedMessages: 5,
}
"""How often each kind is drawn, compared with the others."""

IMPOSSIBLE: dict[Database, type[Fault]] = {"sqlite": KilledPostgres, "postgresql": FullDisk}
"""The fault that each kind of database cannot have."""


def draw_faults(database: Database, count: int, rng: Random) -> list[Fault]:
    """Return that many faults, at least one of every kind."""
    weights = {kind: weight for kind, weight in WEIGHTS.items() if kind is not IMPOSSIBLE[database]}
    drawn = [*weights, *rng.choices([*weights], [*weights.values()], k=count - len(weights))]
    rng.shuffle(drawn)
    return [kind.draw(rng) for kind in drawn]


async def inject_all(target: Target, faults: Sequence[Fault], rng: Random) -> None:
    """Inject the faults in their order, a few at a time; return when all have ended.

    Between them players make some moves, so that every fault can do harm.
    """
    slots = asyncio.Semaphore(MAX_CONCURRENT)

    async def inject(fault: Fault) -> None:
        try:
            await fault.inject(target)
        finally:
            slots.release()

    async with asyncio.TaskGroup() as group:
        for fault in faults:
            await slots.acquire()
            await target.players.wait_for_moves(rng.randrange(MAX_MOVES_BETWEEN))
            group.create_task(inject(fault))
