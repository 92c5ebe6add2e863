"""Wakes each table up when something is due there: a timer of the event loop for each table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from quincunx.core.errors import QuincunxError
from quincunx.server.common.times import ServerTime
from quincunx.wire import TableId

log = logging.getLogger(__name__)

RETRY_MS: Final = 1000
"""Milliseconds until a table is woken up again after a wake-up that failed."""


class _Alarm(NamedTuple):
    due: ServerTime
    fires_at: ServerTime
    """When the timer fires: if that is before `due`, it is set again then."""
    timer: asyncio.TimerHandle | None
    """`None` before the scheduler is started."""


class Scheduler:
    """Keeps one timer for each table. A wake-up too many does no harm."""

    def __init__(
        self,
        wake_up: Callable[[TableId, bool], Awaitable[None]],
        now: Callable[[], ServerTime],
    ) -> None:
        """`wake_up` is called with a table, and whether this process has taken it over."""
        self._wake_up = wake_up
        self._now = now
        self._alarms: dict[TableId, _Alarm] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._is_started = False

    def schedule(self, table: TableId, due: ServerTime | None) -> None:
        """Wake the table up at that server time, and no longer at an earlier chosen one.

        `None` cancels the timer.
        """
        alarm = self._alarms.get(table)
        if alarm is not None and due is not None and alarm.fires_at <= due:
            # Almost every move puts the wake-up off: setting a new timer each time is expensive.
            self._alarms[table] = _Alarm(due, alarm.fires_at, alarm.timer)
            return
        if alarm is not None:
            self._cancel(table)
        if due is not None:
            self._alarms[table] = self._armed(table, due)

    def scheduled(self, table: TableId) -> ServerTime | None:
        """Return when the table will be woken up."""
        alarm = self._alarms.get(table)
        return None if alarm is None else alarm.due

    def cancel_all(self) -> None:
        for table in tuple(self._alarms):
            self._cancel(table)

    def wake_now(self, table: TableId, *, leading: bool = False) -> None:
        """Wake a table up at once; `leading`: this process has taken it over."""
        task = asyncio.create_task(self._run(table, leading))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def start(self) -> None:
        """Begin to wake tables up."""
        self._is_started = True
        for table, alarm in tuple(self._alarms.items()):
            self._alarms[table] = self._armed(table, alarm.due)

    async def stop(self) -> None:
        """Cancel all timers, and the wake-ups that are running."""
        self._is_started = False
        self.cancel_all()
        tasks = tuple(self._running)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _armed(self, table: TableId, due: ServerTime) -> _Alarm:
        if not self._is_started:
            return _Alarm(due, due, None)
        delay_s = max(0, due - self._now()) / 1000
        return _Alarm(due, due, asyncio.get_running_loop().call_later(delay_s, self._fire, table))

    def _fire(self, table: TableId) -> None:
        alarm = self._alarms.pop(table)
        if alarm.due > alarm.fires_at:
            self._alarms[table] = self._armed(table, alarm.due)
        else:
            self.wake_now(table)

    def _cancel(self, table: TableId) -> None:
        timer = self._alarms.pop(table).timer
        if timer is not None:
            timer.cancel()

    async def _run(self, table: TableId, leading: bool) -> None:
        try:
            await self._wake_up(table, leading)
        except QuincunxError as error:
            log.warning("could not wake up table %s: %s", table, error)
            self._retry(table)
        except Exception:
            log.exception("could not wake up table %s", table)
            self._retry(table)

    def _retry(self, table: TableId) -> None:
        self.schedule(table, ServerTime(self._now() + RETRY_MS))
