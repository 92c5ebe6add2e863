"""Compare-and-swap of many tables' lines, and their logs' new ones, in few statements.

A line is changed only if its revision is still the one that the change was made for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import BigInteger, Boolean, Connection, Integer, LargeBinary, String, Table

from quincunx.server import schema

ARRAYS: Final = {
    # The narrower kind first: Text is a String, BigInteger an Integer.
    BigInteger: "bigint[]",
    Integer: "integer[]",
    Boolean: "boolean[]",
    LargeBinary: "bytea[]",
    String: "text[]",
}
"""What PostgreSQL calls a column's values when many of them come at once."""

Swap = tuple[str, int, Mapping[str, Any]]
"""A table, the revision that it must have, and the new values of its line."""

Row = tuple[Any, ...]


def swap(connection: Connection, swaps: Sequence[Swap]) -> set[str]:
    """Those of the tables that have been changed; all swaps set the same columns."""
    columns = tuple(swaps[0][2])
    if connection.dialect.name == "sqlite":
        return _swap_in_sqlite(connection, columns, swaps)
    rows = [(table, revision, *values.values()) for table, revision, values in swaps]
    changed = connection.exec_driver_sql(_swaps(columns), _by_column(rows))
    return set(changed.scalars())


def append(connection: Connection, entries: Sequence[Row]) -> None:
    """Lines of logs, each with all of its columns."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_ENTRY, list(entries))
    else:
        connection.exec_driver_sql(_ENTRIES, _by_column(entries))


def _swap_in_sqlite(
    connection: Connection, columns: tuple[str, ...], swaps: Sequence[Swap]
) -> set[str]:
    # The driver's own cursor: one statement that is run often, with nothing around it.
    cursor, statement = connection.connection.cursor(), _one_swap(columns)
    try:
        changed = set()
        for table, revision, values in swaps:
            cursor.execute(statement, (*values.values(), table, revision))
            if cursor.rowcount:
                changed.add(table)
        return changed
    finally:
        cursor.close()


@cache
def _one_swap(columns: tuple[str, ...]) -> str:
    own = ", ".join(["revision = revision + 1", *(f"{name} = ?" for name in columns)])
    return f"UPDATE tables SET {own} WHERE id = ? AND revision = ?"


@cache
def _swaps(columns: tuple[str, ...]) -> str:
    own = [f"{name} = new.{name}" for name in columns]
    return (
        f"UPDATE tables SET {', '.join(['revision = tables.revision + 1', *own])} "
        f"FROM {_rows_of(schema.tables, ('id', 'revision', *columns))} "
        "WHERE tables.id = new.id AND tables.revision = new.revision RETURNING tables.id"
    )


def _rows_of(table: Table, columns: Iterable[str]) -> str:
    """PostgreSQL's rows from as many arrays as there are columns."""
    arrays = ", ".join(f"${n}::{_array(table, name)}" for n, name in enumerate(columns, 1))
    return f"unnest({arrays}) AS new({_names(columns)})"


def _array(table: Table, name: str) -> str:
    kind = table.c[name].type
    return next(array for type_, array in ARRAYS.items() if isinstance(kind, type_))


def _names(columns: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


def _by_column(rows: Sequence[Row]) -> tuple[list[Any], ...]:
    return tuple(list(column) for column in zip(*rows, strict=True))


_ENTRY_COLUMNS: Final = schema.entries.c.keys()
_INTO: Final = f"INSERT INTO entries ({_names(_ENTRY_COLUMNS)})"
_ENTRY: Final = f"{_INTO} VALUES ({', '.join('?' * len(_ENTRY_COLUMNS))})"
_ENTRIES: Final = f"{_INTO} SELECT * FROM {_rows_of(schema.entries, _ENTRY_COLUMNS)}"
