"""The daily deal: the same for everybody, once a day, and a secret until the day closes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from datetime import date
from itertools import count
from typing import Any

import httpx
import msgspec
import pytest

import quincunx
from quincunx.client import Client, TableConnection
from quincunx.core.match import Match
from quincunx.core.options import make_options
from quincunx.core.seeds import Seed, next_secret
from quincunx.games.pivit import PIVIT
from quincunx.games.pivit.daily import has_solution
from quincunx.registry import find, game_names
from quincunx.server.bots import bot_seats
from quincunx.server.common import days
from quincunx.server.daily.daily_setups import daily_games, daily_options, find_accepted_secret
from quincunx.wire import Attempt, Daily, NewTable, Table, TableId, TableOpened
from tests.helpers.in_process_server import serve_database
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.table_sessions import refusal_of

A_DAY = 24 * 3600 * 10**9
"""In nanoseconds, as the machine's clock counts."""


class WallClock:
    """A wall clock that starts at noon and changes its day only by `turn`."""

    def __init__(self) -> None:
        self._real = time.time_ns
        now = self._real()
        self._turned = now // A_DAY * A_DAY + A_DAY // 2 - now

    def __call__(self) -> int:
        return self._real() + self._turned

    def turn(self, days: int) -> None:
        self._turned += days * A_DAY


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> WallClock:
    wall = WallClock()
    monkeypatch.setattr(time, "time_ns", wall)
    monkeypatch.setattr(bot_seats, "BOT_PAUSE_MS", 0)
    return wall


async def guests(url: str, *names: str) -> list[Client]:
    return [await Client.guest(url, name) for name in names]


async def first_view(client: Client, opened: TableOpened) -> tuple[Any, Table]:
    """What is dealt."""
    async with client.join(opened.id) as table:
        if table.table.phase == "gathering":
            await table.ready()
        await table.until(lambda: table.latest is not None)
        return table.position.view, table.table


def best_answer(table: TableConnection) -> str:
    """Return the solver's move, because the server gives no hints in a daily game."""
    game = find(table.table.game)
    rules = game.rules(make_options(game.options, table.table.options, game=game.name), 1)
    view = msgspec.convert(table.position.view, rules.view_type)
    return game.hints(rules, view)[-1].move or ""


async def answer(client: Client, opened: TableOpened, *, well: bool = True) -> None:
    """Plays a puzzle of Qwirkle Cards: as well as can be, or as little as can be."""
    async with client.join(opened.id) as table:
        if table.table.phase == "gathering":
            await table.ready()
        await table.my_turn()
        simple = min(table.position.moves, key=lambda move: len(move.words.args["cards"]))  # type: ignore[arg-type]
        if table.table.deal == "daily":
            assert await refusal_of(table.hints(9)) == "NotAllowed", "everybody plays it alone"
        else:
            assert (await table.hints(9)).hints
        await table.play(best_answer(table) if well else simple.move)
        await table.until(lambda: table.table.phase == "over")


async def daily(client: Client, game: str, of: str | None = None) -> Daily:
    return next(deal for deal in await client.dailies(of) if deal.game == game)


# What it is


def test_every_listed_game_has_a_playable_daily_game() -> None:
    assert list(daily_games()) == [name for name in game_names() if find(name).listed]
    for name, setup in daily_games().items():
        for number in range(1, 8):
            find(name).check_seats(setup.seats, daily_options(name, f"2026-11-0{number}"))


def test_the_six_sheets_alternate_by_day() -> None:
    week = [
        daily_games()["coloryam"].options(date(2026, 11, number))["sheet"] for number in range(1, 8)
    ]
    assert sorted(map(str, week[:6])) == ["1", "2", "3", "4", "5", "6"]
    assert week[6] == week[0]


def test_hands_that_cannot_be_laid_are_skipped() -> None:
    secrets = (Seed.of(number).secret for number in count())
    bad = next(secret for secret in secrets if not pivit_accepts(secret))
    chosen = find_accepted_secret("pivit", "2026-11-01", bad)
    assert chosen == find_accepted_secret("pivit", "2026-11-01", chosen) != bad
    tried = bad
    while tried != chosen:
        assert not pivit_accepts(tried)
        tried = next_secret(tried)
    assert find_accepted_secret("quivvit", "2026-11-01", bad) == bad, "every deal is accepted"


def pivit_accepts(secret: str) -> bool:
    return has_solution(Match(PIVIT, PIVIT.options(), 1, seed=Seed(secret)))


# The day


def test_everybody_gets_the_same_deal(database: str, clock: WallClock) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = await guests(url, "Ada", "Bob")
            hers: Any = None
            for game in ("quatrefoil", "coloryam", "quivvit", "qwirkle_cards"):
                (hers, her_table), (his, his_table) = [
                    await first_view(client, await client.play_daily(game)) for client in (ada, bob)
                ]
                assert hers == his, game
                assert (her_table.deal, her_table.origin) == ("daily", days.today())
                assert her_table.id != his_table.id
                assert her_table.commitment != his_table.commitment
            clock.turn(1)
            puzzle, _ = await first_view(ada, await ada.play_daily("qwirkle_cards"))
            assert puzzle["table"] != hers["table"], "another day, another deal"

    run(work())


