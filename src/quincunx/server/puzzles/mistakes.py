"""Give people positions of their own finished games in which they could have played better."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from sqlalchemy import select

from quincunx.core.errors import NoPuzzles
from quincunx.registry import find
from quincunx.server.bots.pools import BotPools
from quincunx.server.common.days import deal_name, today
from quincunx.server.common.errors import Frozen
from quincunx.server.puzzles.mistake_tasks import (
    check_mistake_draft,
    find_mistakes,
    judge_mistake,
    show_mistake,
)
from quincunx.server.storage.schema import results
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.matches import replayable_record
from quincunx.server.tables.state.permissions import finished_match
from quincunx.server.tables.tables import Tables
from quincunx.server.tables.view.records import Charge
from quincunx.server.tables.view.reviews import Reviews
from quincunx.wire import (
    AnsweredPuzzle,
    CheckedPuzzleDraft,
    NextMistake,
    Person,
    ShownMistake,
    TableId,
)

T = TypeVar("T")

MAX_GAMES: Final = 20
"""How many of a person's latest finished games give puzzles."""
MAX_NEW_REVIEWS: Final = 3
"""How many games one request may have reviewed for the first time: each takes seconds."""
MAX_CACHED_GAMES: Final = 1000
"""Of how many games and seats the mistakes are kept."""


class Mistake(NamedTuple):
    """A decision in a finished game."""

    table: TableId
    version: int


class Requester(NamedTuple):
    """The person or address that a job is for, and what counts its cost."""

    id: str
    charge: Charge


class _PlayedGame(NamedTuple):
    table: TableId
    seat: int


class Mistakes:
    """Puzzles from people's own games."""

    def __init__(self, store: Store, bot_pools: BotPools, tables: Tables, reviews: Reviews) -> None:
        self._store = store
        self._bot_pools = bot_pools
        self._tables = tables
        self._reviews = reviews
        self._found: dict[_PlayedGame, tuple[int, ...]] = {}

    async def next(
        self, person: Person, game: str, after: Mistake | None, requester: Requester
    ) -> NextMistake:
        """Return the mistake that follows `after`: the latest game first, then the largest loss.

        After the last one the first follows.
        """
        _check_game(game)
        played = await self._played(person, game)
        found = await self._following(played, after, requester)
        shown = None if found is None else await self.show(found, requester)
        return NextMistake(games=len(played), mistake=shown)

    async def show(self, mistake: Mistake, requester: Requester) -> ShownMistake:
        """Return the position in which a decision was made."""
        shown = await self._run(show_mistake, mistake, requester)
        seating = (await self._tables.registry.find(mistake.table)).state.seating
        return msgspec.structs.replace(shown, bot_seats=seating.bot_seats())

    async def answer(
        self, mistake: Mistake, moves: tuple[str, ...], requester: Requester
    ) -> AnsweredPuzzle:
        """Judge another move with the measure of the review."""
        return await self._run(judge_mistake, mistake, requester, moves)

    async def check(self, mistake: Mistake, draft: Any, requester: Requester) -> CheckedPuzzleDraft:
        """Return the faults of what the player is building."""
        return await self._run(check_mistake_draft, mistake, requester, draft)

    async def _played(self, person: Person, game: str) -> list[_PlayedGame]:
        """Return the person's latest finished games, without today's daily game."""
        rows = await self._store.fetch_all(
            select(results.c.table, results.c.seat)
            .where(
                results.c.person == person.id,
                results.c.game == game,
                results.c.deal_name != deal_name(today(), game),
            )
            .order_by(results.c.ended.desc())
            .limit(MAX_GAMES)
        )
        return [_PlayedGame(row["table"], row["seat"]) for row in rows]

    async def _following(
        self, played: list[_PlayedGame], after: Mistake | None, requester: Requester
    ) -> Mistake | None:
        tables = [each.table for each in played]
        start = tables.index(after.table) if after and after.table in tables else 0
        new_reviews = 0
        for place, each in enumerate([*played[start:], *played[: start + 1]]):
            if each not in self._found and not self._reviews.knows(each.table):
                new_reviews += 1
            if new_reviews > MAX_NEW_REVIEWS:
                break
            versions = await self._mistakes(each, requester)
            if place == 0 and after is not None and after.version in versions:
                versions = versions[versions.index(after.version) + 1 :]
            if versions:
                return Mistake(each.table, versions[0])
        return None

    async def _mistakes(self, played: _PlayedGame, requester: Requester) -> tuple[int, ...]:
        """Return the versions of the player's mistakes, the largest first."""
        if played not in self._found:
            try:
                review = await self._review(played.table, requester)
                found = await self._bot_pools.run(
                    find_mistakes, review, played.seat, requester=requester.id
                )
            except Frozen:
                # Played under other rules.
                found = ()
            self._found[played] = found
            while len(self._found) > MAX_CACHED_GAMES:
                del self._found[next(iter(self._found))]
        return self._found[played]

    async def _review(self, table_id: TableId, requester: Requester) -> bytes:
        if self._reviews.knows(table_id):
            return await self._reviews.known(table_id)
        table = await self._tables.registry.find_current(table_id)
        return await self._reviews.of(table, requester.id, requester.charge)

    async def _run(
        self, work: Callable[..., T], mistake: Mistake, requester: Requester, *args: Any
    ) -> T:
        table = await self._tables.registry.find_current(mistake.table)
        match = finished_match(table.state, table.services.now())
        _check_game(match.game.name)
        review = await self._review(mistake.table, requester)
        record = await replayable_record(match, self._tables.slices)
        return await self._bot_pools.run(
            work, record, review, mistake.version, *args, requester=requester.id
        )


def _check_game(name: str) -> None:
    if find(name).judge is None:
        raise NoPuzzles("core.error.no_mistakes", game=name)
