"""A table is woken up when something is due, and not before."""

from __future__ import annotations

import asyncio

from quincunx.server.common.times import ServerTime
from quincunx.server.tables.timing.scheduler import Scheduler
from quincunx.wire import TableId
from tests.helpers.waiting import run


def now() -> ServerTime:
    return ServerTime(int(asyncio.get_running_loop().time() * 1000))


def test_a_postponed_wake_up_comes_once_and_not_too_early() -> None:
    async def work() -> None:
        woken: list[ServerTime] = []

        async def wake_up(_: str, __: bool) -> None:
            woken.append(now())

        scheduler = Scheduler(wake_up, now)
        scheduler.start()
        due = ServerTime(now() + 30)
        scheduler.schedule(TableId("table"), ServerTime(now() + 5))
        scheduler.schedule(TableId("table"), due)
        while not woken:
            await asyncio.sleep(0.001)
        assert woken[0] >= due
        assert scheduler.scheduled(TableId("table")) is None
        await scheduler.stop()
        assert len(woken) == 1

    run(work())


def test_an_earlier_wake_up_replaces_a_later_one() -> None:
    async def work() -> None:
        woken = asyncio.Event()

        async def wake_up(_: str, __: bool) -> None:
            woken.set()

        scheduler = Scheduler(wake_up, now)
        scheduler.start()
        scheduler.schedule(TableId("table"), ServerTime(now() + 10**9))
        scheduler.schedule(TableId("table"), ServerTime(now() + 1))
        await woken.wait()
        await scheduler.stop()

    run(work())
