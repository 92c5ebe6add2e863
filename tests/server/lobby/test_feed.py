"""The feed and the lists of the lobby without a socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from quincunx.games.coloryam.options import MAX_SHEET_LENGTH
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
)
from tests.helpers.waiting import run
from tests.server.lobby.snapshots import EMPTY_LOBBY


@asynccontextmanager
async def lobby_of(database: str) -> AsyncIterator[tuple[Store, Tables, LobbyFeed]]:
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
        async with lobby_of(database) as (store, tables, _):
            ada, _ = await Sessions(store).create_guest("Ada")
            wanted = NewTable("coloryam", seats=2, open=True)
            fresh, old, strange = [await tables.creation.create(ada, wanted) for _ in range(3)]
            await change(store, old.id, moved=wall_clock() - INACTIVE_AFTER_MS - 1)
            await change(store, strange.id, options='{"sheet": "of another version"}')
            async with store.connect() as connection:
                listed, more = await open_tables(connection)
                assert ([each.id for each in listed], more) == ([fresh.id], 0)
                mine = {each.id for each in await tables_of(connection, ada)}
                assert mine == {fresh.id, old.id}, "her own tables stay listed"

    run(work())


def test_tables_that_wait_for_the_person_come_first_and_teams_count_all_members(
    database: str,
) -> None:
    async def work() -> None:
        async with lobby_of(database) as (store, tables, _):
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


class FailingStore(Store):
    """Fails at the next read if `fails` is set."""

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
        store = FailingStore(database)
        async with store, LobbyFeed(store) as lobby:
            tables = Tables(store, BotPools(), ServerClock(), lobby.table_changed)
            ada, _ = await Sessions(store).create_guest("Ada")
            with lobby.subscribe(ada) as subscriber:
                assert decoded(await subscriber.next_messages()) == EMPTY_LOBBY
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
        async with lobby_of(database) as (store, tables, lobby):
            ada, _ = await Sessions(store).create_guest("Ada")
            wanted = NewTable("pivit", seats=2, open=True)
            opened = [
                await tables.creation.create(ada, wanted) for _ in range(MAX_PUBLIC_TABLES_PER_HOST)
            ]
            with pytest.raises(NotAllowed, match="10 public tables"):
                await tables.creation.create(ada, wanted)
            (
                await tables.creation.create(ada, NewTable("pivit", seats=2)),
                "a private table does not count",
            )
            await tables.close(opened[0].id)
            await tables.creation.create(ada, wanted)
            assert len((await lobby.snapshot(None)).open) == MAX_PUBLIC_TABLES_PER_HOST

    run(work())


def test_a_card_leaves_out_what_a_list_does_not_show(database: str) -> None:
    async def work() -> None:
        async with lobby_of(database) as (store, tables, lobby):
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
        async with lobby_of(database) as (store, tables, lobby):
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
        async with lobby_of(database) as (store, tables, lobby):
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
    """After an upgrade there can be many of them, and they cannot be joined."""
    monkeypatch.setattr(table_lists, "MAX_LISTED", 1)

    async def work() -> None:
        async with lobby_of(database) as (store, tables, lobby):
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
