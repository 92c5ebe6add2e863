"""The lists of tables, kept up to date for everybody who has them before the eyes.

What all may see is put together once for all. What is somebody's own is looked up only when a
table of theirs has changed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from sqlalchemy import select

from quincunx.server import schema
from quincunx.server.cards import open_tables, recent_results, tables_of
from quincunx.server.store import Store
from quincunx.wire import Lobby as Told
from quincunx.wire import Person, ResultCard, TableCard

log = logging.getLogger(__name__)

PAUSE = 0.3
"""Seconds between two messages: what happens meanwhile is told in one."""

ANEW = 60.0
"""Seconds after which all is looked at again although nothing has changed: tables grow old."""


class Onlooker:
    """Somebody who has the lobby before the eyes; who reads slowly misses what is outdated."""

    def __init__(self, person: Person | None) -> None:
        self.person = person
        self.told: Told | None = None
        self._unread = asyncio.Event()

    def tell(self, lobby: Told) -> None:
        if lobby != self.told:
            self.told = lobby
            self._unread.set()

    async def news(self) -> Told:
        """The lobby, as soon as it is another one than before."""
        await self._unread.wait()
        self._unread.clear()
        assert self.told is not None
        return self.told


class _Everybodys(NamedTuple):
    open: tuple[TableCard, ...] = ()
    recent: tuple[ResultCard, ...] = ()


class Lobby:
    """Told of changes by the tables, it tells the onlookers while it is open (`async with`)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._onlookers: set[Onlooker] = set()
        self._behind: set[Onlooker] = set()
        """Those who have not been told what they should have been."""
        self._everybodys = _Everybodys()
        self._changed: set[str] = set()
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Lobby:
        self._task = asyncio.create_task(self._keep_telling())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def changed(self, table: str) -> None:
        """That table may look different in a list."""
        if self._onlookers:
            self._changed.add(table)
            self._news.set()

    @contextmanager
    def looking(self, person: Person | None) -> Iterator[Onlooker]:
        """Somebody looks on, known or not; the lobby as it is comes first."""
        onlooker = Onlooker(person)
        self._onlookers.add(onlooker)
        self._behind.add(onlooker)
        self._news.set()
        try:
            yield onlooker
        finally:
            self._onlookers.discard(onlooker)

    async def now(self, person: Person | None) -> Told:
        """The lobby as it is."""
        return _told(await self._for_everybody(), await self._for(person))

    # Telling

    async def _keep_telling(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), ANEW)
            grown_old = not self._news.is_set()
            self._news.clear()
            try:
                await self._tell(grown_old=grown_old)
            except Exception:
                log.exception("the lobby could not be told")
                self._behind |= self._onlookers
                self._news.set()
            await asyncio.sleep(PAUSE)

    async def _tell(self, *, grown_old: bool) -> None:
        changed, self._changed = self._changed, set()
        behind, self._behind = self._behind, set()
        is_open, people = await self._concerned(changed)
        if behind or is_open or grown_old:
            self._everybodys = await self._for_everybody()
        for onlooker in self._onlookers - self._behind:
            yours = onlooker.told.yours if onlooker.told else ()
            if onlooker in behind or _concerns(onlooker, yours, changed, people):
                yours = await self._for(onlooker.person)
            onlooker.tell(_told(self._everybodys, yours))

    async def _concerned(self, changed: set[str]) -> tuple[bool, set[str]]:
        """Whether an open table is among those that changed, and who sits at them."""
        tables, sitters = schema.tables.c, schema.sitters.c
        rows = await self._store.rows(
            select(tables.open, sitters.person)
            .outerjoin(schema.sitters, sitters.table == tables.id)
            .where(tables.id.in_(changed))
        )
        return any(row["open"] for row in rows), {row["person"] for row in rows}

    async def _for_everybody(self) -> _Everybodys:
        async with self._store.reading() as connection:
            return _Everybodys(await open_tables(connection), await recent_results(connection))

    async def _for(self, person: Person | None) -> tuple[TableCard, ...]:
        if person is None:
            return ()
        async with self._store.reading() as connection:
            return await tables_of(connection, person)


def _concerns(
    onlooker: Onlooker, yours: tuple[TableCard, ...], changed: set[str], people: set[str]
) -> bool:
    """Whether a table changed at which the onlooker sits, or sat when the lobby was told."""
    if onlooker.person is None:
        return False
    return onlooker.person.id in people or any(card.id in changed for card in yours)


def _told(everybodys: _Everybodys, yours: tuple[TableCard, ...]) -> Told:
    """One's own tables are marked among the open ones, too."""
    mine = {card.id: card for card in yours}
    return Told(
        open=tuple(mine.get(card.id, card) for card in everybodys.open),
        yours=yours,
        recent=everybodys.recent,
    )
