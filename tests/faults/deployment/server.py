"""A server under test."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

from tests.faults.deployment.process import ControlledProcess
from tests.helpers.ports import free_port

HEALTH_REQUEST = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


class Server(ControlledProcess):
    """A server; healthy while `/health` answers with 200."""

    def __init__(
        self, folder: Path, database: str | None = None, *, runs_bots: bool = True
    ) -> None:
        """`runs_bots`: the server takes bots' turns itself."""
        self.port = free_port()
        command = ["serve", "--port", str(self.port), "--data", str(folder)]
        command += ["--thinkers", str(int(runs_bots))]
        command += ["--database", database] if database else []
        super().__init__(folder / f"server-{self.port}.log", *command)

    async def is_healthy(self) -> bool:
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(2):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                try:
                    writer.write(HEALTH_REQUEST)
                    return b" 200 " in await reader.readline()
                finally:
                    writer.close()
        return False
