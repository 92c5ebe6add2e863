"""The store keeps what it acknowledged, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select, text

from quincunx.core.chance import Result
from quincunx.core.events import public_event
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.times import TableTime
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.changes import TableChange
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.log_entries import StoredEntry, load_entries
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store, open_database
from quincunx.wire import PersonId, TableId
from tests.helpers.waiting import run


async def a_table(store: Store, table: str = "t") -> None:
    person, _ = await Sessions(store).create_guest("Ada")

    async def job(connection: StoreConnection) -> None:
        await connection.execute(
            insert(schema.tables).values(
                id=table,
                game="quatrefoil",
                rules=1,
                options="{}",
                seats=4,
                host=person.id,
                invite="",
                phase="playing",
                secret="",
                nonces="[]",
                created=0,
                version=-1,
                clock=0,
            )
        )

    await store.write(job)


def an_entry(version: int, request: str | None = None) -> StoredEntry:
    return StoredEntry(
        version=version,
        at=TableTime(10 * version),
        seat=1,
        move="stack",
        chance=(Result("die", None, (3,)),),
        events=(public_event("quatrefoil.event.stacked", seat=1),),
        request=None if request is None else RequestKey(request),
        person=PersonId("ada"),
    )


def an_append(*entries: StoredEntry, table: str = "t", revision: int = 0) -> TableChange:
    values = {"version": entries[-1].version, "digest": "d", "clock": entries[-1].at}
    return TableChange(TableId(table), revision, values, entries)


async def entries(store: Store, table: str, since: int = -1) -> list[StoredEntry]:
    async with store.connect() as connection:
        return await load_entries(connection, TableId(table), since)


def test_only_one_of_two_concurrent_changes_is_stored(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            await a_table(store)
            first, second = (
                TableChange(TableId("t"), 0, {"phase": phase}) for phase in ("over", "closed")
            )
            won = await asyncio.gather(store.change(first), store.change(second))
            assert list(won) == [True, False]
            (row,) = await store.fetch_all(select(schema.tables))
            assert (row["phase"], row["revision"]) == ("over", 1)

    asyncio.run(work())


def test_a_cancelled_write_is_not_stored(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            await a_table(store)
            given_up = asyncio.ensure_future(store.change(an_append(an_entry(0, "a"))))
            await asyncio.sleep(0)
            given_up.cancel()
            assert await store.change(an_append(an_entry(0, "b")))
            assert [entry.request for entry in await entries(store, "t")] == ["b"]

    asyncio.run(work())


def test_appended_entries_are_read_back(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            await a_table(store)
            assert await store.change(an_append(an_entry(0), an_entry(1, "r1")))
        async with Store(database) as store:
            assert await entries(store, "t") == [an_entry(0), an_entry(1, "r1")]
            assert await entries(store, "t", since=0) == [an_entry(1, "r1")]
            row = await store.fetch_one(select(schema.tables))
            assert row is not None
            assert (row["version"], row["digest"], row["clock"]) == (1, "d", 10)

    run(work())


def test_only_one_of_two_appends_of_the_same_version_is_stored(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as one, Store(database) as other:
            await a_table(one)
            won = await asyncio.gather(
                one.change(an_append(an_entry(0, "one"))),
                other.change(an_append(an_entry(0, "other"))),
            )
            assert sorted(won) == [False, True]
            assert len(await entries(one, "t")) == 1

    run(work())


def test_a_lost_compare_and_swap_fails_alone(database: str) -> None:
    """When several writes share a commit, the other appends are stored."""

    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            for table in ("t", "u", "v"):
                await a_table(store, table)
            await store.change(an_append(an_entry(0)))
            results = await asyncio.gather(
                store.change(an_append(an_entry(0, "late"), an_entry(1, "later"))),
                store.change(an_append(an_entry(0), table="u")),
                store.change(an_append(an_entry(1), table="v")),
            )
            assert list(results) == [False, True, True]
            assert [entry.request for entry in await entries(store, "t")] == [None]
            assert len(await entries(store, "u")) == 1

    run(work())


def test_a_change_of_several_tables_is_atomic(database: str) -> None:
    """A lost compare-and-swap drops everything that belongs to it; a won one stores everything."""

    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            for table in ("t", "u"):
                await a_table(store, table)

            def naming(table: str, name: str) -> TableChange:
                async def also(connection: StoreConnection) -> None:
                    line = insert(schema.drafts).values(
                        table=table, seat=0, number=0, at=0, version=0, draft=name
                    )
                    await connection.execute(line)

                return TableChange(
                    TableId(table), 0, {"phase": name, "due": None, "paused": True}, (), (also,)
                )

            assert await store.change(an_append(an_entry(0)))
            won = await asyncio.gather(
                store.change(naming("t", "a")), store.change(naming("u", "b"))
            )
            assert list(won) == [False, True]
            drafts = await store.fetch_all(select(schema.drafts))
            assert [(row["table"], row["draft"]) for row in drafts] == [("u", "b")]
            rows = await store.fetch_all(select(schema.tables).order_by("id"))
            kept = [(row["phase"], row["paused"], row["revision"]) for row in rows]
            assert kept == [("playing", False, 1), ("b", True, 1)]

    run(work())


def test_a_failing_job_does_not_affect_others(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            await a_table(store)

            async def bad(connection: StoreConnection) -> None:
                await connection.execute(text("insert into nowhere values (1)"))

            failed, appended = await asyncio.gather(
                store.write(bad), store.change(an_append(an_entry(0))), return_exceptions=True
            )
            assert isinstance(failed, Exception)
            assert appended is True
            assert len(await entries(store, "t")) == 1

    run(work())


def test_concurrent_writes_share_a_commit(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            for number in range(20):
                await a_table(store, f"t{number}")
            await asyncio.gather(
                *(store.change(an_append(an_entry(0), table=f"t{number}")) for number in range(20))
            )
            row = await store.fetch_one(
                select(func.count().label("many")).select_from(schema.entries)
            )
            assert row is not None
            assert row["many"] == 20

    run(work())


def test_the_migrations_create_the_declared_schema(database: str) -> None:
    async def work() -> list[Any]:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        await upgrade(database)
        await upgrade(database)  # A second time changes nothing.
        opened = open_database(database)
        async with opened.connect() as connection:
            differences: list[Any] = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), schema.metadata)
            )
        await opened.close()
        return differences

    assert run(work()) == []


def test_sqlite_is_durable_at_the_commit(tmp_path: Path) -> None:
    async def work() -> tuple[str, int]:
        async with Store(f"sqlite:///{tmp_path / 'q.db'}") as store:
            async with store.connect() as connection:
                mode = (await connection.execute(text("PRAGMA journal_mode"))).scalar_one()
                level = (await connection.execute(text("PRAGMA synchronous"))).scalar_one()
            return mode, level

    assert run(work()) == ("wal", 2)
