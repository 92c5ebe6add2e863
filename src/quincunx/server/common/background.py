"""Work that runs in a task of its own for as long as its owner is open."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Self


class BackgroundService(ABC):
    """Runs `_run` in a task while it is open (`async with`)."""

    _task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @abstractmethod
    async def _run(self) -> None:
        """Do the work, until it is cancelled."""
