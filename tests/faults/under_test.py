"""`quincunx` in a world that the test makes for it: a line of `Conditions` on standard input each.

Its first line is waited for. Bots need no time to think, so that games go on.
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
from tests.faults.conditions import Conditions, Moment

MOST_PAGES = 2**32 - 2
"""As many as SQLite knows."""


class World:
    """As the last line of conditions says."""

    def __init__(self) -> None:
        self.conditions = Conditions()
        self._files = resource.getrlimit(resource.RLIMIT_NOFILE)
        self._make = storage_changes.apply_changes
        self._appending = False
        """Whether moves wait for the next commit."""

    def listen(self) -> None:
        self._next()
        threading.Thread(target=self._go_on, daemon=True).start()

    def _go_on(self) -> None:
        while self._next():
            pass
        # The test is gone, and with it the world.
        os._exit(1)

    def _next(self) -> bool:
        line = sys.stdin.readline()
        if line:
            self.conditions = msgspec.json.decode(line, type=Conditions)
            self._limit_files()
        return bool(line)

    def _limit_files(self) -> None:
        most, hard = self._files
        left = self.conditions.files_left
        if left is not None:
            # A new file always gets the lowest number that is free.
            lowest = os.dup(sys.stdin.fileno())
            os.close(lowest)
            most = min(most, lowest + left)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))

    def limit_pages(self, connection: Connection) -> None:
        if connection.dialect.name == "sqlite":
            # The file is never made smaller by this: one page means that it keeps its size.
            pages = 1 if self.conditions.disk_full else MOST_PAGES
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    def make(self, connection: Connection, changes: list[TableChange]) -> set[TableId]:
        """Makes changes, and notices whether there are moves among them."""
        self._appending = any(change.entries for change in changes)
        return self._make(connection, changes)

    def commit(self, connection: Any) -> None:
        appending, self._appending = self._appending, False
        if appending:
            self._maybe_die("before commit")
        connection.commit()
        if appending:
            self._maybe_die("after commit")

    def _maybe_die(self, moment: Moment) -> None:
        if self.conditions.dies == moment:
            os.kill(os.getpid(), signal.SIGKILL)


def put_into(world: World) -> None:
    """Makes the world the server's own."""
    right = time.time_ns
    time.time_ns = lambda: right() + world.conditions.clock * 1_000_000
    time.time = lambda: time.time_ns() / 1e9
    event.listen(Engine, "begin", world.limit_pages)
    storage_changes.apply_changes = world.make
    DefaultDialect.do_commit = world.commit  # type: ignore[assignment, method-assign]


bot_seats.BOT_PAUSE_MS = 0
BotPools.warm_up = lambda self: None  # type: ignore[method-assign]

if __name__ == "__main__":
    the_world = World()
    the_world.listen()
    put_into(the_world)
    sys.exit(main())
