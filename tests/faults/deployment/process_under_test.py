"""Runs `quincunx` with simulated faults, which standard input sets: a line of `Conditions` each.

The process starts after the first line. Bots do not pause before they move, so that games go on.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import threading
import time
from typing import Any

import msgspec
from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.engine.default import DefaultDialect

from quincunx.cli import main
from quincunx.server.bots import bot_seats
from quincunx.server.bots.pools import BotPools
from quincunx.server.storage import changes as storage_changes
from quincunx.server.storage.changes import TableChange
from quincunx.wire import TableId
from tests.faults.deployment.conditions import Conditions, Moment

MAX_PAGES = 2**32 - 2
"""SQLite's own limit."""


class SimulatedFaults:
    """Simulates the faults in the last line of conditions."""

    def __init__(self) -> None:
        self.conditions = Conditions()
        self._files = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._apply_changes = storage_changes.apply_changes
        self._has_moves = False
        """Whether the next commit contains moves."""

    def follow_conditions(self) -> None:
        """Read the first line of conditions, and the others in a thread."""
        self._read_line()
        threading.Thread(target=self._read_all, daemon=True).start()

    def _read_all(self) -> None:
        while self._read_line():
            pass
        # The test has ended.
        os._exit(1)

    def _read_line(self) -> bool:
        line = sys.stdin.readline()
        if line:
            self.conditions = msgspec.json.decode(line, type=Conditions)
            self._limit_files()
        return bool(line)

    def _limit_files(self) -> None:
        most, hard = self._files
        left = self.conditions.free_file_descriptors
        if left is not None:
            # A new file always gets the lowest number that is free.
            lowest = os.dup(sys.stdin.fileno())
            os.close(lowest)
            most = min(most, lowest + left)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))

    def limit_pages(self, connection: Connection) -> None:
        """Set how far SQLite's file can grow."""
        if connection.dialect.name == "sqlite":
            # This never makes the file smaller: with one page it keeps its size.
            pages = 1 if self.conditions.disk_full else MAX_PAGES
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    def apply_changes(self, connection: Connection, changes: list[TableChange]) -> set[TableId]:
        """Apply changes, and note whether there are moves among them."""
        self._has_moves = any(change.entries for change in changes)
        return self._apply_changes(connection, changes)

    def commit(self, connection: Any) -> None:
        """Commit a transaction, unless the process is to be killed before."""
        has_moves, self._has_moves = self._has_moves, False
        if has_moves:
            self._maybe_kill("before commit")
        connection.commit()
        if has_moves:
            self._maybe_kill("after commit")

    def _maybe_kill(self, moment: Moment) -> None:
        if self.conditions.kill_at == moment:
            os.kill(os.getpid(), signal.SIGKILL)


def install(simulated: SimulatedFaults) -> None:
    """Replace clocks and database functions with those that simulate faults."""
    true_time_ns = time.time_ns
    time.time_ns = lambda: true_time_ns() + simulated.conditions.clock_offset_ms * 1_000_000
    time.time = lambda: time.time_ns() / 1e9
    event.listen(Engine, "begin", simulated.limit_pages)
    storage_changes.apply_changes = simulated.apply_changes
    DefaultDialect.do_commit = simulated.commit  # type: ignore[assignment, method-assign]


bot_seats.BOT_PAUSE_MS = 0
BotPools.warm_up = lambda self: None  # type: ignore[method-assign]

if __name__ == "__main__":
    simulated = SimulatedFaults()
    simulated.follow_conditions()
    install(simulated)
    sys.exit(main())
