"""The lock of one table."""

from __future__ import annotations

import asyncio


class TableLock:
    """A lock that knows whether it is held or waited for. Taken with `async with`."""

    __slots__ = ("_lock", "_users")

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._users = 0

    @property
    def is_in_use(self) -> bool:
        """Whether a task holds it, waits for it, or is just being given it."""
        return self._users > 0

    async def __aenter__(self) -> None:
        self._users += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self._users -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self._users -= 1
        self._lock.release()
