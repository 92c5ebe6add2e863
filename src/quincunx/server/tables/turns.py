"""One after the other: a lock that knows whether anybody wants it."""

from __future__ import annotations

import asyncio


class Turns:
    """Taken with `async with`."""

    __slots__ = ("_lock", "_wanting")

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._wanting = 0

    @property
    def wanted(self) -> bool:
        """Whether somebody has it, waits for it, or is just being given it."""
        return self._wanting > 0

    async def __aenter__(self) -> None:
        self._wanting += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self._wanting -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self._wanting -= 1
        self._lock.release()
