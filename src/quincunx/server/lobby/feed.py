"""The lists of tables, kept up to date for everybody who looks at them.

A client gets the whole, bounded list once and then the differences, at most one message every
`PAUSE_S` seconds. What everybody sees is queried and encoded once for all clients; a person's own
tables are queried only when one of them has changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from weakref import WeakKeyDictionary

import msgspec
from sqlalchemy import select

from quincunx.server.lobby.table_lists import open_tables, recent_results, tables_of
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import LobbyChanged, LobbySnapshot, Person, ResultCard, TableCard, TableId

log = logging.getLogger(__name__)

PAUSE_S = 0.5
"""Seconds between two messages: what happens meanwhile goes into one."""

REFRESH_S = 60.0
"""Seconds after which the lists are queried again although nothing has changed: tables grow old."""

Yours = tuple[TableCard, ...]

_encode = msgspec.json.Encoder().encode


class PublicLobby:
    """What everybody sees at one moment, with its messages, each encoded once."""

    def __init__(
        self,
        listed: Sequence[TableCard] = (),
        recent: Sequence[ResultCard] = (),
        more: int = 0,
    ) -> None:
        self.open = tuple(listed)
        self.recent = tuple(recent)
        self.more = more
        """How many more tables are open than are listed."""
        self._whole: bytes | None = None
        self._since: WeakKeyDictionary[PublicLobby, bytes] = WeakKeyDictionary()
        """By an earlier lobby, the encoded difference from it."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicLobby) and self._parts == other._parts

    __hash__ = object.__hash__

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.open, self.recent, self.more

    def for_person(self, yours: Yours) -> LobbySnapshot:
        """The whole lobby of one person, whose own tables are marked among the open ones."""
        mine = {card.id: card for card in yours}
        listed = tuple(mine.get(card.id, card) for card in self.open)
        return LobbySnapshot(listed, yours, self.recent, self.more)

    def whole(self, yours: Yours) -> bytes:
        """The first message to an subscriber who is then sent differences."""
        if yours:
            return _encode(LobbySnapshot(self.open, yours, self.recent, self.more))
        if self._whole is None:
            self._whole = _encode(LobbySnapshot(self.open, (), self.recent, self.more))
        return self._whole

    def since(self, before: PublicLobby) -> bytes:
        """The message that takes a client on from an earlier lobby."""
        if before not in self._since:
            changes = LobbyChanged(
                open=_changed(before.open, self.open),
                closed=_gone(before.open, self.open),
                recent=self.recent if self.recent != before.recent else None,
                more=self.more if self.more != before.more else None,
            )
            self._since[before] = _encode(changes)
        return self._since[before]


def _changed(before: Yours, now: Yours) -> Yours:
    known = {card.id: card for card in before}
    return tuple(card for card in now if known.get(card.id) != card)


def _gone(before: Yours, now: Yours) -> tuple[TableId, ...]:
    left = {card.id for card in now}
    return tuple(card.id for card in before if card.id not in left)


class LobbySubscriber:
    """A connection that shows the lobby; a slow one misses what is outdated."""

    def __init__(self, person: Person | None, *, differences: bool = False) -> None:
        """`differences`: after the first message only changes are sent."""
        self.person = person
        self._differences = differences
        self._sent: tuple[PublicLobby, Yours] | None = None
        self._now: tuple[PublicLobby, Yours] | None = None
        self._unread = asyncio.Event()

    @property
    def yours(self) -> Yours:
        return () if self._now is None else self._now[1]

    def show(self, public: PublicLobby, yours: Yours) -> None:
        self._now = public, yours
        if self._now != self._sent:
            self._unread.set()

    async def next_messages(self) -> list[bytes]:
        """Wait for a change; return the messages to send."""
        while True:
            await self._unread.wait()
            self._unread.clear()
            assert self._now is not None
            if self._now != self._sent:
                sent, self._sent = self._sent, self._now
                return self._messages(sent, self._now)

    def _messages(
        self, sent: tuple[PublicLobby, Yours] | None, now: tuple[PublicLobby, Yours]
    ) -> list[bytes]:
        public, yours = now
        if not self._differences:
            return [_encode(public.for_person(yours))]
        if sent is None:
            return [public.whole(yours)]
        messages = []
        if sent[0] != public:
            messages.append(public.since(sent[0]))
        if yours != sent[1]:
            messages.append(_encode(LobbyChanged(yours=yours)))
        return messages


class LobbyFeed:
    """Tells the subscribers what the tables report, while it is open (`async with`)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._subscribers: set[LobbySubscriber] = set()
        self._behind: set[LobbySubscriber] = set()
        """The subscribers who have not been sent the latest changes."""
        self._public = PublicLobby()
        self._changed: set[str] = set()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> LobbyFeed:
        self._task = asyncio.create_task(self._keep_telling())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def table_changed(self, table: str) -> None:
        """That table may look different in a list."""
        if self._subscribers:
            self._changed.add(table)
            self._news.set()

    @contextmanager
    def subscribe(
        self, person: Person | None, *, differences: bool = False
    ) -> Iterator[LobbySubscriber]:
        """Register a connection, with or without a person; the lobby as it is comes first."""
        subscriber = LobbySubscriber(person, differences=differences)
        self._subscribers.add(subscriber)
        self._behind.add(subscriber)
        self._news.set()
        try:
            yield subscriber
        finally:
            self._subscribers.discard(subscriber)
            self._behind.discard(subscriber)

    async def snapshot(self, person: Person | None) -> LobbySnapshot:
        """The lobby as it is."""
        return (await self._query_public()).for_person(await self._tables_of(person))

    # Telling

    async def _keep_telling(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), REFRESH_S)
            grown_old = not self._news.is_set()
            self._news.clear()
            try:
                await self._tell(grown_old=grown_old)
            except Exception:
                log.exception("the lobby could not be told")
                self._behind |= self._subscribers
                self._news.set()
            await asyncio.sleep(PAUSE_S)

    async def _tell(self, *, grown_old: bool) -> None:
        changed, self._changed = self._changed, set()
        behind, self._behind = self._behind, set()
        is_open, people = await self._concerned(changed)
        if behind or is_open or grown_old:
            public = await self._query_public()
            # An equal one stays the same object, so that differences to it are encoded once.
            self._public = self._public if public == self._public else public
        own: dict[str, Yours] = {}
        for subscriber in self._subscribers - self._behind:
            yours = subscriber.yours
            if subscriber in behind or _concerns(subscriber, changed, people):
                yours = await self._own_tables(subscriber.person, own)
            subscriber.show(self._public, yours)

    async def _own_tables(self, person: Person | None, known: dict[str, Yours]) -> Yours:
        """A person with many connections is looked up once."""
        if person is None:
            return ()
        if person.id not in known:
            known[person.id] = await self._tables_of(person)
        return known[person.id]

    async def _concerned(self, changed: set[str]) -> tuple[bool, set[str]]:
        """Whether an open table is among those that changed, and who sits at them."""
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

    async def _tables_of(self, person: Person | None) -> Yours:
        if person is None:
            return ()
        async with self._store.connect() as connection:
            return await tables_of(connection, person)


def _concerns(subscriber: LobbySubscriber, changed: set[str], people: set[str]) -> bool:
    """Return whether a table changed at which the person sits, or sat at the last message."""
    if subscriber.person is None:
        return False
    return subscriber.person.id in people or any(card.id in changed for card in subscriber.yours)
