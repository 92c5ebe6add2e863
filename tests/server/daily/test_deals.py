"""The same deal for many: who has played it, the best first, each person's first attempt."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import insert

from quincunx.client import Client
from quincunx.registry import find
from quincunx.server.bots import bot_seats
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.daily.deal_results import results_of_deal
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store
from quincunx.server.tables.tables import Tables
from quincunx.wire import DealResults, NewTable, Person, TableId, TableOpened
from tests.helpers.in_process_server import serve_database
from tests.helpers.waiting import run
from tests.server.table_sessions import refusal_of


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "BOT_PAUSE_MS", 0)


async def play(client: Client, opened: TableOpened, *, hints: bool) -> None:
    """Answers a puzzle as well as can be, or with the first move there is."""
    async with client.join(opened.id) as table:
        await table.ready()
        await table.my_turn()
        move = table.position.moves[0].move
        if hints:
            move = (await table.hints(9)).hints[-1].move or ""
        await table.play(move)
        await table.until(lambda: table.table.phase == "over")


async def stack(client: Client, opened: TableOpened) -> None:
    """Ends a game of Quatrefoil as soon as it is one's turn, if no bot has done so before."""
    async with client.join(opened.id) as table:
        await table.ready()
        await table.my_turn()
        if table.outcome is None:
            await table.play("stack")
        await table.until(lambda: table.table.phase == "over")


def test_first_attempts_are_listed_by_result(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob, cleo = [await Client.guest(url, name) for name in ("Ada", "Bob", "Cleo")]
            original = await ada.create_table(NewTable("qwirkle_cards", {"puzzle": True}))
            assert await refusal_of(ada.results_of(original.id)) == "WrongPhase"
            await play(ada, original, hints=False)
            challenge = await bob.play_same_deal(original.id, 0)
            await play(bob, challenge, hints=True)
            results = await ada.results_of(original.id)
            assert results.game == "qwirkle_cards"
            assert [(each.person, each.known) for each in results.attempts] == [
                (bob.person, True),
                (ada.person, False),
            ]
            assert [each.table for each in results.attempts] == [challenge.id, original.id]
            # Who knows the answer by now improves nothing, from whichever table it is tried.
            await play(ada, await ada.play_same_deal(challenge.id, 0), hints=True)
            await play(bob, await bob.play_same_deal(original.id, 0), hints=False)
            for table in (original, challenge):
                assert (await bob.results_of(table.id)).attempts == results.attempts
            assert (await bob.results_of(original.id)).yours == results.attempts[0]
            assert (await cleo.results_of(original.id)).yours is None

    run(work())


def test_a_player_returns_to_an_unfinished_attempt(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = [await Client.guest(url, name) for name in ("Ada", "Bob")]
            original = await ada.create_table(
                NewTable("quatrefoil", bots={1: "easy", 2: "easy", 3: "easy"})
            )
            await stack(ada, original)
            first, other_seat = [await bob.play_same_deal(original.id, seat) for seat in (0, 1)]
            assert first != other_seat
            assert await bob.play_same_deal(original.id, 0) == first
            assert await ada.play_same_deal(original.id, 0) != first, "hers is another one"
            await stack(bob, first)
            assert await bob.play_same_deal(original.id, 0) != first, "it has ended"
            assert await bob.play_same_deal(first.id, 1) == other_seat, (
                "the same deal by another name"
            )

    run(work())


def test_other_deals_have_results_of_their_own(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada = await Client.guest(url, "Ada")
            tables = []
            for _ in range(2):
                tables.append(await ada.create_table(NewTable("qwirkle_cards", {"puzzle": True})))
                await play(ada, tables[-1], hints=False)
            for opened in tables:
                (attempt,) = (await ada.results_of(opened.id)).attempts
                assert attempt.table == opened.id

    run(work())


def test_tables_without_a_shared_deal_are_refused(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada = await Client.guest(url, "Ada")
            assert await refusal_of(ada.results_of(TableId("nowhere"))) == "NoSuchTable"
            bots = {1: "easy", 2: "easy", 3: "easy"}
            options = {"variant": "nothing-to-hide"}
            opened = await ada.create_table(NewTable("quatrefoil", options, bots=bots))
            await stack(ada, opened)
            position = await ada.play_on(opened.id, 0, 0)
            await stack(ada, position)
            assert await refusal_of(ada.results_of(position.id)) == "NotAllowed"
            (attempt,) = (await ada.results_of(opened.id)).attempts
            assert attempt.table == opened.id

    run(work())


# The order


async def ordered(
    database: str, game: str, seats: int, results: dict[str, tuple[int, bool]], most: int = 100
) -> DealResults:
    """Of people who made those scores and won or not, one after the other."""
    await upgrade(database)
    async with Store(database) as store:
        tables = Tables(store, BotPools(), ServerClock())
        for number, (name, (score, won)) in enumerate(results.items()):
            person, _ = await Sessions(store).create_guest(name)
            opened = await tables.creation.create(person, NewTable("coloryam"))
            await store.write(_result(opened.id, game, person, number, score, won))
        async with store.connect() as connection:
            return await results_of_deal(connection, find(game), seats, "deal", None, limit=most)


def _result(table: str, game: str, person: Person, number: int, score: int, won: bool) -> Any:
    async def job(connection: StoreConnection) -> None:
        await connection.execute(
            insert(schema.results).values(
                table=table,
                seat=0,
                member=0,
                game=game,
                person=person.id,
                score=score,
                won=won,
                deal="fresh" if number == 0 else "known",
                deal_name="deal",
                first=True,
                ended=number,
            )
        )

    return job


@pytest.mark.parametrize(
    ("game", "seats", "best_first"),
    [
        ("quatrefoil", 4, ["few", "as few, but later", "many", "wrong, with few", "wrong"]),
        ("pivit", 1, ["few", "as few, but later", "many", "wrong, with few", "wrong"]),
        ("pivit", 2, ["many", "few", "as few, but later", "wrong", "wrong, with few"]),
        ("coloryam", 1, ["many", "few", "as few, but later", "wrong", "wrong, with few"]),
        ("quivvit", 2, ["many", "few", "as few, but later", "wrong", "wrong, with few"]),
    ],
)
def test_winners_come_first_and_then_the_order_of_the_game(
    database: str, game: str, seats: int, best_first: list[str]
) -> None:
    async def work() -> None:
        results = {
            "wrong": (30, False),
            "few": (10, True),
            "wrong, with few": (3, False),
            "many": (20, True),
            "as few, but later": (10, True),
        }
        found = await ordered(database, game, seats, results)
        assert [each.person.name for each in found.attempts] == best_first
        assert [each.known for each in found.attempts] == [name != "wrong" for name in best_first]

    run(work())


def test_only_the_best_results_are_listed(database: str) -> None:
    async def work() -> None:
        results = {f"person {score}": (score, True) for score in range(5)}
        found = await ordered(database, "coloryam", 1, results, most=2)
        assert [each.score for each in found.attempts] == [4, 3]

    run(work())
