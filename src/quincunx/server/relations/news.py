"""Shows people at once who invites them to tables, and how many ask for their friendship.

A client is sent its news and, when something may have changed, again if it has; at most one message
every `MIN_INTERVAL_S` seconds.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import msgspec
from sqlalchemy import func, select

from quincunx.server.cluster.presence import Presence
from quincunx.server.relations.rows import RELATIONS, oldest_request
from quincunx.server.relations.table_invitations import load_invitations
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import News, Person, PersonId, TableId

log = logging.getLogger(__name__)

MIN_INTERVAL_S: Final = 0.5

NO_TABLE: Final = TableId("")
"""Stands for the site in the list of who is connected to which table."""


class NewsSubscriber:
    """A connection that shows the news of a person."""

    def __init__(self, store: Store, person: Person) -> None:
        self.person = person
        self._store = store
        self._sent: News | None = None
        self._outdated = asyncio.Event()
        self._outdated.set()

    def refresh(self) -> None:
        """Look for news soon."""
        self._outdated.set()

    def shows(self, table: TableId) -> bool:
        """Return whether there is an invitation to that table among what was sent last."""
        return self._sent is not None and any(
            invitation.table == table for invitation in self._sent.invitations
        )

    async def next_message(self) -> bytes:
        """Wait until there is something new; return the message."""
        while True:
            await self._outdated.wait()
            self._outdated.clear()
            news = await self._load()
            if news is not None and news != self._sent:
                self._sent = news
                return msgspec.json.encode(news)
            await asyncio.sleep(MIN_INTERVAL_S)

    async def _load(self) -> News | None:
        """Return the news; `None` if the store does not answer, which is then asked again."""
        try:
            return await load_news(self._store, self.person.id)
        except Exception as error:
            log.warning("the news of a person could not be loaded", exc_info=error)
            self.refresh()
            return None


class NewsFeed:
    """The connections of this process that show news."""

    def __init__(self) -> None:
        self._subscribers: defaultdict[PersonId, set[NewsSubscriber]] = defaultdict(set)

    @contextmanager
    def subscribe(
        self, person: Person, store: Store, presence: Presence
    ) -> Iterator[NewsSubscriber]:
        """Register a connection; while a person has one, the person is online."""
        subscriber = NewsSubscriber(store, person)
        self._subscribers[person.id].add(subscriber)
        presence.add(NO_TABLE, person.id)
        try:
            yield subscriber
        finally:
            self._subscribers[person.id].discard(subscriber)
            if not self._subscribers[person.id]:
                del self._subscribers[person.id]
                presence.discard(NO_TABLE, person.id)

    def person_changed(self, person: PersonId | None) -> None:
        """Refresh the news of a person; of everybody with `None`."""
        known = self._subscribers
        for subscriber in known.get(person, ()) if person is not None else self._all():
            subscriber.refresh()

    def table_changed(self, table: TableId) -> None:
        """Refresh the news of the people who were shown an invitation to that table."""
        for subscriber in self._all():
            if subscriber.shows(table):
                subscriber.refresh()

    def _all(self) -> list[NewsSubscriber]:
        return [each for connections in self._subscribers.values() for each in connections]


async def load_news(store: Store, person: PersonId) -> News:
    """Return what waits for a person."""
    async with store.connect() as connection:
        people = schema.people.c
        requests = await connection.scalar(
            select(func.count())
            .select_from(schema.relations)
            .join(schema.people, people.id == RELATIONS.person)
            .where(
                RELATIONS.other == person,
                RELATIONS.kind == "request",
                RELATIONS.hidden.is_(False),
                RELATIONS.created > oldest_request(),
                people.banned.is_(None),
            )
        )
        return News(await load_invitations(connection, person), requests or 0)
