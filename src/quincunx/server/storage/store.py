"""The store: SQLite by default, PostgreSQL for several server processes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from sqlalchemy import Select, Table
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quincunx.server.storage import changes, notifications, sqlite
from quincunx.server.storage.changes import Job, TableChange
from quincunx.server.storage.commit_queue import CommitQueue, Write
from quincunx.server.storage.retry import retry_while_unavailable

T = TypeVar("T")

ROWS_PER_BATCH: Final = 100
"""A long result is read in batches, so that other requests are served in between."""

CONNECT_TIMEOUT_S: Final = 5
COMMAND_TIMEOUT_S: Final = 30
"""PostgreSQL is taken to be unavailable if it does not answer within these times."""


class Store:
    """Reads and writes the database at `url` (SQLAlchemy's) while it is open (`async with`).

    All writes go through one queue, whose task combines those that are waiting into one commit. A
    caller continues when that commit is durable.
    """

    def __init__(self, url: str) -> None:
        self._engine = _create_engine(url)
        self.process_id = secrets.token_hex(4)
        """Identifies this process to the others."""
        self._sqlite_writer = sqlite.WriterThread(url) if self.is_sqlite else None
        self._queue = CommitQueue(self._commit)

    @property
    def is_sqlite(self) -> bool:
        return self._engine.dialect.name == "sqlite"

    @property
    def is_shared(self) -> bool:
        """Whether other server processes may use the same database at the same time."""
        return not self.is_sqlite

    async def __aenter__(self) -> Store:
        await self._queue.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._queue.__aexit__()
        await self._engine.dispose()
        if self._sqlite_writer is not None:
            self._sqlite_writer.close()

    # Writing

    async def write(self, job: Job[T]) -> T:
        """Run the job in the next commit and return its result once that is durable."""
        result: T = await self._queue.add(job)
        return result

    async def change(self, change: TableChange) -> bool:
        """Change a table; return whether its revision was still that of the change."""
        changed: bool = await self._queue.add(change)
        return changed

    async def notify(
        self, connection: AsyncConnection, kind: notifications.Kind, *subjects: str
    ) -> None:
        """Notify the other processes once the connection's transaction is committed."""
        await notifications.notify(connection, self.process_id, kind, *subjects)

    async def _commit(self, writes: list[Write]) -> list[Any]:
        """Run all writes in one transaction and return their results."""
        wanted = [write for write in writes if isinstance(write, TableChange)]
        if self._sqlite_writer is not None and _are_plain_changes(writes):
            changed = await self._sqlite_writer.run(
                lambda connection: changes.apply_changes(connection, wanted)
            )
            return [change.table in changed for change in wanted]
        async with self._engine.begin() as connection:
            changed = await connection.run_sync(changes.apply_changes, wanted) if wanted else set()
            won = [change for change in wanted if change.table in changed]
            for change in won:
                for job in change.extra_jobs:
                    await job(connection)
            subjects = [f"{change.table}:{change.revision + 1}" for change in won]
            await self.notify(connection, "changed", *subjects)
            return [
                write.table in changed
                if isinstance(write, TableChange)
                else await write(connection)
                for write in writes
            ]

    # Reading

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for reading."""
        async with self._engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection whose reads all see the database at one moment."""
        async with self.connect() as connection:
            # A transaction of SQLite always reads from a snapshot.
            if not self.is_sqlite:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @asynccontextmanager
    async def driver_connection(self) -> AsyncIterator[Any]:
        """Open a connection of the database driver itself, to listen for notifications."""
        async with self.connect() as connection:
            raw = await connection.get_raw_connection()
            try:
                yield raw.driver_connection
            finally:
                await connection.invalidate()

    async def fetch_one(self, query: Any) -> RowMapping | None:
        """Return the first row of the result, or `None` if it is empty."""
        rows = await self.fetch_all(query)
        return rows[0] if rows else None

    async def fetch_all(self, query: Any) -> Sequence[RowMapping]:
        """Return all rows of the result."""

        async def read() -> Sequence[RowMapping]:
            async with self.connect() as connection:
                return (await connection.execute(query)).mappings().all()

        return await retry_while_unavailable(read)


def insert_if_new(connection: AsyncConnection, table: Table) -> Any:
    """Return an `INSERT` that leaves out rows which the table has already.

    Unlike a query before the insert, this is safe when other servers insert the same row.
    """
    dialect = sqlite_dialect if connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table).on_conflict_do_nothing()


async def stream_in_batches(
    connection: AsyncConnection, query: Select[Any]
) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield the rows of a long result in batches; other tasks run between them."""
    async with connection.stream(query) as found:
        async for rows in found.mappings().partitions(ROWS_PER_BATCH):
            yield rows
            await asyncio.sleep(0)


def _are_plain_changes(writes: list[Write]) -> bool:
    return all(isinstance(write, TableChange) and not write.extra_jobs for write in writes)


def _create_engine(url: str) -> AsyncEngine:
    # Parameters are left out of error messages, because they contain secrets.
    if not url.startswith("sqlite"):
        timeouts = {"timeout": CONNECT_TIMEOUT_S, "command_timeout": COMMAND_TIMEOUT_S}
        return create_async_engine(url, hide_parameters=True, connect_args=timeouts)
    engine = create_async_engine(url, hide_parameters=True)
    sqlite.configure(engine.sync_engine)
    return engine
