"""Long work on the event loop, done in short slices, so that other requests do not wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeVar

T = TypeVar("T")

ITEMS_PER_SLICE: Final = 8
"""Steps of a game that are replayed, or written into a record, in one slice: less than a
millisecond in most games. A thread would hold the interpreter lock for five milliseconds at a time,
and pickling a long game for another process would take longer than that in one piece."""


class Slices:
    """Runs iterators a few items at a time; all of them together get one slice at a time."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def run(self, work: Iterator[T]) -> list[T]:
        """Return all items of the iterator. Concurrent calls take turns, slice by slice."""
        done: list[T] = []
        while True:
            async with self._lock:
                items = list(islice(work, ITEMS_PER_SLICE))
                # Keep the lock while other tasks run, so that the next slice comes after them.
                await asyncio.sleep(0)
            done += items
            if len(items) < ITEMS_PER_SLICE:
                return done
