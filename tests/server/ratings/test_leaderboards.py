"""Leaderboards, rating curves and head-to-head records, from stored results."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import insert, update

from quincunx.core.errors import UnknownGame
from quincunx.server.common.times import WallTime, wall_clock
from quincunx.server.people.deletion import delete_person
from quincunx.server.ratings import leaderboards
from quincunx.server.ratings.head_to_head import load_head_to_head
from quincunx.server.ratings.leaderboards import BoardKey, Leaderboards, ranks, week_begins
from quincunx.server.ratings.rating_history import (
    MAX_POINTS,
    load_rating_history,
    thinned_out,
)
from quincunx.server.ratings.ratings import load_ratings
from quincunx.server.ratings.table_ratings import load_table_ratings
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import Encounters, Period, Person, PersonRating, RatingPoint, TableId
from tests.helpers.finished_games import store_finished_game
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run

LONG_AGO = 1000


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few games be enough for a place."""
    monkeypatch.setattr(leaderboards, "FEWEST_GAMES", 3)
    monkeypatch.setattr(leaderboards, "FEWEST_GAMES_IN_WEEK", 2)


async def with_accounts(store: Store, *people: Person) -> None:
    rows = [
        {"person": person.id, "login": person.name, "password": "", "created": 0}
        for person in people
    ]
    await store.write(lambda connection: connection.execute(insert(schema.accounts), rows))


async def play(
    store: Store, winner: Person, loser: Person, ended: int, times: int = 1, game: str = "pivit"
) -> list[str]:
    return [
        await store_finished_game(
            store, game, winner, loser, scores=(5, 2), winners=(0,), ended=ended + number
        )
        for number in range(times)
    ]


async def listed(store: Store, period: Period = "all", *, programs: bool = False) -> list[str]:
    board = await Leaderboards(store).load(BoardKey("pivit", period, programs), None)
    return [f"{line.place} {line.person.name}" for line in board.places]


