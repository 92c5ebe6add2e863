"""An older store is upgraded completely or not at all; a newer one is not touched."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, insert, select, text

from quincunx.cli import main
from quincunx.server.common.times import wall_clock
from quincunx.server.ops.settings import Settings
from quincunx.server.storage import migrations
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.maintenance.backup import open_backup
from quincunx.server.storage.maintenance.restore import restore
from quincunx.server.storage.maintenance.upgrade import NotUpgraded, upgrade
from quincunx.server.storage.migrations import NewerSchema, migrate, revisions, stored_revision
from quincunx.server.storage.store import Store, open_database
from tests.helpers.paths import ROOT
from tests.helpers.ports import free_port
from tests.helpers.postgres import Postgres
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.storage.sample_rows import rows_for

*OLDER, NEWEST = revisions()
CHANGED_ON_PURPOSE = {("tables", "due")}
"""Set by a migration: overdue wake-ups are due when the server starts."""


class Kept(NamedTuple):
    """Return every row of a store of any schema."""

    revision: str | None
    rows: dict[str, list[dict[str, Any]]]


@asynccontextmanager
async def connected(database: str) -> AsyncIterator[StoreConnection]:
    opened = open_database(database)
    async with opened.begin() as connection:
        yield connection
    await opened.close()


async def kept(database: str) -> Kept:
    async with connected(database) as connection:
        metadata = await reflected(connection)
        rows = {}
        for name, table in metadata.tables.items():
            found = (await connection.execute(select(table))).mappings().all()
            rows[name] = sorted(map(dict, found), key=repr)
        return Kept(await connection.run_sync(stored_revision), rows)


async def reflected(connection: StoreConnection) -> MetaData:
    metadata = MetaData()
    only = lambda name, _: name != "alembic_version"  # noqa: E731
    await connection.run_sync(lambda sync: metadata.reflect(sync, only=only))
    return metadata


async def made_by(revision: str, database: str) -> Kept:
    """Create a store of an older schema with people and games; return its rows."""
    async with connected(database) as connection:
        await connection.run_sync(migrate, revision)
        for table in (await reflected(connection)).sorted_tables:
            await connection.execute(insert(table), rows_for(table))
    return await kept(database)


async def from_the_future(database: str) -> Kept:
    await upgrade(database)
    async with connected(database) as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    return await kept(database)


def backups(tmp_path: Path) -> list[Path]:
    return sorted(tmp_path.glob("*.backup"))


def assert_grown_up(before: Kept, after: Kept) -> None:
    """Assert that no column which both schemas have lost or changed its values."""
    assert after.revision == NEWEST
    for table in before.rows.keys() & after.rows.keys():
        assert len(after.rows[table]) == len(before.rows[table]) > 0
        columns = before.rows[table][0].keys() & after.rows[table][0].keys()
        for column in sorted(columns):
            if (table, column) not in CHANGED_ON_PURPOSE:
                was, is_ = (
                    sorted(repr(row[column]) for row in kept.rows[table])
                    for kept in (before, after)
                )
                assert is_ == was, f"{table}.{column}"


# Older ones


def test_file_names_give_the_order_of_the_revisions() -> None:
    scripts = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert revisions() == tuple(script.revision for script in scripts.walk_revisions())[::-1]


@pytest.mark.parametrize("revision", OLDER)
def test_every_older_postgresql_store_is_upgraded_with_its_data(
    postgres_server: Postgres, revision: str
) -> None:
    database = postgres_server.new_database()
    before = run(made_by(revision, database))
    run(upgrade(database))
    assert_grown_up(before, run(kept(database)))


def test_games_of_an_older_store_are_rated_only_if_their_players_could_know_it(
    database: str,
) -> None:
    """Not where nobody has chosen yet, nor where staying away was no loss when the players went."""
    now, day = wall_clock(), 24 * 3_600_000
    expected: dict[str, tuple[dict[str, Any], bool | None]] = {
        "waiting": ({"phase": "gathering"}, None),
        "waiting for anybody": ({"phase": "gathering", "fills": 1}, False),
        "in play": ({"phase": "playing"}, True),
        "idle": ({"phase": "playing", "moved": now - 2 * day}, False),
        "idle with a clock": ({"phase": "playing", "moved": now - 2 * day, "pace": 86400}, True),
        "over": ({"phase": "over", "moved": now - 9 * day}, True),
        "helped": ({"phase": "playing", "helped": True}, False),
        "alone": ({"phase": "playing", "seats": 1}, False),
    }

    async def work() -> dict[str, bool | None]:
        async with connected(database) as connection:
            await connection.run_sync(migrate, "0003")
            metadata = await reflected(connection)
            for table in metadata.sorted_tables:
                if table.name not in ("people", "tables"):
                    continue
                (_, row, _) = rows_for(table)
                if table.name == "people":
                    await connection.execute(insert(table), row)
                    continue
                usual = {"deal": "fresh", "helped": False, "seats": 2, "pace": None}
                usual |= {"fills": None, "moved": now}
                for name, (changes, _) in expected.items():
                    await connection.execute(insert(table), row | usual | changes | {"id": name})
        await upgrade(database)
        return {row["id"]: row["rated"] for row in (await kept(database)).rows["tables"]}

    rated = {name: None if is_ is None else bool(is_) for name, is_ in run(work()).items()}
    assert rated == {name: is_ for name, (_, is_) in expected.items()}


def test_duplicate_reports_are_merged(database: str) -> None:
    """A report that the operator has settled stays settled."""

    async def work() -> list[tuple[int, int, bool]]:
        async with connected(database) as connection:
            await connection.run_sync(migrate, "0004")
            tables = (await reflected(connection)).tables
            for name in ("people", "tables"):
                await connection.execute(insert(tables[name]), rows_for(tables[name]))
            (report, *_) = rows_for(tables["reports"])
            numbers = [(1, 5, False), (2, 5, True), (3, 5, False), (4, 6, False), (5, 6, False)]
            rows = [
                {**report, "id": id_, "number": number, "settled": settled}
                for id_, number, settled in numbers
            ]
            await connection.execute(insert(tables["reports"]), rows)
        await upgrade(database)
        reports = (await kept(database)).rows["reports"]
        return [(row["id"], row["number"], row["settled"]) for row in reports]

    assert sorted(run(work())) == [(1, 5, True), (4, 6, False)]


@pytest.mark.parametrize("revision", OLDER)
def test_every_older_sqlite_store_is_upgraded_with_its_data_and_backed_up_first(
    tmp_path: Path, revision: str
) -> None:
    """The backup contains everything that the store did."""
    database = Settings(data=tmp_path).store
    before = run(made_by(revision, database))
    run(upgrade(database))
    assert_grown_up(before, run(kept(database)))
    (file,) = backups(tmp_path)
    assert file.name.startswith(f"quincunx-{revision}-20")
    assert file.stat().st_mode & 0o777 == 0o600
    assert open_backup(file).revision == revision
    other = f"sqlite:///{tmp_path / 'other.db'}"

    async def restored() -> None:
        async with Store(other) as store:
            await restore(store, file)

    run(restored())
    was, is_ = run(kept(database)), run(kept(other))
    is_.rows["orders"].pop()  # The server is told to reload.
    assert is_ == was


def test_a_new_store_and_one_of_today_are_not_backed_up(tmp_path: Path) -> None:
    database = Settings(data=tmp_path).store
    run(upgrade(database))
    today = run(kept(database))
    run(upgrade(database))
    assert run(kept(database)) == today
    assert backups(tmp_path) == []


def test_concurrent_upgrades_run_once(database: str, tmp_path: Path) -> None:
    before = run(made_by(OLDER[0], database))
    program = (
        "import asyncio, sys\n"
        "from quincunx.server.storage.maintenance.upgrade import upgrade\n"
        "asyncio.run(upgrade(sys.argv[1]))"
    )
    command = [sys.executable, "-c", program, database]
    starting = [subprocess.Popen(command, cwd=ROOT) for _ in range(2)]
    assert [process.wait(MAX_WAIT_S) for process in starting] == [0, 0]
    assert_grown_up(before, run(kept(database)))
    for file in backups(tmp_path):
        assert open_backup(file).revision == OLDER[0]


# What goes wrong


@pytest.mark.parametrize(
    "when", [1, 15, 10_000, *(pytest.param(when, marks=pytest.mark.exhaustive) for when in (2, 40))]
)
def test_a_killed_upgrade_changes_nothing(database: str, when: int) -> None:
    before = run(made_by(OLDER[0], database))
    command = [
        sys.executable,
        "-m",
        "tests.server.storage.interrupted_upgrade",
        database,
        str(when),
    ]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -signal.SIGKILL
    assert run(kept(database)) == before
    run(upgrade(database))
    assert_grown_up(before, run(kept(database)))


def test_a_failed_upgrade_changes_nothing_and_is_reported(database: str) -> None:
    """The database already has a table that a migration creates."""

    async def work() -> Kept:
        await made_by("0001", database)
        async with connected(database) as connection:
            await connection.execute(text("CREATE TABLE orders (mine INTEGER)"))
        return await kept(database)

    before = run(work())
    with pytest.raises(NotUpgraded, match=r"has not been changed: .*orders.* already exists"):
        run(upgrade(database))
    assert run(kept(database)) == before


def test_a_store_that_cannot_be_backed_up_is_not_upgraded(tmp_path: Path) -> None:
    database = Settings(data=tmp_path).store
    before = run(made_by(OLDER[0], database))
    in_the_way = tmp_path / f"quincunx-{OLDER[0]}-{datetime.now(UTC):%Y-%m-%d}.backup"
    in_the_way.mkdir()
    with pytest.raises(NotUpgraded, match="Is a directory"):
        run(upgrade(database))
    assert run(kept(database)) == before


# Newer ones


def test_a_newer_store_is_refused_and_unchanged(database: str, tmp_path: Path) -> None:
    before = run(from_the_future(database))
    with pytest.raises(NewerSchema):
        run(upgrade(database))
    assert run(kept(database)) == before
    assert backups(tmp_path) == []


@pytest.mark.parametrize("why", ["newer", "failed"])
def test_serve_refuses_a_newer_store_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], why: str
) -> None:
    if why == "newer":
        run(from_the_future(Settings(data=tmp_path).store))
    else:
        (tmp_path / "quincunx.db").write_text("This is no database. " * 100)
    assert main(["serve", "--data", str(tmp_path), "--port", str(free_port())]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert ("newer version" if why == "newer" else "not a database") in err
