"""The faults that a server is told to have are real ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from quincunx.client import Client, Disconnected, Refusal, TableConnection
from quincunx.wire import NewTable
from tests.faults.conditions import Moment
from tests.faults.house import House, house
from tests.faults.ledger import accounts
from tests.faults.process import HouseProcess

HOUR = 3_600_000


@asynccontextmanager
async def alone_at_a_table(opened: House) -> AsyncIterator[TableConnection]:
    client = await Client.guest(f"http://127.0.0.1:{opened.ports[0]}", "Ada")
    table = await client.create_table(NewTable("coloryam", seats=1))
    async with client.join(table.id) as there:
        await there.ready()
        await there.my_turn()
        yield there


async def move(table: TableConnection) -> None:
    await table.play(table.position.moves[0].move)


async def play_on(table: TableConnection) -> None:
    while table.outcome is None:
        await move(table)


async def stored_versions(opened: House) -> int:
    (account,) = (await accounts(opened.url)).values()
    return len(account.entries)


@pytest.mark.parametrize(("moment", "stored"), [("before commit", 0), ("after commit", 1)])
def test_a_server_dies_in_the_middle_of_an_append(
    tmp_path: Path, moment: Moment, stored: int
) -> None:
    """Of the moves that were not acknowledged, so many are stored."""

    async def work() -> None:
        async with house("sqlite", tmp_path) as opened, alone_at_a_table(opened) as table:
            server = opened.servers[0]
            server.change(dies=moment)
            # It hears of it a moment later.
            with pytest.raises(Disconnected):
                await play_on(table)
            await server.died()
            acknowledged = table.position.version + 1
            assert await stored_versions(opened) == acknowledged + stored

    asyncio.run(work())


def test_a_worker_dies_in_the_middle_of_a_bots_move_and_another_one_goes_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with house("postgresql", tmp_path, workers=1) as opened:
            (worker,) = opened.workers
            worker.change(dies="before commit")
            client = await Client.guest(f"http://127.0.0.1:{opened.ports[0]}", "Ada")
            table_of_two = NewTable("coloryam", seats=2, bots={0: "random"})
            async with client.join((await client.create_table(table_of_two)).id) as table:
                await table.ready()
                await worker.died()
                worker.change(dies=None)
                await worker.start()
                await table.my_turn()
                assert any(step.seat == 0 for step in table.steps), "the bot has moved"

    asyncio.run(work())


def test_a_full_disk_takes_nothing_more_until_there_is_room(tmp_path: Path) -> None:
    async def work() -> None:
        async with house("sqlite", tmp_path) as opened, alone_at_a_table(opened) as table:
            opened.servers[0].change(disk_full=True)
            with pytest.raises(Refusal) as refused:
                await play_on(table)
            assert refused.value.refused.error == "StoreFailed"
            opened.servers[0].change(disk_full=False)
            await until_it_works(table)

    asyncio.run(work())


async def until_it_works(table: TableConnection) -> None:
    """The server hears of its conditions a moment later."""
    while True:
        try:
            return await move(table)
        except Refusal:
            await asyncio.sleep(0.05)


def test_a_server_without_descriptors_lets_nobody_in(tmp_path: Path) -> None:
    async def work() -> None:
        async with house("sqlite", tmp_path) as opened:
            server = opened.servers[0]
            server.change(files_left=0)
            await until_well(server, False)
            server.change(files_left=None)
            await until_well(server, True)

    asyncio.run(work())


async def until_well(server: HouseProcess, well: bool) -> None:
    while await server.is_well() != well:
        await asyncio.sleep(0.05)


def _is_an_hour_ago(at: int) -> bool:
    return abs(time.time() * 1000 - HOUR - at) < HOUR / 60


def test_a_servers_clock_is_wrong_by_as_much_as_it_is_told(tmp_path: Path) -> None:
    async def work() -> None:
        async with house("sqlite", tmp_path) as opened, alone_at_a_table(opened) as table:
            opened.servers[0].change(clock=-HOUR)
            for pause in (0.1, 0.5, 2, 8):
                # It hears of it a moment later.
                await asyncio.sleep(pause)
                await table.say("What time is it?")
                if _is_an_hour_ago(table.said[-1].at):
                    return
            raise AssertionError("it never heard of it")

    asyncio.run(work())


def test_a_postgresql_that_is_killed_comes_back_with_everything(tmp_path: Path) -> None:
    async def work() -> None:
        async with house("postgresql", tmp_path) as opened, alone_at_a_table(opened) as table:
            await move(table)
            postgres = opened.postgres
            assert postgres is not None
            postgres.kill()
            moving = asyncio.create_task(move(table))
            await postgres.start()
            await moving
            assert await stored_versions(opened) == 3

    asyncio.run(work())
