"""Connections to the database, the same for SQLite and PostgreSQL."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, Dialect
from sqlalchemy.engine import CursorResult, RowMapping

T = TypeVar("T")

ROWS_PER_BATCH: Final = 100
"""A long result is read in batches, so that other requests are served in between."""


class StoreConnection(ABC):
    """A connection for the event loop: `run_sync` does the work, off the event loop or on it."""

    dialect: Dialect

    @abstractmethod
    async def run_sync(self, work: Callable[..., T], *args: Any) -> T:
        """Call `work` with a synchronous connection and these arguments."""

    async def execute(
        self, statement: Any, parameters: Any = None
    ) -> CursorResult[*tuple[Any, ...]]:
        """Execute a statement and read its whole result."""
        return await self.run_sync(_execute, statement, parameters)

    async def scalar(self, statement: Any, parameters: Any = None) -> Any:
        """Return the first value of the first row, or `None` if the result is empty."""
        return (await self.execute(statement, parameters)).scalar()

    async def exec_driver_sql(self, statement: str) -> None:
        """Execute a statement as it is written."""
        await self.run_sync(_exec_driver_sql, statement)

    async def stream(
        self, query: Any, batch_size: int = ROWS_PER_BATCH
    ) -> AsyncIterator[Sequence[RowMapping]]:
        """Yield the rows of a long result in batches."""
        found = await self.run_sync(_begin_stream, query, batch_size)
        while rows := await self.run_sync(lambda _: found.fetchmany(batch_size)):
            yield rows


class Database(Protocol):
    """What the store needs of SQLite or PostgreSQL."""

    def connect(self, *, snapshot: bool = False) -> AbstractAsyncContextManager[StoreConnection]:
        """Open a connection for reading; with `snapshot` all reads see the same moment."""

    def begin(self) -> AbstractAsyncContextManager[StoreConnection]:
        """Open a connection whose transaction is committed at the end."""

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction of its own; return its result once that is durable."""

    async def close(self) -> None:
        """Close all connections."""


def _execute(connection: Connection, statement: Any, parameters: Any) -> Any:
    result = connection.execute(statement, parameters)
    # Read the rows now, in the thread of the database.
    return result.freeze()() if result.returns_rows else result


def _exec_driver_sql(connection: Connection, statement: str) -> None:
    connection.exec_driver_sql(statement)


def _begin_stream(connection: Connection, query: Any, batch_size: int) -> Any:
    return connection.execute(query, execution_options={"yield_per": batch_size}).mappings()
