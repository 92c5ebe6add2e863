"""A backup becomes the store again: this house's, or another one with another kind of database."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator
from functools import partial
from itertools import groupby, islice, product
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import LargeBinary, MetaData, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.core.errors import QuincunxError
from quincunx.server.storage import operator_commands, schema
from quincunx.server.storage.backup import AT_ONCE, Backup, Row, back_up, open_backup
from quincunx.server.storage.migrations import NewerSchema, migrate, revisions
from quincunx.server.storage.store import Store


class NotEmpty(QuincunxError):
    """Somebody's games would be lost."""


async def restore(store: Store, file: Path, *, replace: bool = False) -> dict[str, int]:
    """Puts all that the file holds into the store, or nothing; how many rows of what.

    A running server is told to forget what it knows.
    """
    backup = open_backup(file)
    if backup.revision not in revisions():
        raise NewerSchema("server.newer_backup", file=str(file))
    with TemporaryDirectory() as folder:
        if backup.revision != revisions()[-1]:
            backup = await _renewed(backup, Path(folder))
        await store.write(partial(_replace_all, backup, replace))
    return backup.rows


async def _renewed(backup: Backup, folder: Path) -> Backup:
    """The same in today's schema: it grows up in a small store of its own."""

    async def grow_up(connection: AsyncConnection) -> None:
        await connection.run_sync(migrate, backup.revision)
        old = MetaData()
        await connection.run_sync(old.reflect)
        await _insert(connection, old, backup.read())
        await connection.run_sync(migrate)

    async with Store(f"sqlite+aiosqlite:///{folder / 'quincunx.db'}") as store:
        await store.write(grow_up)
        await back_up(store, folder / "backup")
    return open_backup(folder / "backup")


async def _replace_all(backup: Backup, replace: bool, connection: AsyncConnection) -> None:
    if connection.dialect.name == "sqlite":
        # From the first look on: what others commit after it would forbid to write.
        await connection.exec_driver_sql("COMMIT")
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
    await connection.run_sync(migrate)
    if connection.dialect.name == "postgresql":
        names = ", ".join(schema.metadata.tables)
        await connection.exec_driver_sql(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
    if not replace and await connection.scalar(select(schema.people.c.id).limit(1)) is not None:
        raise NotEmpty("server.store_not_empty")
    for table in reversed(schema.metadata.sorted_tables):
        await connection.execute(delete(table))
    await _insert(connection, schema.metadata, backup.read())
    if connection.dialect.name == "postgresql":
        await _go_on_numbering(connection)
    # The running server may note its own time over the restored one before it gets to know.
    time = await connection.scalar(select(schema.server_state.c.time))
    await operator_commands.queue_command(connection, "reload", str(time or 0))


async def _insert(connection: AsyncConnection, metadata: MetaData, rows: Iterator[Row]) -> None:
    for name, same in groupby(rows, key=itemgetter(0)):
        table = metadata.tables[name]
        binary = [column.name for column in table.c if isinstance(column.type, LargeBinary)]
        while batch := [row for _, row in islice(same, AT_ONCE)]:
            for row, column in product(batch, binary):
                if row[column] is not None:
                    row[column] = b64decode(row[column])
            await connection.execute(insert(table), batch)


async def _go_on_numbering(connection: AsyncConnection) -> None:
    """PostgreSQL counts apart from the rows, and has not seen these numbers."""
    for table in schema.metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            await connection.execute(select(func.setval(sequence, func.max(column))))
