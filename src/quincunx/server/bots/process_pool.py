"""Run work in processes of its own: with a deadline, in fair turns, with a bounded queue.

Each process is an executor of its own. So a process that dies or hangs takes only the question
that it was working on with it; the questions that wait are not touched.
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

ATTEMPTS = 2
"""How often a question is asked whose process dies while it works on it."""

PREPARE_S = 600.0
"""Seconds for the first work of a process: compilers may have to run once."""


class QueueLimits(NamedTuple):
    """How long a question may take, and how many questions may wait."""

    answer_s: float
    """A process that has worked longer on one question is killed and replaced."""
    wait_s: float
    """A question that has not begun after so long is refused."""
    most_waiting: int
    most_waiting_of_one: int
    """Of one asker, the one being answered included."""


class _Question(NamedTuple):
    asker: str
    work: Callable[[], Any]
    answer: asyncio.Future[Any]


class FairQueue:
    """Questions of many askers: nobody's second question comes before anybody else's first."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, _Question]] = []
        """(round, number, question)."""
        self._round = 0
        self._last_round: dict[str, int] = {}
        """The round of each asker's last question that waits."""
        self._number = 0

    def __len__(self) -> int:
        return len(self._heap)

    def put(self, question: _Question) -> None:
        round_ = max(self._round, self._last_round.get(question.asker, 0)) + 1
        self._last_round[question.asker] = round_
        self._number += 1
        heappush(self._heap, (round_, self._number, question))

    def get(self) -> _Question:
        self._round, _, question = heappop(self._heap)
        if self._last_round[question.asker] == self._round:
            del self._last_round[question.asker]
        return question

    def remove(self, question: _Question) -> bool:
        """Take a question out of turn; false if it is not in the queue any more."""
        left = [item for item in self._heap if item[2] is not question]
        if len(left) == len(self._heap):
            return False
        self._heap = left
        heapify(self._heap)
        self._last_round = {}
        for round_, _, waiting in self._heap:
            last = self._last_round.get(waiting.asker, 0)
            self._last_round[waiting.asker] = max(last, round_)
        return True


class ProcessPool:
    """A few processes that answer questions; every question ends with an answer or a refusal."""

    def __init__(self, processes: int, limits: QueueLimits, *, niceness: int = 0) -> None:
        """`niceness` is the operating system's: a higher one leaves the cores to others."""
        self._limits = limits
        self._processes = [_Process(niceness) for _ in range(processes)]
        self._free = list(self._processes)
        self._queue = FairQueue()
        self._asked_by: Counter[str] = Counter()
        self._serving: set[asyncio.Task[None]] = set()

    async def run(self, asker: str, work: Callable[..., T], *args: Any) -> T:
        """Return what the work returns; raise `ThinkingBusy`, `ThinkingFailed` or its own error.

        Askers are answered in turn. A question that is abandoned while it waits
        leaves the queue.
        """
        if (
            len(self._queue) >= self._limits.most_waiting
            or self._asked_by[asker] >= self._limits.most_waiting_of_one
        ):
            raise ThinkingBusy("table.refusal.thinking_busy")
        loop = asyncio.get_running_loop()
        question = _Question(asker, partial(work, *args), loop.create_future())
        self._asked_by[asker] += 1
        timer = loop.call_later(self._limits.wait_s, self._refuse_waiting, question)
        try:
            with metrics.THINKING_SECONDS.time():
                self._queue.put(question)
                self._start_next()
                answer: T = await question.answer
                return answer
        finally:
            timer.cancel()
            if question.answer.cancelled():
                self._queue.remove(question)
            self._asked_by[asker] -= 1
            if not self._asked_by[asker]:
                del self._asked_by[asker]

    def prepare(self, work: Callable[[], object]) -> None:
        """Make every idle process do this before it answers questions."""
        while self._free:
            question = _Question("", work, asyncio.get_running_loop().create_future())
            self._start(self._serve(self._free.pop(), question, PREPARE_S))
            # Nobody waits for it.
            question.answer.add_done_callback(lambda done: done.cancelled() or done.exception())

    def _refuse_waiting(self, question: _Question) -> None:
        if self._queue.remove(question):
            _fail(question, ThinkingBusy("table.refusal.thinking_busy"))

    def _start_next(self) -> None:
        while self._free and self._queue:
            self._start(self._serve(self._free.pop(), self._queue.get(), self._limits.answer_s))

    def _start(self, serving: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(serving)
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, process: _Process, question: _Question, seconds: float) -> None:
        try:
            result = await _ask(process, question.work, seconds)
        except asyncio.CancelledError:
            question.answer.cancel()
            raise
        except QuincunxError as error:
            _fail(question, error)
        except Exception as error:
            log.exception("a question to a bot process failed")
            failed = ThinkingFailed("table.refusal.thinking_failed")
            failed.__cause__ = error
            _fail(question, failed)
        else:
            if not question.answer.done():
                question.answer.set_result(result)
        finally:
            self._free.append(process)
            self._start_next()

    def close(self) -> None:
        """End all processes now; nobody waits for an answer any more."""
        for task in self._serving:
            task.cancel()
        while self._queue:
            self._queue.get().answer.cancel()
        for process in self._processes:
            process.close()


async def _ask(process: _Process, work: Callable[[], Any], seconds: float) -> Any:
    for _ in range(ATTEMPTS):
        try:
            return await process.run(work, seconds)
        except BrokenProcessPool:
            # It may not have been this question's fault: a process is killed when memory runs
            # out, whatever took it.
            log.warning("a bot process died and was replaced")
            metrics.THINKING_RESTARTS.labels("died").inc()
        except TimeoutError:
            log.warning("a bot process was killed after %g s", seconds)
            metrics.THINKING_RESTARTS.labels("too_long").inc()
            raise ThinkingFailed("table.refusal.thinking_too_long") from None
    raise ThinkingFailed("table.refusal.thinking_failed")


def _fail(question: _Question, error: QuincunxError) -> None:
    if not question.answer.done():
        question.answer.set_exception(error)


class _Process:
    """One process, which is replaced when it dies or has to be killed."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._executor = self._new_executor()

    def _new_executor(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            1,
            # Spawned, not forked: a fork would copy the event loop's threads in mid-step.
            multiprocessing.get_context("spawn"),
            initializer=_prepare_process,
            initargs=(self._niceness,),
        )

    @property
    def pid(self) -> int | None:
        """The operating system's number of the process, once it has been asked something."""
        processes = self._executor._processes or {}
        return next(iter(processes), None)

    async def run(self, work: Callable[[], Any], seconds: float) -> Any:
        """Raise `BrokenProcessPool` or `TimeoutError` once the process has been replaced."""
        try:
            answer = asyncio.wrap_future(self._executor.submit(work))
            return await asyncio.wait_for(answer, seconds)
        except (BrokenProcessPool, TimeoutError):
            self._kill(wait=False)
            self._executor = self._new_executor()
            raise

    def close(self) -> None:
        self._kill(wait=True)

    def _kill(self, *, wait: bool) -> None:
        executor = self._executor
        executor._pending_work_items.clear()
        for process in list((executor._processes or {}).values()):
            process.kill()
        executor.shutdown(wait=wait)


def _prepare_process(niceness: int) -> None:
    """Run in a new process: it lives as long as the server, which may be killed at any time."""
    os.nice(niceness)
    # Ctrl-C and SIGTERM reach the whole process group; the server ends its processes itself.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_exit_with_the_server, daemon=True).start()


def _exit_with_the_server() -> None:
    server = multiprocessing.parent_process()
    assert server is not None, "a pool's processes have a parent"
    server.join()
    os._exit(0)
