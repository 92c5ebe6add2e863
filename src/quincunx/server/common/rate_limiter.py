"""Token buckets: how often something may happen, for each key."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import Final, NamedTuple

from quincunx.server.common.errors import TableError

MAX_FULL_BUCKETS: Final = 10_000
"""With more buckets than this, the full ones are deleted: a new bucket is full as well."""


class TooMany(TableError):
    """The rate limit is exceeded; the message says how many seconds to wait."""

    status = 429

    def __init__(self, seconds: int) -> None:
        super().__init__("table.refusal.too_many", seconds=seconds)
        self.seconds = seconds


class Rate(NamedTuple):
    """How many tokens are added in a minute, and how many a full bucket has."""

    per_minute: float
    burst: int


class RateLimiter:
    """A bucket of tokens for each key, refilled continuously."""

    def __init__(
        self, per_minute: float, burst: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._per_second = per_minute / 60
        self._burst = burst
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        """By key: the number of tokens, and when it was that."""
        self._clean_above = MAX_FULL_BUCKETS

    def take(self, key: str, cost: float = 1) -> None:
        """Take tokens, or raise `TooMany` if there are too few.

        What costs more than a full bucket is allowed when the bucket is full, and leaves a debt.
        """
        tokens = self._tokens(key)
        needed = max(1, min(cost, self._burst))
        if tokens < needed:
            raise TooMany(ceil((needed - tokens) / self._per_second))
        self._set_tokens(key, tokens - cost)

    def take_if_any(self, key: str) -> None:
        """Take a token for something that has happened already, if there is one left."""
        self._set_tokens(key, max(0.0, self._tokens(key) - 1))

    def check(self, key: str) -> None:
        """Raise `TooMany` if there is no token; take none."""
        tokens = self._tokens(key)
        if tokens < 1:
            raise TooMany(ceil((1 - tokens) / self._per_second))

    def is_full(self, key: str) -> bool:
        """Return whether the bucket is full: unused, or refilled since."""
        return self._tokens(key) >= self._burst

    def refund(self, key: str) -> None:
        """Put back a token that turned out not to be needed."""
        self._set_tokens(key, min(self._burst, self._tokens(key) + 1))

    def _tokens(self, key: str) -> float:
        tokens, since = self._buckets.get(key, (self._burst, 0.0))
        return min(self._burst, tokens + (self._clock() - since) * self._per_second)

    def _set_tokens(self, key: str, tokens: float) -> None:
        self._buckets[key] = tokens, self._clock()
        if len(self._buckets) > self._clean_above:
            self._buckets = {
                key: bucket
                for key, bucket in self._buckets.items()
                if self._tokens(key) < self._burst
            }
            # Going through all buckets must stay rare, even if few of them are full.
            self._clean_above = max(MAX_FULL_BUCKETS, 2 * len(self._buckets))
