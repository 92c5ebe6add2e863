"""A table that was stored by another version of the rules is left alone, and says why."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select, update

from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.cluster.leases import Sweeps
from quincunx.server.common.errors import Frozen
from quincunx.server.lobby.feed import LobbyFeed
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.tables import Tables
from quincunx.wire import NewTable, Person, Ready, RequestId, TableId
from tests.helpers.stores import open_store
from tests.helpers.waiting import run

OFTEN = Sweeps(interval_s=0.02, late_after_ms=0)


async def change(store: Store, table: str, **values: object) -> None:
    async def job(connection: StoreConnection) -> None:
        await connection.execute(
            update(schema.tables).where(schema.tables.c.id == table).values(**values)
        )

    await store.write(job)


async def due(store: Store, table: str) -> int | None:
    row = await store.fetch_one(select(schema.tables.c.due).where(schema.tables.c.id == table))
    assert row is not None
    found: int | None = row["due"]
    return found


@asynccontextmanager
async def frozen(database: str) -> AsyncIterator[tuple[Store, ServerClock, Person, list[TableId]]]:
    """Three tables at which bots are to move, stored by other rules."""
    async with open_store(database) as store, ServerClock.running(store) as clock:
        ada, _ = await Sessions(store).create_guest("Ada")
        async with BotPools() as bot_pools:
            tables = Tables(store, bot_pools, clock)
            ids = []
            for _ in range(3):
                wanted = NewTable("quatrefoil", bots={1: "easy", 2: "easy", 3: "easy"}, open=True)
                table = await tables.creation.create(ada, wanted)
                await (await tables.registry.find(table.id)).execute(
                    Caller(ada), Ready(RequestId("1"), "n")
                )
                await change(store, table.id, rules=0, due=1)
                ids.append(table.id)
        yield store, clock, ada, ids


def test_a_frozen_table_is_woken_only_once(database: str, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with frozen(database) as (store, clock, _, ids), BotPools() as bot_pools:
            async with Tables(store, bot_pools, clock, sweeps=OFTEN) as tables:
                while any([await due(store, table) is not None for table in ids]):
                    await asyncio.sleep(0.02)
                # Many sweeps later nobody has tried again.
                for _ in range(20):
                    await asyncio.sleep(OFTEN.interval_s)
                assert not any(tables.scheduler.scheduled(table) for table in ids)
            told = [record for record in caplog.records if record.levelno >= logging.WARNING]
            assert sorted(record.getMessage().split()[1] for record in told) == sorted(ids)

    run(work())


def test_a_frozen_table_is_explained_to_players_and_not_listed(database: str) -> None:
    async def work() -> None:
        async with frozen(database) as (store, clock, ada, ids), BotPools() as bot_pools:
            with pytest.raises(Frozen, match="earlier version of the rules"):
                await Tables(store, bot_pools, clock).registry.find(ids[0])
            lobby = await LobbyFeed(store).snapshot(ada)
            assert {card.id for card in lobby.yours} == set(ids), "it is still theirs"
            assert not any(card.your_turn for card in lobby.yours)
            assert (await LobbyFeed(store).snapshot(None)).open == ()

    run(work())


def test_a_table_created_under_other_rules_is_not_dealt(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store, ServerClock.running(store) as clock:
            ada, _ = await Sessions(store).create_guest("Ada")
            tables = Tables(store, BotPools(), clock)
            opened_table = await tables.creation.create(ada, NewTable("quivvit", seats=1))
            await change(store, opened_table.id, rules=0)
            table = await Tables(store, BotPools(), clock).registry.find(opened_table.id)
            with pytest.raises(Frozen):
                await table.execute(Caller(ada), Ready(RequestId("1"), "n"))
            assert table.state.phase == "gathering"
            ((_, sitter),) = table.state.seating
            assert sitter is not None
            assert not sitter.ready, "memory is not ahead of the store"

    run(work())
