"""The operator's orders: each is carried out, even if others fail."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select, update

from quincunx.server.storage import operator_commands, schema
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.operator_commands import CommandHandler, CommandKind, CommandRunner
from quincunx.server.storage.store import Store
from tests.helpers.waiting import run


@pytest.fixture(autouse=True)
def _quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operator_commands, "POLL_INTERVAL_S", 0.01)


async def give(store: Store, kind: CommandKind, target: str) -> None:
    await store.write(lambda connection: operator_commands.queue_command(connection, kind, target))


async def until_none_is_left(store: Store) -> None:
    while await store.fetch_all(select(schema.operator_commands)):
        await asyncio.sleep(0.01)


class Server:
    """Records the orders that it carries out."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []

    def handler(self, kind: str) -> CommandHandler:
        async def handle(target: str) -> None:
            self.done.append((kind, target))
            if target == "impossible":
                raise ValueError(target)

        return handle

    def orders(self, store: Store) -> CommandRunner:
        return CommandRunner(store, {"close": self.handler("close"), "ban": self.handler("ban")})


def test_orders_run_once_and_in_sequence(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        server = Server()
        async with Store(database) as store:
            await give(store, "close", "given before it started")
            async with server.orders(store):
                await until_none_is_left(store)
                await give(store, "ban", "one")
                await give(store, "close", "two")
                await until_none_is_left(store)
        assert server.done == [
            ("close", "given before it started"),
            ("ban", "one"),
            ("close", "two"),
        ]

    run(work())


def test_an_order_of_a_restored_store_with_the_same_number_runs(
    database: str,
) -> None:
    """Restoring a backup while an order is carried out adds another order."""
    done: list[str] = []

    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:

            async def reload(target: str) -> None:
                if not done:
                    later = update(schema.operator_commands).values(
                        target="again", at=schema.operator_commands.c.at + 1
                    )
                    await store.write(lambda connection: connection.execute(later))
                done.append(target)

            await give(store, "reload", "once")
            async with CommandRunner(store, {"reload": reload}):
                await until_none_is_left(store)

    run(work())
    assert done == ["once", "again"]


def test_an_order_waits_for_a_server(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        server = Server()
        async with Store(database) as store:
            async with server.orders(store):
                pass
            await give(store, "close", "t")
            assert server.done == []
            async with server.orders(store):
                await until_none_is_left(store)
        assert server.done == [("close", "t")]

    run(work())


def test_a_failed_order_is_recorded_and_blocks_no_other(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        await upgrade(database)
        server = Server()
        async with Store(database) as store:
            await give(store, "close", "impossible")
            await give(store, "reload", "nobody's business")
            await give(store, "close", "possible")
            async with server.orders(store):
                await until_none_is_left(store)
        assert server.done == [("close", "impossible"), ("close", "possible")]

    run(work())
    assert [
        record.getMessage()
        for record in caplog.records
        if record.name == operator_commands.__name__
    ] == [
        "the command “close impossible” failed",
        "the command “reload nobody's business” failed",
    ]


def test_a_store_that_fails_for_a_while_loses_no_order(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        await upgrade(database)
        server = Server()
        async with Store(database) as store:
            await give(store, "ban", "ada")
            failed = asyncio.Event()

            async def fail(*_: object) -> None:
                failed.set()
                raise OSError("the disk is gone")

            monkeypatch.setattr(store, "fetch_all", fail)
            async with server.orders(store):
                await failed.wait()
                assert server.done == []
                monkeypatch.undo()
                await until_none_is_left(store)
        assert server.done == [("ban", "ada")]

    run(work())
