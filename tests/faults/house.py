"""The house under test: so many server processes on one store, each of which may die."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Literal

import msgspec

from tests.faults.conditions import Conditions
from tests.faults.mortal_postgres import MortalPostgres, mortal_postgres
from tests.server.serving import ROOT, free_port

Database = Literal["sqlite", "postgresql"]

PATIENCE = 60
"""Seconds for a server to open: it must wait for its store, and for a busy machine."""


class Server:
    """One process. What it writes to its standard error is kept in `log`."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self.port = free_port()
        self.log = folder / f"server-{self.port}.log"
        self.conditions = Conditions()
        self._folder = folder
        self._database = database
        self._process: Process | None = None
        self.busy = asyncio.Lock()
        """Held by whoever does something to the process."""

    async def start(self) -> None:
        """Until it answers, however often it has to be tried."""
        async with asyncio.timeout(PATIENCE):
            while True:
                process = await self._launch()
                while process.returncode is None:
                    if await self.is_well():
                        return
                    await asyncio.sleep(0.05)
                # Without its store it ends at once, and whoever looks after it tries again.
                await asyncio.sleep(0.2)

    async def _launch(self) -> Process:
        command = ["-m", "tests.faults.server_under_test", "serve"]
        command += ["--port", str(self.port), "--data", str(self._folder)]
        command += ["--database", self._database] if self._database else []
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *command,
                cwd=ROOT,
                stdin=PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._tell()
        return self._process

    async def is_well(self) -> bool:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(2):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    writer.write(b"GET /health HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n")
                    return b" 200 " in await reader.readline()
                finally:
                    writer.close()
        return False

    def change(self, **conditions: Any) -> None:
        """Makes the world around it another."""
        self.conditions = msgspec.structs.replace(self.conditions, **conditions)
        self._tell()

    def _tell(self) -> None:
        process = self._process
        if process is not None and process.returncode is None and process.stdin is not None:
            process.stdin.write(msgspec.json.encode(self.conditions) + b"\n")

    async def died(self) -> None:
        """Returns when it is dead."""
        if self._process is not None:
            await self._process.wait()

    async def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        process = self._process
        if process is None:
            return
        # Bots' processes may have survived a server that killed itself.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        await process.wait()
        if process.stdin is not None:
            process.stdin.close()

    def signal(self, what: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(what)


class House:
    def __init__(self, url: str, servers: list[Server], postgres: MortalPostgres | None) -> None:
        self.url = url
        """The store's, as SQLAlchemy has it."""
        self.servers = servers
        self.postgres = postgres

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    async def close(self) -> None:
        await asyncio.gather(*(server.stop() for server in self.servers))


@asynccontextmanager
async def house(database: Database, folder: Path, servers: int = 1) -> AsyncIterator[House]:
    """Open, with healthy servers."""
    if database == "sqlite":
        url = f"sqlite+aiosqlite:///{folder / 'quincunx.db'}"
        async with _served(House(url, [Server(folder, None)], None)) as opened:
            yield opened
    else:
        async with mortal_postgres() as postgres:
            some = [Server(folder, postgres.url) for _ in range(servers)]
            async with _served(House(postgres.url, some, postgres)) as opened:
                yield opened


@asynccontextmanager
async def _served(opened: House) -> AsyncIterator[House]:
    try:
        await asyncio.gather(*(server.start() for server in opened.servers))
        yield opened
    finally:
        await opened.close()
