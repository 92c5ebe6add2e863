"""The store keeps as few drafts as a match does, whichever process they were sent to."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, select

from quincunx.registry import register
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.runtime import TableRuntime
from quincunx.server.tables.state.table_state import current_match
from quincunx.server.tables.tables import Tables
from quincunx.wire import NewTable, Person, PlayMove, Ready, RequestId, Sit, TableId, UpdateDraft
from tests.helpers.waiting import run
from tests.server.connections import FakeConnection, InProcessBots
from tests.toy.game import TOY


class Clock:
    """The clock of all processes; it stands still until the test moves it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._ms = 0
        monkeypatch.setattr(ServerClock, "now", lambda _: self._ms)

    def skip(self, milliseconds: int) -> None:
        self._ms += milliseconds


@asynccontextmanager
async def a_process(database: str) -> AsyncIterator[Tables]:
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(Store(database))
        bot_pools = InProcessBots()
        stack.callback(bot_pools.close)
        clock = await stack.enter_async_context(ServerClock.running(store))
        yield Tables(store, bot_pools, clock)


async def a_game(tables: Tables) -> tuple[TableId, list[Person]]:
    sessions = Sessions(tables._store)
    ada, ben = [(await sessions.create_guest(name))[0] for name in ("Ada", "Ben")]
    opened = await tables.creation.create(ada, NewTable("toy", {}, seats=2))
    table = await tables.registry.find(opened.id)
    for seat, person in enumerate((ada, ben)):
        await table.join(FakeConnection(person), opened.invite, None)
        await table.execute(Caller(person), Sit(RequestId(f"sit {seat}"), seat))
    for person in (ada, ben):
        await table.execute(Caller(person), Ready(RequestId("ready"), "nonce"))
    return opened.id, [ada, ben]


async def rows(tables: Tables, table: str) -> list[Any]:
    drafts = schema.drafts
    return list(
        await tables._store.fetch_all(
            select(drafts).where(drafts.c.table == table).order_by(drafts.c.number)
        )
    )


async def take_over(table: TableRuntime, other: TableRuntime) -> None:
    """The other process hears of what this one has done."""
    await other.catch_up(table.state.revision)


def log_of(table: TableRuntime) -> list[tuple[int, int, int, Any]]:
    return [(e.at, e.seat, e.version, list(e.draft)) for e in current_match(table.state).draft_log]


def test_every_process_and_the_store_keep_the_same_drafts(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, rng = Clock(monkeypatch), Random(1)

    async def work() -> None:
        register(TOY)
        await upgrade(database)
        async with a_process(database) as one, a_process(database) as other:
            table_id, people = await a_game(one)
            here, there = await one.registry.find(table_id), await other.registry.find(table_id)
            for number in range(60):
                clock.skip(rng.choice((0, 50, 300, 1_200, 400_000)))
                seat = rng.randrange(2)
                sent = UpdateDraft(
                    RequestId(f"draft {number}"), [rng.randrange(6) for _ in range(3)]
                )
                await here.execute(Caller(people[seat]), sent)
                if number in (19, 39):
                    guest = FakeConnection(people[number // 20])
                    version = current_match(here.state).version
                    await here.handle(
                        guest, PlayMove(RequestId(f"play {number}"), version, "guess 3")
                    )
                if rng.random() < 0.4:
                    await take_over(here, there)
                    here, there = there, here
            await take_over(here, there)
            stored = await rows(one, table_id)
            assert len(stored) < 60, "superseded drafts are deleted"
            assert log_of(here) == log_of(there)
            assert [(row["at"], row["seat"], row["version"]) for row in stored] == [
                entry[:3] for entry in log_of(here)
            ]
            async with a_process(database) as restarted:
                assert log_of(await restarted.registry.find(table_id)) == log_of(here)

    run(work())


def test_a_stream_of_drafts_stores_one_row_a_second(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)

    async def work() -> None:
        register(TOY)
        await upgrade(database)
        async with a_process(database) as process:
            table_id, (ada, _) = await a_game(process)
            table = await process.registry.find(table_id)
            for number in range(100):
                await table.execute(
                    Caller(ada), UpdateDraft(RequestId(f"draft {number}"), [number % 6])
                )
                clock.skip(50)
            stored = await rows(process, table_id)
            assert 5 <= len(stored) <= 6
            assert stored[-1]["draft"] == "[3]"

    run(work())


def test_a_table_with_an_oversized_stored_draft_is_served(database: str) -> None:
    """It was stored before drafts were bounded."""

    async def work() -> None:
        register(TOY)
        await upgrade(database)
        async with a_process(database) as process:
            table_id, (ada, _) = await a_game(process)
            await (await process.registry.find(table_id)).execute(
                Caller(ada), UpdateDraft(RequestId("draft"), [1, 2])
            )

            async def job(connection: StoreConnection) -> None:
                large = json.dumps([1] * 10_000)
                await connection.execute(
                    insert(schema.drafts).values(
                        table=table_id, seat=1, number=77, at=0, version=0, draft=large
                    )
                )

            await process._store.write(job)
        async with a_process(database) as restarted:
            assert [entry[1:] for entry in log_of(await restarted.registry.find(table_id))] == [
                (0, 0, [1, 2])
            ]

    run(work())
