"""The analysis of a finished game, from a real table, reckoned in a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

import quincunx
from quincunx.core.records.record import Record
from quincunx.server.bots import pools
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.compression import decompress
from quincunx.server.common.errors import ThinkingFailed, WrongPhase
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage.store import Store
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.commands.endings import close_by_operator
from quincunx.server.tables.runtime import TableRuntime
from quincunx.server.tables.state.permissions import finished_match
from quincunx.server.tables.tables import Tables
from quincunx.server.tables.view import reviews
from quincunx.server.tables.view.reviews import Reviews
from quincunx.wire import (
    GameReview,
    NewTable,
    Person,
    PlayMove,
    PlayOn,
    Ready,
    RequestId,
)
from tests.helpers.stores import open_store, sqlite_url
from tests.helpers.waiting import run
from tests.server.connections import FakeConnection

EASY = ("a1 left", "a1 right", "b2 left", "c3 right", "d4 left")
"""Five turns at Quivvit for one, whatever they link."""


def stumble(_: Record) -> bytes:
    raise ZeroDivisionError


class Counted(BotPools):
    """How often they had to look back."""

    asked = 0

    async def review(self, record: Record, requester: str = "") -> bytes:
        self.asked += 1
        return await super().review(record, requester)


class ReviewSetup:
    """Tables, and those who think."""

    def __init__(self, store: Store, tables: Tables, bot_pools: Counted) -> None:
        self._sessions = Sessions(store)
        self._tables = tables
        self.bot_pools = bot_pools
        self.reviews = Reviews(bot_pools, tables.slices)

    async def review(self, table: TableRuntime) -> GameReview:
        """The review as it is sent."""
        return msgspec.json.decode(decompress(await self.reviews.of(table)), type=GameReview)

    async def table(self, turns: int = len(EASY)) -> TableRuntime:
        """One at which so many turns have been played."""
        person, _ = await self._sessions.create_guest("Ada")
        table = await self._tables.registry.find(
            (await self._tables.creation.create(person, NewTable("quivvit", seats=1))).id
        )
        await _play(table, person, EASY[:turns])
        return table

    async def played_on(self, table: TableRuntime, version: int) -> TableRuntime:
        """The same five turns, the last of them played by another person."""
        person, _ = await self._sessions.create_guest("Bob")
        on = await self._tables.creation.play_on(person, table.state.id, PlayOn(version, 0))
        other = await self._tables.registry.find(on.id)
        await _play(other, person, EASY[version:])
        return other


async def _play(table: TableRuntime, person: Person, moves: Sequence[str]) -> None:
    player = FakeConnection(person)
    await table.join(player, "", None)
    await table.execute(Caller(person), Ready(RequestId("ready"), "nonce"))
    for turn, move in enumerate(moves):
        await table.handle(player, PlayMove(RequestId(str(turn)), player.version, move))


@asynccontextmanager
async def review_setup(folder: Path) -> AsyncIterator[ReviewSetup]:
    bot_pools = Counted()
    try:
        async with open_store(sqlite_url(folder)) as store, ServerClock.running(store) as clock:
            yield ReviewSetup(store, Tables(store, bot_pools, clock), bot_pools)
    finally:
        bot_pools.close()


def test_the_review_equals_that_of_the_library_with_moves_in_words(tmp_path: Path) -> None:
    async def work() -> None:
        async with review_setup(tmp_path) as setup:
            table = await setup.table()
            shown = await setup.review(table)
            expected = quincunx.review(
                finished_match(table.state, table.services.now()).full_record()
            )
            assert (shown.measure, shown.decided) == (expected.measure, expected.decided)
            assert shown.curve == expected.curve
            assert [judged.played.move for judged in shown.judged] == list(EASY)
            for judged, judgement in zip(shown.judged, expected.judgements, strict=True):
                assert (judged.loss, judged.message) == (judgement.loss, judgement.message)
                assert judged.better.move == judgement.best[0]
            assert quincunx.render(shown.judged[0].played.words) == "rotate a1 left"

    run(work())


def test_a_review_is_refused_before_the_end_and_without_an_outcome(tmp_path: Path) -> None:
    async def work() -> None:
        async with review_setup(tmp_path) as setup:
            table = await setup.table(turns=3)
            with pytest.raises(WrongPhase) as refusal:
                await setup.reviews.of(table)
            assert refusal.value.message.id == "table.refusal.not_over"
            assert setup.bot_pools.asked == 0
            await table.run(close_by_operator)
            with pytest.raises(WrongPhase):
                await setup.reviews.of(table)

    run(work())


def test_a_review_of_a_branch_judges_only_its_own_moves(tmp_path: Path) -> None:
    async def work() -> None:
        async with review_setup(tmp_path) as setup:
            table = await setup.played_on(await setup.table(), version=3)
            shown = await setup.review(table)
            assert [judged.version for judged in shown.judged] == [3, 4]
            assert shown.curve[0].version == 0, "how it came to that is still shown"
            assert shown.decided is None, "the decisive move may belong to the original game"

    run(work())


def test_concurrent_requests_share_one_review(tmp_path: Path) -> None:
    async def work() -> None:
        async with review_setup(tmp_path) as setup:
            table = await setup.table()
            asking = [asyncio.create_task(setup.reviews.of(table)) for _ in range(3)]
            await asyncio.sleep(0)
            asking[0].cancel()
            _, second, third = await asyncio.gather(*asking, return_exceptions=True)
            assert second == third == await setup.reviews.of(table)
            assert setup.bot_pools.asked == 1, "a cancelled request does not affect the others"

    run(work())


def test_only_the_latest_reviews_are_cached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MAX_CACHED_REVIEWS", 2)

    async def work() -> None:
        async with review_setup(tmp_path) as setup:
            first, second, third = [await setup.table() for _ in range(3)]
            for table in (first, second, first, third, first):
                await setup.reviews.of(table)
            assert setup.bot_pools.asked == 3
            await setup.reviews.of(second)
            assert setup.bot_pools.asked == 4, "it was asked for least recently"

    run(work())


def test_a_failed_review_is_not_cached(tmp_path: Path) -> None:
    async def work() -> None:
        async with review_setup(tmp_path) as setup:
            table, other = await setup.table(), await setup.table()
            made = await setup.review(table)
            with (
                patch.object(pools, "review_record", stumble),
                pytest.raises(ThinkingFailed),
            ):
                await setup.reviews.of(other)
            assert (await setup.review(other)).measure == made.measure

    run(work())
