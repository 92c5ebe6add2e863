"""The calendar of daily games, and a person's place among the results of a day."""

from __future__ import annotations

import pytest

from quincunx.registry import find
from quincunx.server.common.days import closes, deal_name
from quincunx.server.daily.daily_calendar import load_month
from quincunx.server.daily.deal_results import results_of_deal
from quincunx.server.storage.store import Store
from quincunx.wire import DailyMonth, DailyResult, Person, TableId
from tests.helpers.finished_games import store_finished_game
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run

NOON_MS = 12 * 3600 * 1000


async def finish(
    store: Store,
    person: Person,
    day: str,
    score: int = 9,
    *,
    game: str = "coloryam",
    won: bool = True,
    late_ms: int = -NOON_MS,
) -> TableId:
    """Store a daily game of that day that ended at noon, or `late_ms` after midnight."""
    table = await store_finished_game(
        store,
        game,
        person,
        scores=(score,),
        winners=(0,) if won else (),
        deal="daily",
        deal_name=deal_name(day, game),
        rated=False,
        ended=closes(day) + late_ms,
    )
    return TableId(table)


def test_a_month_lists_the_days_on_which_the_person_finished_in_time(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            last = await finish(store, ada, "2024-02-29", 41, won=False, late_ms=-1)
            first = await finish(store, ada, "2024-02-01", 30)
            await finish(store, ada, "2024-02-10", late_ms=0)
            await finish(store, ada, "2024-01-31", late_ms=5)
            await finish(store, ada, "2024-01-30")
            await finish(store, ada, "2024-03-01")
            await finish(store, ada, "2024-02-02", game="pivit")
            await finish(store, ben, "2024-02-03")
            await store_finished_game(
                store, "coloryam", ada, scores=(9,), winners=(0,), ended=closes("2024-02-05")
            )
            assert await load_month(store, ada, "coloryam", "2024-02") == DailyMonth(
                "coloryam",
                "2024-02",
                1,
                (
                    DailyResult("2024-02-01", first, 30, True),
                    DailyResult("2024-02-29", last, 41, False),
                ),
            )
            for person, month in ((ada, "2023-12"), (None, "2024-02")):
                assert not (await load_month(store, person, "coloryam", month)).results

    run(work())


@pytest.mark.parametrize(
    ("game", "attempts", "places"),
    [
        ("coloryam", [(30, True), (41, True), (30, True), (12, True)], [2, 1, 2, 4]),
        ("pivit", [(90, True), (45, True), (0, False), (90, True)], [2, 1, 4, 2]),
        ("qwirkle_cards", [(21, False), (11, True), (31, False)], [3, 1, 2]),
    ],
)
def test_equal_results_share_a_place(
    database: str, game: str, attempts: list[tuple[int, bool]], places: list[int]
) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            people = await new_guests(store, *"ABCDE"[: len(attempts) + 1])
            for person, (score, won) in zip(people, attempts, strict=False):
                await finish(store, person, "2024-02-29", score, game=game, won=won)
            # A game that ended after midnight has no place.
            await finish(store, people[-1], "2024-02-29", 1000, game=game, late_ms=0)
            deal = deal_name("2024-02-29", game)
            async with store.connect() as connection:
                found = [
                    await results_of_deal(
                        connection,
                        find(game),
                        1,
                        deal,
                        person,
                        before=closes("2024-02-29"),
                        limit=2,
                    )
                    for person in people
                ]
            assert [each.place for each in found] == [*places, None]
            assert {each.players for each in found} == {len(attempts)}
            assert {each.low_score_wins for each in found} == {game == "pivit"}
            assert {len(each.attempts) for each in found} == {2}

    run(work())
