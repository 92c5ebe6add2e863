"""Memory is never ahead of the store: not after a refusal half-way, not after a client hung up."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import select

from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.errors import NotInvited, TableError, WrongPhase
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.changes import TableChange
from quincunx.server.storage.commit_queue import Write
from quincunx.server.storage.store import Store
from quincunx.server.tables import completion
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.state.permissions import finished_match
from quincunx.server.tables.tables import Tables
from quincunx.wire import (
    NewTable,
    Propose,
    Ready,
    RequestId,
    Resume,
    Say,
    Sit,
)
from tests.helpers.stores import open_store, sqlite_url
from tests.helpers.waiting import run
from tests.server.connections import FakeConnection


def test_a_failed_deal_leaves_no_player_ready(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)) as store:
            ada, _ = await Sessions(store).create_guest("Ada")
            tables = Tables(store, BotPools(), ServerClock())
            table = await tables.registry.find(
                (await tables.creation.create(ada, NewTable("quivvit", seats=1))).id
            )

            async def fail(*_: object, **__: object) -> None:
                raise TableError("table.refusal.not_over")

            with patch.object(completion, "deal_match", fail), pytest.raises(TableError):
                await table.execute(Caller(ada), Ready(RequestId("1"), "nonce"))
            ((_, sitter),) = table.state.seating
            assert sitter is not None
            assert (sitter.ready, table.state.nonces, table.state.phase) == (False, (), "gathering")
            await table.execute(Caller(ada), Ready(RequestId("2"), "other"))
            assert (table.state.phase, table.state.nonces) == ("playing", ("other",))

    run(work())


class SlowStore(Store):
    """Commits only once it may."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.may_commit = asyncio.Event()
        self.may_commit.set()
        self.committing = asyncio.Event()

    async def _commit(self, writes: list[Write]) -> list[Any]:
        self.committing.set()
        await self.may_commit.wait()
        return await super()._commit(writes)


@pytest.mark.parametrize("committed", [False, True])
def test_after_a_client_hung_up_the_table_shows_what_is_stored(
    tmp_path: Path, committed: bool
) -> None:
    """Whether or not the commit happens that the client no longer waits for."""

    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)):
            pass
        store = SlowStore(sqlite_url(tmp_path))
        async with store:
            ada, ben = [(await Sessions(store).create_guest(name))[0] for name in ("Ada", "Ben")]
            tables = Tables(store, BotPools(), ServerClock())
            table = await tables.registry.find(
                (await tables.creation.create(ada, NewTable("pivit", seats=3))).id
            )
            if committed:
                store.may_commit.clear()
                store.committing.clear()
            sitting = asyncio.create_task(table.execute(Caller(ben), Sit(RequestId("1"), 1)))
            if committed:
                await store.committing.wait()
            else:
                await asyncio.sleep(0)
            sitting.cancel()
            await asyncio.gather(sitting, return_exceptions=True)
            store.may_commit.set()
            await table.execute(Caller(ada), Say(RequestId("2"), "hello"))
            rows = await store.fetch_all(
                select(schema.sitters.c.seat).where(schema.sitters.c.person == ben.id)
            )
            stored = [(row["seat"], 0) for row in rows]
            place = table.state.seating.place_of(ben)
            assert stored == ([] if place is None else [place])
            assert committed == (place is not None)

    run(work())


def test_the_record_stays_secret_until_the_end_of_the_game_is_stored(tmp_path: Path) -> None:
    """A commit that has not happened yet may still fail, and the game go on."""

    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)):
            pass
        store = SlowStore(sqlite_url(tmp_path))
        async with store:
            ada, eve = [(await Sessions(store).create_guest(name))[0] for name in ("Ada", "Eve")]
            tables = Tables(store, BotPools(), ServerClock())
            table = await tables.registry.find(
                (await tables.creation.create(ada, NewTable("quivvit", seats=1))).id
            )
            await table.execute(Caller(ada), Ready(RequestId("1"), "nonce"))
            store.may_commit.clear()
            store.committing.clear()
            ending = asyncio.create_task(table.execute(Caller(ada), Propose(RequestId("2"), "end")))
            await store.committing.wait()
            with pytest.raises(NotInvited):
                await tables.record(eve, table.state.id, None, lambda _: None)
            with pytest.raises(WrongPhase):
                finished_match(table.state, table.services.now())
            store.may_commit.set()
            await ending
            assert table.state.phase == "closed"
            assert await tables.record(eve, table.state.id, None, lambda _: None)

    run(work())


def test_clients_are_told_of_a_change_whose_commit_seemed_to_fail(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)) as store:
            ada, _ = await Sessions(store).create_guest("Ada")
            tables = Tables(store, BotPools(), ServerClock())
            wanted = NewTable("quivvit", {"timed": True}, seats=1)
            table = await tables.registry.find((await tables.creation.create(ada, wanted)).id)
            client = FakeConnection(ada)
            await table.join(client, "", None)
            await table.execute(Caller(ada), Ready(RequestId("1"), "nonce"))
            await table.execute(Caller(ada), Propose(RequestId("2"), "pause"))
            assert client.table is not None
            assert client.table.paused
            commit = store.change

            async def commit_and_fail(change: TableChange) -> bool:
                store.change = commit  # type: ignore[method-assign]
                await commit(change)
                raise OSError("the connection broke after the commit")

            store.change = commit_and_fail  # type: ignore[method-assign]
            await table.execute(Caller(ada), Resume(RequestId("3")))
            assert not client.table.paused

    run(work())
