"""How a table's chat is stored and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.engine import RowMapping

from quincunx.core.messages import Message
from quincunx.server.common.chat_lines import MAX_CHAT_LINES, ChatLine
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.times import wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store, insert_if_new
from quincunx.wire import Person, PersonId, Said, TableId


class StoredLines(NamedTuple):
    """Lines read from the store, and the keys of the requests that made them."""

    said: tuple[Said, ...]
    requests: tuple[RequestKey, ...]


async def load_lines(
    connection: StoreConnection, table: TableId, since: int, fixed: Mapping[PersonId, str]
) -> StoredLines:
    """Return the latest lines from number `since` on; the people in `fixed` keep those names."""
    chat = schema.chat.c
    found = await connection.execute(
        select(schema.chat, schema.people.c.name)
        .outerjoin(schema.people, schema.people.c.id == chat.person)
        .where(chat.table == table, chat.number >= since)
        .order_by(chat.number.desc())
        .limit(MAX_CHAT_LINES)
    )
    rows = found.mappings().all()[::-1]
    requests = tuple(row["request"] for row in rows if row["request"])
    return StoredLines(tuple(_said(row, fixed) for row in rows), requests)


def lines_job(table: TableId, lines: Sequence[ChatLine], first_number: int) -> Job[None]:
    """Store new lines, numbered from `first_number`."""
    rows = [
        {
            "table": table,
            "number": number,
            "at": line.at,
            "person": line.person and line.person.id,
            "text": line.text,
            "note": None if line.note is None else msgspec.json.encode(line.note).decode(),
            "request": line.request,
            "reaction": line.reaction,
        }
        for number, line in enumerate(lines, first_number)
    ]

    async def job(connection: StoreConnection) -> None:
        await connection.execute(insert(schema.chat), rows)

    return job


async def file_report(
    store: Store, table: TableId, reporter: Person, number: int, why: str
) -> None:
    """File a report about a chat line, once for each person and line."""

    async def job(connection: StoreConnection) -> None:
        await connection.execute(
            insert_if_new(connection, schema.reports).values(
                table=table, number=number, reporter=reporter.id, why=why, at=wall_clock()
            )
        )

    await store.write(job)


def _said(row: RowMapping, fixed: Mapping[PersonId, str]) -> Said:
    name = fixed.get(row["person"], row["name"])
    return Said(
        number=row["number"],
        at=row["at"],
        # The row keeps whom a note names, so that the name can be removed later.
        person=Person(row["person"], name) if row["person"] and not row["note"] else None,
        text=row["text"],
        note=row["note"] and msgspec.json.decode(row["note"], type=Message),
        reaction=row["reaction"],
    )
