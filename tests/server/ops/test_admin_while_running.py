"""`quincunx admin` beside a server that is running: it takes notice, and loses nothing."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import select

from quincunx.cli import main
from quincunx.client import Client, Disconnected, Refusal, TableConnection
from quincunx.server.ops.settings import Settings
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import NewTable, TableOpened
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import run


async def admin(data: Path, *argv: str) -> None:
    """As the operator types it, on the server's own store."""
    command = ["admin", *argv, "--data", str(data)]
    assert await asyncio.to_thread(main, command) == 0


async def at_a_table(server: ServerProcess) -> tuple[Client, TableOpened]:
    """Ada, with a bot at the other seat of a game that takes its time."""
    ada = await Client.guest(server.url, "Ada")
    return ada, await ada.create_table(NewTable("coloryam", seats=2, bots={1: "random"}))


async def play(table: TableConnection, moves: int) -> None:
    """So many moves, or until the end."""
    for _ in range(moves):
        await table.my_turn()
        if table.outcome is None:
            await table.play(table.position.moves[0].move)


async def until_orders_are_done(data: Path) -> None:
    async with Store(Settings(data=data).store) as store:
        while await store.fetch_all(select(schema.operator_commands)):
            await asyncio.sleep(0.05)


async def until_cut_off(table: TableConnection) -> None:
    with pytest.raises(Disconnected):
        await table.until(lambda: False)


def test_closing_a_table_is_shown_to_its_players(own_server: ServerProcess, tmp_path: Path) -> None:
    async def work() -> None:
        ada, opened = await at_a_table(own_server)
        async with ada.join(opened.id) as table:
            await table.ready()
            await play(table, 1)
            await admin(tmp_path, "close", opened.id)
            await table.until(lambda: table.table.phase == "closed")
            with pytest.raises(Refusal):
                await table.play(table.position.moves[0].move)

    run(work())


@pytest.mark.parametrize("how", ["ban", "remove"])
def test_a_banned_person_is_disconnected_at_once(
    own_server: ServerProcess, tmp_path: Path, how: str
) -> None:
    async def work() -> None:
        ada, opened = await at_a_table(own_server)
        async with ada.join(opened.id) as table:
            await admin(tmp_path, how, ada.person.id)
            await until_cut_off(table)
        with pytest.raises(Refusal, match="Choose a name first"):
            async with ada.join(opened.id):
                pass

    run(work())


def test_a_restored_game_continues_from_the_backup(
    own_server: ServerProcess, tmp_path: Path
) -> None:
    """Although moves were being made on the board that is gone."""
    file = str(tmp_path / "house.backup")

    async def work() -> None:
        ada, opened = await at_a_table(own_server)
        async with ada.join(opened.id) as table:
            await table.ready()
            await play(table, 3)
            await admin(tmp_path, "backup", file)
            kept = list(table.steps)
            await play(table, 5)
            restoring = asyncio.create_task(admin(tmp_path, "restore", file, "--replace"))
            with suppress(Disconnected, Refusal):
                await play(table, 1000)
            await restoring
            await until_cut_off(table)
        # A client that was disconnected by the move is disconnected again with all others.
        await until_orders_are_done(tmp_path)
        async with ada.join(opened.id) as table:
            assert table.steps[: len(kept)] == kept
            await play(table, 3)
            versions = [step.version for step in table.steps]
            assert versions == list(range(len(versions)))

    run(work())
