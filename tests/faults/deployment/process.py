"""A server or worker under test, which faults kill, freeze and restart."""

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

from tests.faults.deployment.conditions import Conditions
from tests.helpers.paths import ROOT
from tests.helpers.waiting import MAX_WAIT_S


class ControlledProcess(ABC):
    """A process with simulated faults; its output is appended to `log`."""

    def __init__(self, log: Path, *command: str) -> None:
        self.log = log
        self.conditions = Conditions()
        self._command = command
        self._process: Process | None = None
        self.busy = asyncio.Lock()
        """Held by the fault that affects the process."""

    @abstractmethod
    async def is_healthy(self) -> bool:
        """Return whether the process does its work."""

    async def start(self) -> None:
        """Start the process, as often as necessary, until it is healthy."""
        async with asyncio.timeout(MAX_WAIT_S):
            while True:
                process = await self._launch()
                while process.returncode is None:
                    if await self.is_healthy():
                        return
                    await asyncio.sleep(0.05)
                # Without its database it ends at once; a service manager would start it again.
                await asyncio.sleep(0.2)

    async def _launch(self) -> Process:
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "tests.faults.deployment.process_under_test",
                *self._command,
                cwd=ROOT,
                stdin=PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._send_conditions()
        return self._process

    def change(self, **conditions: Any) -> None:
        """Change the simulated faults."""
        self.conditions = msgspec.structs.replace(self.conditions, **conditions)
        self._send_conditions()

    def _send_conditions(self) -> None:
        process = self._process
        if process is not None and process.returncode is None and process.stdin is not None:
            process.stdin.write(msgspec.json.encode(self.conditions) + b"\n")

    async def wait_until_dead(self) -> None:
        """Return when the process has ended."""
        if self._process is not None:
            await self._process.wait()

    async def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the process and the bot processes that it has started."""
        process = self._process
        if process is None:
            return
        # Bot processes may have survived a process that killed itself.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        await process.wait()
        if process.stdin is not None:
            process.stdin.close()

    def signal(self, what: signal.Signals) -> None:
        """Send a signal to the process if it is running."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(what)
