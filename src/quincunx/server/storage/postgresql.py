"""PostgreSQL, through asyncpg: for several server processes on one database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from quincunx.server.storage.connection import StoreConnection

T = TypeVar("T")

CONNECT_TIMEOUT_S: Final = 5
COMMAND_TIMEOUT_S: Final = 30
"""The database is taken to be unavailable if it does not answer within these times."""


class PostgresqlDatabase:
    """The `Database` of several processes."""

    def __init__(self, url: str) -> None:
        timeouts = {"timeout": CONNECT_TIMEOUT_S, "command_timeout": COMMAND_TIMEOUT_S}
        self._engine = create_async_engine(url, hide_parameters=True, connect_args=timeouts)

    @asynccontextmanager
    async def connect(self, *, snapshot: bool = False) -> AsyncIterator[StoreConnection]:
        async with self._engine.connect() as connection:
            if snapshot:
                await connection.execution_options(isolation_level="REPEATABLE READ")
            yield _AsyncConnection(connection)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[StoreConnection]:
        async with self._engine.begin() as connection:
            yield _AsyncConnection(connection)

    async def transact(self, work: Callable[[Connection], T]) -> T:
        async with self.begin() as connection:
            return await connection.run_sync(work)

    @asynccontextmanager
    async def driver_connection(self) -> AsyncIterator[Any]:
        """Open a connection of asyncpg itself, to listen for notifications."""
        async with self._engine.connect() as connection:
            raw = await connection.get_raw_connection()
            try:
                yield raw.driver_connection
            finally:
                await connection.invalidate()

    async def close(self) -> None:
        await self._engine.dispose()


class _AsyncConnection(StoreConnection):
    """Runs its work on the event loop, which does other work while it waits for the database."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.dialect = connection.dialect
        self._connection = connection

    async def run_sync(self, work: Callable[..., T], *args: Any) -> T:
        return await self._connection.run_sync(work, *args)
