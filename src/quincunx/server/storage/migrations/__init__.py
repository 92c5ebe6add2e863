"""How the store's schema came to be, step by step, through Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, func, select

from quincunx.core.errors import QuincunxError

_LOCK = 0x5155494E43554E58
"""What PostgreSQL's advisory lock is known by; any number that nobody else uses."""


class NewerSchema(QuincunxError):
    """The store or the backup was made by a newer version of this program."""


def migrate(connection: Connection, revision: str = "head") -> None:
    """Brings an open store from an older schema to that one, within the transaction.

    Whoever wants the same at the same time waits for the end of it, and finds it done.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
    if stored_revision(connection) not in (None, *revisions()):
        raise NewerSchema("server.newer_store")
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
