"""Where everything is kept: SQLite by default, PostgreSQL when one process is not enough.

All writing goes through one task, which gathers what is waiting into one commit. Whoever asked
for it goes on only when that commit is durable.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Select, event, exists, insert, literal, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quincunx.core.chance import Result
from quincunx.core.events import Event
from quincunx.core.outcome import Outcome
from quincunx.server import schema

T = TypeVar("T")
Job = Callable[[AsyncConnection], Awaitable[T]]

GATHER_AT_MOST = 500
"""So many jobs in one commit: more would keep the first one waiting for no gain."""


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


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


class Append(msgspec.Struct, frozen=True):
    """Entries for a table that stands at `version` − 1, and what the table is like after them."""

    table: str
    entries: tuple[StoredEntry, ...]
    state: bytes
    digest: str
    phase: str
    clock: int
    house: int
    due: int | None
    awaited: tuple[int, ...]
    helped: bool
    outcome: Outcome | None = None
    finish: Job[None] | None = None
    """What else the end of the game brings with it, in the same transaction."""

    def table_values(self, stored: int) -> dict[str, Any]:
        values: dict[str, Any] = {
            "version": self.entries[-1].version,
            "phase": self.phase,
            "state": self.state,
            "digest": self.digest,
            "clock": self.clock,
            "house": self.house,
            "due": self.due,
            "awaited": msgspec.json.encode(self.awaited).decode(),
            "helped": self.helped,
            "moved": stored,
        }
        if self.outcome is not None:
            values["ended"] = stored
            values["outcome"] = msgspec.json.encode(self.outcome).decode()
        return values


class Store:
    """Opened with `async with`. `url` is SQLAlchemy's."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        self._insert = sqlite.insert if self.is_sqlite else postgresql.insert
        self._jobs: asyncio.Queue[tuple[Job[Any], asyncio.Future[Any]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    @property
    def is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    async def __aenter__(self) -> Store:
        self._writer = asyncio.create_task(self._write())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        await self._engine.dispose()

    # Writing

    async def write(self, job: Job[T]) -> T:
        """Runs the job within the next commit; its result comes when that is durable."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put_nowait((job, done))
        return await done

    async def _write(self) -> None:
        while True:
            batch = [await self._jobs.get()]
            while len(batch) < GATHER_AT_MOST and not self._jobs.empty():
                batch.append(self._jobs.get_nowait())
            await self._commit(batch)

    async def _commit(self, batch: list[tuple[Job[Any], asyncio.Future[Any]]]) -> None:
        try:
            async with self._engine.begin() as connection:
                results = [await job(connection) for job, _ in batch]
        except Exception as error:
            if len(batch) == 1:
                _settle(batch[0][1], error=error)
                return
            # One of them failed and took the others' commit with it: let each have its own.
            for single in batch:
                await self._commit([single])
            return
        for (_, done), result in zip(batch, results, strict=True):
            _settle(done, result)

    async def append(self, append: Append) -> bool:
        """Appends if nobody else has done so before: false if the swap is lost."""

        async def job(connection: AsyncConnection) -> bool:
            stored = wall_clock()
            first, *others = [_entry_row(append.table, entry, stored) for entry in append.entries]
            taken = await connection.execute(
                self._insert(schema.entries)
                .from_select(list(first), _if_next(first))
                .on_conflict_do_nothing()
                .returning(schema.entries.c.version)
            )
            if taken.first() is None:
                return False
            if others:
                await connection.execute(insert(schema.entries), others)
            await connection.execute(
                update(schema.tables)
                .where(schema.tables.c.id == append.table)
                .values(append.table_values(stored))
            )
            if append.finish is not None:
                await append.finish(connection)
            return True

        return await self.write(job)

    async def check(self) -> None:
        """Raises unless the store can be written."""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(
                update(schema.tables).where(schema.tables.c.id == "").values(version=0)
            )

        await self.write(job)

    # Reading

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self._engine.connect() as connection:
            yield connection

    async def row(self, query: Any) -> RowMapping | None:
        async with self.reading() as connection:
            return (await connection.execute(query)).mappings().first()

    async def rows(self, query: Any) -> Sequence[RowMapping]:
        async with self.reading() as connection:
            return (await connection.execute(query)).mappings().all()

    async def entries(self, table: str, since: int = -1) -> list[StoredEntry]:
        """The table's log after version `since`."""
        found = await self.rows(
            select(schema.entries)
            .where(schema.entries.c.table == table, schema.entries.c.version > since)
            .order_by(schema.entries.c.version)
        )
        return [_entry(row) for row in found]


def _settle(done: asyncio.Future[T], result: Any = None, error: Exception | None = None) -> None:
    if done.cancelled():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)


def _entry_row(table: str, entry: StoredEntry, stored: int) -> dict[str, Any]:
    return {
        "table": table,
        "version": entry.version,
        "at": entry.at,
        "seat": entry.seat,
        "move": entry.move,
        "chance": msgspec.json.encode(entry.chance).decode(),
        "events": msgspec.json.encode(entry.events).decode(),
        "back": entry.back,
        "request": entry.request,
        "person": entry.person,
        "stored": stored,
    }


def _if_next(row: dict[str, Any]) -> Select[Any]:
    """The row, provided that the table stands at the version before it."""
    columns = schema.entries.c
    before = exists().where(
        schema.tables.c.id == row["table"], schema.tables.c.version == row["version"] - 1
    )
    return select(*(literal(value, columns[name].type) for name, value in row.items())).where(
        before
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
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: Any) -> None:
    # The driver must not begin transactions by itself: it would begin them too late.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "busy_timeout = 5000",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN")
