"""Server time: it stands still while no process of the server runs."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from sqlalchemy import case, select, update

from quincunx.server.common.times import ServerTime, wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store, insert_if_new

STORE_INTERVAL_S = 2.0
"""Seconds between two times that the clock is stored: a crash loses no more than that."""

RUNNING_WITHIN_MS = 10_000
"""A time stored so many milliseconds ago or less means that a process is still running."""


class ServerClock:
    """Milliseconds that the server has been running. Unlike wall time, it does not jump."""

    def __init__(self, time_before: int = 0, secret: str = "") -> None:
        self._before = time_before
        """Server time at `_since`."""
        self._since = time.monotonic()
        self.secret = secret
        """What daily deals are made from; stored with the time."""

    def now(self) -> ServerTime:
        return ServerTime(self._before + int((time.monotonic() - self._since) * 1000))

    @classmethod
    @asynccontextmanager
    async def running(cls, store: Store) -> AsyncIterator[ServerClock]:
        """Run the clock of a store, and store its time at intervals."""
        clock = await store.write(_load_clock)
        storing = asyncio.create_task(clock._keep_storing(store))
        try:
            yield clock
        finally:
            storing.cancel()
            await asyncio.gather(storing, return_exceptions=True)
            with suppress(Exception):
                await store.write(clock._store_time)

    async def rewind(self, store: Store, time_before: ServerTime) -> None:
        """Take over the time of a backup that has been restored."""

        async def job(connection: StoreConnection) -> str:
            # Another process may have stored its own time before it was notified.
            stored = update(schema.server_state).values(time=time_before, beat=wall_clock())
            return str(await connection.scalar(stored.returning(schema.server_state.c.secret)))

        self.secret = await store.write(job)
        self._before, self._since = time_before, time.monotonic()

    async def _keep_storing(self, store: Store) -> None:
        while True:
            await asyncio.sleep(STORE_INTERVAL_S)
            # If the store fails, requests will report it; the clock goes on.
            with suppress(Exception):
                await store.write(self._store_time)

    async def _store_time(self, connection: StoreConnection) -> None:
        """Store the time, or take it over from another process that is ahead."""
        mine, stored = self.now(), schema.server_state.c.time
        latest = case((stored > mine, stored), else_=mine)
        agreed = await connection.scalar(
            update(schema.server_state).values(time=latest, beat=wall_clock()).returning(stored)
        )
        self._before += max(0, (agreed or 0) - mine)


async def _load_clock(connection: StoreConnection) -> ServerClock:
    """Return the clock as it was stored, or a new one for a new database."""
    new = {"id": 1, "secret": secrets.token_hex(32), "time": 0, "beat": wall_clock()}
    # Several processes may start on a new database at once.
    await connection.execute(insert_if_new(connection, schema.server_state).values(new))
    row = (await connection.execute(select(schema.server_state))).mappings().one()
    silent_ms = wall_clock() - row["beat"]
    return ServerClock(
        row["time"] + (silent_ms if 0 <= silent_ms <= RUNNING_WITHIN_MS else 0), row["secret"]
    )
