"""The simulated faults of servers, workers and PostgreSQL take effect."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from quincunx.client import Client, Disconnected, Refusal, TableConnection
from quincunx.wire import NewTable
from tests.faults.checks.stored_tables import load_stored_tables
from tests.faults.deployment.conditions import Moment
from tests.faults.deployment.deployment import Deployment, running_deployment
from tests.faults.deployment.process import ControlledProcess

HOUR_MS = 3_600_000


@asynccontextmanager
async def table_of_one(deployment: Deployment) -> AsyncIterator[TableConnection]:
    client = await Client.guest(f"http://127.0.0.1:{deployment.ports[0]}", "Ada")
    table = await client.create_table(NewTable("coloryam", seats=1))
    async with client.join(table.id) as connection:
        await connection.ready()
        await connection.my_turn()
        yield connection


async def move(table: TableConnection) -> None:
    await table.play(table.position.moves[0].move)


async def move_once_stored(table: TableConnection) -> None:
    """Move, again and again while the server says that it cannot store the move."""
    while True:
        try:
            return await move(table)
        except Refusal as refusal:
            if refusal.refused.error != "StoreFailed":
                raise


async def play_to_the_end(table: TableConnection) -> None:
    while table.outcome is None:
        await move(table)


async def stored_versions(deployment: Deployment) -> int:
    (table,) = (await load_stored_tables(deployment.url)).values()
    return len(table.entries)


@pytest.mark.parametrize(("moment", "stored"), [("before commit", 0), ("after commit", 1)])
def test_a_server_is_killed_in_the_middle_of_a_commit(
    tmp_path: Path, moment: Moment, stored: int
) -> None:
    """`stored` is the number of moves that are stored without an acknowledgement."""

    async def work() -> None:
        async with (
            running_deployment("sqlite", tmp_path) as deployment,
            table_of_one(deployment) as table,
        ):
            server = deployment.servers[0]
            server.change(kill_at=moment)
            # The server reads its conditions a moment later.
            with pytest.raises(Disconnected):
                await play_to_the_end(table)
            await server.wait_until_dead()
            acknowledged = table.position.version + 1
            assert await stored_versions(deployment) == acknowledged + stored

    asyncio.run(work())


def test_a_worker_is_killed_in_the_middle_of_a_bots_move_and_goes_on_later(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with running_deployment("postgresql", tmp_path, workers=1) as deployment:
            (worker,) = deployment.workers
            worker.change(kill_at="before commit")
            client = await Client.guest(f"http://127.0.0.1:{deployment.ports[0]}", "Ada")
            table_of_two = NewTable("coloryam", seats=2, bots={0: "random"})
            async with client.join((await client.create_table(table_of_two)).id) as table:
                await table.ready()
                await worker.wait_until_dead()
                worker.change(kill_at=None)
                await worker.start()
                await table.my_turn()
                assert any(step.seat == 0 for step in table.steps), "the bot has moved"

    asyncio.run(work())


def test_a_server_with_a_full_disk_refuses_moves_until_there_is_space(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            running_deployment("sqlite", tmp_path) as deployment,
            table_of_one(deployment) as table,
        ):
            deployment.servers[0].change(disk_full=True)
            with pytest.raises(Refusal) as refused:
                await play_to_the_end(table)
            assert refused.value.refused.error == "StoreFailed"
            deployment.servers[0].change(disk_full=False)
            await move_when_possible(table)

    asyncio.run(work())


async def move_when_possible(table: TableConnection) -> None:
    """Move as soon as the server, which reads its conditions a moment later, accepts it."""
    while True:
        try:
            return await move(table)
        except Refusal:
            await asyncio.sleep(0.05)


def test_a_server_without_file_descriptors_is_not_healthy(tmp_path: Path) -> None:
    async def work() -> None:
        async with running_deployment("sqlite", tmp_path) as deployment:
            server = deployment.servers[0]
            server.change(free_file_descriptors=0)
            await wait_until_healthy(server, False)
            server.change(free_file_descriptors=None)
            await wait_until_healthy(server, True)

    asyncio.run(work())


async def wait_until_healthy(server: ControlledProcess, healthy: bool) -> None:
    while await server.is_healthy() != healthy:
        await asyncio.sleep(0.05)


def _is_an_hour_ago(at: int) -> bool:
    return abs(time.time() * 1000 - HOUR_MS - at) < HOUR_MS / 60


def test_the_clock_of_a_server_is_wrong_by_the_offset(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            running_deployment("sqlite", tmp_path) as deployment,
            table_of_one(deployment) as table,
        ):
            deployment.servers[0].change(clock_offset_ms=-HOUR_MS)
            for pause in (0.1, 0.5, 2, 8):
                # The server reads its conditions a moment later.
                await asyncio.sleep(pause)
                await table.say("What time is it?")
                if _is_an_hour_ago(table.said[-1].at):
                    return
            raise AssertionError("the offset never took effect")

    asyncio.run(work())


def test_a_killed_postgresql_recovers_everything(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            running_deployment("postgresql", tmp_path) as deployment,
            table_of_one(deployment) as table,
        ):
            await move(table)
            postgres = deployment.postgres
            assert postgres is not None
            postgres.kill()
            moving = asyncio.create_task(move_once_stored(table))
            await postgres.start()
            await moving
            assert await stored_versions(deployment) == 3

    asyncio.run(work())