def test_everybody_gets_the_same_hand_in_pivit(database: str, clock: WallClock) -> None:
    async def hand(client: Client) -> list[str]:
        opened = await client.play_daily("pivit")
        async with client.join(opened.id) as table:
            await table.ready()
            await table.until(lambda: table.latest is not None)
            await table.play("ready")
            await table.until(lambda: bool(table.position.view["hands"][0]))
            tiles: list[str] = table.position.view["hands"][0]
            await table.play("stop")
            return tiles

    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = await guests(url, "Ada", "Bob")
            hers, his = await asyncio.gather(hand(ada), hand(bob))
            assert hers == his == await hand_of(ada)

    async def hand_of(client: Client) -> list[str]:
        """As the record of it tells when the day is over."""
        clock.turn(1)
        opened = await daily(client, "pivit", yesterday())
        record = msgspec.json.decode(await client.record(opened.table or TableId("")))
        secret, seed = opened.seed or "", record["seed"]["secret"]
        assert find_accepted_secret("pivit", opened.day, secret) == seed
        match = quincunx.replay(json.dumps(record))
        assert isinstance(match, quincunx.Match)
        tiles: list[str] = [*match.view(0).hands[0]]
        return tiles

    run(work())


def yesterday() -> str:
    return date.fromordinal(date.fromisoformat(days.today()).toordinal() - 1).isoformat()


def test_a_person_has_one_table_a_day(database: str, clock: WallClock) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            (ada,) = await guests(url, "Ada")
            both = await asyncio.gather(*(ada.play_daily("quatrefoil") for _ in range(4)))
            assert len({opened.id for opened in both}) == 1
            opened = both[0]
            assert (await daily(ada, "quatrefoil")).table == opened.id
            assert (await daily(ada, "quivvit")).table is None
            async with ada.join(opened.id) as table:
                await table.leave()
            assert await ada.play_daily("quatrefoil") == opened, "also after leaving it"
            clock.turn(1)
            assert await ada.play_daily("quatrefoil") != opened
            assert (await daily(ada, "quatrefoil", yesterday())).table == opened.id

    run(work())


def test_the_deal_is_secret_until_the_day_ends(database: str, clock: WallClock) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = await guests(url, "Ada", "Bob")
            opened = await ada.play_daily("qwirkle_cards")
            await answer(ada, opened)
            promised = await daily(bob, "qwirkle_cards")
            assert promised.seed is None
            own = msgspec.json.decode(await ada.record(opened.id))
            assert (own["whole"], own["viewer"], "seed" in own) == (False, 0, False)
            assert own == msgspec.json.decode(await ada.record(opened.id, seat=0))
            assert await refusal_of(bob.record(opened.id)) == "NotInvited"
            assert await refusal_of(bob.results_of(opened.id)) == "WrongPhase"
            for person in (ada, bob):
                assert await refusal_of(person.play_same_deal(opened.id, 0)) == "WrongPhase"
                assert await refusal_of(person.play_on(opened.id, 0, 0)) == "WrongPhase"
            clock.turn(1)
            whole = await bob.record(opened.id)
            assert quincunx.verify(whole).nonces == 0
            shown = await daily(bob, "qwirkle_cards", promised.day)
            assert shown.seed == msgspec.json.decode(whole)["seed"]["secret"]
            assert shown.commitment == promised.commitment
            text = json.dumps(
                ["quincunx-daily/1", promised.day, "qwirkle_cards", shown.seed],
                separators=(",", ":"),
            )
            assert hashlib.sha256(text.encode()).hexdigest() == promised.commitment

    run(work())


def test_a_past_day_can_be_played_as_a_known_deal(database: str, clock: WallClock) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = await guests(url, "Ada", "Bob")
            opened = await ada.play_daily("qwirkle_cards")
            dealt, _ = await first_view(ada, opened)
            await answer(ada, opened, well=False)
            that_day = days.today()
            clock.turn(1)
            again = await bob.play_same_deal(opened.id, 0)
            tried, table = await first_view(bob, again)
            assert tried == dealt
            assert table.deal == "known"
            await answer(bob, again)
            results = await bob.results_of(opened.id)
            assert [(each.person, each.known) for each in results.attempts] == [
                (bob.person, True),
                (ada.person, False),
            ]
            assert results.yours == results.attempts[0]
            of_the_day = (await daily(bob, "qwirkle_cards", that_day)).results
            assert [each.person for each in of_the_day.attempts] == [ada.person]
            assert of_the_day.yours is None

    run(work())


