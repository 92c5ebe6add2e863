"""Whether the house is well: whether something can be stored at this moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.server.common.errors import StoreFailed
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store

WITHIN = 2.0
"""Seconds in which a store that is well has written something."""

LARGER_THAN_A_PAGE = 8192
"""So many letters need room of their own, so that a full disk is noticed."""


CHECK_EVERY_S = 1.0
"""Seconds for which an answer holds: each check writes a page, however many requests there are."""


class Pulse:
    """Checks the store at most once every `CHECK_EVERY_S` seconds, for all who ask."""

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._clock = clock
        self._feeling: asyncio.Task[None] | None = None
        self._checked = 0.0
        """When the last check began."""

    async def check(self) -> None:
        """Raise `StoreFailed` unless the store could be written within the last moments."""
        now = self._clock()
        is_old = now - self._checked >= CHECK_EVERY_S
        if self._feeling is None or (self._feeling.done() and is_old):
            self._checked = now
            self._feeling = asyncio.create_task(self._store.write(_write_and_erase))
        feeling = self._feeling
        done, _ = await asyncio.wait([feeling], timeout=WITHIN)
        if not done or feeling.exception() is not None:
            raise StoreFailed("table.refusal.unwell")


async def _write_and_erase(connection: AsyncConnection) -> None:
    """An order that is gone before anybody can see it."""
    order = insert(schema.orders).values(kind="", target="." * LARGER_THAN_A_PAGE, at=0)
    number = await connection.scalar(order.returning(schema.orders.c.id))
    await connection.execute(delete(schema.orders).where(schema.orders.c.id == number))
