"""Upgrading a store to the current schema, when a server or worker starts."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, MetaData, create_engine, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from quincunx.core.errors import QuincunxError
from quincunx.server.storage.maintenance.backup import ROWS_IN_MEMORY, write_backup
from quincunx.server.storage.migrations import migrate, revisions, stored_revision


class NotUpgraded(QuincunxError):
    """The store could not be upgraded; it is unchanged."""


async def upgrade(url: str) -> None:
    """Upgrade the store at `url` to the newest schema, or leave it unchanged; create a new one.

    SQLite's is backed up first, because its operator may have no other backup.
    """
    try:
        if url.startswith("sqlite"):
            await asyncio.to_thread(_upgrade_sqlite, url)
        else:
            await _upgrade_postgresql(url)
    except (SQLAlchemyError, OSError) as error:
        why = str(error).partition("\n")[0]
        raise NotUpgraded("server.not_upgraded", why=why) from error


async def _upgrade_postgresql(url: str) -> None:
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(migrate)
    finally:
        await engine.dispose()


def _upgrade_sqlite(url: str) -> None:
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            # Lock before the first read; the driver itself would begin too late.
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            _back_up_if_older(connection)
            migrate(connection)
    finally:
        engine.dispose()


def _back_up_if_older(connection: Connection) -> None:
    stored = stored_revision(connection)
    if stored not in revisions()[:-1]:
        return
    old = MetaData()
    old.reflect(connection, only=lambda name, _: name != "alembic_version")
    with write_backup(_backup_file(connection, stored), stored) as backup:
        for table in old.sorted_tables:
            found = connection.execute(
                select(table), execution_options={"yield_per": ROWS_IN_MEMORY}
            )
            backup.add(table, found.mappings())


def _backup_file(connection: Connection, revision: str) -> Path:
    """Return where the backup goes: beside the store."""
    file = Path(str(connection.engine.url.database))
    return file.with_name(f"{file.stem}-{revision}-{datetime.now(UTC):%Y-%m-%d}.backup")
