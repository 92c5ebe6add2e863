"""Compare-and-swap of many tables' rows, together with new rows of their logs.

A row is changed only if its revision is still the expected one; entries of a table's log are
inserted only if its row was changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import BigInteger, Boolean, Connection, Integer, LargeBinary, String, Table

from quincunx.server.storage import schema
from quincunx.wire import TableId

JSON_COLUMN_TYPES: Final = {
    # Subclasses come first: Text is a String, BigInteger an Integer.
    BigInteger: "bigint",
    Integer: "integer",
    Boolean: "boolean",
    LargeBinary: "text",
    String: "text",
}
"""The PostgreSQL types as which the values of columns are read from JSON."""

ENTRY_COLUMNS: Final = tuple(schema.entries.c.keys())

MAX_CACHED_STATEMENTS: Final = 256


class Swap(NamedTuple):
    """The new values of a table's row, the revision that it must have, and rows of its log."""

    table: TableId
    revision: int
    values: Mapping[str, Any]
    entries: Sequence[tuple[Any, ...]]
    """Each in the order of `ENTRY_COLUMNS`."""


def swap_all(connection: Connection, swaps: Sequence[Swap]) -> set[TableId]:
    """Apply swaps that all set the same columns; return the ids of the tables that changed."""
    columns = tuple(swaps[0].values)
    if connection.dialect.name == "sqlite":
        return _swap_in_sqlite(connection, columns, swaps)
    return _swap_in_postgresql(connection, columns, swaps)


# SQLite: a prepared statement for each row


def _swap_in_sqlite(
    connection: Connection, columns: tuple[str, ...], swaps: Sequence[Swap]
) -> set[TableId]:
    # The driver's own cursor has the least overhead for one statement.
    cursor, statement = connection.connection.cursor(), _sqlite_update(columns)
    won = []
    for swap in swaps:
        cursor.execute(statement, (*swap.values.values(), swap.table, swap.revision))
        if cursor.rowcount:
            won.append(swap)
    cursor.close()
    entries = [entry for swap in won for entry in swap.entries]
    if entries:
        connection.exec_driver_sql(_SQLITE_INSERT, entries)
    return {swap.table for swap in won}


@lru_cache(MAX_CACHED_STATEMENTS)
def _sqlite_update(columns: tuple[str, ...]) -> str:
    assignments = ", ".join(["revision = revision + 1", *(f"{name} = ?" for name in columns)])
    return f"UPDATE tables SET {assignments} WHERE id = ? AND revision = ?"


def _quoted(columns: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


_SQLITE_INSERT: Final = (
    f"INSERT INTO entries ({_quoted(ENTRY_COLUMNS)}) VALUES ({', '.join('?' * len(ENTRY_COLUMNS))})"
)


# PostgreSQL: one statement, because each is a round trip. All rows are passed as one JSON text,
# which the driver encodes faster than arrays.


def _swap_in_postgresql(
    connection: Connection, columns: tuple[str, ...], swaps: Sequence[Swap]
) -> set[TableId]:
    rows = [{"id": swap.table, "revision": swap.revision, **swap.values} for swap in swaps]
    entries = [
        dict(zip(ENTRY_COLUMNS, entry, strict=True)) for swap in swaps for entry in swap.entries
    ]
    changed = connection.exec_driver_sql(
        _postgresql_statement(columns), (_json(rows), _json(entries))
    )
    return set(changed.scalars())


def _json(rows: Sequence[Mapping[str, Any]]) -> str:
    return msgspec.json.encode(rows).decode()


@lru_cache(MAX_CACHED_STATEMENTS)
def _postgresql_statement(columns: tuple[str, ...]) -> str:
    assignments = ", ".join(f"{name} = {_value(schema.tables, name)}" for name in columns)
    return f"""
        WITH changed AS (
            UPDATE tables SET revision = tables.revision + 1, {assignments}
            FROM {_recordset(1, schema.tables, ("id", "revision", *columns))}
            WHERE tables.id = new.id AND tables.revision = new.revision RETURNING tables.id
        ), appended AS (
            INSERT INTO entries ({_quoted(ENTRY_COLUMNS)})
            SELECT {_quoted(ENTRY_COLUMNS)} FROM {_recordset(2, schema.entries, ENTRY_COLUMNS)}
            WHERE "table" IN (SELECT id FROM changed)
        )
        SELECT id FROM changed"""


def _recordset(parameter: int, table: Table, columns: Iterable[str]) -> str:
    """Return the `FROM` item that reads rows from a JSON parameter."""
    types = ", ".join(f'"{name}" {_json_type(table, name)}' for name in columns)
    return f"json_to_recordset(${parameter}::text::json) AS new({types})"


def _json_type(table: Table, name: str) -> str:
    column_type = table.c[name].type
    return next(
        json_type for kind, json_type in JSON_COLUMN_TYPES.items() if isinstance(column_type, kind)
    )


def _value(table: Table, name: str) -> str:
    is_binary = isinstance(table.c[name].type, LargeBinary)
    return f"decode(new.{name}, 'base64')" if is_binary else f"new.{name}"
