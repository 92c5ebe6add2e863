"""The queue of writes: one task combines all waiting writes into one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from quincunx.core.errors import QuincunxError
from quincunx.server.common.background import BackgroundService
from quincunx.server.ops import metrics
from quincunx.server.storage.changes import Job, TableChange
from quincunx.server.storage.retry import is_transient, retry_while_unavailable
from quincunx.wire import TableId

log = logging.getLogger(__name__)

MAX_JOBS_PER_COMMIT: Final = 500
"""A larger commit would delay its first job without saving time."""

Write = Job[Any] | TableChange


class _QueuedWrite(NamedTuple):
    write: Write
    done: asyncio.Future[Any]
    """Gets the result once the write is durable."""


class CommitQueue(BackgroundService):
    """Commits queued writes while it is open (`async with`).

    `commit` runs several writes in one transaction and returns their results.
    """

    def __init__(self, commit: Callable[[list[Write]], Awaitable[list[Any]]]) -> None:
        self._commit = commit
        self._queue: list[_QueuedWrite] = []
        self._has_writes = asyncio.Event()

    def add(self, write: Write) -> asyncio.Future[Any]:
        """Queue a write for the next commit."""
        done = asyncio.get_running_loop().create_future()
        self._queue.append(_QueuedWrite(write, done))
        self._has_writes.set()
        return done

    async def _run(self) -> None:
        while True:
            await self._has_writes.wait()
            await self._commit_batch(self._next_batch())

    def _next_batch(self) -> list[_QueuedWrite]:
        """Take writes off the queue, at most one change for each table.

        The second change of a table in one transaction would always lose its compare-and-swap.
        """
        batch: list[_QueuedWrite] = []
        later: list[_QueuedWrite] = []
        tables: set[TableId] = set()
        for queued in self._queue:
            if queued.done.cancelled():
                continue
            table = {queued.write.table} if isinstance(queued.write, TableChange) else set()
            fits = len(batch) < MAX_JOBS_PER_COMMIT and not tables & table
            (batch if fits else later).append(queued)
            tables |= table
        self._queue = later
        if not later:
            self._has_writes.clear()
        return batch

    async def _commit_batch(self, batch: list[_QueuedWrite]) -> None:
        writes = [queued.write for queued in batch]
        metrics.COMMIT_JOBS.observe(len(batch))
        try:
            with metrics.COMMIT_SECONDS.time():
                results = await retry_while_unavailable(lambda: self._commit(writes))
        except Exception as error:
            if len(batch) == 1 or is_transient(error):
                _fail(batch, error)
                return
            # One write failed and rolled back the others: commit each of them on its own.
            for queued in batch:
                await self._commit_batch([queued])
            return
        for queued, result in zip(batch, results, strict=True):
            if not queued.done.cancelled():
                queued.done.set_result(result)


def _fail(batch: list[_QueuedWrite], error: Exception) -> None:
    if not isinstance(error, QuincunxError):
        metrics.STORE_FAILURES.inc()
        log.error("a commit failed", exc_info=error)
    for queued in batch:
        if not queued.done.cancelled():
            queued.done.set_exception(error)
