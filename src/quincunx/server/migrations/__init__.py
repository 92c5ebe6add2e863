"""How the store's schema came to be, step by step, through Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine


async def upgrade(url: str) -> None:
    """Brings the store at `url` to the newest schema; makes it if there is none."""
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
    await engine.dispose()


def migrate(connection: Connection, revision: str = "head") -> None:
    """Brings an open store from an older schema to that one."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def revisions() -> tuple[str, ...]:
    """All schemas that there have been; the last one is the newest."""
    scripts = ScriptDirectory.from_config(_config()).walk_revisions()
    return tuple(script.revision for script in scripts)[::-1]


def stored_revision(connection: Connection) -> str | None:
    """The schema that a store has; none if it has none yet."""
    return MigrationContext.configure(connection).get_current_revision()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config
