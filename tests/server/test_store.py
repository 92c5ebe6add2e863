"""The store keeps what it acknowledged, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from quincunx.core.chance import Result
from quincunx.core.events import public
from quincunx.server import schema
from quincunx.server.migrations import upgrade
from quincunx.server.people import People
from quincunx.server.store import Append, Store, StoredEntry

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


async def a_table(store: Store, table: str = "t") -> None:
    person, _ = await People(store).new_guest("Ada")

    async def job(connection: AsyncConnection) -> None:
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
        at=10 * version,
        seat=1,
        move="stack",
        chance=(Result("die", None, (3,)),),
        events=(public("quatrefoil.event.stacked", seat=1),),
        request=request,
        person="ada",
    )


def an_append(*entries: StoredEntry, table: str = "t") -> Append:
    return Append(
        table=table,
        entries=entries,
        phase="playing",
        state=b"state",
        digest="d",
        clock=entries[-1].at,
        house=0,
        due=None,
        awaited=(0,),
        helped=False,
    )


def test_what_is_appended_is_read_back(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            await a_table(store)
            assert await store.append(an_append(an_entry(0), an_entry(1, "r1")))
        async with Store(database) as store:
            assert await store.entries("t") == [an_entry(0), an_entry(1, "r1")]
            assert await store.entries("t", since=0) == [an_entry(1, "r1")]
            row = await store.row(select(schema.tables))
            assert row is not None
            assert (row["version"], row["digest"], row["clock"]) == (1, "d", 10)

    run(work())


def test_of_two_who_append_the_same_version_one_wins(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as one, Store(database) as other:
            await a_table(one)
            won = await asyncio.gather(
                one.append(an_append(an_entry(0, "one"))),
                other.append(an_append(an_entry(0, "other"))),
            )
            assert sorted(won) == [False, True]
            assert len(await one.entries("t")) == 1

    run(work())


def test_a_lost_swap_fails_alone(database: str) -> None:
    """In one gathered commit the others' appends are kept."""

    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            for table in ("t", "u"):
                await a_table(store, table)
            await store.append(an_append(an_entry(0)))
            results = await asyncio.gather(
                store.append(an_append(an_entry(0, "late"), an_entry(1, "later"))),
                store.append(an_append(an_entry(0), table="u")),
                store.append(an_append(an_entry(1))),
            )
            assert list(results) == [False, True, True]
            assert [entry.request for entry in await store.entries("t")] == [None, None]
            assert len(await store.entries("u")) == 1

    run(work())


def test_a_request_is_stored_once(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            await a_table(store)
            assert await store.append(an_append(an_entry(0, "same")))
            assert not await store.append(an_append(an_entry(1, "same")))

    run(work())


def test_a_job_that_fails_takes_no_other_with_it(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            await a_table(store)

            async def bad(connection: AsyncConnection) -> None:
                await connection.execute(text("insert into nowhere values (1)"))

            failed, appended = await asyncio.gather(
                store.write(bad), store.append(an_append(an_entry(0))), return_exceptions=True
            )
            assert isinstance(failed, Exception)
            assert appended is True
            assert len(await store.entries("t")) == 1

    run(work())


def test_many_writers_are_gathered(database: str) -> None:
    async def work() -> None:
        await upgrade(database)
        async with Store(database) as store:
            for number in range(20):
                await a_table(store, f"t{number}")
            await asyncio.gather(
                *(store.append(an_append(an_entry(0), table=f"t{number}")) for number in range(20))
            )
            row = await store.row(select(func.count().label("many")).select_from(schema.entries))
            assert row is not None
            assert row["many"] == 20
            await store.check()

    run(work())


def test_the_migrations_make_the_schema_that_the_code_knows(database: str) -> None:
    async def work() -> list[Any]:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        await upgrade(database)
        await upgrade(database)  # A second time changes nothing.
        engine = create_async_engine(database)
        async with engine.connect() as connection:
            differences: list[Any] = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), schema.metadata)
            )
        await engine.dispose()
        return differences

    assert run(work()) == []


def test_sqlite_is_durable_at_the_commit(tmp_path: Path) -> None:
    async def work() -> tuple[str, int]:
        async with Store(f"sqlite+aiosqlite:///{tmp_path / 'q.db'}") as store:
            async with store.reading() as connection:
                mode = (await connection.execute(text("PRAGMA journal_mode"))).scalar_one()
                level = (await connection.execute(text("PRAGMA synchronous"))).scalar_one()
            return mode, level

    assert run(work()) == ("wal", 2)
