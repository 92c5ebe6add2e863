"""SQLite's own ways: how its connections are prepared, and a short way for what is written most.

The asynchronous driver goes to a thread and back for every cursor, statement and commit. Whoever
brings a whole transaction along goes there once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url

T = TypeVar("T")


class Errands:
    """Transactions that are carried out in a thread of their own, one after the other."""

    def __init__(self, url: str) -> None:
        self._engine = create_engine(make_url(url).set(drivername="sqlite"), hide_parameters=True)
        prepare(self._engine)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")

    async def run(self, work: Callable[[Connection], T]) -> T:
        """What the work returns, as soon as it is durable."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._run, work)

    def _run(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    def close(self) -> None:
        self._thread.shutdown()
        self._engine.dispose()


def prepare(engine: Engine) -> None:
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)


def _set_up(connection: Any, _: Any) -> None:
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


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
