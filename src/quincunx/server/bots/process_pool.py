"""Run jobs in other processes, with deadlines, a bounded queue and fair turns.

Each process has its own executor, so a process that dies or hangs affects only the job that it was
running.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple, TypeVar

from quincunx.core.errors import QuincunxError
from quincunx.server.common.errors import ThinkingBusy, ThinkingFailed
from quincunx.server.ops import metrics

log = logging.getLogger(__name__)

T = TypeVar("T")

MAX_ATTEMPTS = 2
"""How often a job is started whose process dies while it runs."""

PREPARE_S = 600.0
"""Time limit for a process's first job, in seconds: compilers may have to run once."""


class QueueLimits(NamedTuple):
    """How long a job may take, and how many jobs may wait."""

    run_s: float
    """A process that has run a job for longer is killed and replaced."""
    wait_s: float
    """A job that has not started after this many seconds is refused."""
    max_waiting: int
    max_waiting_per_requester: int
    """The job that is running counts too."""


class _Job(NamedTuple):
    requester: str
    work: Callable[[], Any]
    result: asyncio.Future[Any]


class FairQueue:
    """A queue that serves requesters in turn: a second job waits for everybody's first."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, _Job]] = []
        """(round, number, job)."""
        self._round = 0
        self._last_round: dict[str, int] = {}
        """The round of each requester's last waiting job."""
        self._number = 0

    def __len__(self) -> int:
        return len(self._heap)

    def put(self, job: _Job) -> None:
        round_ = max(self._round, self._last_round.get(job.requester, 0)) + 1
        self._last_round[job.requester] = round_
        self._number += 1
        heappush(self._heap, (round_, self._number, job))

    def get(self) -> _Job:
        self._round, _, job = heappop(self._heap)
        if self._last_round[job.requester] == self._round:
            del self._last_round[job.requester]
        return job

    def remove(self, job: _Job) -> bool:
        """Remove a job; return false if it is no longer in the queue."""
        left = [item for item in self._heap if item[2] is not job]
        if len(left) == len(self._heap):
            return False
        self._heap = left
        heapify(self._heap)
        self._last_round = {}
        for round_, _, waiting in self._heap:
            last = self._last_round.get(waiting.requester, 0)
            self._last_round[waiting.requester] = max(last, round_)
        return True


