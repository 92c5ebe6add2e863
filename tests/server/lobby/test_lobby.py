"""The lobby: lists that keep up with what happens, and show nobody what is not theirs to see."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import ExitStack, aclosing, asynccontextmanager, suppress
from typing import Any

import msgspec
import pytest
from sqlalchemy import update
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from quincunx.client import Client, TableConnection
from quincunx.games.coloryam.options import MAX_SHEET_LENGTH
from quincunx.server.bots import bot_seats
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.errors import NotAllowed
from quincunx.server.common.limits import MAX_PUBLIC_TABLES_PER_HOST
from quincunx.server.common.times import wall_clock
from quincunx.server.lobby import table_lists
from quincunx.server.lobby.feed import LobbyFeed, LobbySubscriber
from quincunx.server.lobby.public_lobby import PublicLobby
from quincunx.server.lobby.table_lists import MAX_LISTED, SINCE_PRECISION_MS, open_tables, tables_of
from quincunx.server.people.names import LONGEST_NAME
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.rows import INACTIVE_AFTER_MS
from quincunx.server.tables.tables import Tables
from quincunx.wire import (
    LobbyChanged,
    LobbySnapshot,
    NewTable,
    Person,
    PersonId,
    TableCard,
    TableId,
    TableOpened,
)
from tests.helpers.in_process_server import serve_database
from tests.helpers.waiting import run


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "BOT_PAUSE_MS", 0)


NOTHING = LobbySnapshot((), (), ())


class Watching:
    """The lobby as somebody sees it, live."""

    def __init__(self, told: AsyncGenerator[LobbySnapshot]) -> None:
        self._told = told
        self.now = NOTHING

    async def until(self, condition: Callable[[LobbySnapshot], bool]) -> LobbySnapshot:
        while not condition(self.now):
            self.now = await anext(self._told)
        return self.now


@asynccontextmanager
async def watching(client: Client) -> AsyncIterator[Watching]:
    async with aclosing(client.lobby()) as told:
        watcher = Watching(told)
        watcher.now = await anext(told)
        yield watcher


def card(cards: tuple[TableCard, ...], table: str) -> TableCard | None:
    return next((card for card in cards if card.id == table), None)


def stranger(url: str) -> Client:
    """Somebody who has not said a name."""
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
            async with watching(stranger(url)) as anybody, watching(bob) as bobs:
                assert anybody.now == NOTHING
                opened = await ada.create_table(
                    NewTable("quivvit", {"decks": 2}, seats=2, open=True, pace=60)
                )
                seen = await anybody.until(lambda now: bool(now.open))
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
                    await anybody.until(lambda now: now.open[0].names == ("Ada", "Bob"))
                    assert anybody.now.open[0].free == 0
                    await bobs.until(lambda now: len(now.yours) == 1)
                    assert bobs.now.open[0] == bobs.now.yours[0]
                    assert bobs.now.open[0].seated
                    await his.leave()
                    await bobs.until(lambda now: now.yours == ())
                    await his.sit(1)
                    await begin(hers, his)
                    await anybody.until(lambda now: now.open[0].phase == "playing")
                    await hers.propose("end")
                    await his.answer("end", agree=True)
                    await anybody.until(lambda now: now.open == ())
                    assert anybody.now.recent == (), "it has no result"

    run(work())


def test_the_lobby_shows_whose_turn_it_is(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = [await Client.guest(url, name) for name in ("Ada", "Bob")]
            opened = await ada.create_table(NewTable("qwirkle_cards", seats=2))
            async with (
                ada.join(opened.id) as hers,
                bob.join(opened.id, opened.invite) as his,
                watching(ada) as adas,
                watching(bob) as bobs,
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
    """Of one's games in play, whether they wait for oneself."""
    return [each.your_turn for each in now.yours if each.phase == "playing"]


