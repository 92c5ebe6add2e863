"""The tables that are loaded in this process: each is loaded once, and unloaded when unused."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine, Iterator
from functools import partial
from typing import Any, Final, TypeVar

from sqlalchemy import select, update

from quincunx.server.common.errors import Frozen, NoSuchTable, StoreAway
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.retry import retry_while_unavailable
from quincunx.server.tables import loading
from quincunx.server.tables.runtime import UNLOAD_AFTER_MS, TableRuntime
from quincunx.server.tables.services import Services
from quincunx.server.tables.view.audience import ConnectedClient
from quincunx.wire import TableId

MAX_REMEMBERED_FROZEN: Final = 1000
"""How many frozen tables a process remembers, so that the log names each of them once."""

T = TypeVar("T")

log = logging.getLogger(__name__)


class TableRegistry:
    """Finds, loads and unloads tables."""

    services: Services
    """Set once, before the first table is loaded: the services need the registry, too."""

    def __init__(self) -> None:
        self._tables: dict[TableId, TableRuntime] = {}
        self._loading: dict[TableId, asyncio.Task[TableRuntime]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._frozen: deque[TableId] = deque(maxlen=MAX_REMEMBERED_FROZEN)
        """Tables that the log has named as frozen."""

    def __iter__(self) -> Iterator[TableRuntime]:
        """Iterate over the tables that are loaded."""
        return iter(tuple(self._tables.values()))

    def ids(self) -> tuple[TableId, ...]:
        """Return the tables that are loaded or being loaded."""
        return (*self._tables, *self._loading)

    def get(self, table_id: TableId) -> TableRuntime | None:
        """Return a table if it is loaded."""
        return self._tables.get(table_id)

    def has(self, table_id: TableId) -> bool:
        """Return whether a table is loaded, or being loaded and perhaps read too early."""
        return table_id in self._tables or table_id in self._loading

    async def find(self, table_id: TableId) -> TableRuntime:
        """Return a table, loaded from the store if necessary."""
        if not table_id.isalnum():
            raise NoSuchTable("table.refusal.no_such_table")
        # By the time this task goes on, others that waited for the table may have used it and it
        # may have been unloaded: two runtimes of one table would not know of each other.
        while table_id not in self._tables:
            if table_id not in self._loading:
                self._loading[table_id] = self.finish(self._load(table_id))
            await asyncio.shield(self._loading[table_id])
        return self._tables[table_id]

    async def find_current(self, table_id: TableId) -> TableRuntime:
        """Return a table that knows of the end of its game, if another process has stored that."""
        table = await self.find(table_id)
        if table.state.phase not in ("over", "closed"):
            await table.refresh()
        return table

    async def _load(self, table_id: TableId) -> TableRuntime:
        services = self.services
        try:
            elsewhere = await services.presence.connected_elsewhere(table_id)
            state = await retry_while_unavailable(
                partial(
                    loading.load,
                    services.store,
                    table_id,
                    elsewhere,
                    services.clock.now(),
                    services.slices,
                )
            )
            if state is None:
                raise NoSuchTable("table.refusal.no_such_table")
            table = self._tables[table_id] = TableRuntime(services, state)
            # A request for a record, for instance, does not connect a client to the table.
            loop = asyncio.get_running_loop()
            loop.call_later(UNLOAD_AFTER_MS / 1000, self.unload_if_unused, table)
            return table
        finally:
            del self._loading[table_id]

    async def join(
        self, client: ConnectedClient, table_id: TableId, invite: str, since: int | None
    ) -> TableRuntime:
        """Connect a client to a table."""
        table = await self.find(table_id)
        try:
            await table.join(client, invite, since)
        except StoreAway:
            # The table was unloaded, perhaps because a backup has been restored.
            table = await self.find(table_id)
            await table.join(client, invite, since)
        return table

    def part(self, table: TableRuntime, client: ConnectedClient) -> None:
        """Disconnect a client from a table."""
        table.clients.remove(client)
        self.unload_if_unused(table)

    def unload(self, table_id: TableId) -> None:
        """Drop a table from memory."""
        self._tables.pop(table_id, None)

    def unload_if_unused(self, table: TableRuntime) -> None:
        if table.can_be_unloaded and self._tables.get(table.state.id) is table:
            self.unload(table.state.id)

    async def unload_all(self) -> None:
        """Drop all tables from memory and end their connections."""
        # What is being loaded may have been read from the store that was there before.
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        for table in self:
            table.dismiss()
        self._tables.clear()

    # Wake-ups

    async def wake_up(self, table_id: TableId, leading: bool) -> None:
        """Wake a table up."""
        try:
            table = await self.find(table_id)
            await table.wake_up(leading=leading)
        except Frozen:
            await self._leave_frozen(table_id)
        else:
            self.unload_if_unused(table)

    async def schedule_stored(self) -> None:
        """Schedule what was due when the server was stopped."""
        tables = schema.tables.c
        for row in await self.services.store.fetch_all(
            select(tables.id, tables.due).where(
                # Players may have left a public table while the server was stopped.
                tables.due.is_not(None) | (tables.open & (tables.phase == "gathering"))
            )
        ):
            self.services.schedule(row["id"], row["due"] or self.services.clock.now())

    async def _leave_frozen(self, table_id: TableId) -> None:
        """Stop waking up a table that these rules cannot continue.

        Nothing is lost: players who join it get the reason, and a server with the right rules wakes
        it up again when they do.
        """
        if table_id not in self._frozen:
            self._frozen.append(table_id)
            log.warning(
                "table %s is frozen: it was stored by another version of the rules", table_id
            )
        self.services.schedule(table_id, None)

        async def job(connection: StoreConnection) -> None:
            await connection.execute(
                update(schema.tables).where(schema.tables.c.id == table_id).values(due=None)
            )

        await self.services.store.write(job)

    # Tasks

    def finish(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that is finished even if the caller is cancelled or the server stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish_all(self) -> None:
        """Wait for all such tasks: what they do may be stored already, and be waited for."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
