"""Restoring a backup into a store, possibly of the other kind of database."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from functools import partial
from itertools import groupby, islice, product
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, LargeBinary, MetaData, delete, func, insert, select

from quincunx.core.errors import QuincunxError
from quincunx.server.storage import operator_commands, schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.maintenance.backup import (
    ROWS_IN_MEMORY,
    Backup,
    Row,
    back_up,
    open_backup,
)
from quincunx.server.storage.migrations import NewerSchema, migrate, revisions
from quincunx.server.storage.store import Store


class NotEmpty(QuincunxError):
    """The store has games in it, which would be lost."""


async def restore(store: Store, file: Path, *, replace: bool = False) -> dict[str, int]:
    """Replace the content of the store by that of the backup, in one transaction.

    Return the number of rows of each table. A running server reloads all tables.
    """
    backup = open_backup(file)
    if backup.revision not in revisions():
        raise NewerSchema("server.newer_backup", file=str(file))
    with TemporaryDirectory() as folder:
        if backup.revision != revisions()[-1]:
            backup = await _upgraded(backup, Path(folder))
        await store.write(partial(_replace_content, backup, replace))
    return backup.rows


async def _upgraded(backup: Backup, folder: Path) -> Backup:
    """Return the backup in the current schema: upgraded in a temporary store."""

    def upgrade(connection: Connection) -> None:
        migrate(connection, backup.revision)
        old = MetaData()
        old.reflect(connection)
        _insert_rows(connection, old, backup.read())
        migrate(connection)

    async with Store(f"sqlite:///{folder / 'quincunx.db'}") as store:
        await store.write(lambda connection: connection.run_sync(upgrade))
        await back_up(store, folder / "backup")
    return open_backup(folder / "backup")


async def _replace_content(backup: Backup, replace: bool, connection: StoreConnection) -> None:
    await connection.run_sync(_replace_rows, backup, replace)
    # The command contains the restored server time: the running server may overwrite it with its
    # own before it runs the command.
    time = await connection.scalar(select(schema.server_state.c.time))
    await operator_commands.queue_command(connection, "reload", str(time or 0))


def _replace_rows(connection: Connection, backup: Backup, replace: bool) -> None:
    is_postgresql = connection.dialect.name == "postgresql"
    if not is_postgresql:
        # Lock before the first read: SQLite refuses a write after another process has committed.
        connection.exec_driver_sql("COMMIT")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    migrate(connection)
    if is_postgresql:
        names = ", ".join(schema.metadata.tables)
        connection.exec_driver_sql(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
    if not replace and connection.scalar(select(schema.people.c.id).limit(1)) is not None:
        raise NotEmpty("server.store_not_empty")
    for table in reversed(schema.metadata.sorted_tables):
        connection.execute(delete(table))
    _insert_rows(connection, schema.metadata, backup.read())
    if is_postgresql:
        _update_sequences(connection)


def _insert_rows(connection: Connection, metadata: MetaData, rows: Iterator[Row]) -> None:
    for name, same_table in groupby(rows, key=itemgetter(0)):
        table = metadata.tables[name]
        binary = [column.name for column in table.c if isinstance(column.type, LargeBinary)]
        while batch := [row for _, row in islice(same_table, ROWS_IN_MEMORY)]:
            for row, column in product(batch, binary):
                if row[column] is not None:
                    row[column] = b64decode(row[column])
            connection.execute(insert(table), batch)


def _update_sequences(connection: Connection) -> None:
    """Let PostgreSQL's sequences continue after the ids of the restored rows."""
    for table in schema.metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            connection.execute(select(func.setval(sequence, func.max(column))))
