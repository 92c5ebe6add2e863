"""Presence: which people are connected to which tables, across all server processes.

Each process writes its own connections to the database, many changes at a time, and notifies the
others. A store that only this process uses needs none of this.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update

from quincunx.server.cluster.clock import ServerClock
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import (
    PersonId,
    TableId,
)

WRITE_DELAY_S: Final = 0.2
"""Changes within this time are written together."""

HEARTBEAT_INTERVAL_S: Final = 2.0

DEAD_AFTER_MS: Final = 10_000
"""A process without a heartbeat for this long is taken to be dead."""

log = logging.getLogger(__name__)

Attendance = tuple[TableId, PersonId]
"""A table, and a person who is connected to it."""

_presence = schema.presence.c

_DELETE = delete(schema.presence).where(
    _presence.process == bindparam("of_process"),
    _presence.table == bindparam("of_table"),
    _presence.person == bindparam("of_person"),
)
_INSERT = insert(schema.presence).values(
    process=bindparam("of_process"),
    table=bindparam("of_table"),
    person=bindparam("of_person"),
    hidden=bindparam("is_hidden"),
)


class ConnectedElsewhere(NamedTuple):
    """Who is connected to a table through other processes."""

    people: frozenset[PersonId] = frozenset()
    hidden: frozenset[PersonId] = frozenset()
    """Those whose pages are all hidden."""


class Presence:
    """Keeps this process's rows in the database up to date while it is open (`async with`)."""

    def __init__(self, store: Store, clock: ServerClock) -> None:
        self._store = store
        self._clock = clock
        self._connected: dict[Attendance, bool] = {}
        """Who is connected to which table, and whether the person's pages there are all hidden."""
        self._unsaved: set[Attendance] = set()
        """Those for which the database may be out of date."""
        self._has_changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Presence:
        if self._store.is_shared:
            await self._store.write(self._register)
            loops = (self._save_changes(), self._send_heartbeats())
            self._tasks = [asyncio.create_task(loop) for loop in loops]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._tasks:
            with suppress(Exception):
                await self._store.write(
                    lambda connection: self._remove(connection, [self._store.process_id])
                )

    def add(self, table: TableId, person: PersonId, *, hidden: bool = False) -> None:
        """Note that a person is connected to a table through this process.

        `hidden`: none of the person's pages there is visible.
        """
        if self._connected.get((table, person)) is not hidden:
            self._connected[table, person] = hidden
            self._save_soon({(table, person)})

    def discard(self, table: TableId, person: PersonId) -> None:
        """Note that a person is no longer connected to a table through this process."""
        self._connected.pop((table, person), None)
        self._save_soon({(table, person)})

    async def connected_elsewhere(self, table: TableId) -> ConnectedElsewhere:
        """Return the people who are connected to that table through other processes."""
        if not self._store.is_shared:
            return ConnectedElsewhere()
        is_elsewhere = _presence.process != self._store.process_id
        rows = await self._store.fetch_all(
            select(_presence.person, _presence.hidden).where(_presence.table == table, is_elsewhere)
        )
        people = frozenset(row["person"] for row in rows)
        looking = frozenset(row["person"] for row in rows if not row["hidden"])
        return ConnectedElsewhere(people, people - looking)

    async def connected_among(self, people: Collection[PersonId]) -> frozenset[PersonId]:
        """Return those of the people who are connected to anything, through any process."""
        connected = {person for _, person in self._connected}.intersection(people)
        if self._store.is_shared:
            rows = await self._store.fetch_all(
                select(_presence.person).where(_presence.person.in_(list(people))).distinct()
            )
            connected |= {row["person"] for row in rows}
        return frozenset(connected)

    async def is_looking(self, table: TableId, person: PersonId) -> bool:
        """Return whether a person has a table in front of them, through any process."""
        if self._connected.get((table, person)) is False:
            return True
        elsewhere = await self.connected_elsewhere(table)
        return person in elsewhere.people - elsewhere.hidden

    # Saving changes

    def _save_soon(self, changed: Iterable[Attendance]) -> None:
        if self._store.is_shared:
            self._unsaved |= set(changed)
            self._has_changed.set()

    async def _save_changes(self) -> None:
        while True:
            await self._has_changed.wait()
            await asyncio.sleep(WRITE_DELAY_S)
            self._has_changed.clear()
            unsaved, self._unsaved = self._unsaved, set()
            try:
                await self._store.write(partial(self._save, unsaved))
            except Exception as error:
                log.warning("could not save who is connected", exc_info=error)
                self._save_soon(unsaved)

    async def _save(self, unsaved: set[Attendance], connection: StoreConnection) -> None:
        process = self._store.process_id
        for statement, some in ((_DELETE, unsaved), (_INSERT, unsaved & self._connected.keys())):
            if some:
                rows = [
                    {
                        "of_process": process,
                        "of_table": table,
                        "of_person": person,
                        "is_hidden": self._connected.get((table, person), False),
                    }
                    for table, person in sorted(some)
                ]
                await connection.execute(statement, rows)
        await self._store.notify(connection, "present", *sorted({table for table, _ in unsaved}))

    # Heartbeats

    async def _send_heartbeats(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_INTERVAL_S)
            # Requests report it if the store fails.
            with suppress(Exception):
                await self._store.write(self._send_heartbeat)

    async def _register(self, connection: StoreConnection) -> None:
        await connection.execute(
            insert(schema.processes).values(id=self._store.process_id, heard=self._clock.now())
        )

    async def _send_heartbeat(self, connection: StoreConnection) -> None:
        """Write a heartbeat, and remove processes that are dead."""
        now = self._clock.now()
        updated = await connection.execute(
            update(schema.processes)
            .where(schema.processes.c.id == self._store.process_id)
            .values(heard=now)
        )
        if not updated.rowcount:
            # Another process took this one to be dead.
            await self._register(connection)
            self._save_soon(self._connected)
        dead = await connection.execute(
            select(schema.processes.c.id)
            .where(schema.processes.c.heard < now - DEAD_AFTER_MS)
            .with_for_update(skip_locked=True)
        )
        await self._remove(connection, list(dead.scalars()))

    async def _remove(self, connection: StoreConnection, processes: list[str]) -> None:
        """Remove processes and all connections through them."""
        if not processes:
            return
        removed = await connection.execute(
            delete(schema.presence)
            .where(_presence.process.in_(processes))
            .returning(_presence.table)
        )
        await connection.execute(
            delete(schema.processes).where(schema.processes.c.id.in_(processes))
        )
        await self._store.notify(connection, "present", *sorted(set(removed.scalars())))
