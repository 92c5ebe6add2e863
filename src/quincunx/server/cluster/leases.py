"""Tables that are due and that no process attends to: one process takes them over for a while."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, NamedTuple

from sqlalchemy import select, update

from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.background import BackgroundService
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import TableId

log = logging.getLogger(__name__)

MAX_TABLES_PER_SWEEP: Final = 50
"""How many tables a process takes over at once."""

LEASE_MS: Final = 10_000
"""Milliseconds for which a table is left to the process that has taken it over."""


class Sweeps(NamedTuple):
    """How often to look for overdue tables, and after how many milliseconds they are."""

    interval_s: float
    late_after_ms: int


class Leases(BackgroundService):
    """Sweeps the store for overdue tables and takes them over, while it is open (`async with`)."""

    def __init__(
        self, store: Store, clock: ServerClock, sweeps: Sweeps, take_over: Callable[[TableId], None]
    ) -> None:
        """`take_over` is called with each table that is this process's for a while."""
        self._store = store
        self._clock = clock
        self._sweeps = sweeps
        self._take_over = take_over

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._sweeps.interval_s)
            try:
                overdue = await self._store.write(self._lease_overdue)
            except Exception as error:
                log.warning("overdue tables could not be looked up", exc_info=error)
                continue
            for table_id in overdue:
                self._take_over(table_id)

    async def _lease_overdue(self, connection: StoreConnection) -> list[TableId]:
        """Return tables that are overdue, and keep other processes from them for a while."""
        tables, now = schema.tables.c, self._clock.now()
        overdue = (
            select(tables.id)
            .where(tables.due <= now - self._sweeps.late_after_ms)
            .order_by(tables.due)
            .limit(MAX_TABLES_PER_SWEEP)
            .with_for_update(skip_locked=True)
        )
        taken = await connection.execute(
            update(schema.tables)
            .where(tables.id.in_(overdue.scalar_subquery()))
            .values(due=now + LEASE_MS)
            .returning(tables.id)
        )
        return list(taken.scalars())
