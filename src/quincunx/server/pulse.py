"""Whether the house is well: whether something can be stored at this moment."""

from __future__ import annotations

import asyncio

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.server import schema
from quincunx.server.errors import StoreFailed
from quincunx.server.store import Store

WITHIN = 2.0
"""Seconds in which a store that is well has written something."""

LARGER_THAN_A_PAGE = 8192
"""So many letters need room of their own, so that a full disk is noticed."""


class Pulse:
    """Feels it once at a time, however many want to know."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._feeling: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raises unless the store can be written, and soon."""
        if self._feeling is None or self._feeling.done():
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