def test_a_past_day_that_nobody_played_can_be_played(database: str, clock: WallClock) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = await guests(url, "Ada", "Bob")
            opened = await ada.try_daily(yesterday(), "qwirkle_cards")
            dealt, table = await first_view(ada, opened)
            assert (table.deal, table.origin) == ("known", yesterday())
            assert await ada.try_daily(yesterday(), "qwirkle_cards") == opened, "while it goes on"
            his = await bob.try_daily(yesterday(), "qwirkle_cards")
            assert (await first_view(bob, his))[0] == dealt
            await answer(ada, opened)
            assert await ada.try_daily(yesterday(), "qwirkle_cards") not in (opened, his)
            that_day = await daily(ada, "qwirkle_cards", yesterday())
            assert (that_day.results.attempts, that_day.table, that_day.streak) == ((), None, 0)
            (attempt,) = (await ada.results_of(opened.id)).attempts
            assert (attempt.person, attempt.known) == (ada.person, True)
            record = msgspec.json.decode(await ada.record(opened.id))
            assert record["seed"]["secret"] == that_day.seed

    run(work())


def test_a_game_that_ends_after_the_day_does_not_count(database: str, clock: WallClock) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = await guests(url, "Ada", "Bob")
            that_day = days.today()
            late, in_time = [await person.play_daily("qwirkle_cards") for person in (ada, bob)]
            await first_view(ada, late)
            await answer(bob, in_time)
            clock.turn(1)
            await answer(ada, late)
            of_the_day = (await daily(ada, "qwirkle_cards", that_day)).results
            assert [each.person for each in of_the_day.attempts] == [bob.person]
            of_all_days = await ada.results_of(late.id)
            known = {each.person.id: each.known for each in of_all_days.attempts}
            assert known == {ada.person.id: True, bob.person.id: False}

    run(work())


# Results


def test_the_results_of_the_day_are_public_and_sorted(database: str, clock: WallClock) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob, cleo = await guests(url, "Ada", "Bob", "Cleo")
            await answer(ada, await ada.play_daily("qwirkle_cards"), well=False)
            await answer(bob, await bob.play_daily("qwirkle_cards"))
            results = (await daily(ada, "qwirkle_cards")).results
            assert [each.person for each in results.attempts] == [bob.person, ada.person]
            best, worst = results.attempts
            assert best.score >= 11 > worst.score
            assert (best.won, worst.won) == (True, False)
            assert results.yours == worst
            assert (results.place, results.players) == (2, 2)
            watched = (await daily(cleo, "qwirkle_cards")).results
            assert (watched.yours, watched.place, watched.players) == (None, None, 2)
            async with httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as nobody:
                seen = (await nobody.get("/api/daily")).json()
                assert [each["game"] for each in seen] == list(daily_games())
                told = seen[3]["results"]["attempts"]
                assert msgspec.convert(told, tuple[Attempt, ...]) == results.attempts
                assert (await nobody.post("/api/daily/quivvit")).status_code == 401

    run(work())


def test_days_in_a_row(database: str, clock: WallClock) -> None:
    async def streak(client: Client) -> int:
        return (await daily(client, "qwirkle_cards")).streak

    async def work() -> None:
        async with serve_database(database) as url:
            (ada,) = await guests(url, "Ada")
            for days in (1, 2):
                assert await streak(ada) == days - 1, "today's may still be finished"
                await answer(ada, await ada.play_daily("qwirkle_cards"), well=False)
                assert await streak(ada) == days
                clock.turn(1)
            clock.turn(1)
            assert await streak(ada) == 0, "a day was missed"

    run(work())


# What is refused


def test_invalid_days_and_games_are_refused(database: str, clock: WallClock) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            (ada,) = await guests(url, "Ada")
            tomorrow = date.fromordinal(date.fromisoformat(days.today()).toordinal() + 1)
            for none in (tomorrow.isoformat(), "20261101", "2026-02-30", "today", "9999-12-31"):
                assert await refusal_of(ada.dailies(none)) == "NoSuchDay", none
            assert len(await ada.dailies("2020-02-29")) == 5
            for none in ("2026-11-01", "202611", "2026-13", "0000-01", "9999-12", "now", "2026-1"):
                assert await refusal_of(ada.daily_month("quivvit", none)) == "NoSuchDay", none
            assert await refusal_of(ada.daily_month("chess", days.today()[:7])) == "NotAllowed"
            assert await refusal_of(ada.play_daily("chess")) == "NotAllowed"
            assert await refusal_of(ada.play_daily(days.today())) == "NotAllowed"
            assert await refusal_of(ada.try_daily(yesterday(), "chess")) == "NotAllowed"
            assert await refusal_of(ada.try_daily(days.today(), "quivvit")) == "WrongPhase"
            assert await refusal_of(ada.try_daily(tomorrow.isoformat(), "quivvit")) == "NoSuchDay"

    run(work())


def test_a_daily_table_is_private(database: str, clock: WallClock) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = await guests(url, "Ada", "Bob")
            opened = await ada.play_daily("quatrefoil")
            assert await refusal_of(_come(bob, opened.id)) == "NotInvited"
            await bob.create_table(NewTable("quatrefoil", open=True))
            async for told in ada.lobby():
                assert opened.id not in {each.id for each in told.open}
                assert [(each.id, each.deal) for each in told.yours] == [(opened.id, "daily")]
                break

    run(work())


async def _come(client: Client, table: str) -> None:
    async with client.join(TableId(table)):
        pass
