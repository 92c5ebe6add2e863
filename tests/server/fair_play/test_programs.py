"""Programs at tables: where they may sit, what they may do, and how their games are rated."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import select

from quincunx.client import Client, Refusal
from quincunx.server.storage import schema
from quincunx.wire import LobbySnapshot, NewTable, PersonId, Profile, TableOpened
from tests.helpers.http_calls import call
from tests.helpers.waiting import run
from tests.server.fair_play.games import LocalServer, refusal_id, results, serve

PAIR = NewTable("coloryam", seats=2, open=True, programs=True)


class Owner(NamedTuple):
    """A person with an account, and their bot accounts."""

    client: Client
    bots: list[Client]
    tokens: list[str]


async def owner_with_bots(url: str, *names: str) -> Owner:
    client = await Client.guest(url, "Ada")
    await client.register("ada", "a good password")
    tokens = [(await client.create_bot_account(name)).token for name in names]
    return Owner(client, [await Client.with_token(url, token) for token in tokens], tokens)


async def error_of(client: Client, method: str, path: str, body: object = None) -> str:
    with pytest.raises(Refusal) as caught:
        await call(client, method, path, body)
    return caught.value.refused.error


def test_a_program_sits_only_where_the_host_allows_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            owner = await owner_with_bots(server.url, "Deep")
            (deep,) = owner.bots
            opened = await owner.client.create_table(NewTable("coloryam", seats=2, open=True))
            assert await refusal_id(_enter(deep, opened)) == "table.refusal.people_only"
            path = f"/api/tables/{opened.id}/join"
            assert await error_of(deep, "POST", path) == "PeopleOnly"
            async with owner.client.join(opened.id) as host:
                await host.allow_programs(allow=True)
                async with deep.join(opened.id) as table:
                    await table.sit(1)
                    await host.until(lambda: host.table.seats[1].members[0] is not None)
                    member = host.table.seats[1].members[0]
                    assert member is not None
                    assert member.person is not None
                    assert (member.person.name, member.person.bot) == ("Deep", True)
                    (card,) = (await _lobby(deep)).open
                    assert (card.programs, card.bot_seats, card.rated) == (True, (1,), False)
                    await host.allow_programs(allow=False)
                    await host.until(lambda: host.table.seats[1].members[0] is None)
                    assert await refusal_id(table.sit(1)) == "table.refusal.people_only"

    run(work())


def test_only_the_host_allows_programs_and_not_in_a_rated_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            ada, ben = [await Client.guest(server.url, name) for name in ("Ada", "Ben")]
            opened = await ada.create_table(NewTable("coloryam", seats=2, open=True, rated=True))
            async with ada.join(opened.id) as host, ben.join(opened.id) as guest:
                refused = guest.allow_programs(allow=True)
                assert await refusal_id(refused) == "table.refusal.host_only"
                refused = host.allow_programs(allow=True)
                assert await refusal_id(refused) == "table.refusal.rated_for_people"
            rated = NewTable("coloryam", seats=2, rated=True, programs=True)
            refused_table = ada.create_table(rated)
            assert await refusal_id(refused_table) == "table.refusal.rated_for_people"

    run(work())


def test_a_token_is_good_for_playing_and_for_nothing_else(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            owner = await owner_with_bots(server.url, "Deep")
            (deep,) = owner.bots
            opened = await owner.client.create_table(PAIR)
            for method, path, body in (
                ("POST", "/api/guest", {"name": "Human"}),
                ("POST", "/api/account", {"login": "deep", "password": "a good password"}),
                ("POST", "/api/login", {"login": "ada", "password": "a good password"}),
                ("POST", "/api/logout", None),
                ("POST", "/api/logout-everywhere", None),
                ("POST", "/api/password", {"old": "", "new": "another password"}),
                ("POST", "/api/delete", {}),
                ("GET", "/api/export", None),
                ("GET", "/api/bots", None),
                ("POST", "/api/bots", {"name": "Child"}),
                ("POST", f"/api/bots/{deep.person.id}/token", None),
                ("POST", "/api/tables", {"game": "coloryam"}),
                ("POST", "/api/play", {"game": "coloryam"}),
                ("POST", "/api/daily/coloryam", None),
                ("POST", "/api/puzzles/quivvit/next", None),
            ):
                assert await error_of(deep, method, path, body) == "PeopleOnly", path
            async with deep.join(opened.id) as table:
                await table.sit(1)
                for asking in (
                    table.say("Hello"),
                    table.report(0),
                    table.hints(),
                    table.seat_bot(0, "easy"),
                    table.propose("pause"),
                    table.rematch(),
                    table.allow_programs(allow=True),
                ):
                    assert await refusal_id(asking) == "table.refusal.not_for_programs"

    run(work())


def test_a_program_resigns_with_the_same_request(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            owner = await owner_with_bots(server.url, "Deep")
            (deep,) = owner.bots
            opened = await owner.client.create_table(PAIR)
            async with owner.client.join(opened.id) as host, deep.join(opened.id) as table:
                await table.sit(1)
                await table.ready()
                await host.ready()
                await table.until(lambda: table.resigning == "lost")
                await table.resign()
                await host.until(lambda: host.table.phase == "closed")
                assert host.table.outcome is not None
                assert host.table.outcome.winners == (0,)

    run(work())


def test_a_revoked_token_closes_the_connection_and_is_refused(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            owner = await owner_with_bots(server.url, "Deep")
            (deep,) = owner.bots
            opened = await owner.client.create_table(PAIR)
            async with deep.join(opened.id) as table:
                await call(owner.client, "POST", f"/api/bots/{deep.person.id}/revoke")
                await asyncio.wait_for(table.closed(), 60)
            assert await refusal_id(_enter(deep, opened)) == "table.refusal.bad_token"
            assert await error_of(deep, "GET", "/api/me") == "BadToken"

    run(work())


def test_a_game_of_people_and_programs_changes_no_rating(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            owner = await owner_with_bots(server.url, "Deep")
            opened = await owner.client.create_table(PAIR)
            await _play_to_the_end(opened, owner.client, owner.bots[0])
            found = await results(server.app)
            assert {name: result.rating for name, result in found.items()} == {
                "Ada": None,
                "Deep": None,
            }
            assert await _rated_players(server) == set()

    run(work())


def test_programs_are_rated_among_themselves(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            owner = await owner_with_bots(server.url, "Deep", "Blue")
            opened = await owner.client.create_table(PAIR)
            async with owner.client.join(opened.id) as host:
                await host.leave()
            await _play_to_the_end(opened, *owner.bots)
            assert await _rated_players(server) == {bot.person.id for bot in owner.bots}
            profile = await _profile(owner.client, owner.bots[0])
            assert profile.person.bot
            assert profile.owner == owner.client.person
            assert profile.standings[0].rating is not None
            assert profile.history[0].bot_seats == (0, 1)

    run(work())


async def _enter(client: Client, opened: TableOpened) -> None:
    async with client.join(opened.id, opened.invite):
        pass


async def _lobby(client: Client) -> LobbySnapshot:
    async for lobby in client.lobby():
        return lobby
    raise AssertionError("the lobby is sent at once")


async def _profile(client: Client, of: Client) -> Profile:
    found: Profile = await call(client, "GET", f"/api/people/{of.person.id}", answer=Profile)
    return found


async def _play_to_the_end(opened: TableOpened, *clients: Client) -> None:
    """Let clients sit down and make the first legal move until the game is over."""

    async def play(client: Client) -> None:
        async with client.join(opened.id, opened.invite) as table:
            await table.sit(None)
            await table.ready()
            await table.until(lambda: table.latest is not None)
            while table.outcome is None:
                await table.my_turn()
                if table.outcome is None:
                    await table.play(table.position.moves[-1].move)
            await table.until(lambda: table.table.phase == "over")

    await asyncio.gather(*map(play, clients))


async def _rated_players(server: LocalServer) -> set[PersonId]:
    rows = await server.app.state.store.fetch_all(select(schema.ratings.c.player))
    return {PersonId(row["player"]) for row in rows}
