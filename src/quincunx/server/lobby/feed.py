"""Keeps the lobby of every subscribed connection up to date.

A client gets the whole, bounded lobby once and then the changes, at most one message every
`MIN_INTERVAL_S` seconds. The public part is queried and encoded once for all clients; a person's
own tables are queried only when one of them has changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from sqlalchemy import select

from quincunx.server.common.background import BackgroundService
from quincunx.server.lobby.public_lobby import PublicLobby, TableCards, encode
from quincunx.server.lobby.table_lists import open_tables, recent_results, tables_of
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import LobbyChanged, LobbySnapshot, Person, PersonId, TableId

log = logging.getLogger(__name__)

MIN_INTERVAL_S: Final = 0.5
"""Seconds between two messages; changes in between are sent together."""

REFRESH_INTERVAL_S: Final = 60.0
"""Seconds after which the lists are queried without a change, because tables grow too old."""


NO_LOBBY: Final = PublicLobby()
"""What connections are sent that do not show public tables."""


class LobbySubscriber:
    """A connection that shows the lobby; a slow one skips what is outdated."""

    def __init__(
        self, person: Person | None, *, differences: bool = False, own_only: bool = False
    ) -> None:
        """With `differences`, only changes are sent after the first message.

        With `own_only`, public tables are left out: for pages that show only the person's own.
        """
        self.person = person
        self.own_only = own_only
        self._differences = differences
        self._sent: tuple[PublicLobby, TableCards] | None = None
        self._latest: tuple[PublicLobby, TableCards] | None = None
        self._updated = asyncio.Event()

    @property
    def own_tables(self) -> TableCards:
        """The person's tables, as of the last update."""
        return () if self._latest is None else self._latest[1]

    def update(self, public: PublicLobby, own: TableCards) -> None:
        """Set what the connection has to show; wake it if that has changed."""
        self._latest = NO_LOBBY if self.own_only else public, own
        if self._latest != self._sent:
            self._updated.set()

    async def next_messages(self) -> list[bytes]:
        """Wait for a change; return the messages to send."""
        while True:
            await self._updated.wait()
            self._updated.clear()
            assert self._latest is not None
            if self._latest != self._sent:
                sent, self._sent = self._sent, self._latest
                return self._messages(sent, self._latest)

    def _messages(
        self, sent: tuple[PublicLobby, TableCards] | None, latest: tuple[PublicLobby, TableCards]
    ) -> list[bytes]:
        public, own = latest
        if not self._differences:
            return [encode(public.snapshot_for(own))]
        if sent is None:
            return [public.encode_first(own)]
        messages = []
        if sent[0] != public:
            messages.append(public.encode_changes(sent[0]))
        if own != sent[1]:
            messages.append(encode(LobbyChanged(yours=own)))
        return messages


class LobbyFeed(BackgroundService):
    """Updates the subscribers when tables change, while it is running (`async with`)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._subscribers: set[LobbySubscriber] = set()
        self._outdated: set[LobbySubscriber] = set()
        """New subscribers, and those that a failed update may have missed."""
        self._public = PublicLobby()
        self._changed_tables: set[TableId] = set()
        self._wake = asyncio.Event()

    def table_changed(self, table: TableId) -> None:
        """Schedule an update, because that table may look different in a list."""
        if self._subscribers:
            self._changed_tables.add(table)
            self._wake.set()

    @contextmanager
    def subscribe(
        self, person: Person | None, *, differences: bool = False, own_only: bool = False
    ) -> Iterator[LobbySubscriber]:
        """Register a connection, with or without a person; the whole lobby is sent first."""
        subscriber = LobbySubscriber(person, differences=differences, own_only=own_only)
        self._subscribers.add(subscriber)
        self._outdated.add(subscriber)
        self._wake.set()
        try:
            yield subscriber
        finally:
            self._subscribers.discard(subscriber)
            self._outdated.discard(subscriber)

    async def snapshot(self, person: Person | None) -> LobbySnapshot:
        """Return the lobby as it is now."""
        return (await self._query_public()).snapshot_for(await self._tables_of(person))

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), REFRESH_INTERVAL_S)
            refresh = not self._wake.is_set()
            self._wake.clear()
            try:
                await self._update_all(refresh=refresh)
            except Exception:
                log.exception("the lobby could not be updated")
                self._outdated |= self._subscribers
                self._wake.set()
            await asyncio.sleep(MIN_INTERVAL_S)

    async def _update_all(self, *, refresh: bool) -> None:
        """Query what has changed, or the public lists too with `refresh`; update subscribers."""
        changed, self._changed_tables = self._changed_tables, set()
        outdated, self._outdated = self._outdated, set()
        is_public, people = await self._affected_by(changed)
        shows_public = any(not subscriber.own_only for subscriber in self._subscribers)
        if shows_public and (outdated or is_public or refresh):
            public = await self._query_public()
            # An equal lobby stays the same object, so that changes since it are encoded once.
            self._public = self._public if public == self._public else public
        known: dict[PersonId, TableCards] = {}
        for subscriber in self._subscribers - self._outdated:
            own = subscriber.own_tables
            if subscriber in outdated or _is_affected(subscriber, changed, people):
                own = await self._own_tables(subscriber.person, known)
            subscriber.update(self._public, own)

    async def _own_tables(
        self, person: Person | None, known: dict[PersonId, TableCards]
    ) -> TableCards:
        """Return a person's tables, queried once for all connections of that person."""
        if person is None:
            return ()
        if person.id not in known:
            known[person.id] = await self._tables_of(person)
        return known[person.id]

    async def _affected_by(self, changed: set[TableId]) -> tuple[bool, set[PersonId]]:
        """Return whether one of the tables is public, and the ids of the people at them."""
        tables, sitters = schema.tables.c, schema.sitters.c
        rows = await self._store.fetch_all(
            select(tables.open, sitters.person)
            .outerjoin(schema.sitters, sitters.table == tables.id)
            .where(tables.id.in_(changed))
        )
        return any(row["open"] for row in rows), {row["person"] for row in rows}

    async def _query_public(self) -> PublicLobby:
        async with self._store.connect() as connection:
            listed, more = await open_tables(connection)
            return PublicLobby(listed, await recent_results(connection), more)

    async def _tables_of(self, person: Person | None) -> TableCards:
        if person is None:
            return ()
        async with self._store.connect() as connection:
            return await tables_of(connection, person)


def _is_affected(subscriber: LobbySubscriber, changed: set[TableId], people: set[PersonId]) -> bool:
    """Return whether the person sits at a changed table, or sat there at the last update."""
    if subscriber.person is None:
        return False
    return subscriber.person.id in people or any(
        card.id in changed for card in subscriber.own_tables
    )
