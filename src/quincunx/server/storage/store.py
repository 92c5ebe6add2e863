"""The store: SQLite by default, PostgreSQL for several server processes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from sqlalchemy import Select, Table
from sqlalchemy.dialects import postgresql as postgresql_dialect
from sqlalchemy.dialects import sqlite as sqlite_dialect
from sqlalchemy.engine import RowMapping

from quincunx.server.storage import changes, notifications
from quincunx.server.storage.changes import Job, TableChange
from quincunx.server.storage.commit_queue import CommitQueue, Write
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.postgresql import PostgresqlDatabase
from quincunx.server.storage.retry import retry_while_unavailable
from quincunx.server.storage.sqlite import SqliteDatabase

T = TypeVar("T")


class Store:
    """Reads and writes the database at `url` (SQLAlchemy's) while it is open (`async with`).

    All writes go through one queue, whose task combines those that are waiting into one commit. A
    caller continues when that commit is durable.
    """

    def __init__(self, url: str) -> None:
        self._database = open_database(url)
        self._queue = CommitQueue(self._commit)
        self.process_id = secrets.token_hex(4)
        """Identifies this process to the others."""

    @property
    def is_shared(self) -> bool:
        """Whether other server processes may use the same database at the same time."""
        return isinstance(self._database, PostgresqlDatabase)

    async def __aenter__(self) -> Store:
        await self._queue.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._queue.__aexit__()
        await self._database.close()

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
        self, connection: StoreConnection, kind: notifications.NotificationKind, *subjects: str
    ) -> None:
        """Notify the other processes once the connection's transaction is committed."""
        await notifications.notify(connection, self.process_id, kind, *subjects)

    async def _commit(self, writes: list[Write]) -> list[Any]:
        """Run all writes in one transaction and return their results."""
        wanted = [write for write in writes if isinstance(write, TableChange)]
        if not self.is_shared and _are_plain_changes(writes):
            changed = await self._database.transact(
                lambda connection: changes.apply_changes(connection, wanted)
            )
            return [change.table in changed for change in wanted]
        async with self._database.begin() as connection:
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

    def connect(self) -> AbstractAsyncContextManager[StoreConnection]:
        """Open a connection for reading."""
        return self._database.connect()

    def snapshot(self) -> AbstractAsyncContextManager[StoreConnection]:
        """Open a connection whose reads all see the database at one moment."""
        return self._database.connect(snapshot=True)

    def driver_connection(self) -> AbstractAsyncContextManager[Any]:
        """Open a connection of PostgreSQL's driver, to listen for notifications."""
        assert isinstance(self._database, PostgresqlDatabase), "only PostgreSQL has notifications"
        return self._database.driver_connection()

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


def open_database(url: str) -> SqliteDatabase | PostgresqlDatabase:
    """Return the database at that address (SQLAlchemy's)."""
    return SqliteDatabase(url) if url.startswith("sqlite") else PostgresqlDatabase(url)


def insert_if_new(connection: StoreConnection, table: Table) -> Any:
    """Return an `INSERT` that leaves out rows which the table has already.

    Unlike a query before the insert, this is safe when other servers insert the same row.
    """
    dialect = sqlite_dialect if connection.dialect.name == "sqlite" else postgresql_dialect
    return dialect.insert(table).on_conflict_do_nothing()


async def stream_in_batches(
    connection: StoreConnection, query: Select[Any]
) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield the rows of a long result in batches; other tasks run between them."""
    async for rows in connection.stream(query):
        yield rows
        await asyncio.sleep(0)


def _are_plain_changes(writes: list[Write]) -> bool:
    return all(isinstance(write, TableChange) and not write.extra_jobs for write in writes)
