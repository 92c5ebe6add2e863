"""Compare-and-swap of many tables' lines, with new ones of their logs, in few statements.

A line is changed only if its revision is still the one that the change was made for; what it
brings to the log goes the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import BigInteger, Boolean, Connection, Integer, LargeBinary, String, Table

from quincunx.server.storage import schema

KINDS: Final = {
    # The narrower kind first: Text is a String, BigInteger an Integer.
    BigInteger: "bigint",
    Integer: "integer",
    Boolean: "boolean",
    LargeBinary: "text",
    String: "text",
}
"""What PostgreSQL reads a column's values as, in JSON."""

ENTRY: Final = tuple(schema.entries.c.keys())


class Swap(NamedTuple):
    """A table, the revision that it must have, its line's new values, and lines of its log."""

    table: str
    revision: int
    values: Mapping[str, Any]
    entries: Sequence[tuple[Any, ...]]
    """Each in the order of `ENTRY`."""


def swap(connection: Connection, swaps: Sequence[Swap]) -> set[str]:
    """Those of the tables that have been changed; all swaps set the same columns."""
    columns = tuple(swaps[0].values)
    in_sqlite = connection.dialect.name == "sqlite"
    return (_in_sqlite if in_sqlite else _in_postgresql)(connection, columns, swaps)


# SQLite: statements cost little there, and are prepared once


def _in_sqlite(connection: Connection, columns: tuple[str, ...], swaps: Sequence[Swap]) -> set[str]:
    # The driver's own cursor, since nothing else is as quick for one line after the other.
    cursor, statement = connection.connection.cursor(), _one_swap(columns)
    won = []
    for swapped in swaps:
        cursor.execute(statement, (*swapped.values.values(), swapped.table, swapped.revision))
        if cursor.rowcount:
            won.append(swapped)
    cursor.close()
    entries = [entry for swapped in won for entry in swapped.entries]
    if entries:
        connection.exec_driver_sql(_ONE_ENTRY, entries)
    return {swapped.table for swapped in won}


@lru_cache(256)
def _one_swap(columns: tuple[str, ...]) -> str:
    own = ", ".join(["revision = revision + 1", *(f"{name} = ?" for name in columns)])
    return f"UPDATE tables SET {own} WHERE id = ? AND revision = ?"


def _names(columns: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


_ONE_ENTRY: Final = f"INSERT INTO entries ({_names(ENTRY)}) VALUES ({', '.join('?' * len(ENTRY))})"


# PostgreSQL: every statement is a way there and back, so there is one; all rows in one piece of
# JSON, since the driver takes longer over arrays than the server over that


def _in_postgresql(
    connection: Connection, columns: tuple[str, ...], swaps: Sequence[Swap]
) -> set[str]:
    lines = [{"id": s.table, "revision": s.revision, **s.values} for s in swaps]
    entries = [dict(zip(ENTRY, entry, strict=True)) for s in swaps for entry in s.entries]
    changed = connection.exec_driver_sql(_all_swaps(columns), (_json(lines), _json(entries)))
    return set(changed.scalars())


def _json(rows: Sequence[Mapping[str, Any]]) -> str:
    return msgspec.json.encode(rows).decode()


@lru_cache(256)
def _all_swaps(columns: tuple[str, ...]) -> str:
    own = ", ".join(f"{name} = {_value(schema.tables, name)}" for name in columns)
    return f"""
        WITH changed AS (
            UPDATE tables SET revision = tables.revision + 1, {own}
            FROM {_rows(1, schema.tables, ("id", "revision", *columns))}
            WHERE tables.id = new.id AND tables.revision = new.revision RETURNING tables.id
        ), appended AS (
            INSERT INTO entries ({_names(ENTRY)})
            SELECT {_names(ENTRY)} FROM {_rows(2, schema.entries, ENTRY)}
            WHERE "table" IN (SELECT id FROM changed)
        )
        SELECT id FROM changed"""


def _rows(parameter: int, table: Table, columns: Iterable[str]) -> str:
    """The rows in a parameter."""
    kinds = ", ".join(f'"{name}" {_kind(table, name)}' for name in columns)
    return f"json_to_recordset(${parameter}::text::json) AS new({kinds})"


def _kind(table: Table, name: str) -> str:
    kind = table.c[name].type
    return next(known for type_, known in KINDS.items() if isinstance(kind, type_))


def _value(table: Table, name: str) -> str:
    is_binary = isinstance(table.c[name].type, LargeBinary)
    return f"decode(new.{name}, 'base64')" if is_binary else f"new.{name}"
