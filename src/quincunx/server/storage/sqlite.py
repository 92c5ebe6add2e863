"""SQLite, in threads: SQLAlchemy's synchronous engine beside the event loop.

An asynchronous driver such as aiosqlite switches to a thread and back for every cursor, statement,
fetch and commit. Here a statement switches once, and so does a whole transaction in `transact`,
which moves use.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Lock
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event

from quincunx.server.storage.connection import StoreConnection

T = TypeVar("T")

MAX_CONNECTIONS: Final = 15
MAX_THREADS: Final = 4
"""A statement holds a thread only while it runs, and few can run at the same time."""

PRAGMAS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 5000",
)


class SqliteDatabase:
    """The `Database` in a file."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(
            url, hide_parameters=True, pool_size=MAX_CONNECTIONS, max_overflow=0
        )
        _configure(self._engine)
        # The pool must not make a thread wait for a connection: it would stop those that have one.
        self._slots = asyncio.Semaphore(MAX_CONNECTIONS)
        self._threads = ThreadPoolExecutor(MAX_THREADS, thread_name_prefix="sqlite")
        self._writer_thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite-writer")

    @asynccontextmanager
    async def connect(self, *, snapshot: bool = False) -> AsyncIterator[StoreConnection]:
        # A transaction of SQLite always reads from a snapshot.
        async with self._slots, self._open() as connection:
            yield connection

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[StoreConnection]:
        async with self.connect() as connection:
            # Explicitly: SQLAlchemy does not notice statements of the driver's own cursor.
            await connection.run_sync(Connection.begin)
            yield connection
            await connection.run_sync(Connection.commit)

    async def transact(self, work: Callable[[Connection], T]) -> T:
        return await _run_in(self._writer_thread, self._transact, work)

    def _transact(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[StoreConnection]:
        opened = await _run_in(self._threads, self._engine.connect)
        connection = _ThreadedConnection(opened, self._threads)
        try:
            yield connection
        finally:
            # This also rolls back what was not committed.
            await connection.run_sync(Connection.close)

    async def close(self) -> None:
        self._writer_thread.shutdown()
        self._threads.shutdown()
        self._engine.dispose()


class _ThreadedConnection(StoreConnection):
    """Runs its work in threads, one piece at a time."""

    def __init__(self, connection: Connection, threads: Executor) -> None:
        self.dialect = connection.dialect
        self._connection = connection
        self._threads = threads
        self._lock = Lock()

    async def run_sync(self, work: Callable[..., T], *args: Any) -> T:
        return await _run_in(self._threads, self._run, work, *args)

    def _run(self, work: Callable[..., T], *args: Any) -> T:
        # A cancelled task may close the connection while its last statement is still running.
        with self._lock:
            return work(self._connection, *args)


async def _run_in(threads: Executor, work: Callable[..., T], *args: Any) -> T:
    """Run `work` in a thread; it is finished even if the caller is cancelled."""
    running = asyncio.get_running_loop().run_in_executor(threads, work, *args)
    return await asyncio.shield(running)


def _configure(engine: Engine) -> None:
    event.listen(engine, "connect", _configure_connection)
    event.listen(engine, "begin", _begin)


def _configure_connection(connection: Any, _: Any) -> None:
    # The driver must not begin transactions by itself: it would begin them too late.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
