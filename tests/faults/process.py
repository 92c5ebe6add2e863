"""A process of the house under test: it may die, and come back."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from abc import ABC, abstractmethod
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from tests.faults.conditions import Conditions
from tests.helpers.paths import ROOT
from tests.helpers.waiting import MAX_WAIT_S


class HouseProcess(ABC):
    """What it writes is kept in `log`."""

    def __init__(self, log: Path, *command: str) -> None:
        self.log = log
        self.conditions = Conditions()
        self._command = command
        self._process: Process | None = None
        self.busy = asyncio.Lock()
        """Held by whoever does something to the process."""

    @abstractmethod
    async def is_well(self) -> bool:
        """Whether it does its work."""

    async def start(self) -> None:
        """Until it is well, however often it has to be tried."""
        async with asyncio.timeout(MAX_WAIT_S):
            while True:
                process = await self._launch()
                while process.returncode is None:
                    if await self.is_well():
                        return
                    await asyncio.sleep(0.05)
                # Without its store it ends at once, and whoever looks after it tries again.
                await asyncio.sleep(0.2)

    async def _launch(self) -> Process:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.faults.under_test",
                *self._command,
                cwd=ROOT,
                stdin=PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._tell()
        return self._process

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
        # Bots' processes may have survived a process that killed itself.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        await process.wait()
        if process.stdin is not None:
            process.stdin.close()

    def signal(self, what: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(what)
