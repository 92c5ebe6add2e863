"""The clock of a game in the terminal."""

from __future__ import annotations

from time import monotonic_ns


class Clock:
    """Table time: milliseconds since the start of the game."""

    def __init__(self) -> None:
        self.set(0)

    def set(self, now: int) -> None:
        self._started = monotonic_ns() - now * 1_000_000

    @property
    def now(self) -> int:
        return (monotonic_ns() - self._started) // 1_000_000
