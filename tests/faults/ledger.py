"""What the store holds of each table, read past the servers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import func, select

from quincunx.core.messages import Message
from quincunx.core.records.record import DraftStep
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.storage import schema
from quincunx.server.storage.log_entries import StoredEntry, load_entries
from quincunx.server.storage.store import open_database
from tests.faults.revisions import Revision, revisions_of


class Saying(NamedTuple):
    """A line of the chat; a note of the table itself has no person and no request."""

    number: int
    at: int
    person: str | None
    text: str
    note: Message | None
    request: RequestKey | None = None


class Account(NamedTuple):
    """One table: its line, its log, what else was stored there, and how it changed."""

    table: Mapping[str, Any]
    entries: tuple[StoredEntry, ...]
    drafts: tuple[DraftStep, ...] = ()
    bots: frozenset[int] = frozenset()
    """Their seats."""
    results: int = 0
    said: tuple[Saying, ...] = ()
    done: frozenset[RequestKey] = frozenset()
    """The last requests that were carried out, apart from moves and words."""
    revisions: tuple[Revision, ...] = ()

    @property
    def id(self) -> str:
        name: str = self.table["id"]
        return name


async def accounts(url: str) -> dict[str, Account]:
    """Of all tables at which a game has begun, by id."""
    database = open_database(url)
    try:
        async with database.connect() as connection:
            tables = await connection.execute(select(schema.tables))
            found = {row["id"]: dict(row) for row in tables.mappings() if row["version"] >= 0}
            return {name: await _account(connection, row) for name, row in found.items()}
    finally:
        await database.close()


async def _account(connection: Any, row: Mapping[str, Any]) -> Account:
    async def rows(table: Any, *order: Any) -> Any:
        found = await connection.execute(
            select(table).where(table.c.table == row["id"]).order_by(*order)
        )
        return found.mappings().all()

    chat = await rows(schema.chat, schema.chat.c.number)
    drafts = await rows(schema.drafts, schema.drafts.c.number)
    sitters = await rows(schema.sitters, schema.sitters.c.seat)
    results = await connection.scalar(
        select(func.count()).select_from(schema.results).where(schema.results.c.table == row["id"])
    )
    return Account(
        row,
        tuple(await load_entries(connection, row["id"])),
        tuple(
            DraftStep(line["at"], line["seat"], line["version"], msgspec.json.decode(line["draft"]))
            for line in drafts
        ),
        frozenset(line["seat"] for line in sitters if line["person"] is None),
        results,
        tuple(_saying(line) for line in chat),
        frozenset(msgspec.json.decode(row["done"], type=tuple[RequestKey, ...])),
        await revisions_of(connection, row["id"]),
    )


def _saying(line: Mapping[str, Any]) -> Saying:
    return Saying(
        line["number"],
        line["at"],
        # With a note the store keeps whom it is about, which nobody is told.
        None if line["note"] else line["person"],
        line["text"],
        line["note"] and msgspec.json.decode(line["note"], type=Message),
        line["request"],
    )
