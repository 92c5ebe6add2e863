"""A worker under test, which takes bots' turns."""

from __future__ import annotations

from asyncio.subprocess import Process
from pathlib import Path

from tests.faults.deployment.process import ControlledProcess

READY_MESSAGE = b"takes the bots' turns"


class Worker(ControlledProcess):
    """A worker; healthy once it has printed that it takes bots' turns."""

    def __init__(self, folder: Path, number: int, database: str) -> None:
        super().__init__(folder / f"worker-{number}.log", "worker", "--database", database)
        self._log_size_before = 0
        """Bytes in the log that an earlier process has written."""

    async def _launch(self) -> Process:
        self._log_size_before = self.log.stat().st_size if self.log.exists() else 0
        return await super()._launch()

    async def is_healthy(self) -> bool:
        return READY_MESSAGE in self.log.read_bytes()[self._log_size_before :]
