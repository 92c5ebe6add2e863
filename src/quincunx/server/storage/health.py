"""The health check: whether the database can be written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final

from sqlalchemy import delete, insert

from quincunx.server.common.errors import StoreFailed
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store

WRITE_TIMEOUT_S: Final = 2.0
"""A write that takes longer counts as failed."""

CHECK_INTERVAL_S: Final = 1.0
"""How long a result is reused: each check writes a page, however many requests there are."""

PROBE_CHARACTERS: Final = 8192
"""More than a page of the database, so that the check notices a full disk."""


class HealthCheck:
    """Writes to the store at most once every `CHECK_INTERVAL_S`, for any number of callers."""

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._clock = clock
        self._check: asyncio.Task[None] | None = None
        self._check_started = 0.0

    async def check(self) -> None:
        """Raise `StoreFailed` unless the store could be written just now."""
        now = self._clock()
        is_old = now - self._check_started >= CHECK_INTERVAL_S
        if self._check is None or (self._check.done() and is_old):
            self._check_started = now
            self._check = asyncio.create_task(self._store.write(_insert_and_delete))
        check = self._check
        done, _ = await asyncio.wait([check], timeout=WRITE_TIMEOUT_S)
        if not done or check.exception() is not None:
            raise StoreFailed("table.refusal.unwell")


async def _insert_and_delete(connection: StoreConnection) -> None:
    """Insert a row and delete it in the same transaction, so that nothing else sees it."""
    commands = schema.operator_commands
    row = insert(commands).values(kind="", target="." * PROBE_CHARACTERS, at=0)
    number = await connection.scalar(row.returning(commands.c.id))
    await connection.execute(delete(commands).where(commands.c.id == number))
