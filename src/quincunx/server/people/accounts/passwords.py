"""Password hashing with argon2, in threads, so that the event loop never waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError

from quincunx.server.people.accounts.password_rules import MAX_LENGTH, composed

T = TypeVar("T")

MAX_CONCURRENT_HASHES = 2
"""A hash needs much memory on purpose, so only a few are computed at the same time."""


class Passwords:
    """Hash passwords and verify them."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._slots = asyncio.Semaphore(MAX_CONCURRENT_HASHES)

    async def hash(self, password: str) -> str:
        """Return the hash of a password."""
        return await self._in_thread(lambda: self._hasher.hash(composed(password)))

    async def verify(self, password: str, hashed: str | None) -> bool:
        """Return whether the password matches; without a hash this takes just as long."""
        shortened = composed(password)[: MAX_LENGTH + 1]
        return await self._in_thread(lambda: self._compare(shortened, hashed))

    def needs_rehash(self, hashed: str) -> bool:
        """Return whether the hash was made with outdated parameters."""
        return self._hasher.check_needs_rehash(hashed)

    def _compare(self, password: str, hashed: str | None) -> bool:
        if hashed is None:
            self._hasher.hash(password)
            return False
        try:
            return self._hasher.verify(hashed, password)
        except VerifyMismatchError:
            return False

    async def _in_thread(self, work: Callable[[], T]) -> T:
        async with self._slots:
            return await asyncio.to_thread(work)
