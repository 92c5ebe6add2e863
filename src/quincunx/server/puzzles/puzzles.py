"""Give people their next puzzle, and judge answers."""

from __future__ import annotations

from typing import Any, Self

import msgspec

from quincunx.core.puzzles import puzzle_setup
from quincunx.registry import find, game_names
from quincunx.server.bots.pools import BotPools
from quincunx.server.puzzles.puzzle_tasks import check_draft, judge_answer, show_puzzle
from quincunx.server.puzzles.stock import PuzzleStock
from quincunx.server.puzzles.streaks import (
    assign_puzzle,
    count_answer,
    level_at,
    open_puzzle,
    streaks_of,
)
from quincunx.server.storage.store import Store
from quincunx.wire import (
    AnsweredPuzzle,
    CheckedPuzzleDraft,
    Person,
    PuzzleStreak,
    ShownPuzzle,
)


class Puzzles:
    """The puzzles of all games."""

    def __init__(self, store: Store, bot_pools: BotPools) -> None:
        self._store = store
        self._bot_pools = bot_pools
        self._stock = PuzzleStock(bot_pools)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stock.close()

    async def streaks(self, person: Person | None) -> list[PuzzleStreak]:
        """Return the person's streak in each game that has puzzles."""
        found = await streaks_of(self._store, person)
        return [found.get(name, PuzzleStreak(name)) for name in _puzzle_games()]

    async def next(self, person: Person, game: str) -> ShownPuzzle:
        """Return the person's open puzzle: the same one until it is answered."""
        puzzle_setup(find(game))
        number, streak = await open_puzzle(self._store, person, game)
        if number is not None:
            return _with_streak(await self.show(game, number, person.id), streak)
        fresh = await self._stock.take(game, level_at(streak.current), person.id)
        number, streak = await assign_puzzle(self._store, person, game, fresh.number)
        if number != fresh.number:
            # Another request of the same person was faster.
            fresh = await self.show(game, number, person.id)
        return _with_streak(fresh, streak)

    async def show(self, game: str, number: int, requester: str) -> ShownPuzzle:
        """Return the puzzle with that number; answers to it do not count for a streak."""
        puzzle_setup(find(game))
        return await self._bot_pools.puzzle(show_puzzle, game, number, requester=requester)

    async def answer(
        self, person: Person, game: str, number: int, moves: tuple[str, ...]
    ) -> AnsweredPuzzle:
        """Judge an answer; the first complete one to the person's open puzzle counts."""
        puzzle_setup(find(game))
        answered = await self._bot_pools.puzzle(
            judge_answer, game, number, moves, requester=person.id
        )
        if answered.right and not answered.solved:
            return answered
        streak = await count_answer(self._store, person, game, number, solved=answered.solved)
        return msgspec.structs.replace(answered, streak=streak)

    async def check(self, person: Person, game: str, number: int, draft: Any) -> CheckedPuzzleDraft:
        """Return the faults of what the person is building."""
        puzzle_setup(find(game))
        return await self._bot_pools.puzzle(check_draft, game, number, draft, requester=person.id)


def _puzzle_games() -> list[str]:
    return [name for name in game_names() if find(name).listed and find(name).puzzles]


def _with_streak(puzzle: ShownPuzzle, streak: PuzzleStreak) -> ShownPuzzle:
    return msgspec.structs.replace(puzzle, streak=streak)
