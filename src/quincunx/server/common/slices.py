"""Long work on the event loop, done in short slices so that other requests never wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeVar

T = TypeVar("T")

ITEMS_PER_SLICE: Final = 8
"""Steps of a game that are replayed, or written into a record, before other tasks get their turn:
less than a millisecond in most games. Pickling a long game for another process would take the
interpreter longer than that in one piece, and a thread would take it away from the event loop for
five milliseconds at a time."""


class Slices:
    """Runs iterators a few items at a time: one slice of all of them for each turn of the loop."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def run(self, work: Iterator[T]) -> list[T]:
        """Return all items. Work that runs at the same time takes turns, slice by slice."""
        done: list[T] = []
        while True:
            async with self._turn:
                some = list(islice(work, ITEMS_PER_SLICE))
                # Still holding the lock: whatever else the loop has to do comes first.
                await asyncio.sleep(0)
            done += some
            if len(some) < ITEMS_PER_SLICE:
                return done
