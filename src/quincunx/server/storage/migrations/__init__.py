"""Migrations of the database schema, with Alembic."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, String, column, func, inspect, select, table

from quincunx.core.errors import QuincunxError

_FOLDER = Path(__file__).parent

_LOCK_KEY = 0x5155494E43554E58
"""The key of PostgreSQL's advisory lock for migrations: any number that is not used elsewhere."""


class NewerSchema(QuincunxError):
    """The store or the backup was written by a newer version of Quincunx."""


def migrate(connection: Connection, revision: str | None = None) -> None:
    """Migrate a store to that schema, or to the newest, within the connection's transaction.

    Another process that migrates at the same time waits, and then has nothing left to do.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK_KEY)))
    stored = stored_revision(connection)
    if stored not in (None, *revisions()):
        raise NewerSchema("server.newer_store")
    wanted = revision or revisions()[-1]
    if stored != wanted:
        _run_alembic(connection, wanted)


def revisions() -> tuple[str, ...]:
    """Return the revisions of the schema, the newest last."""
    files = (_FOLDER / "versions").glob("[0-9]*_*.py")
    return tuple(sorted(file.name.partition("_")[0] for file in files))


def stored_revision(connection: Connection) -> str | None:
    """Return the revision of a store's schema, or `None` for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    version = column("version_num", String())
    return connection.scalar(select(version).select_from(table("alembic_version")))


def _run_alembic(connection: Connection, revision: str) -> None:
    # Importing Alembic takes a sixth of a server's start, and most starts have nothing to migrate.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