def test_private_tables_are_listed_for_their_players_only(database: str) -> None:
    async def work() -> None:
        async with serve_database(database) as url:
            ada, bob = [await Client.guest(url, name) for name in ("Ada", "Bob")]
            async with watching(bob) as bobs, watching(ada) as adas:
                private = await ada.create_table(NewTable("quatrefoil"))
                daily = await ada.play_daily("quatrefoil")
                shown = await ada.create_table(NewTable("quatrefoil", open=True))
                await adas.until(lambda now: len(now.yours) == 3)
                await bobs.until(lambda now: card(now.open, shown.id) is not None)
                for told in (bobs.now, await once(bob), await once(stranger(url))):
                    assert [each.id for each in told.open] == [shown.id]
                    assert told.yours == ()
                    assert private.id.encode() not in msgspec.json.encode(told)
                    assert daily.id.encode() not in msgspec.json.encode(told)
                assert {each.id for each in adas.now.yours} == {private.id, daily.id, shown.id}

    run(work())


async def once(client: Client) -> LobbySnapshot:
    """The lobby without a socket."""
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
            async with watching(stranger(url)) as anybody:
                for opened in tables:
                    await stack(ada, opened)
                told = await anybody.until(lambda now: bool(now.recent) and not now.open)
                assert [each.table for each in told.recent] == [tables[1].id]
                assert told.recent[0].names == ("Ada", "easy", "easy", "easy")
                assert await once(ada) == msgspec.structs.replace(told, yours=())

    run(work())


async def stack(client: Client, opened: TableOpened) -> None:
    """Ends a game of Quatrefoil as soon as it is one's turn, if no bot has done so before."""
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
                assert msgspec.json.decode(await socket.recv(), type=LobbySnapshot) == NOTHING

    run(work())


# Without a socket


@asynccontextmanager
async def house(database: str) -> AsyncIterator[tuple[Store, Tables, LobbyFeed]]:
    await upgrade(database)
    async with Store(database) as store, LobbyFeed(store) as lobby:
        yield store, Tables(store, BotPools(), ServerClock(), lobby.table_changed), lobby


async def change(store: Store, table: str, **values: object) -> None:
    async def job(connection: StoreConnection) -> None:
        await connection.execute(
            update(schema.tables).where(schema.tables.c.id == table).values(**values)
        )

    await store.write(job)


def test_inactive_and_unreadable_tables_are_not_listed(database: str) -> None:
    async def work() -> None:
        async with house(database) as (store, tables, _):
            ada, _ = await Sessions(store).create_guest("Ada")
            wanted = NewTable("coloryam", seats=2, open=True)
            fresh, old, strange = [await tables.creation.create(ada, wanted) for _ in range(3)]
            await change(store, old.id, moved=wall_clock() - INACTIVE_AFTER_MS - 1)
            await change(store, strange.id, options='{"sheet": "of another version"}')
            async with store.connect() as connection:
                listed, more = await open_tables(connection)
                assert ([each.id for each in listed], more) == ([fresh.id], 0)
                mine = {each.id for each in await tables_of(connection, ada)}
                assert mine == {fresh.id, old.id}, "her own are not forgotten"

    run(work())


def test_tables_that_wait_for_the_person_come_first_and_teams_count_all_members(
    database: str,
) -> None:
    async def work() -> None:
        async with house(database) as (store, tables, _):
            ada, _ = await Sessions(store).create_guest("Ada")
            teams = NewTable("quivvit", {"teams": "3 2"}, seats=2, bots={1: "easy"}, open=True)
            waiting = await tables.creation.create(ada, teams)
            turn = await tables.creation.create(ada, NewTable("quivvit", seats=2, open=True))
            gathering = await tables.creation.create(ada, NewTable("quivvit", seats=2, open=True))
            now = wall_clock()
            await change(store, turn.id, phase="playing", awaited="[0]", moved=now - 9000)
            await change(store, waiting.id, moved=now - 5000)
            async with store.connect() as connection:
                own = await tables_of(connection, ada)
                listed, _ = await open_tables(connection)
            assert [each.id for each in own] == [turn.id, gathering.id, waiting.id]
            assert [each.your_turn for each in own] == [True, False, False]
            assert [each.id for each in listed] == [gathering.id, waiting.id, turn.id]
            assert (listed[1].names, listed[1].free) == (("Ada", "easy & easy"), 2)

    run(work())


