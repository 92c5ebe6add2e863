"""The names under which a table shows people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.engine import RowMapping

from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import Person, PersonId


def fixed_names(row: Mapping[str, Any]) -> dict[PersonId, str]:
    """Return, by id, the names that are shown while a game that forbids talking is played."""
    if not is_quiet_now(row):
        return {}
    return msgspec.json.decode(row["names"], type=dict[PersonId, str])


def is_quiet_now(row: Mapping[Any, Any]) -> bool:
    """Return whether the table with this row has fixed names, because the game forbids talking."""
    return row["phase"] == "playing" and row["names"] is not None


async def load_people(
    connection: StoreConnection, ids: Iterable[PersonId], fixed: Mapping[PersonId, str]
) -> dict[PersonId, Person]:
    """Return people by id, under their current names or those that are fixed for a table."""
    found = await connection.execute(select(schema.people).where(schema.people.c.id.in_(list(ids))))
    return {
        row["id"]: Person(row["id"], fixed.get(row["id"], row["name"]), is_bot(row))
        for row in found.mappings()
    }


def is_bot(row: RowMapping) -> bool:
    """Return whether a person's row is that of a bot account."""
    return row["owner"] is not None
