"""Compare-and-swap of many tables' lines in one statement, as each kind of database writes it.

A line is changed only if its revision is still the one that the change was made for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import BigInteger, Boolean, Integer, LargeBinary, String
from sqlalchemy.ext.asyncio import AsyncConnection

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


async def swap(connection: AsyncConnection, swaps: Sequence[Swap]) -> set[str]:
    """Those of the tables that have been changed; all swaps set the same columns."""
    columns = ("id", "revision", *swaps[0][2])
    rows = [(table, revision, *values.values()) for table, revision, values in swaps]
    if connection.dialect.name == "sqlite":
        statement = _for_sqlite(columns, len(rows))
        parameters: tuple[Any, ...] = tuple(value for row in rows for value in row)
    else:
        statement = _for_postgresql(columns)
        parameters = tuple(list(column) for column in zip(*rows, strict=True))
    changed = await connection.exec_driver_sql(statement, parameters)
    return set(changed.scalars())


@cache
def _for_postgresql(columns: tuple[str, ...]) -> str:
    arrays = ", ".join(f"${n}::{_array(name)}" for n, name in enumerate(columns, 1))
    return (
        f"UPDATE tables SET {_assignments(columns)} "
        f"FROM unnest({arrays}) AS new({', '.join(columns)}) "
        "WHERE tables.id = new.id AND tables.revision = new.revision RETURNING tables.id"
    )


@cache
def _for_sqlite(columns: tuple[str, ...], rows: int) -> str:
    row = f"({', '.join('?' * len(columns))})"
    return (
        f"WITH new({', '.join(columns)}) AS (VALUES {', '.join([row] * rows)}) "
        f"UPDATE tables SET {_assignments(columns)} FROM new "
        "WHERE tables.id = new.id AND tables.revision = new.revision RETURNING id"
    )


def _assignments(columns: tuple[str, ...]) -> str:
    own = [f"{name} = new.{name}" for name in columns if name not in ("id", "revision")]
    return ", ".join(["revision = tables.revision + 1", *own])


def _array(name: str) -> str:
    kind = schema.tables.c[name].type
    return next(array for type_, array in ARRAYS.items() if isinstance(kind, type_))
