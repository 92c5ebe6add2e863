"""A backup is a complete snapshot of the store, and can be restored."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Table, insert, select, update

from quincunx.server.people.sessions import Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.maintenance.backup import BadBackup, back_up, open_backup
from quincunx.server.storage.maintenance.restore import NotEmpty, restore
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.migrations import revisions
from quincunx.server.storage.store import Store
from tests.helpers.postgres import Postgres
from tests.helpers.waiting import run
from tests.server.storage.backups import (
    Content,
    backed_up,
    content,
    filled,
    restored,
    write_backup,
)
from tests.server.storage.sample_rows import ROWS, rows_for


@pytest.fixture(params=["sqlite", "postgresql"])
def other_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of another empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'other.db'}"
    running: Postgres = request.getfixturevalue("postgres_server")
    return running.new_database()


# There and back


def test_a_backup_restores_everything_in_every_kind_of_store(
    database: str, other_database: str, tmp_path: Path
) -> None:
    file = tmp_path / "house.backup"
    before = run(filled(database))
    assert run(backed_up(database, file)) == dict.fromkeys(before, ROWS)
    assert run(restored(other_database, file)) == before


def test_a_restored_store_continues_its_numbers(database: str, tmp_path: Path) -> None:
    """The store assigns no number twice."""

    async def add_one_more(table: Table) -> list[int]:
        row = {name: each for name, each in rows_for(table)[0].items() if name != "id"}
        if "number" in row:
            # Another message: one message is reported once by a person.
            row["number"] = -1

        async def job(connection: StoreConnection) -> None:
            await connection.execute(insert(table).values(row))

        async with Store(database) as store:
            await store.write(job)
            return [found["id"] for found in await store.fetch_all(select(table.c.id))]

    run(filled(database))
    run(backed_up(database, tmp_path / "b"))
    run(restored(database, tmp_path / "b", replace=True))
    for table in (schema.operator_commands, schema.reports, schema.audit_log):
        ids = run(add_one_more(table))
        assert len(set(ids)) == len(ids)


def test_a_restore_updates_the_time_of_the_running_server(database: str, tmp_path: Path) -> None:
    async def work() -> str:
        async with Store(database) as store:
            (order,) = await store.fetch_all(
                select(schema.operator_commands.c.target).where(
                    schema.operator_commands.c.kind == "reload"
                )
            )
            target: str = order["target"]
            return target

    async def one_house() -> None:
        await upgrade(database)
        async with Store(database) as store:
            row = {"id": 1, "secret": "s", "time": 2**40, "beat": 0}
            await store.write(lambda c: c.execute(insert(schema.server_state).values(row)))

    run(one_house())
    run(backed_up(database, tmp_path / "b"))
    run(restored(database, tmp_path / "b"))
    assert run(work()) == str(2**40)


# While people play


def test_a_backup_is_a_consistent_snapshot(database: str, tmp_path: Path) -> None:
    """Every table is at the end of its log, although moves are stored during the backup."""
    names = [f"t{number}" for number in range(20)]

    async def play(store: Store, table: str, version: int) -> None:
        row = {**rows_for(schema.entries)[1], "table": table, "version": version, "request": None}

        async def job(connection: StoreConnection) -> None:
            await connection.execute(insert(schema.entries).values(row))
            await connection.execute(
                update(schema.tables).where(schema.tables.c.id == table).values(version=version)
            )

        await store.write(job)

    async def keep_playing(store: Store) -> None:
        version = 50
        while True:
            for table in names:
                await play(store, table, version)
            version += 1

    async def work() -> int:
        await upgrade(database)
        async with Store(database) as store:
            person, _ = await Sessions(store).create_guest("Ada")
            rows = [
                {**rows_for(schema.tables)[1], "id": name, "host": person.id, "version": -1}
                for name in names
            ]
            await store.write(lambda c: c.execute(insert(schema.tables), rows))
            for version in range(50):
                await asyncio.gather(*(play(store, table, version) for table in names))
            playing = asyncio.create_task(keep_playing(store))
            async with Store(database) as another:
                await back_up(another, tmp_path / "b")
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            versions = await store.fetch_all(select(schema.tables.c.version))
            return sum(row["version"] + 1 for row in versions)

    played = run(work())
    log: dict[str, list[int]] = {name: [] for name in names}
    standing: dict[str, int] = {}
    for table, row in open_backup(tmp_path / "b").read():
        if table == "entries":
            log[row["table"]].append(row["version"])
        elif table == "tables":
            standing[row["id"]] = row["version"]
    for name in names:
        assert sorted(log[name]) == list(range(standing[name] + 1))
    assert sum(map(len, log.values())) < played, "nobody played while the backup was made"


def test_a_store_in_use_can_be_replaced(database: str, tmp_path: Path) -> None:
    """A concurrent write is either in the backup or later."""

    async def work() -> None:
        before = await filled(database)
        await backed_up(database, tmp_path / "b")
        came: list[str] = []

        async def keep_coming(store: Store) -> None:
            while True:
                person, _ = await Sessions(store).create_guest("Guest")
                came.append(person.id)

        async with Store(database) as playing, Store(database) as store:
            coming = asyncio.create_task(keep_coming(playing))
            for _ in range(5):
                while not came:
                    await asyncio.sleep(0.01)
                gone = set(came)
                await restore(store, tmp_path / "b", replace=True)
                people = {person["id"] for person in (await content(store))["people"]}
                assert people >= {person["id"] for person in before["people"]}
                assert not people & gone
                came.clear()
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)

    run(work())


def test_an_interrupted_backup_leaves_no_file(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'quincunx.db'}"
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "b").write_text("yesterday's")

    async def work() -> None:
        await filled(database)
        async with Store(database) as store:
            task = asyncio.create_task(back_up(store, folder / "b"))
            while len(list(folder.iterdir())) < 2:
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    run(work())
    assert [file.name for file in folder.iterdir()] == ["b"]
    assert (folder / "b").read_text() == "yesterday's"


def test_only_the_owner_may_read_a_backup(database: str, tmp_path: Path) -> None:
    run(filled(database))
    run(backed_up(database, tmp_path / "b"))
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o600


# What is refused


def test_a_store_with_people_is_replaced_only_if_asked(database: str, tmp_path: Path) -> None:
    async def newcomer() -> Content:
        async with Store(database) as store:
            await Sessions(store).create_guest("Newcomer")
            return await content(store)

    async def now() -> Content:
        async with Store(database) as store:
            return await content(store)

    before = run(filled(database))
    run(backed_up(database, tmp_path / "b"))
    changed = run(newcomer())
    with pytest.raises(NotEmpty):
        run(restored(database, tmp_path / "b"))
    assert run(now()) == changed
    assert run(restored(database, tmp_path / "b", replace=True)) == before


def repacked(data: bytes, change: Callable[[list[bytes]], list[bytes]]) -> bytes:
    return gzip.compress(b"".join(change(gzip.decompress(data).splitlines(keepends=True))))


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda data: data[: len(data) // 2],
    "no end": lambda data: repacked(data, lambda lines: lines[:-1]),
    "only a header": lambda data: repacked(data, lambda lines: lines[:1]),
    "a row missing": lambda data: repacked(data, lambda lines: [*lines[:3], *lines[4:]]),
    "a row twice": lambda data: repacked(data, lambda lines: [*lines[:3], *lines[2:]]),
    "a word changed": lambda data: repacked(
        data, lambda lines: [line.replace(b"Zo", b"Ho", 1) for line in lines]
    ),
    "no row": lambda data: repacked(data, lambda lines: [lines[0], b"[1]\n", *lines[1:]]),
    "something behind": lambda data: repacked(data, lambda lines: [*lines, b"x"]),
    "empty": lambda data: b"",
    "no gzip": lambda data: b"once upon a time",
    "another format": lambda data: repacked(
        data, lambda lines: [lines[0].replace(b"backup/1", b"backup/2"), *lines[1:]]
    ),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_backup_is_refused_and_changes_nothing(tmp_path: Path, damage: str) -> None:
    database = f"sqlite:///{tmp_path / 'quincunx.db'}"

    async def work() -> None:
        before = await filled(database)
        await backed_up(database, tmp_path / "b")
        (tmp_path / "b").write_bytes(DAMAGES[damage]((tmp_path / "b").read_bytes()))
        async with Store(database) as store:
            with pytest.raises(BadBackup):
                await restore(store, tmp_path / "b", replace=True)
            assert await content(store) == before

    run(work())


def test_every_changed_bit_is_detected(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'quincunx.db'}"
    file = tmp_path / "b"
    run(filled(database))
    run(backed_up(database, file))
    whole, rows = file.read_bytes(), list(open_backup(file).read())
    noticed = 0
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            # Some bits do not matter: of gzip's header, or of codes that nothing is written in.
            assert list(open_backup(file).read()) == rows
        except BadBackup:
            noticed += 1
    assert noticed > 0.95 * len(whole)


def test_a_restore_that_fails_in_the_middle_changes_nothing(database: str, tmp_path: Path) -> None:
    """The file is undamaged, but it has a session of a person who does not exist."""
    lines: list[object] = [
        {"format": "quincunx-backup/1", "revision": revisions()[-1], "made": 1},
        ["people", rows_for(schema.people)[0]],
        ["sessions", {**rows_for(schema.sessions)[0], "person": "nobody"}],
    ]
    write_backup(tmp_path / "b", lines)
    before = run(filled(database))

    async def work() -> None:
        async with Store(database) as store:
            with pytest.raises(Exception, match=r"(?i)foreign key"):
                await restore(store, tmp_path / "b", replace=True)
            assert await content(store) == before

    run(work())
