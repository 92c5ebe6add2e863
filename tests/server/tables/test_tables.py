"""The tables at hand: one of each name, and everybody who comes to it is told what happens."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path

import pytest

from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.storage.notifications import Notification
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.runtime import TableRuntime
from quincunx.server.tables.tables import Tables
from quincunx.wire import NewTable, Person, RequestId, Sit, TableId
from tests.helpers.stores import new_guests, open_store, sqlite_url
from tests.helpers.waiting import run
from tests.server.connections import FakeConnection


def sees(viewer: FakeConnection, person: Person, seat: int) -> bool:
    """Whether the viewer sees this person at this seat."""
    sitter = viewer.table.seats[seat].members[0] if viewer.table is not None else None
    return sitter is not None and sitter.person == person


class House:
    """Tables on one store, a table among them, and two people who come to it."""

    def __init__(self, tables: list[Tables], people: list[Person]) -> None:
        self.tables = tables
        self.ada, self.ben = map(FakeConnection, people)
        self.table_id, self.invite = TableId(""), ""

    async def open(self) -> None:
        opened = await self.tables[0].creation.create(self.ada.person, NewTable("quivvit", seats=2))
        self.table_id, self.invite = opened.id, opened.invite

    async def come(self, visitor: FakeConnection, to: int = 0) -> TableRuntime:
        return await self.tables[to].registry.join(visitor, self.table_id, self.invite, None)


@asynccontextmanager
async def house(folder: Path, processes: int = 1) -> AsyncIterator[House]:
    async with (
        open_store(sqlite_url(folder)) as store,
        ServerClock.running(store) as clock,
        AsyncExitStack() as stack,
    ):
        some = [Tables(store, BotPools(), clock) for _ in range(processes)]
        for tables in some:
            await stack.enter_async_context(tables)
        there = House(some, await new_guests(store, "Ada", "Ben"))
        await there.open()
        yield there


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_a_client_that_leaves_at_once_does_not_unload_the_table(tmp_path: Path) -> None:
    """Two wait for it to be loaded; the first of them is gone before the second is let in."""

    async def work() -> None:
        async with house(tmp_path) as there:

            async def look_in() -> None:
                there.tables[0].registry.part(await there.come(there.ada), there.ada)

            _, at = await asyncio.gather(look_in(), there.come(there.ben))
            assert await there.tables[0].registry.find(there.table_id) is at

    run(work())


def test_a_joining_client_keeps_the_table_loaded(tmp_path: Path) -> None:
    """The only guest does something, and leaves, while somebody else is at the door."""

    async def work() -> None:
        async with house(tmp_path) as there:
            table = await there.come(there.ada)

            async def move_up_and_leave() -> None:
                await table.execute(Caller(there.ada.person), Sit(RequestId("sit"), 1))
                there.tables[0].registry.part(table, there.ada)

            _, at = await asyncio.gather(move_up_and_leave(), there.come(there.ben))
            assert await there.tables[0].registry.find(there.table_id) is at

    run(work())


def test_notifications_that_could_not_be_read_are_read_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever waits at the table is told, although nothing else happens there."""

    def rename(old: str, new: str) -> None:
        with closing(sqlite3.connect(tmp_path / "quincunx.db")) as store:
            store.execute(f"ALTER TABLE {old} RENAME TO {new}")

    async def work() -> None:
        async with house(tmp_path, processes=2) as there:
            here, elsewhere = there.tables
            await there.come(there.ada)
            other = await elsewhere.registry.find(there.table_id)
            await other.execute(Caller(there.ben.person), Sit(RequestId("sit"), 1))
            rename("sitters", "out_of_reach")
            here.news.receive(
                Notification("elsewhere", "changed", (f"{there.table_id}:{other.state.revision}",))
            )
            await until(lambda: "news could not be followed" in caplog.text)
            assert not sees(there.ada, there.ben.person, seat=1)
            rename("out_of_reach", "sitters")
            await until(lambda: sees(there.ada, there.ben.person, seat=1))

    run(work())