def test_the_best_of_all_time_have_accounts_and_enough_games(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, cleo, guest = await new_guests(store, "Ada", "Ben", "Cleo", "Guest")
            await with_accounts(store, ada, ben, cleo)
            await play(store, guest, ben, LONG_AGO, 2)
            await play(store, ada, ben, LONG_AGO + 10, 2)
            await play(store, ada, guest, LONG_AGO + 20)
            await play(store, cleo, ben, LONG_AGO + 30, 2)
            assert await listed(store) == ["1 Ada", "2 Ben"]
            own = await Leaderboards(store).load(BoardKey("pivit", "all", False), cleo)
            assert (own.yours, own.your_games, own.fewest_games) == (None, 2, 3)

    run(work())


def test_the_best_of_the_week_are_those_who_gained_most_in_it(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, newcomer = await new_guests(store, "Ada", "Ben", "Newcomer")
            await with_accounts(store, ada, ben, newcomer)
            monday = week_begins(wall_clock())
            await play(store, ada, ben, LONG_AGO, 3)
            assert await listed(store, "week") == []
            await play(store, ben, ada, monday, 2)
            # Newcomers gain much only because little is known about them.
            await play(store, newcomer, ada, monday + 10, 3)
            board = await Leaderboards(store).load(BoardKey("pivit", "week", False), ada)
            assert [(line.person.name, line.games) for line in board.places] == [
                ("Ben", 2),
                ("Ada", 5),
            ]
            gains = [line.gain or 0 for line in board.places]
            assert gains[0] > 0 > gains[1]
            assert board.yours == board.places[1]
            assert board.your_games == 3, "those before the week"

    run(work())


def test_programs_have_a_board_of_their_own(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, one, other = await new_guests(store, "Ada", "One", "Other")
            await store.write(
                lambda connection: connection.execute(
                    update(schema.people)
                    .where(schema.people.c.id.in_((one.id, other.id)))
                    .values(owner=ada.id)
                )
            )
            await play(store, one, other, LONG_AGO, 3)
            assert await listed(store) == []
            assert await listed(store, programs=True) == ["1 One", "2 Other"]

    run(work())


def test_who_is_banned_or_deleted_disappears_although_the_board_is_kept(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, cleo = await new_guests(store, "Ada", "Ben", "Cleo")
            await with_accounts(store, ada, ben, cleo)
            await play(store, ada, ben, LONG_AGO, 3)
            await play(store, ben, cleo, LONG_AGO + 10, 3)
            boards, key = Leaderboards(store), BoardKey("pivit", "all", False)
            assert len((await boards.load(key, None)).places) == 3
            await store.write(lambda connection: delete_person(connection, ada.id))
            await store.write(
                lambda connection: connection.execute(
                    update(schema.people).where(schema.people.c.id == ben.id).values(banned=1)
                )
            )
            left = await boards.load(key, ben)
            assert [line.person for line in left.places] == [cleo]
            assert left.yours is None

    run(work())


def test_a_player_further_down_than_the_list_sees_the_own_place(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaderboards, "MAX_LISTED", 1)

    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            await with_accounts(store, ada, ben)
            await play(store, ada, ben, LONG_AGO, 3)
            board = await Leaderboards(store).load(BoardKey("pivit", "all", False), ben)
            assert [line.person for line in board.places] == [ada]
            assert board.listed == 2
            assert board.yours is not None
            assert (board.yours.place, board.yours.person) == (2, ben)

    run(work())


def test_a_board_of_an_unknown_game_is_refused(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            with pytest.raises(UnknownGame):
                await Leaderboards(store).load(BoardKey("chess", "all", False), None)

    run(work())


def test_equal_scores_share_a_place() -> None:
    scores = [("a", 30), ("b", 20), ("c", 20), ("d", 10)]
    places = [each.place for each in ranks([(p, s, 1) for p, s in scores])]  # type: ignore[misc]
    assert places == [1, 2, 2, 4]


def test_a_week_begins_on_monday_at_midnight_utc() -> None:
    def at(*date: int) -> WallTime:
        return WallTime(int(datetime(*date, tzinfo=UTC).timestamp() * 1000))  # type: ignore[misc,arg-type]

    assert week_begins(at(2026, 11, 18, 20)) == at(2026, 11, 16)
    assert week_begins(at(2026, 11, 16)) == at(2026, 11, 16)
    assert week_begins(WallTime(at(2026, 11, 16) - 1)) == at(2026, 11, 9)


# Curves


def test_the_curve_goes_through_the_rating_after_each_game(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            ratings = []
            for number in range(5):
                winner, loser = (ada, ben) if number % 2 else (ben, ada)
                await play(store, winner, loser, LONG_AGO + number)
                async with store.connect() as connection:
                    ratings.append(round((await load_ratings(connection, ada.id))["pivit"].rating))
            await play(store, ada, ben, LONG_AGO, game="quivvit")
            history = await load_rating_history(store, ada.id, "pivit")
            assert history.rated == 5
            assert [point.rating for point in history.points] == ratings
            assert [point.ended for point in history.points] == [LONG_AGO + n for n in range(5)]
            assert (await load_rating_history(store, ada.id, "coloryam")).points == ()

    run(work())


def test_a_long_curve_is_thinned_out_and_keeps_its_ends() -> None:
    points = [RatingPoint(number, number) for number in range(1000)]
    thin = thinned_out(points, MAX_POINTS)
    assert len(thin) == MAX_POINTS
    assert (thin[0], thin[-1]) == (points[0], points[-1])
    assert thinned_out(points[:7], MAX_POINTS) == tuple(points[:7])


# Head-to-head


def test_your_record_against_another_person(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, cleo = await new_guests(store, "Ada", "Ben", "Cleo")
            won = await play(store, ada, ben, LONG_AGO, 2)
            lost = await play(store, ben, ada, LONG_AGO + 10)
            await play(store, ada, cleo, LONG_AGO + 20)
            shared = await store_finished_game(
                store, "quivvit", ada, ben, scores=(3, 3), winners=(0, 1), ended=LONG_AGO + 30
            )
            record = await load_head_to_head(store, ada.id, ben.id)
            assert record.games == (Encounters("pivit", 2, 1, 0), Encounters("quivvit", 0, 0, 1))
            assert [card.table for card in record.latest] == [shared, *lost, *reversed(won)]
            assert {card.seat for card in record.latest} == {0, 1}
            turned = await load_head_to_head(store, ben.id, ada.id)
            assert turned.games[0] == Encounters("pivit", 1, 2, 0)
            assert (await load_head_to_head(store, ben.id, cleo.id)).games == ()

    run(work())


# At a table


def test_the_ratings_at_a_table_are_those_of_people_in_its_game(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            (table,) = await play(store, ada, ben, LONG_AGO)
            shown = {each.person: each.rating for each in await table_ratings(store, table)}
            assert shown.keys() == {ada.id, ben.id}
            assert shown[ada.id].rating > shown[ben.id].rating
            assert shown[ada.id].provisional
            await store.write(
                lambda connection: connection.execute(
                    update(schema.tables).values(phase="playing", names="{}")
                )
            )
            assert await table_ratings(store, table) == (), "names are fixed: no talking"

    run(work())


async def table_ratings(store: Store, table: str) -> tuple[PersonRating, ...]:
    return await load_table_ratings(store, TableId(table))
