"""Bots' turns and deadlines: wakes each table when something at it is due."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from heapq import heapify, heappop, heappush
from typing import Any

from quincunx.core.errors import QuincunxError

log = logging.getLogger(__name__)

SPARE_HEAP_ENTRIES = 1000
"""How many outdated wake-ups the heap may hold before it is rebuilt."""


class Steward:
    """Knows when each table wants attention. Attending twice does no harm."""

    def __init__(
        self, attend: Callable[[str, bool], Awaitable[None]], now: Callable[[], int]
    ) -> None:
        """`now` is the house's time, in milliseconds."""
        self._attend = attend
        self._now = now
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._attending: set[asyncio.Task[None]] = set()

    def wake_at(self, table: str, due: int | None) -> None:
        """Attend to the table at that server time, in milliseconds. `None` cancels the timer."""
        if due is None:
            self._due.pop(table, None)
            return
        if self._due.get(table) == due:
            return
        self._due[table] = due
        heappush(self._heap, (due, table))
        if len(self._heap) > 2 * len(self._due) + SPARE_HEAP_ENTRIES:
            # A table whose timer is moved again and again would otherwise fill the heap: a move
            # by post may be due in two weeks.
            self._heap = [(due, table) for table, due in self._due.items()]
            heapify(self._heap)
        self._changed.set()

    def forget_all(self) -> None:
        """Nothing is due any more."""
        self._due.clear()
        self._heap.clear()

    def start(self, *beside: Coroutine[Any, Any, None]) -> None:
        """Goes to work, and on these errands beside it."""
        self._tasks = [asyncio.create_task(work) for work in (self._run(), *beside)]

    async def stop(self) -> None:
        tasks = [*self._tasks, *self._attending]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            now = self._now()
            while self._heap and self._heap[0][0] <= now:
                due, table = heappop(self._heap)
                # Of several wakings of one table only the last one that was asked for counts.
                if self._due.get(table) == due:
                    del self._due[table]
                    self.look_after(table)
            wait = (self._heap[0][0] - now) / 1000 if self._heap else None
            try:
                await asyncio.wait_for(self._changed.wait(), wait)
            except TimeoutError:
                continue

    def look_after(self, table: str, *, leading: bool = False) -> None:
        """Attends to it now; `leading`: nobody else does."""
        task = asyncio.create_task(self._attend_safely(table, leading))
        self._attending.add(task)
        task.add_done_callback(self._attending.discard)

    async def _attend_safely(self, table: str, leading: bool) -> None:
        try:
            await self._attend(table, leading)
        except QuincunxError as error:
            log.warning("could not attend to table %s: %s", table, error)
            self.wake_at(table, self._now() + 1000)
        except Exception:
            # Nobody waits for this answer; the table is looked after again a little later.
            log.exception("could not attend to table %s", table)
            self.wake_at(table, self._now() + 1000)