class Unsteady(Store):
    """Fails the next time that somebody reads."""

    fails = False

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[StoreConnection]:
        if self.fails:
            self.fails = False
            raise ConnectionError("the store does not answer")
        async with super().connect() as connection:
            yield connection


def test_a_failed_update_is_sent_later(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        store = Unsteady(database)
        async with store, LobbyFeed(store) as lobby:
            tables = Tables(store, BotPools(), ServerClock(), lobby.table_changed)
            ada, _ = await Sessions(store).create_guest("Ada")
            with lobby.subscribe(ada) as subscriber:
                assert decoded(await subscriber.next_messages()) == NOTHING
                store.fails = True
                opened = await tables.creation.create(ada, NewTable("pivit", seats=2))
                told = decoded(await subscriber.next_messages())
                assert [each.id for each in told.yours] == [opened.id]

    run(work())


def decoded(messages: list[bytes]) -> LobbySnapshot:
    (message,) = messages
    return msgspec.json.decode(message, type=LobbySnapshot)


def a_card(table: str, **changes: Any) -> TableCard:
    card = TableCard(
        TableId(table),
        "pivit",
        "gathering",
        Person(PersonId("a"), "Ada"),
        (),
        1,
        None,
        "fresh",
        {},
        0,
    )
    return msgspec.structs.replace(card, **changes)


def test_a_slow_subscriber_gets_only_the_latest_lobby() -> None:
    async def work() -> None:
        subscriber = LobbySubscriber(None)
        subscriber.update(PublicLobby(), ())
        subscriber.update(PublicLobby([a_card("a")]), ())
        assert decoded(await subscriber.next_messages()).open == (a_card("a"),)
        subscriber.update(PublicLobby([a_card("a")]), ())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(subscriber.next_messages(), 0.01)

    run(work())


def test_after_the_first_message_only_differences_are_sent_each_encoded_once() -> None:
    async def work() -> None:
        subscribers = [LobbySubscriber(None, differences=True) for _ in range(3)]
        slow, *others = subscribers
        cards = {name: a_card(name) for name in "abcdefghij"}
        first = PublicLobby(tuple(cards.values()))
        second = PublicLobby([*list(cards.values())[1:-1], a_card("j", free=0)], more=2)
        for subscriber in subscribers:
            subscriber.update(first, ())
        wholes = [(await subscriber.next_messages())[0] for subscriber in subscribers]
        assert wholes[0] is wholes[1] is wholes[2]
        for subscriber in others:
            subscriber.update(second, (a_card("b", seated=True),))
        public, own = await others[0].next_messages()
        assert public is (await others[1].next_messages())[0], "encoded once"
        assert msgspec.json.decode(public, type=LobbyChanged) == LobbyChanged(
            open=(a_card("j", free=0),), closed=(TableId("a"),), more=2
        )
        assert msgspec.json.decode(own, type=LobbyChanged).yours == (a_card("b", seated=True),)
        third = PublicLobby(first.open)
        slow.update(second, ())
        slow.update(third, ())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(slow.next_messages(), 0.01)

    run(work())


def test_one_host_cannot_fill_the_lobby(database: str) -> None:
    async def work() -> None:
        async with house(database) as (store, tables, lobby):
            ada, _ = await Sessions(store).create_guest("Ada")
            wanted = NewTable("pivit", seats=2, open=True)
            opened = [
                await tables.creation.create(ada, wanted) for _ in range(MAX_PUBLIC_TABLES_PER_HOST)
            ]
            with pytest.raises(NotAllowed, match="10 public tables"):
                await tables.creation.create(ada, wanted)
            (
                await tables.creation.create(ada, NewTable("pivit", seats=2)),
                "a private one is nobody's burden",
            )
            await tables.close(opened[0].id)
            await tables.creation.create(ada, wanted)
            assert len((await lobby.snapshot(None)).open) == MAX_PUBLIC_TABLES_PER_HOST

    run(work())


def test_a_card_leaves_out_what_a_list_does_not_show(database: str) -> None:
    async def work() -> None:
        async with house(database) as (store, tables, lobby):
            ada, _ = await Sessions(store).create_guest("Ada")
            sheet = "none Y; 2 B; 3 colours; 4 alike; R != G; O != B != Y"
            options = {"sheet": "own", "own": sheet}
            opened = await tables.creation.create(
                ada, NewTable("coloryam", options, seats=2, open=True)
            )
            moved = wall_clock()
            await change(store, opened.id, phase="playing", awaited="[0]", moved=moved)
            (card,) = (await lobby.snapshot(None)).open
            assert card.options == {"sheet": "own"}
            assert (card.awaited, card.since) == ((), moved - moved % SINCE_PRECISION_MS)
            (own,) = (await lobby.snapshot(ada)).yours
            assert (own.awaited, own.since) == ((0,), moved)

    run(work())


LARGEST_LOBBY = 60_000
"""Bytes of the first message: at most 50 cards and 20 results."""


def test_a_guest_who_creates_many_tables_sends_few_bytes_to_the_lobby(database: str) -> None:
    """48 tables with the longest options by one guest, 60 people in the lobby.

    Before there were limits each message had 2.95 MB, and 6.5 GB were sent in 20 s.
    """

    async def work() -> None:
        async with house(database) as (store, tables, lobby):
            eve, _ = await Sessions(store).create_guest("W" * LONGEST_NAME)
            sheet = "none Y; 2 B; 3 colours; 4 alike; R != G; O != B != Y".ljust(MAX_SHEET_LENGTH)
            wanted = NewTable("coloryam", {"sheet": "own", "own": sheet}, seats=5, open=True)
            with ExitStack() as looking:
                people = [
                    looking.enter_context(lobby.subscribe(None, differences=True))
                    for _ in range(60)
                ]
                sent = [await subscriber.next_messages() for subscriber in people]
                for _ in range(48):
                    with suppress(NotAllowed):
                        await tables.creation.create(eve, wanted)
                while len(lobby._public.open) < MAX_PUBLIC_TABLES_PER_HOST:
                    await asyncio.sleep(0.05)
                for subscriber in people:
                    while subscriber._sent != (lobby._public, ()):
                        sent.append(await subscriber.next_messages())
            messages = [message for each in sent for message in each]
            assert max(map(len, messages)) < LARGEST_LOBBY / 10
            assert sum(map(len, messages)) < 60 * LARGEST_LOBBY / 2

    run(work())


def test_the_message_of_a_full_lobby_is_bounded(database: str) -> None:
    async def work() -> None:
        async with house(database) as (store, tables, lobby):
            sheet = "none Y; 2 B; 3 colours; 4 alike; R != G; O != B != Y".ljust(MAX_SHEET_LENGTH)
            wanted = NewTable("coloryam", {"sheet": "own", "own": sheet}, seats=5, open=True)
            for _ in range(6):
                host, _ = await Sessions(store).create_guest("\U0001f3b2" * LONGEST_NAME)
                for _ in range(MAX_PUBLIC_TABLES_PER_HOST):
                    await tables.creation.create(host, wanted)
            told = await lobby.snapshot(None)
            assert (len(told.open), told.more) == (MAX_LISTED, 10)
            assert len(msgspec.json.encode(told)) < LARGEST_LOBBY

    run(work())


def test_tables_of_other_rules_do_not_fill_the_list(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an upgrade there may be many of them, and nobody can join them."""
    monkeypatch.setattr(table_lists, "MAX_LISTED", 1)

    async def work() -> None:
        async with house(database) as (store, tables, lobby):
            host, _ = await Sessions(store).create_guest("Ada")
            wanted = NewTable("coloryam", seats=2, open=True)
            playable, further, frozen = [
                (await tables.creation.create(host, wanted)).id for _ in range(3)
            ]
            newest, own = wall_clock() + 1000, schema.tables.c
            changes = update(schema.tables).where(own.id == frozen).values(rules=0, moved=newest)

            async def freeze(connection: StoreConnection) -> None:
                await connection.execute(changes)

            await store.write(freeze)
            told = await lobby.snapshot(None)
            (listed,) = told.open
            assert listed.id in (playable, further)
            assert told.more == 1

    run(work())
