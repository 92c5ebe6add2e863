"""Migrations of the database schema, with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from quincunx.core.errors import QuincunxError

_LOCK_KEY = 0x5155494E43554E58
"""The key of PostgreSQL's advisory lock for migrations: any number that is not used elsewhere."""


class NewerSchema(QuincunxError):
    """The store or the backup was written by a newer version of Quincunx."""


def migrate(connection: Connection, revision: str = "head") -> None:
    """Migrate a store to that schema, within the connection's transaction.

    Another process that migrates at the same time waits, and then has nothing left to do.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK_KEY)))
    if stored_revision(connection) not in (None, *revisions()):
        raise NewerSchema("server.newer_store")
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def revisions() -> tuple[str, ...]:
    """Return the revisions of the schema, the newest last."""
    scripts = ScriptDirectory.from_config(_config()).walk_revisions()
    return tuple(script.revision for script in scripts)[::-1]


def stored_revision(connection: Connection) -> str | None:
    """Return the revision of a store's schema, or `None` for an empty database."""
    return MigrationContext.configure(connection).get_current_revision()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config
