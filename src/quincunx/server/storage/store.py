"""Where everything is kept: SQLite by default, PostgreSQL when one process is not enough.

All writing goes through one task, which gathers what is waiting into one commit. Whoever asked
for it goes on only when that commit is durable.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, Select, Table, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.engine import RowMapping
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quincunx.core.chance import Result
from quincunx.core.errors import QuincunxError
from quincunx.core.events import Event
from quincunx.server.common.times import wall_clock
from quincunx.server.ops import metrics
from quincunx.server.storage import notifications, schema, sqlite
from quincunx.server.storage.swap import Swap, swap

log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[AsyncConnection], Awaitable[T]]
Work = tuple["Job[Any] | Change", asyncio.Future[Any]]
"""What is to be written, and who waits for it."""

GATHER_AT_MOST = 500
"""So many jobs in one commit: more would keep the first one waiting for no gain."""

TRY_AGAIN_AFTER: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2)
"""Seconds between the attempts to reach a database that is being started again."""

PASSING: Final = ("08", "57P", "40", "53300")
"""How PostgreSQL's codes begin for what is over soon: a lost connection, a server that starts or
stops, transactions that stood in each other's way, too many connections."""


ENTRIES_PER_QUERY = 100
"""A long log is read in pieces, so that other requests get their turn in between."""


class StoredEntry(msgspec.Struct, frozen=True):
    """One line of a table's log, as it is stored."""

    version: int
    at: int
    seat: int | None
    move: str | None
    chance: tuple[Result, ...]
    events: tuple[Event, ...]
    back: int | None = None
    request: str | None = None
    person: str | None = None


class Change(msgspec.Struct, frozen=True):
    """What becomes of a table that stands at `revision`; then it stands at the next one.

    The table's own line gets these values, its log these entries; `also` does what else belongs
    to it. All of it happens, or nothing.
    """

    table: str
    revision: int
    values: dict[str, Any]
    entries: tuple[StoredEntry, ...] = ()
    also: tuple[Job[None], ...] = ()


class Store:
    """Opened with `async with`. `url` is SQLAlchemy's."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        self.process = secrets.token_hex(4)
        """By this the other processes know whose news it is."""
        self._errands = sqlite.Errands(url) if self.is_sqlite else None
        self._works: list[Work] = []
        self._there_is_work = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None

    @property
    def is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    @property
    def is_shared(self) -> bool:
        """Whether other processes may serve from it at the same time."""
        return not self.is_sqlite

    async def __aenter__(self) -> Store:
        self._writer = asyncio.create_task(self._write())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self._engine.dispose()
        if self._errands is not None:
            self._errands.close()

    # Writing

    async def write(self, job: Job[T]) -> T:
        """Runs the job within the next commit; its result comes when that is durable.

        It may be run again if the database went away meanwhile.
        """
        result: T = await self._in_next_commit(job)
        return result

    async def change(self, change: Change) -> bool:
        """Changes a table if nobody else has done so before: false if the swap is lost."""
        changed: bool = await self._in_next_commit(change)
        return changed

    def _in_next_commit(self, work: Job[Any] | Change) -> asyncio.Future[Any]:
        done = asyncio.get_running_loop().create_future()
        self._works.append((work, done))
        self._there_is_work.set()
        return done

    async def announce(
        self, connection: AsyncConnection, kind: notifications.Kind, *about: str
    ) -> None:
        """Tells the other processes, once this job is committed."""
        await notifications.announce(connection, self.process, kind, *about)

    async def _write(self) -> None:
        while True:
            await self._there_is_work.wait()
            await self._commit(self._next_batch())

    def _next_batch(self) -> list[Work]:
        """What is waited for, and of each table one change: the next may not fit any more."""
        batch: list[Work] = []
        later: list[Work] = []
        tables: set[str] = set()
        for work, done in self._works:
            if done.cancelled():
                continue
            table = {work.table} if isinstance(work, Change) else set()
            has_room = len(batch) < GATHER_AT_MOST and not tables & table
            (batch if has_room else later).append((work, done))
            tables |= table
        self._works = later
        if not later:
            self._there_is_work.clear()
        return batch

    async def _commit(self, batch: list[Work]) -> None:
        works = [work for work, _ in batch]
        metrics.COMMIT_JOBS.observe(len(batch))
        try:
            with metrics.COMMIT_SECONDS.time():
                results = await patiently(lambda: self._attempt(works))
        except Exception as error:
            if len(batch) == 1 or is_passing(error):
                if not isinstance(error, QuincunxError):
                    metrics.STORE_FAILURES.inc()
                    log.error("a commit failed", exc_info=error)
                for _, done in batch:
                    _settle(done, error=error)
                return
            # One of them failed and took the others' commit with it: let each have its own.
            for single in batch:
                await self._commit([single])
            return
        for (_, done), result in zip(batch, results, strict=True):
            _settle(done, result)

    async def _attempt(self, works: list[Job[Any] | Change]) -> list[Any]:
        changes = [work for work in works if isinstance(work, Change)]
        if self._errands is not None and _is_all(changes, works):
            changed = await self._errands.run(lambda connection: _make(connection, changes))
            return [change.table in changed for change in changes]
        async with self._engine.begin() as connection:
            changed = await connection.run_sync(_make, changes) if changes else set()
            won = [change for change in changes if change.table in changed]
            for change in won:
                for job in change.also:
                    await job(connection)
            about = [f"{change.table}:{change.revision + 1}" for change in won]
            await self.announce(connection, "changed", *about)
            return [
                work.table in changed if isinstance(work, Change) else await work(connection)
                for work in works
            ]

    # Reading

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def one_moment(self) -> AsyncIterator[AsyncConnection]:
        """A connection to which nothing changes any more. SQLite's transactions are like that."""
        async with self.reading() as connection:
            if not self.is_sqlite:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @asynccontextmanager
    async def line(self) -> AsyncIterator[Any]:
        """A connection of the driver's own, for whoever listens to the other processes."""
        async with self.reading() as connection:
            raw = await connection.get_raw_connection()
            try:
                yield raw.driver_connection
            finally:
                await connection.invalidate()

    async def row(self, query: Any) -> RowMapping | None:
        found = await self.rows(query)
        return found[0] if found else None

    async def rows(self, query: Any) -> Sequence[RowMapping]:
        async def read() -> Sequence[RowMapping]:
            async with self.reading() as connection:
                return (await connection.execute(query)).mappings().all()

        return await patiently(read)