class ProcessPool:
    """Run jobs in a few processes; every job ends with a result or a typed error."""

    def __init__(self, processes: int, limits: QueueLimits, *, niceness: int = 0) -> None:
        """`niceness` is the operating system's: a higher one leaves the cores to others."""
        self._limits = limits
        self._processes = [_Process(niceness) for _ in range(processes)]
        self._idle = list(self._processes)
        self._queue = FairQueue()
        self._jobs_of: Counter[str] = Counter()
        """By requester, the jobs that wait or run."""
        self._running: set[asyncio.Task[None]] = set()

    async def run(self, requester: str, work: Callable[..., T], *args: Any) -> T:
        """Return what `work` returns; raise its own error, `ThinkingBusy` or `ThinkingFailed`.

        A job that is cancelled while it waits leaves the queue.
        """
        if (
            len(self._queue) >= self._limits.max_waiting
            or self._jobs_of[requester] >= self._limits.max_waiting_per_requester
        ):
            raise ThinkingBusy("table.refusal.thinking_busy")
        loop = asyncio.get_running_loop()
        job = _Job(requester, partial(work, *args), loop.create_future())
        self._jobs_of[requester] += 1
        timer = loop.call_later(self._limits.wait_s, self._refuse_waiting, job)
        try:
            with metrics.THINKING_SECONDS.time():
                self._queue.put(job)
                self._start_waiting()
                result: T = await job.result
                return result
        finally:
            timer.cancel()
            if job.result.cancelled():
                self._queue.remove(job)
            self._jobs_of[requester] -= 1
            if not self._jobs_of[requester]:
                del self._jobs_of[requester]

    def prepare(self, work: Callable[[], object]) -> None:
        """Run `work` in every idle process before its first job; do not wait for it."""
        while self._idle:
            job = _Job("", work, asyncio.get_running_loop().create_future())
            self._start(self._run_job(self._idle.pop(), job, PREPARE_S))
            # Retrieve the error, which asyncio would otherwise report as never retrieved.
            job.result.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _refuse_waiting(self, job: _Job) -> None:
        if self._queue.remove(job):
            _fail(job, ThinkingBusy("table.refusal.thinking_busy"))

    def _start_waiting(self) -> None:
        while self._idle and self._queue:
            self._start(self._run_job(self._idle.pop(), self._queue.get(), self._limits.run_s))

    def _start(self, running: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(running)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _run_job(self, process: _Process, job: _Job, limit_s: float) -> None:
        try:
            result = await _run_with_retry(process, job.work, limit_s)
        except asyncio.CancelledError:
            job.result.cancel()
            raise
        except QuincunxError as error:
            _fail(job, error)
        except Exception as error:
            log.exception("a job in a bot process failed")
            failed = ThinkingFailed("table.refusal.thinking_failed")
            failed.__cause__ = error
            _fail(job, failed)
        else:
            if not job.result.done():
                job.result.set_result(result)
        finally:
            self._idle.append(process)
            self._start_waiting()

    def close(self) -> None:
        """End all processes now and cancel all jobs."""
        for task in self._running:
            task.cancel()
        while self._queue:
            self._queue.get().result.cancel()
        for process in self._processes:
            process.close()


async def _run_with_retry(process: _Process, work: Callable[[], Any], limit_s: float) -> Any:
    for _ in range(MAX_ATTEMPTS):
        try:
            return await process.run(work, limit_s)
        except BrokenProcessPool:
            # The job need not be the cause: when memory runs out, the operating system kills
            # processes that have little to do with it.
            log.warning("a bot process died and was replaced")
            metrics.THINKING_RESTARTS.labels("died").inc()
        except TimeoutError:
            log.warning("a bot process was killed after %g s", limit_s)
            metrics.THINKING_RESTARTS.labels("too_long").inc()
            raise ThinkingFailed("table.refusal.thinking_too_long") from None
    raise ThinkingFailed("table.refusal.thinking_failed")


def _fail(job: _Job, error: QuincunxError) -> None:
    if not job.result.done():
        job.result.set_exception(error)


class _Process:
    """One process, which is replaced when it dies or is killed."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._executor = self._new_executor()

    def _new_executor(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            1,
            # Spawned, not forked: a fork would copy the event loop's threads in an undefined state.
            multiprocessing.get_context("spawn"),
            initializer=_prepare_process,
            initargs=(self._niceness,),
        )

    @property
    def pid(self) -> int | None:
        """The process id, once the process has started its first job."""
        processes = self._executor._processes or {}
        return next(iter(processes), None)

    async def run(self, work: Callable[[], Any], limit_s: float) -> Any:
        """Run `work`; raise `BrokenProcessPool` or `TimeoutError` after replacing the process."""
        try:
            result = asyncio.wrap_future(self._executor.submit(work))
            # Shielded: the executor's thread would fail if it had to end a cancelled job.
            return await asyncio.wait_for(asyncio.shield(result), limit_s)
        except (BrokenProcessPool, TimeoutError):
            self._kill(wait=False)
            self._executor = self._new_executor()
            raise

    def close(self) -> None:
        self._kill(wait=True)

    def _kill(self, *, wait: bool) -> None:
        for process in list((self._executor._processes or {}).values()):
            process.kill()
        self._executor.shutdown(wait=wait)


def _prepare_process(niceness: int) -> None:
    """Run in each new process: end with the server, even if the server is killed."""
    os.nice(niceness)
    # Ctrl-C and SIGTERM reach the whole process group, but the server ends its processes itself.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_exit_with_the_server, daemon=True).start()


def _exit_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None, "a pool's processes have a parent"
    server.join()
    os._exit(0)
