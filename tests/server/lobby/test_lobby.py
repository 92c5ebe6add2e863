"""The lobby over sockets: lists that follow every change, for each viewer."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from quincunx.client import Client, TableConnection
from quincunx.server.bots import bot_seats
from quincunx.wire import (
    LobbySnapshot,
    NewTable,
    Person,
    PersonId,
    TableCard,
    TableOpened,
)
from tests.helpers.in_process_server import serve_database
from tests.helpers.waiting import run
from tests.server.lobby.snapshots import EMPTY_LOBBY


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "BOT_PAUSE_MS", 0)


class LobbyView:
    """A live view of the lobby."""

    def __init__(self, told: AsyncGenerator[LobbySnapshot]) -> None:
        self._told = told
        self.now = EMPTY_LOBBY

    async def until(self, condition: Callable[[LobbySnapshot], bool]) -> LobbySnapshot:
        while not condition(self.now):
            self.now = await anext(self._told)
        return self.now


@asynccontextmanager
async def watch_lobby(client: Client) -> AsyncIterator[LobbyView]:
    async with aclosing(client.lobby()) as told:
        watcher = LobbyView(told)
        watcher.now = await anext(told)
        yield watcher


def card(cards: tuple[TableCard, ...], table: str) -> TableCard | None:
    return next((card for card in cards if card.id == table), None)


def anonymous(url: str) -> Client:
    """Return a client without a session."""
    return Client(url, "", Person(PersonId(""), ""))


async def begin(*tables: TableConnection) -> None:
    for table in tables:
        await table.ready()
    for table in tables:
        await reached(table, 0)


async def reached(table: TableConnection, version: int) -> None:
    await table.until(lambda: table.latest is not None and table.latest.version >= version)


def test_a_public_table_is_listed_from_creation_to_its_end(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = [await Client.guest(url, name) for name in ("Ada", "Bob")]
            async with watch_lobby(anonymous(url)) as visitor, watch_lobby(bob) as bobs:
                assert visitor.now == EMPTY_LOBBY
                opened = await ada.create_table(
                    NewTable("quivvit", {"decks": 2}, seats=2, open=True, pace=60)
                )
                seen = await visitor.until(lambda now: bool(now.open))
                (found,) = seen.open
                assert (found.game, found.phase, found.host) == (
                    "quivvit",
                    "gathering",
                    ada.person,
                )
                assert (found.names, found.free, found.pace) == (("Ada", ""), 1, 60)
                assert (found.options, found.deal) == ({"decks": 2}, "fresh")
                assert (found.seated, found.your_turn, seen.yours) == (False, False, ())
                async with ada.join(opened.id) as hers, bob.join(opened.id) as his:
                    await his.sit(1)
                    await visitor.until(lambda now: now.open[0].names == ("Ada", "Bob"))
                    assert visitor.now.open[0].free == 0
                    await bobs.until(lambda now: len(now.yours) == 1)
                    assert bobs.now.open[0] == bobs.now.yours[0]
                    assert bobs.now.open[0].seated
                    await his.leave()
                    await bobs.until(lambda now: now.yours == ())
                    await his.sit(1)
                    await begin(hers, his)
                    await visitor.until(lambda now: now.open[0].phase == "playing")
                    await hers.propose("end")
                    await his.answer("end", agree=True)
                    await visitor.until(lambda now: now.open == ())
                    assert visitor.now.recent == (), "it has no result"

    run(work())


def test_the_lobby_shows_whose_turn_it_is(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = [await Client.guest(url, name) for name in ("Ada", "Bob")]
            opened = await ada.create_table(NewTable("qwirkle_cards", seats=2))
            async with (
                ada.join(opened.id) as hers,
                bob.join(opened.id, opened.invite) as his,
                watch_lobby(ada) as adas,
                watch_lobby(bob) as bobs,
            ):
                await his.sit(1)
                await begin(hers, his)
                seats, watchers = [hers, his], [adas, bobs]
                for version in range(3):
                    (first,) = hers.position.awaited
                    await watchers[first].until(lambda now: turns(now) == [True])
                    await watchers[1 - first].until(lambda now: turns(now) == [False])
                    assert watchers[first].now.yours[0].awaited == (first,)
                    await seats[first].play(seats[first].position.moves[0].move)
                    await reached(seats[1 - first], version + 1)

    run(work())


def turns(now: LobbySnapshot) -> list[bool]:
    """Return for each game in play whether it is the viewer's turn."""
    return [each.your_turn for each in now.yours if each.phase == "playing"]