async def patiently(attempt: Callable[[], Awaitable[T]]) -> T:
    """Tries again for a few seconds if the database is away for a moment."""
    for pause in TRY_AGAIN_AFTER:
        try:
            return await attempt()
        except Exception as error:
            if not is_passing(error):
                raise
        await asyncio.sleep(pause)
    return await attempt()


def is_passing(error: Exception) -> bool:
    """Whether the same may well succeed in a moment."""
    if isinstance(error, DBAPIError):
        code = getattr(error.orig, "sqlstate", None) or ""
        return error.connection_invalidated or code.startswith(PASSING)
    return isinstance(error, OSError)


def insert_if_new(connection: AsyncConnection, table: Table) -> Any:
    """Return an `INSERT` that leaves out rows which the table has already.

    Unlike a look before the insert, this is safe when other servers insert the same row.
    """
    dialect = sqlite_dialect if connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table).on_conflict_do_nothing()


async def in_parts(
    connection: AsyncConnection, query: Select[Any]
) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield the rows of a long answer part by part, so that other requests get their turn."""
    async with connection.stream(query) as found:
        async for rows in found.mappings().partitions(ENTRIES_PER_QUERY):
            yield rows
            await asyncio.sleep(0)


async def entries_of(connection: AsyncConnection, table: str, since: int = -1) -> list[StoredEntry]:
    """Return the table's log after version `since`."""
    entries: list[StoredEntry] = []
    while True:
        found = await connection.execute(
            select(schema.entries)
            .where(schema.entries.c.table == table, schema.entries.c.version > since)
            .order_by(schema.entries.c.version)
            .limit(ENTRIES_PER_QUERY)
        )
        page = [_entry(row) for row in found.mappings()]
        entries += page
        if len(page) < ENTRIES_PER_QUERY:
            return entries
        since = page[-1].version


def _settle(done: asyncio.Future[T], result: Any = None, error: Exception | None = None) -> None:
    if done.cancelled():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)


def _is_all(changes: list[Change], works: list[Job[Any] | Change]) -> bool:
    """Whether there is nothing to do but these changes."""
    return len(changes) == len(works) and not any(change.also for change in changes)


def _make(connection: Connection, changes: list[Change]) -> set[str]:
    """The tables that could be changed; each is among the changes once."""
    alike: defaultdict[tuple[str, ...], list[Swap]] = defaultdict(list)
    stored = wall_clock()
    for change in changes:
        entries = [_entry_row(change.table, entry, stored) for entry in change.entries]
        alike[tuple(change.values)].append(
            Swap(change.table, change.revision, change.values, entries)
        )
    return set().union(*(swap(connection, swaps) for swaps in alike.values()))


def _entry_row(table: str, entry: StoredEntry, stored: int) -> tuple[Any, ...]:
    """In the order of the columns."""
    return (
        table,
        entry.version,
        entry.at,
        entry.seat,
        entry.move,
        msgspec.json.encode(entry.chance).decode(),
        msgspec.json.encode(entry.events).decode(),
        entry.back,
        entry.request,
        entry.person,
        stored,
    )


def _entry(row: RowMapping) -> StoredEntry:
    return StoredEntry(
        version=row["version"],
        at=row["at"],
        seat=row["seat"],
        move=row["move"],
        chance=msgspec.json.decode(row["chance"], type=tuple[Result, ...]),
        events=msgspec.json.decode(row["events"], type=tuple[Event, ...]),
        back=row["back"],
        request=row["request"],
        person=row["person"],
    )


def _engine(url: str) -> AsyncEngine:
    """Parameters are hidden from what errors say: they hold secrets."""
    if not url.startswith("sqlite"):
        # A database that does not answer is as good as none, and is asked again.
        return create_async_engine(
            url, hide_parameters=True, connect_args={"timeout": 5, "command_timeout": 30}
        )
    engine = create_async_engine(url, hide_parameters=True)
    sqlite.prepare(engine.sync_engine)
    return engine
