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


class TablesSetup:
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
async def tables_setup(folder: Path, processes: int = 1) -> AsyncIterator[TablesSetup]:
    async with (
        open_store(sqlite_url(folder)) as store,
        ServerClock.running(store) as clock,
        AsyncExitStack() as stack,
    ):
        some = [Tables(store, BotPools(), clock) for _ in range(processes)]
        for tables in some:
            await stack.enter_async_context(tables)
        setup = TablesSetup(some, await new_guests(store, "Ada", "Ben"))
        await setup.open()
        yield setup


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def test_a_client_that_leaves_at_once_does_not_unload_the_table(tmp_path: Path) -> None:
    """Two clients wait until the table is loaded; the first leaves before the second joins."""

    async def work() -> None:
        async with tables_setup(tmp_path) as setup:

            async def look_in() -> None:
                setup.tables[0].registry.part(await setup.come(setup.ada), setup.ada)

            _, at = await asyncio.gather(look_in(), setup.come(setup.ben))
            assert await setup.tables[0].registry.find(setup.table_id) is at

    run(work())


def test_a_joining_client_keeps_the_table_loaded(tmp_path: Path) -> None:
    """The only client acts and leaves while another one is joining."""

    async def work() -> None:
        async with tables_setup(tmp_path) as setup:
            table = await setup.come(setup.ada)

            async def move_up_and_leave() -> None:
                await table.execute(Caller(setup.ada.person), Sit(RequestId("sit"), 1))
                setup.tables[0].registry.part(table, setup.ada)

            _, at = await asyncio.gather(move_up_and_leave(), setup.come(setup.ben))
            assert await setup.tables[0].registry.find(setup.table_id) is at

    run(work())


def test_notifications_that_could_not_be_read_are_read_later(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Clients at the table are notified, although nothing else happens setup."""

    def rename(old: str, new: str) -> None:
        with closing(sqlite3.connect(tmp_path / "quincunx.db")) as store:
            store.execute(f"ALTER TABLE {old} RENAME TO {new}")

    async def work() -> None:
        async with tables_setup(tmp_path, processes=2) as setup:
            here, elsewhere = setup.tables
            await setup.come(setup.ada)
            other = await elsewhere.registry.find(setup.table_id)
            await other.execute(Caller(setup.ben.person), Sit(RequestId("sit"), 1))
            rename("sitters", "out_of_reach")
            here.news.receive(
                Notification("elsewhere", "changed", (f"{setup.table_id}:{other.state.revision}",))
            )
            await until(lambda: "news could not be followed" in caplog.text)
            assert not sees(setup.ada, setup.ben.person, seat=1)
            rename("out_of_reach", "sitters")
            await until(lambda: sees(setup.ada, setup.ben.person, seat=1))

    run(work())
