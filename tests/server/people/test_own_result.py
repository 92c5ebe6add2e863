"""What a finished game changed for one of its players."""

from __future__ import annotations

import pytest

from quincunx.server.people.own_result import own_result
from quincunx.server.people.profiles import profile
from quincunx.server.storage.store import Store
from quincunx.wire import OwnResult, Person, TableId
from tests.helpers.finished_games import store_finished_game
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run


async def _play(store: Store, ada: Person, ben: Person, results: str) -> list[TableId]:
    """Store games of Pivit, which Ada wins (W) or loses (L), and return their tables."""
    return [
        TableId(
            await store_finished_game(
                store,
                "pivit",
                ada,
                ben,
                scores=(5, 2) if result == "W" else (2, 5),
                winners=(0,) if result == "W" else (1,),
                ended=number,
            )
        )
        for number, result in enumerate(results)
    ]


def test_wins_in_a_row_are_those_at_the_end_of_that_game(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            tables = await _play(store, ada, ben, "WLWWW")
            alone = await store_finished_game(store, "pivit", ada, scores=(90,), winners=(0,))
            found = [await own_result(store, table, ada) for table in tables]
            assert [each.wins for each in found if each] == [1, 0, 1, 2, 3]
            solo = await own_result(store, TableId(alone), ada)
            assert solo == OwnResult(change=None, rating=None, wins=0)

    run(work())


def test_the_rating_is_that_after_the_game_even_when_later_games_have_changed_it(
    database: str,
) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            (first,) = await _play(store, ada, ben, "W")
            before = await own_result(store, first, ada)
            assert before is not None
            assert before.change is not None
            assert before.change > 0
            assert before.rating == pytest.approx(1000 + before.change)
            later = await store_finished_game(
                store, "pivit", ada, ben, scores=(2, 5), winners=(1,), ended=1
            )
            again = await own_result(store, first, ada)
            assert again is not None
            assert again.rating == pytest.approx(before.rating)
            last = await own_result(store, TableId(later), ada)
            assert last is not None
            (standing,) = (await profile(store, ada.id)).standings
            assert last.rating == pytest.approx(standing.rating)

    run(work())


def test_spectators_have_no_result(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, cleo = await new_guests(store, "Ada", "Ben", "Cleo")
            (table,) = await _play(store, ada, ben, "W")
            assert await own_result(store, table, cleo) is None
            assert await own_result(store, TableId("nothing"), ada) is None

    run(work())
