"""A worker of the house under test: it has no door, and takes bots' turns."""

from __future__ import annotations

from asyncio.subprocess import Process
from pathlib import Path

from tests.faults.process import HouseProcess

AT_WORK = b"takes the bots' turns"


class Worker(HouseProcess):
    """It is well once it has said that it is at work."""

    def __init__(self, folder: Path, number: int, database: str) -> None:
        super().__init__(folder / f"worker-{number}.log", "worker", "--database", database)
        self._said_before = 0
        """Letters in its log that another process has left there."""

    async def _launch(self) -> Process:
        self._said_before = self.log.stat().st_size if self.log.exists() else 0
        return await super()._launch()

    async def is_well(self) -> bool:
        return AT_WORK in self.log.read_bytes()[self._said_before :]
