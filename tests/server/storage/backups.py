"""Stores full of values, their backups, and what they contain."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import insert, select

from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.maintenance.backup import back_up
from quincunx.server.storage.maintenance.restore import restore
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store
from tests.server.storage.sample_rows import rows_for

Content = dict[str, list[dict[str, Any]]]
"""The rows of every table."""


async def fill(store: Store) -> None:
    """Give every column of every table values."""

    async def job(connection: StoreConnection) -> None:
        for table in schema.metadata.sorted_tables:
            await connection.execute(insert(table), rows_for(table))

    await store.write(job)


async def content(store: Store) -> Content:
    """Return the rows of every table."""
    found = {}
    for table in schema.metadata.sorted_tables:
        rows = [dict(row) for row in await store.fetch_all(select(table))]
        found[table.name] = sorted(rows, key=repr)
    return found


async def filled(database: str) -> Content:
    """Create and fill a store; return its content."""
    await upgrade(database)
    async with Store(database) as store:
        await fill(store)
        return await content(store)


async def backed_up(database: str, file: Path) -> dict[str, int]:
    """Back up a store; return the number of rows of each table."""
    async with Store(database) as store:
        return await back_up(store, file)


async def restored(database: str, file: Path, *, replace: bool = False) -> Content:
    """Restore a backup; return the content of the store, without the order for the server."""
    async with Store(database) as store:
        await restore(store, file, replace=replace)
        after = await content(store)
    assert [order["kind"] for order in after["orders"] if order["kind"] == "reload"] == ["reload"]
    after["orders"] = [order for order in after["orders"] if order["kind"] != "reload"]
    return after


def write_backup(file: Path, lines: list[object]) -> None:
    """Write a backup in the documented format, without the code under test."""
    packed = b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines)
    rows: dict[str, int] = {}
    for line in lines[1:]:
        assert isinstance(line, list)
        rows[line[0]] = rows.get(line[0], 0) + 1
    footer = {"rows": rows, "digest": sha256(packed).hexdigest()}
    file.write_bytes(gzip.compress(packed + json.dumps(footer).encode() + b"\n"))
