"""So much a minute, and no more."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import NamedTuple

from quincunx.server.common.errors import TableError

KEYS_AT_MOST = 10_000
"""Beyond that many keys, those that have all their tokens again are forgotten."""


class TooMany(TableError):
    """That was tried too often; the message says how many seconds to wait."""

    status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__("table.refusal.too_many", seconds=seconds)
        self.seconds = seconds


class Rate(NamedTuple):
    """So many in the course of a minute, and so many at once."""

    per_minute: int
    burst: int


class Throttle:
    """A bucket of tokens for each key, which fills up again in the course of time."""

    def __init__(self, per_minute: int, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self._per_second = per_minute / 60
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """By key: the tokens that there were, and when."""
        self._room = KEYS_AT_MOST

    def take(self, key: str, cost: float = 1) -> None:
        """Take tokens, or refuse if there are too few.

        What costs more than a full bucket is allowed when the bucket is full, and paid for
        afterwards.
        """
        tokens = self._tokens(key)
        needed = max(1, min(cost, self._burst))
        if tokens < needed:
            raise TooMany(ceil((needed - tokens) / self._per_second))
        self._put(key, tokens - cost)

    def spend(self, key: str) -> None:
        """Take a token for something that has happened already, if there is one left."""
        self._put(key, max(0.0, self._tokens(key) - 1))

    def check(self, key: str) -> None:
        """Refuse if there is no token, without taking one."""
        tokens = self._tokens(key)
        if tokens < 1:
            raise TooMany(ceil((1 - tokens) / self._per_second))

    def is_full(self, key: str) -> bool:
        """Return whether nothing has been taken, or everything has come back since."""
        return self._tokens(key) >= self._burst

    def give_back(self, key: str) -> None:
        """Puts a token back that turned out not to be needed."""
        self._put(key, min(self._burst, self._tokens(key) + 1))

    def _tokens(self, key: str) -> float:
        tokens, since = self._buckets.get(key, (self._burst, 0.0))
        return min(self._burst, tokens + (self._clock() - since) * self._per_second)

    def _put(self, key: str, tokens: float) -> None:
        self._buckets[key] = tokens, self._clock()
        if len(self._buckets) > self._room:
            self._buckets = {
                key: bucket
                for key, bucket in self._buckets.items()
                if self._tokens(key) < self._burst
            }
            # Where many are waiting, looking through all of them must stay the exception.
            self._room = max(KEYS_AT_MOST, 2 * len(self._buckets))
