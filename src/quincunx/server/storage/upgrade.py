"""A store from before becomes one of today, when the house is opened."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import MetaData
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from quincunx.core.errors import QuincunxError
from quincunx.server.storage.backup import write_down
from quincunx.server.storage.migrations import migrate, revisions, stored_revision


class NotUpgraded(QuincunxError):
    """The store could not be brought up to date; it is as it was."""


async def upgrade(url: str) -> None:
    """Brings the store at `url` to the newest schema, or leaves it as it is; makes a new one.

    SQLite's is backed up first: such a house may well have no other backup.
    """
    engine = create_async_engine(url)
    try:
        async with engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                # From the first look on nobody else may write; the driver would begin too late.
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
                await _back_up_if_older(connection)
            await connection.run_sync(migrate)
    except (SQLAlchemyError, OSError) as error:
        why = str(error).partition("\n")[0]
        raise NotUpgraded("server.not_upgraded", why=why) from error
    finally:
        await engine.dispose()


async def _back_up_if_older(connection: AsyncConnection) -> None:
    stored = await connection.run_sync(stored_revision)
    if stored not in revisions()[:-1]:
        return
    old = MetaData()
    await connection.run_sync(old.reflect, only=lambda name, _: name != "alembic_version")
    await write_down(connection, old, _beside(connection, stored))


def _beside(connection: AsyncConnection, revision: str) -> Path:
    """Where the backup of a store in a file goes."""
    file = Path(str(connection.engine.url.database))
    return file.with_name(f"{file.stem}-{revision}-{datetime.now(UTC):%Y-%m-%d}.backup")
