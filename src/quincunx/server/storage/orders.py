"""What the operator wants done by the server that is running, or by the next one that starts."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal

from sqlalchemy import delete, insert, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.server.common.times import wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store

Kind = Literal["close", "ban", "remove", "reload"]
"""Close a table; show a person the door; forget everything that was not read just now."""

Handler = Callable[[str], Awaitable[None]]

EVERY = 1.0
"""Seconds between two looks."""

log = logging.getLogger(__name__)


async def give(connection: AsyncConnection, kind: Kind, target: str) -> None:
    """Leaves an order in the store."""
    await connection.execute(
        insert(schema.orders).values(kind=kind, target=target, at=wall_clock())
    )


class Orders:
    """Carries them out, each by the handler of its kind, while it is open (`async with`)."""

    def __init__(self, store: Store, handlers: Mapping[Kind, Handler]) -> None:
        self._store = store
        self._handlers = handlers
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Orders:
        self._task = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            try:
                for order in await self._store.rows(select(schema.orders).order_by("id")):
                    await self._carry_out(order)
            except Exception:
                # The store does not answer: the orders are still there when it does.
                log.exception("the operator's orders cannot be read")
            await asyncio.sleep(EVERY)

    async def _carry_out(self, order: RowMapping) -> None:
        """An order is deleted when it is done: a crash in between does it again, with no harm."""
        try:
            await self._handlers[order["kind"]](order["target"])
        except Exception:
            log.exception("the order “%s %s” failed", order["kind"], order["target"])

        # Its time as well: a store that was put in this one's place numbers its orders anew.
        done = (schema.orders.c.id == order["id"]) & (schema.orders.c.at == order["at"])

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(delete(schema.orders).where(done))

        await self._store.write(job)
