"""How the store's schema came to be, step by step, through Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine


async def upgrade(url: str) -> None:
    """Brings the store at `url` to the newest schema; makes it if there is none."""
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)
    await engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
