"""Puzzles that are made before anybody asks for them, so that the next one appears at once."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict, deque
from secrets import randbelow
from typing import Final

from quincunx.core.errors import QuincunxError
from quincunx.core.puzzles import MAX_NUMBER, number_at_level
from quincunx.server.bots.pools import BotPools
from quincunx.server.puzzles.puzzle_tasks import show_puzzle
from quincunx.wire import ShownPuzzle

log = logging.getLogger(__name__)

STOCK_SIZE: Final = 3
"""Puzzles that are ready for each game and level that players have asked for."""


class PuzzleStock:
    """Puzzles of each game and level, in the order in which they were made."""

    def __init__(self, bot_pools: BotPools) -> None:
        self._bot_pools = bot_pools
        self._ready: defaultdict[tuple[str, int], deque[ShownPuzzle]] = defaultdict(deque)
        self._refills: dict[tuple[str, int], asyncio.Task[None]] = {}

    async def take(self, game: str, level: int, requester: str) -> ShownPuzzle:
        """Return a puzzle that no other caller gets; make it if none is ready."""
        ready = self._ready[game, level]
        puzzle = ready.popleft() if ready else await self._make(game, level, requester)
        self._refill(game, level)
        return puzzle

    async def _make(self, game: str, level: int, requester: str) -> ShownPuzzle:
        number = number_at_level(randbelow(MAX_NUMBER + 1), level)
        return await self._bot_pools.puzzle(show_puzzle, game, number, requester=requester)

    def _refill(self, game: str, level: int) -> None:
        """Make puzzles in the background until enough are ready."""
        key = game, level
        if key not in self._refills:
            task = asyncio.create_task(self._fill(game, level))
            task.add_done_callback(lambda _: self._refills.pop(key, None))
            self._refills[key] = task

    async def _fill(self, game: str, level: int) -> None:
        ready = self._ready[game, level]
        try:
            while len(ready) < STOCK_SIZE:
                ready.append(await self._make(game, level, requester=f"stock/{game}/{level}"))
        except QuincunxError as error:
            # The process is busy; the next request tries again.
            log.info("no puzzles in stock", extra={"game": game, "why": str(error)})

    def close(self) -> None:
        """Stop making puzzles."""
        for task in tuple(self._refills.values()):
            task.cancel()
