"""What is kept of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.engine import RowMapping

from quincunx.server.common.seating import Occupant
from quincunx.server.ratings.results import RESULT_CARD_COLUMNS, result_cards
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from tests.helpers.finished_games import store_finished_game
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run


async def results(store: Store) -> Sequence[RowMapping]:
    mine = schema.results.c
    return await store.fetch_all(
        select(schema.results).order_by(mine.ended, mine.seat, mine.member)
    )


async def rated_players(store: Store) -> set[str]:
    return {row["player"] for row in await store.fetch_all(select(schema.ratings))}


def test_every_player_gets_a_result(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            seats = (ada, "easy"), (ben, "easy")
            table = await store_finished_game(
                store, "quivvit", *seats, scores=(7, 4), winners=(0,), ended=5
            )
            first, second = await results(store)
            assert (first["table"], first["person"], first["won"]) == (table, ada.id, True)
            assert (first["score"], first["game"], first["ended"]) == (7, "quivvit", 5)
            assert (second["person"], second["seat"], second["score"]) == (ben.id, 1, 4)
            assert not second["won"]
            assert first["rating"] > 0 > second["rating"]
            assert await rated_players(store) == {ada.id, ben.id, "bot:easy"}

    run(work())


def test_a_game_that_is_not_rated_changes_no_rating(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            await store_finished_game(
                store, "pivit", ada, ben, scores=(5, 2), winners=(0,), rated=False
            )
            assert [row["rating"] for row in await results(store)] == [None, None]
            assert await rated_players(store) == set()

    run(work())


def test_a_solo_game_is_not_rated(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            (ada,) = await new_guests(store, "Ada")
            await store_finished_game(store, "coloryam", ada, scores=(120,), winners=(0,))
            (row,) = await results(store)
            assert (row["score"], row["rating"]) == (120, None)
            assert await rated_players(store) == set()

    run(work())


def test_a_player_who_left_has_lost(database: str) -> None:
    """Although the bot in their place has won."""

    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            left = Occupant(ben, "expert")
            await store_finished_game(store, "pivit", ada, left, scores=(3, 8), winners=(1,))
            stayed, gone = await results(store)
            assert not stayed["won"]
            assert not gone["won"]
            assert stayed["rating"] > 0 > gone["rating"]
            assert await rated_players(store) == {ada.id, ben.id}

    run(work())


@pytest.mark.parametrize(("margin", "sign"), [(2, 1), (0, 0), (-3, -1)])
def test_a_cooperative_game_is_rated_against_the_deal(
    database: str, margin: int, sign: int
) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            people = await new_guests(store, "Ada", "Ben", "Cleo", "Dan")
            await store_finished_game(
                store, "quatrefoil", *people, scores=(5,) * 4, winners=range(4), margin=margin
            )
            skills = {
                row["player"]: row["mu"] - 25
                for row in await store.fetch_all(select(schema.ratings))
            }
            assert skills.keys() == {"deal", *(person.id for person in people)}
            for person in people:
                assert skills[person.id] == pytest.approx(-skills["deal"])
                assert (skills[person.id] > 1e-9) - (skills[person.id] < -1e-9) == sign

    run(work())


def test_only_the_first_attempt_at_a_deal_is_marked(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            ends: dict[str, Any] = {"scores": (5, 2), "winners": (0,)}
            deal = await store_finished_game(store, "pivit", ada, "easy", ended=1, **ends)
            again: dict[str, Any] = {"deal": "known", "deal_name": deal, "rated": False}
            await store_finished_game(store, "pivit", ada, "easy", ended=2, **again, **ends)
            await store_finished_game(store, "pivit", ben, "easy", ended=3, **again, **ends)
            await store_finished_game(store, "pivit", ben, "easy", ended=4, deal="position", **ends)
            await store_finished_game(store, "pivit", ada, "easy", ended=5, **ends)
            assert [row["first"] for row in await results(store)] == [
                True,
                False,
                True,
                False,
                True,
            ]

    run(work())


def test_a_result_shows_the_current_names(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, cleo = await new_guests(store, "Ada", "Ben", "Cleo")
            seats = (ada, "expert"), (ben, Occupant(cleo, "easy"))
            table = await store_finished_game(
                store, "quivvit", *seats, scores=(3, 9), winners=(1,), ended=7
            )
            rows = await store.fetch_all(select(*RESULT_CARD_COLUMNS))
            async with store.connect() as connection:
                (card,) = await result_cards(connection, rows)
            assert card.table == table
            assert card.names == ("Ada & expert", "Ben & Cleo")
            assert (card.scores, card.winners, card.ended) == ((3, 9), (1,), 7)

    run(work())
