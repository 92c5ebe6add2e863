"""So much a minute, and no more."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from time import monotonic

from quincunx.server.errors import TableError

KEYS_AT_MOST = 10_000
"""Beyond that many keys, those that have all their tokens again are forgotten."""


class TooMany(TableError):
    """That was tried too often; the message says how many seconds to wait."""

    status = 429


class Throttle:
    """A bucket of tokens for each key, which fills up again in the course of time."""

    def __init__(self, per_minute: int, burst: int, clock: Callable[[], float] = monotonic) -> None:
        self._per_second = per_minute / 60
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """By key: the tokens that there were, and when."""

    def take(self, key: str) -> None:
        """Takes a token, or refuses if there is none."""
        tokens = self._tokens(key)
        if tokens < 1:
            seconds = ceil((1 - tokens) / self._per_second)
            raise TooMany("table.refusal.too_many", seconds=seconds)
        self._put(key, tokens - 1)

    def give_back(self, key: str) -> None:
        """Puts a token back that turned out not to be needed."""
        self._put(key, min(self._burst, self._tokens(key) + 1))

    def _tokens(self, key: str) -> float:
        tokens, since = self._buckets.get(key, (self._burst, 0.0))
        return min(self._burst, tokens + (self._clock() - since) * self._per_second)

    def _put(self, key: str, tokens: float) -> None:
        self._buckets[key] = tokens, self._clock()
        if len(self._buckets) > KEYS_AT_MOST:
            self._buckets = {
                key: bucket
                for key, bucket in self._buckets.items()
                if self._tokens(key) < self._burst
            }
