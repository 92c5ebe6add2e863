"""Passwords: hashed by argon2, and never on the event loop."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from quincunx.server.common.errors import TableError

T = TypeVar("T")

SHORTEST, LONGEST = 8, 128
"""In characters, any characters."""

AT_ONCE = 2
"""Hashing takes a good deal of memory on purpose: so many at the same time."""


class BadPassword(TableError):
    """A password that is too short or too long."""


class Passwords:
    """Makes hashes and compares with them."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def hashed(self, password: str) -> str:
        """What is kept of a new password."""
        composed = _composed(password)
        if not SHORTEST <= len(composed) <= LONGEST:
            raise BadPassword("table.refusal.password_length", shortest=SHORTEST, longest=LONGEST)
        return await self._aside(lambda: self._hasher.hash(composed))

    async def fits(self, password: str, hashed: str | None) -> bool:
        """Whether it is the right one; where there is none, saying so takes just as long."""
        composed = _composed(password)[: LONGEST + 1]
        return await self._aside(lambda: self._compare(composed, hashed))

    def is_dated(self, hashed: str) -> bool:
        """Whether it would be hashed otherwise today."""
        return self._hasher.check_needs_rehash(hashed)

    def _compare(self, password: str, hashed: str | None) -> bool:
        if hashed is None:
            self._hasher.hash(password)
            return False
        try:
            return self._hasher.verify(hashed, password)
        except VerifyMismatchError:
            return False

    async def _aside(self, work: Callable[[], T]) -> T:
        async with self._turns:
            return await asyncio.to_thread(work)


def _composed(password: str) -> str:
    """However the keyboard put the letters together."""
    return unicodedata.normalize("NFC", password)
