"""What only SQLite needs: the configuration of its connections, and a thread for writes.

The asynchronous driver switches to a thread and back for every cursor, statement and commit. A
whole transaction that runs in `WriterThread` switches once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url

T = TypeVar("T")

PRAGMAS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 5000",
)


class WriterThread:
    """Runs transactions one after the other in a thread of their own."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(make_url(url).set(drivername="sqlite"), hide_parameters=True)
        configure(self._engine)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run the job in a transaction and return its result once that is durable."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, job)

    def _run(self, job: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return job(connection)

    def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()


def configure(engine: Engine) -> None:
    """Set up every connection of the engine."""
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
