"""The tables of one server process, put together: registry, creation, scheduler, news, leases."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, Final

from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.cluster.leases import Leases, Sweeps
from quincunx.server.cluster.presence import Presence
from quincunx.server.common.slices import Slices
from quincunx.server.common.times import Now
from quincunx.server.storage.notifications import Listener
from quincunx.server.storage.store import Store
from quincunx.server.tables.commands.endings import close_by_operator
from quincunx.server.tables.creation import TableCreation
from quincunx.server.tables.news import TableNews
from quincunx.server.tables.queries import final_view, wanted_record
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.services import Services
from quincunx.server.tables.state.table_state import TableState
from quincunx.server.tables.state.wake_up import LATE_AFTER_MS
from quincunx.server.tables.timing.scheduler import Scheduler
from quincunx.server.tables.view.records import Charge, Records, WantedRecord
from quincunx.wire import (
    Person,
    PersonId,
    TableId,
)

SERVER_SWEEPS: Final = Sweeps(interval_s=1.0, late_after_ms=LATE_AFTER_MS)
"""For a process that has clients: it knows without sweeping what is due at their tables."""

WORKER_SWEEPS: Final = Sweeps(interval_s=0.1, late_after_ms=0)
"""For a process that takes bots' turns at the tables of other processes."""


class Tables:
    """Opened with `async with`."""

    def __init__(
        self,
        store: Store,
        bot_pools: BotPools,
        clock: ServerClock,
        table_changed: Callable[[TableId], None] = lambda _: None,
        *,
        hang_up: Callable[[PersonId], None] = lambda _: None,
        contacted: Callable[[PersonId | None], None] = lambda _: None,
        seek_changed: Callable[[], None] = lambda: None,
        on_commit: Callable[[TableState, TableState], None] = lambda _old, _new: None,
        runs_bots: bool = True,
        sweeps: Sweeps = SERVER_SWEEPS,
    ) -> None:
        """`table_changed`: lists of tables may look different now.

        `hang_up` ends a person's connections to this process. `contacted`: a person's friend
        requests or invitations changed, with `None` everybody's. `seek_changed`: people's searches
        for games may have changed. `on_commit` is told each change that this process has stored.
        `runs_bots`: bots' turns are taken here, and not only by other processes.
        """
        self._store = store
        self.presence = Presence(store, clock)
        self.slices = Slices()
        self.records = Records(self.slices)
        self.registry = TableRegistry()
        self.creation = TableCreation(self.registry)
        self.scheduler = Scheduler(self.registry.wake_up, clock.now)
        self.news = TableNews(
            store,
            clock,
            self.registry,
            self.scheduler,
            self.records,
            table_changed=table_changed,
            hang_up=hang_up,
            contacted=contacted,
            seek_changed=seek_changed,
        )
        self._leases = Leases(store, clock, sweeps, self._take_over)
        self._running = AsyncExitStack()
        self.registry.services = Services(
            store=store,
            clock=clock,
            presence=self.presence,
            bot_pools=bot_pools,
            runs_bots=runs_bots,
            slices=self.slices,
            schedule=self.scheduler.schedule,
            table_changed=table_changed,
            on_commit=on_commit,
            unload=self.registry.unload,
            create_rematch=self.creation.create_rematch,
            vacation_ended=self.news.vacation_ended,
        )

    async def __aenter__(self) -> Tables:
        """Begin to do what is due, including what was due when the server was stopped."""
        await self._running.enter_async_context(self.presence)
        self._running.push_async_callback(self.registry.finish_all)
        if self._store.is_shared:
            listener = Listener(
                self._store.driver_connection,
                self._store.process_id,
                self.news.receive,
                self.news.catch_up_all,
            )
            await self._running.enter_async_context(listener)
        else:
            await self.registry.schedule_stored()
        self.scheduler.start()
        self._running.push_async_callback(self.scheduler.stop)
        await self._running.enter_async_context(self._leases)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._running.aclose()

    def now(self) -> Now:
        """Return the current time, as commands get it."""
        return self.registry.services.now()

    def _take_over(self, table_id: TableId) -> None:
        """Wake up an overdue table, unless this process is doing that already."""
        table = self.registry.get(table_id)
        if table is None or not table.is_waking:
            self.scheduler.wake_now(table_id, leading=True)

    @property
    def games_in_use(self) -> list[str]:
        """The game of each loaded table."""
        return [table.state.config.game.name for table in self.registry]

    async def record(
        self, person: Person | None, table_id: TableId, seat: int | None, charge: Charge
    ) -> bytes:
        """Return the record that a person may have, compressed with gzip."""

        async def find() -> WantedRecord:
            table = await self.registry.find_current(table_id)
            try:
                now = self.registry.services.now()
                return wanted_record(table.state, person or Person(PersonId(""), ""), seat, now)
            finally:
                # The match is enough: a finished table need not stay loaded for its record.
                self.registry.unload_if_unused(table)

        return await self.records.compressed(table_id, seat, find, charge)

    async def final_view(self, table_id: TableId) -> tuple[str, Any]:
        """Return the game and the final view of a public table; raise a `TableError` otherwise."""
        table = await self.registry.find_current(table_id)
        try:
            view = final_view(table.state, self.registry.services.now())
            return table.state.config.game.name, view
        finally:
            self.registry.unload_if_unused(table)

    async def close(self, table_id: TableId) -> None:
        """Close a table without a result, as the operator can."""
        await (await self.registry.find(table_id)).run(close_by_operator)
