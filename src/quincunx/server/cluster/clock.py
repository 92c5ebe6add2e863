"""Time that stands still while nobody keeps it: the house's, and each table's."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from sqlalchemy import case, select, update

from quincunx.server.common.times import wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store, insert_if_new

BEAT = 2.0
"""Seconds between two notes of the time: a crash loses no more than that."""

GRACE = 10_000
"""Milliseconds without a note after which nobody can have been keeping the house open."""


class HouseClock:
    """Milliseconds that the house has been open; the wall's clock may jump, this one does not."""

    def __init__(self, time_before: int = 0, secret: str = "") -> None:
        self._before = time_before
        self._since = time.monotonic()
        self.secret = secret
        """What the days' deals are made from: the house remembers it with its time."""

    def now(self) -> int:
        return self._before + int((time.monotonic() - self._since) * 1000)

    @classmethod
    @asynccontextmanager
    async def running(cls, store: Store) -> AsyncIterator[HouseClock]:
        """The store's own clock, noted there now and then."""
        clock = await store.write(_wind_up)
        beating = asyncio.create_task(clock._beat(store))
        try:
            yield clock
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            with suppress(Exception):
                await store.write(clock._note)

    async def rewind(self, store: Store, time_before: int) -> None:
        """Another store's time: that of a backup which was put in this one's place."""

        async def job(connection: StoreConnection) -> str:
            # Some process may have noted its own time over it before it got to know.
            noted = update(schema.server_state).values(time=time_before, beat=wall_clock())
            return str(await connection.scalar(noted.returning(schema.server_state.c.secret)))

        self.secret = await store.write(job)
        self._before, self._since = time_before, time.monotonic()

    async def _beat(self, store: Store) -> None:
        while True:
            await asyncio.sleep(BEAT)
            # If the store fails, others will say so; the clock goes on.
            with suppress(Exception):
                await store.write(self._note)

    async def _note(self, connection: StoreConnection) -> None:
        """Notes the time, or takes it over from another process that is ahead."""
        mine, noted = self.now(), schema.server_state.c.time
        latest = case((noted > mine, noted), else_=mine)
        agreed = await connection.scalar(
            update(schema.server_state).values(time=latest, beat=wall_clock()).returning(noted)
        )
        self._before += max(0, (agreed or 0) - mine)


async def _wind_up(connection: StoreConnection) -> HouseClock:
    """The clock as it was left, or a new one in a new house."""
    new = {"id": 1, "secret": secrets.token_hex(32), "time": 0, "beat": wall_clock()}
    # Several processes may start on a new database at once.
    await connection.execute(insert_if_new(connection, schema.server_state).values(new))
    row = (await connection.execute(select(schema.server_state))).mappings().one()
    silent = wall_clock() - row["beat"]
    return HouseClock(row["time"] + (silent if 0 <= silent <= GRACE else 0), row["secret"])


class TableClock:
    """Table time: milliseconds since the deal, standing still in pauses and with the house."""

    def __init__(self, house: HouseClock, at: int = 0, since: int | None = None) -> None:
        """It showed `at` when house time was `since` (none: just now)."""
        self._house = house
        self._at = at
        self._since = house.now() if since is None else since
        self.paused = False

    def now(self) -> int:
        return self._at if self.paused else self._at + self._house.now() - self._since

    def house_time(self, at: int) -> int:
        """When, in house time, it will show `at` if nobody stops it."""
        return self._since + at - self._at

    def pause(self) -> None:
        self._at, self.paused = self.now(), True

    def resume(self) -> None:
        self._since, self.paused = self._house.now(), False
