"""Who is at which table: through this process, and through the others.

What changes here is told to the others a moment later, many changes at once. Where the store is
this process's alone there is nobody to tell.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.server.cluster.clock import HouseClock
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store

PAUSE = 0.2
"""Seconds in which changes are gathered."""

BEAT = 2.0
"""Seconds between two signs of life."""

SILENT_FOR = 10_000
"""Milliseconds without a sign of life after which a process is taken to be dead."""

log = logging.getLogger(__name__)

Presents = tuple[str, str]
"""A table, and a person who is at it."""

_here = schema.presence.c

_REMOVE = delete(schema.presence).where(
    _here.process == bindparam("in"),
    _here.table == bindparam("at"),
    _here.person == bindparam("who"),
)
_INSERT = insert(schema.presence).values(
    process=bindparam("in"), table=bindparam("at"), person=bindparam("who")
)


class Presence:
    """Keeps the store up to date while it is open (`async with`)."""

    def __init__(self, store: Store, clock: HouseClock) -> None:
        self._store = store
        self._clock = clock
        self._here: set[Presents] = set()
        self._untold: set[Presents] = set()
        """Those of whom the store may say something else."""
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Presence:
        if self._store.is_shared:
            await self._store.write(self._sign_in)
            works = (self._keep_telling(), self._keep_alive())
            self._tasks = [asyncio.create_task(work) for work in works]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._tasks:
            with suppress(Exception):
                await self._store.write(lambda c: self._bury(c, [self._store.process]))

    def came(self, table: str, person: str) -> None:
        self._here.add((table, person))
        self._look_again_at({(table, person)})

    def went(self, table: str, person: str) -> None:
        self._here.discard((table, person))
        self._look_again_at({(table, person)})

    async def elsewhere(self, table: str) -> frozenset[str]:
        """The people who are at that table through other processes."""
        if not self._store.is_shared:
            return frozenset()
        rows = await self._store.rows(
            select(_here.person).where(_here.table == table, _here.process != self._store.process)
        )
        return frozenset(row["person"] for row in rows)

    # Telling the others

    async def _keep_telling(self) -> None:
        while True:
            await self._changed.wait()
            await asyncio.sleep(PAUSE)
            self._changed.clear()
            untold, self._untold = self._untold, set()
            try:
                await self._store.write(partial(self._tell, untold))
            except Exception as error:
                log.warning("the other processes could not be told who is here", exc_info=error)
                self._look_again_at(untold)

    def _look_again_at(self, those: set[Presents]) -> None:
        if self._store.is_shared:
            self._untold |= those
            self._changed.set()

    async def _tell(self, untold: set[Presents], connection: AsyncConnection) -> None:
        for statement, those in ((_REMOVE, untold), (_INSERT, untold & self._here)):
            if those:
                process = self._store.process
                rows = [{"in": process, "at": table, "who": who} for table, who in sorted(those)]
                await connection.execute(statement, rows)
        await self._store.announce(connection, "present", *sorted({table for table, _ in untold}))

    # Being alive

    async def _keep_alive(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            # If the store fails, others will say so.
            with suppress(Exception):
                await self._store.write(self._show_life)

    async def _sign_in(self, connection: AsyncConnection) -> None:
        await connection.execute(
            insert(schema.processes).values(id=self._store.process, heard=self._clock.now())
        )

    async def _show_life(self, connection: AsyncConnection) -> None:
        now = self._clock.now()
        alive = await connection.execute(
            update(schema.processes)
            .where(schema.processes.c.id == self._store.process)
            .values(heard=now)
        )
        if not alive.rowcount:
            # The others thought that this process was dead.
            await self._sign_in(connection)
            self._look_again_at(self._here)
        dead = await connection.execute(
            select(schema.processes.c.id)
            .where(schema.processes.c.heard < now - SILENT_FOR)
            .with_for_update(skip_locked=True)
        )
        await self._bury(connection, list(dead.scalars()))

    async def _bury(self, connection: AsyncConnection, processes: list[str]) -> None:
        """Nobody is here any more through these processes."""
        if not processes:
            return
        gone = await connection.execute(
            delete(schema.presence).where(_here.process.in_(processes)).returning(_here.table)
        )
        await connection.execute(
            delete(schema.processes).where(schema.processes.c.id.in_(processes))
        )
        await self._store.announce(connection, "present", *sorted(set(gone.scalars())))
