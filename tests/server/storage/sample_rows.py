"""Rows with values in every column of every table, for any schema."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, Table

ROWS = 3


def value(column: Column[Any], number: int) -> Any:
    """Return a value that only such a column can store; `None` in the first row if allowed."""
    if column.foreign_keys:
        (key,) = column.foreign_keys
        return value(key.column, number)
    if column.nullable and number == 0:
        return None
    match column.type:
        case Boolean():
            return number % 2 == 1
        case LargeBinary():
            return bytes(range(256)) * (number - 1)
        case Float():
            return 25 / 3 + number
        case Integer() if column.primary_key:
            return number + 1
        case BigInteger():
            return 2**62 + number
        case Integer():
            return 2**31 - 1 - number
        case _ if column.primary_key:
            return f"{column.table.name}-{number}"
        case _:
            return f'Zoë 🎲 "{number}" \\ \u2028 <b>\n{column.name}'


def rows_for(table: Table) -> list[dict[str, Any]]:
    return [{column.name: value(column, n) for column in table.c} for n in range(ROWS)]
