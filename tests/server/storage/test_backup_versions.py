"""Backups of older schemas are upgraded; those of newer ones are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import MetaData, Table

from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.maintenance.restore import restore
from quincunx.server.storage.migrations import NewerSchema, migrate
from quincunx.server.storage.store import Store
from tests.helpers.waiting import run
from tests.server.storage.backups import content, filled, restored, write_backup
from tests.server.storage.sample_rows import ROWS, rows_for


def test_a_backup_of_the_first_schema_is_upgraded(database: str, tmp_path: Path) -> None:
    async def first_schema() -> list[Table]:
        old = MetaData()

        async def job(connection: StoreConnection) -> None:
            await connection.run_sync(migrate, "0001")
            await connection.run_sync(old.reflect)

        async with Store(f"sqlite:///{tmp_path / 'old.db'}") as store:
            await store.write(job)
        return [table for table in old.sorted_tables if table.name != "alembic_version"]

    lines: list[object] = [{"format": "quincunx-backup/1", "revision": "0001", "made": 1}]
    for table in run(first_schema()):
        for row in rows_for(table):
            packed = {"state": "c3RhdGU="} if row.get("state") is not None else {}
            lines.append([table.name, {**row, **packed}])
    write_backup(tmp_path / "b", lines)
    after = run(restored(database, tmp_path / "b"))
    assert [person["name"] for person in after["people"]] == [
        row["name"] for row in rows_for(schema.people)
    ]
    assert {table["state"] for table in after["tables"]} == {None, b"state"}
    # What the later schema brought.
    assert {table["deal_name"] for table in after["tables"]} == {
        table["id"] for table in after["tables"]
    }
    assert len(after["entries"]) == ROWS
    assert after["chat"] == []


def test_a_backup_of_a_newer_schema_is_refused(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'quincunx.db'}"
    write_backup(tmp_path / "b", [{"format": "quincunx-backup/1", "revision": "9999", "made": 1}])
    before = run(filled(database))

    async def work() -> None:
        async with Store(database) as store:
            with pytest.raises(NewerSchema):
                await restore(store, tmp_path / "b", replace=True)
            assert await content(store) == before

    run(work())
