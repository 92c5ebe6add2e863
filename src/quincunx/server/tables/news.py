"""What other processes announce, and what this one announces to them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Final

from sqlalchemy import select

from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.errors import Frozen
from quincunx.server.common.times import ServerTime
from quincunx.server.storage import schema
from quincunx.server.storage.notifications import Notification, NotificationKind
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.names import load_people
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.timing.scheduler import Scheduler
from quincunx.server.tables.view.records import Records
from quincunx.wire import (
    Person,
    PersonId,
    TableId,
)

log = logging.getLogger(__name__)

TABLES_PER_QUERY: Final = 1000


class TableNews:
    """Keeps the loaded tables up to date with what other processes do."""

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        registry: TableRegistry,
        scheduler: Scheduler,
        records: Records,
        *,
        table_changed: Callable[[TableId], None],
        hang_up: Callable[[PersonId], None],
        contacted: Callable[[PersonId | None], None],
        seek_changed: Callable[[], None],
    ) -> None:
        """`table_changed`: lists of tables may look different. `hang_up`: end connections.

        `contacted`: a person's friend requests or invitations changed, with `None` everybody's.
        `seek_changed`: people's searches for games may have changed.
        """
        self._store = store
        self._clock = clock
        self._registry = registry
        self._scheduler = scheduler
        self._records = records
        self._table_changed = table_changed
        self._hang_up = hang_up
        self._contacted = contacted
        self._seek_changed = seek_changed

    # From other processes

    def receive(self, news: Notification) -> None:
        """React to an announcement of another process."""
        for subject in news.subjects:
            match news.kind:
                case "changed":
                    text, _, revision = subject.partition(":")
                    table_id = TableId(text)
                    self._table_changed(table_id)
                    if self._registry.has(table_id):
                        self._start(self._catch_up(table_id, int(revision)))
                case "present":
                    table_id = TableId(subject)
                    if self._registry.has(table_id):
                        self._start(self._refresh_presence(table_id))
                case "renamed":
                    self._start(self._load_name(PersonId(subject)))
                case "dismissed":
                    self._hang_up(PersonId(subject))
                case "forgotten":
                    self._forget(PersonId(subject))
                case "contacted":
                    self._contacted(PersonId(subject))
                case "seeking":
                    self._seek_changed()
                case "reload":
                    self._start(self._reload(subject))

    async def catch_up_all(self) -> None:
        """Catch up with announcements that may have been missed."""
        self._contacted(None)
        for some in _chunks(self._registry.ids()):
            await self._look_for_changes(some)
            self.receive(Notification("", "present", some))

    async def _look_for_changes(self, some: tuple[TableId, ...]) -> None:
        tables = schema.tables.c
        rows = await self._store.fetch_all(
            select(tables.id, tables.revision).where(tables.id.in_(some))
        )
        changed = tuple(f"{row['id']}:{row['revision']}" for row in rows)
        self.receive(Notification("", "changed", changed))

    def _start(self, reaction: Coroutine[Any, Any, None]) -> None:
        async def react() -> None:
            try:
                await reaction
            except Frozen:
                # A frozen table has no news, and players who join it get the reason.
                pass
            except Exception as error:
                # A table that could not be reloaded tries again soon.
                log.warning("another process's news could not be followed", exc_info=error)

        self._registry.finish(react())

    async def _catch_up(self, table_id: TableId, revision: int) -> None:
        await (await self._registry.find(table_id)).catch_up(revision)

    async def _refresh_presence(self, table_id: TableId) -> None:
        await (await self._registry.find(table_id)).clients.refresh_presence()

    async def _load_name(self, person_id: PersonId) -> None:
        if not any(table.clients.know(person_id) for table in self._registry):
            return
        async with self._store.connect() as connection:
            found = await load_people(connection, [person_id], {})
        for person in found.values():
            self.rename(person)

    # From this process

    def rename(self, person: Person) -> None:
        """Take over a person's new name at the loaded tables that know this person."""
        for table in self._registry:
            if table.clients.know(person.id):
                table.clients.rename(person)

    async def refresh_tables_of(self, person_id: PersonId) -> None:
        """Read the loaded tables of a person again whose seats were changed in the store."""
        seated = (
            table.state.id
            for table in self._registry
            if person_id in table.state.seating.person_ids()
        )
        for some in _chunks(tuple(seated)):
            await self._look_for_changes(some)

    def vacation_ended(self, person_id: PersonId) -> None:
        """Read the tables of a person again whose vacation has ended with a move."""
        self._start(self.refresh_tables_of(person_id))

    async def reload_name(self, person_id: PersonId) -> None:
        """Show a person under the name that the operator has stored."""
        await self._announce("renamed", person_id)
        await self._load_name(person_id)

    async def dismiss(self, person_id: PersonId) -> None:
        """End all connections of a person, to whichever process."""
        await self._announce("dismissed", person_id)
        self._hang_up(person_id)

    async def forget(self, person_id: PersonId) -> None:
        """Unload the tables that know a person who has been deleted."""
        await self._announce("forgotten", person_id)
        self._forget(person_id)

    def _forget(self, person_id: PersonId) -> None:
        self._records.forget()
        for table in self._registry:
            if table.clients.know(person_id):
                table.dismiss()
                self._registry.unload(table.state.id)

    async def reload(self, server_time: str) -> None:
        """Unload all tables: a backup with that server time has been restored."""
        await self._announce("reload", server_time)
        await self._reload(server_time)

    async def _reload(self, server_time: str) -> None:
        self._contacted(None)
        await self._clock.rewind(self._store, ServerTime(int(server_time)))
        self._records.forget()
        await self._registry.unload_all()
        self._scheduler.cancel_all()
        if not self._store.is_shared:
            await self._registry.schedule_stored()

    async def _announce(self, kind: NotificationKind, subject: str) -> None:
        await self._store.write(lambda connection: self._store.notify(connection, kind, subject))


def _chunks(ids: tuple[TableId, ...]) -> Iterator[tuple[TableId, ...]]:
    for start in range(0, len(ids), TABLES_PER_QUERY):
        yield ids[start : start + TABLES_PER_QUERY]