def test_private_tables_are_listed_for_their_players_only(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = [await Client.guest(url, name) for name in ("Ada", "Bob")]
            async with watch_lobby(bob) as bobs, watch_lobby(ada) as adas:
                private = await ada.create_table(NewTable("quatrefoil"))
                daily = await ada.play_daily("quatrefoil")
                shown = await ada.create_table(NewTable("quatrefoil", open=True))
                await adas.until(lambda now: len(now.yours) == 3)
                await bobs.until(lambda now: card(now.open, shown.id) is not None)
                for told in (bobs.now, await once(bob), await once(anonymous(url))):
                    assert [each.id for each in told.open] == [shown.id]
                    assert told.yours == ()
                    assert private.id.encode() not in msgspec.json.encode(told)
                    assert daily.id.encode() not in msgspec.json.encode(told)
                assert {each.id for each in adas.now.yours} == {private.id, daily.id, shown.id}

    run(work())


async def once(client: Client) -> LobbySnapshot:
    """Fetch the lobby over HTTP."""
    return msgspec.json.decode(await client._call("GET", "/api/lobby"), type=LobbySnapshot)


def test_results_of_public_tables_are_listed(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada = await Client.guest(url, "Ada")
            bots = {1: "easy", 2: "easy", 3: "easy"}
            tables = [
                await ada.create_table(NewTable("quatrefoil", bots=bots, open=is_open))
                for is_open in (False, True)
            ]
            async with watch_lobby(anonymous(url)) as visitor:
                for opened in tables:
                    await stack(ada, opened)
                told = await visitor.until(lambda now: bool(now.recent) and not now.open)
                assert [each.table for each in told.recent] == [tables[1].id]
                assert told.recent[0].names == ("Ada", "easy", "easy", "easy")
                assert await once(ada) == msgspec.structs.replace(told, yours=())

    run(work())


async def stack(client: Client, opened: TableOpened) -> None:
    """End a game of Quatrefoil at the first turn, unless a bot has ended it before."""
    async with client.join(opened.id) as table:
        await begin(table)
        await table.my_turn()
        if table.outcome is None:
            await table.play("stack")
        await table.until(lambda: table.table.phase == "over")


def test_messages_to_the_lobby_are_ignored(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada = await Client.guest(url, "Ada")
            async with connect(f"ws{url.removeprefix('http')}/api/lobby/socket") as socket:
                await socket.recv()
                for chatter in ("ping", '{"type": "ping"}', "", b"\x00"):
                    await socket.send(chatter)
                opened = await ada.create_table(NewTable("pivit", seats=2, open=True))
                told = msgspec.json.decode(await socket.recv(), type=LobbySnapshot)
                assert [each.id for each in told.open] == [opened.id]

    run(work())


def test_sockets_from_other_sites_are_refused_in_the_lobby(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            address = f"ws{url.removeprefix('http')}/api/lobby/socket"
            with pytest.raises(InvalidStatus):
                await connect(address, origin="http://elsewhere.example")  # type: ignore[arg-type]
            async with connect(address, origin=url) as socket:  # type: ignore[arg-type]
                assert msgspec.json.decode(await socket.recv(), type=LobbySnapshot) == EMPTY_LOBBY

    run(work())
