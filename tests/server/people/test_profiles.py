"""Profiles: results, days in a row and games of a person."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import update

from quincunx.client import Client
from quincunx.server.common.days import today
from quincunx.server.people import profiles
from quincunx.server.people.accounts.accounts import Accounts
from quincunx.server.people.profiles import profile
from quincunx.server.people.sessions import NoSuchPerson
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import DailyStreak, NewTable, Person, PersonId, Register, ResultCard
from tests.helpers.finished_games import store_finished_game
from tests.helpers.server_process import ServerProcess
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import MAX_WAIT_S, run

TODAY = date.fromisoformat(today())


def test_a_new_person_has_nothing_to_show_yet(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            (ada,) = await new_guests(store, "Ada")
            shown = await profile(store, ada.id)
            assert shown.person == ada
            assert shown.since > 0
            assert not shown.registered
            assert (shown.standings, shown.daily, shown.history) == ((), (), ())
            assert not shown.more
            await Accounts(store).register(ada, Register("ada", "correct horse"))
            assert (await profile(store, ada.id)).registered

    run(work())


def test_standings_by_game_with_wins_in_a_row(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            for number, wins in enumerate("LWWWLWW"):
                ends: dict[str, Any] = (
                    {"scores": (5, 2), "winners": (0,)}
                    if wins == "W"
                    else {"scores": (2, 5), "winners": (1,)}
                )
                await store_finished_game(store, "pivit", ada, ben, ended=number, **ends)
            await store_finished_game(
                store, "quivvit", ada, ben, scores=(3, 3), winners=(0, 1), ended=8, rated=False
            )
            quivvit, pivit = sorted(
                (await profile(store, ada.id)).standings, key=lambda standing: standing.played
            )
            assert (pivit.game, pivit.played, pivit.won) == ("pivit", 7, 5)
            assert (pivit.streak, pivit.best_streak) == (2, 3)
            assert pivit.rating is not None
            assert pivit.uncertainty is not None
            assert (quivvit.played, quivvit.won, quivvit.streak) == (1, 1, 1)
            assert (quivvit.rating, quivvit.uncertainty) == (None, None)
            (other,) = (s for s in (await profile(store, ben.id)).standings if s.game == "pivit")
            assert (other.won, other.streak, other.best_streak) == (2, 0, 1)
            assert other.rating is not None
            assert other.rating < pivit.rating

    run(work())


def test_solo_games_count_as_played_and_not_as_won(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            await store_finished_game(
                store, "pivit", ada, ben, scores=(5, 2), winners=(0,), ended=1
            )
            await store_finished_game(store, "pivit", ada, scores=(5,), winners=(0,), ended=2)
            await store_finished_game(store, "pivit", ada, scores=(0,), winners=(), ended=3)
            (standing,) = (await profile(store, ada.id)).standings
            assert (standing.played, standing.won, standing.streak) == (3, 1, 1)

    run(work())


def test_the_history_comes_page_by_page_newest_first(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "PAGE_SIZE", 3)

    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, cleo = await new_guests(store, "Ada", "Ben", "Cleo")
            tables = [
                await store_finished_game(
                    store, "pivit", ben, ada, scores=(2, 5), winners=(1,), ended=10 * n
                )
                for n in range(7)
            ]
            await store_finished_game(
                store, "pivit", ben, cleo, scores=(2, 5), winners=(1,), ended=35
            )
            seen: list[ResultCard] = []
            before = None
            while True:
                shown = await profile(store, ada.id, before, viewer=ada)
                seen += shown.history
                if not shown.more:
                    break
                assert len(shown.history) == 3
                before = shown.history[-1].ended
            assert [card.table for card in seen] == tables[::-1]
            latest = seen[0]
            assert (latest.names, latest.scores, latest.winners) == (("Ben", "Ada"), (2, 5), (1,))
            assert (latest.seat, latest.ended, latest.deal) == (1, 60, "fresh")
            assert latest.rating is not None
            assert latest.rating > 0

    run(work())


async def finish_daily(store: Store, person: Person, *ago: int, game: str = "pivit") -> None:
    """Store finished daily games of so many days ago."""
    for days in ago:
        day = TODAY - timedelta(days=days)
        await store_finished_game(
            store,
            game,
            person,
            scores=(5,),
            winners=(0,),
            deal="daily",
            deal_name=f"daily/{day}/{game}",
            rated=False,
        )


def test_days_in_a_row_by_game(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            (ada,) = await new_guests(store, "Ada")
            await finish_daily(store, ada, 0, 1)
            await finish_daily(store, ada, 3, game="quivvit")
            await store_finished_game(store, "coloryam", ada, scores=(9,), winners=(0,))
            assert set((await profile(store, ada.id)).daily) == {
                DailyStreak("pivit", 2, 2),
                DailyStreak("quivvit", 0, 1),
            }

    run(work())


def test_an_unknown_person_has_no_profile(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            (ada,) = await new_guests(store, "Ada")
            await Accounts(store).delete(ada, "")
            for person in (ada.id, "nobody", "", "a\x00b"):
                with pytest.raises(NoSuchPerson):
                    await profile(store, PersonId(person))

    run(work())


# Over HTTP


def test_a_profile_is_public(http: httpx.Client, server: ServerProcess) -> None:
    person = http.post("/api/guest", json={"name": "Ada"}).json()["person"]
    shown = httpx.get(f"{server.url}/api/people/{person['id']}", timeout=MAX_WAIT_S).json()
    assert shown["person"] == person
    assert (shown["registered"], shown["history"], shown["more"]) == (False, [], False)
    assert http.get(f"/api/people/{person['id']}?before=5").status_code == 200


def test_a_game_at_a_table_is_in_the_profile_as_soon_as_it_is_over(
    http: httpx.Client, server: ServerProcess
) -> None:
    async def work() -> str:
        ada = await Client.guest(server.url, "Ada")
        bots = {1: "easy", 2: "easy", 3: "easy"}
        table = await ada.create_table(NewTable("quatrefoil", bots=bots, rated=True))
        async with ada.join(table.id) as seat:
            await seat.ready()
            await seat.until(lambda: seat.latest is not None)
            while seat.outcome is None:
                await seat.my_turn()
                if seat.outcome is None:
                    await seat.play("stack")
        return ada.person.id

    shown = http.get(f"/api/people/{run(work())}").json()
    (game,) = shown["history"]
    assert game["names"] == ["Ada", "easy", "easy", "easy"]
    (standing,) = shown["standings"]
    assert (standing["game"], standing["played"]) == ("quatrefoil", 1)
    # The deal is hardly ever solved before anybody has moved; it was rated in any case.
    assert game["rating"] is not None
    assert (game["rating"] > 0) == bool(game["winners"])


@pytest.mark.parametrize(
    ("path", "status", "error"),
    [
        ("nobody", 404, "NoSuchPerson"),
        ("a%00b", 404, "Unreadable"),
        ("nobody?before=yesterday", 400, "Unreadable"),
        ("nobody?before=99999999999999999999", 400, "Unreadable"),
    ],
)
def test_invalid_profile_requests_are_refused(
    http: httpx.Client, path: str, status: int, error: str
) -> None:
    answer = http.get(f"/api/people/{path}")
    assert (answer.status_code, answer.json()["error"]) == (status, error)


def test_strangers_do_not_learn_the_ids_of_private_tables(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben, eve = await new_guests(store, "Ada", "Ben", "Eve")
            private = await store_finished_game(
                store, "pivit", ben, ada, scores=(2, 5), winners=(1,), ended=1
            )
            public = await store_finished_game(
                store, "pivit", ben, ada, scores=(2, 5), winners=(1,), ended=2
            )
            await store.write(
                lambda connection: connection.execute(
                    update(schema.tables).where(schema.tables.c.id == public).values(open=True)
                )
            )
            for viewer in (None, eve):
                seen = await profile(store, ada.id, viewer=viewer)
                assert [card.table for card in seen.history] == [public, ""]
                assert private.encode() not in msgspec.json.encode(seen)
            for viewer in (ada, ben):
                seen = await profile(store, ada.id, viewer=viewer)
                assert [card.table for card in seen.history] == [public, private]

    run(work())
