"""The drafts of a table: what its seats build before they move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, func, insert, select

from quincunx.core.match import Match
from quincunx.core.match.drafts import DraftEntry
from quincunx.core.records.record import DraftStep
from quincunx.server.common.table_config import TableConfig
from quincunx.server.common.times import TableTime
from quincunx.server.storage import schema
from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import TableId

_DELETE_DRAFT = delete(schema.drafts).where(
    schema.drafts.c.table == bindparam("of_table"),
    schema.drafts.c.seat == bindparam("of_seat"),
    schema.drafts.c.version == bindparam("on"),
    schema.drafts.c.at == bindparam("made_at"),
)


def draft_job(table: TableId, entry: DraftEntry, superseded: Sequence[DraftEntry]) -> Job[None]:
    """Store a draft, and delete the drafts that it supersedes."""
    drafts = schema.drafts.c
    # A number that is higher than those of all drafts before it: they are read in this order.
    number = select(func.coalesce(func.max(drafts.number), -1) + 1).where(drafts.table == table)

    async def job(connection: StoreConnection) -> None:
        if superseded:
            await connection.execute(
                _DELETE_DRAFT,
                [
                    {"of_table": table, "of_seat": old.seat, "on": old.version, "made_at": old.at}
                    for old in superseded
                ],
            )
        await connection.execute(
            insert(schema.drafts).values(
                table=table,
                seat=entry.seat,
                number=number.scalar_subquery(),
                at=entry.at,
                version=entry.version,
                draft=msgspec.json.encode(entry.draft).decode(),
            )
        )

    return job


async def load_drafts(connection: StoreConnection, config: TableConfig) -> tuple[DraftStep, ...]:
    """Return the stored drafts of a table.

    Leave out those that the game no longer accepts: stored before its drafts were bounded.
    """
    draft_type = config.game.rules(config.options, config.seats).draft_type
    drafts = await _drafts_since(connection, config.id, TableTime(0))
    return tuple(step for step in drafts if _fits(step.draft, draft_type))


async def load_new_drafts(connection: StoreConnection, match: Match) -> tuple[DraftStep, ...]:
    """Return the stored drafts that are newer than those of the match."""
    last = TableTime(match.draft_log[-1].at if match.draft_log else 0)
    # Two drafts of one millisecond differ only in what was built.
    known = {_identity(old) for old in match.draft_log if old.at == last}
    return tuple(
        draft
        for draft in await _drafts_since(connection, TableId(match.table), last)
        if draft.at > last or _identity(draft) not in known
    )


async def _drafts_since(
    connection: StoreConnection, table: TableId, since: TableTime
) -> list[DraftStep]:
    drafts = schema.drafts.c
    found = await connection.execute(
        select(schema.drafts)
        .where(drafts.table == table, drafts.at >= since)
        .order_by(drafts.number)
    )
    return [
        DraftStep(row["at"], row["seat"], row["version"], msgspec.json.decode(row["draft"]))
        for row in found.mappings()
    ]


def _fits(draft: Any, draft_type: Any) -> bool:
    try:
        msgspec.convert(draft, draft_type)
    except msgspec.ValidationError:
        return False
    return True


def _identity(draft: DraftEntry | DraftStep) -> tuple[int, int, bytes]:
    return draft.seat, draft.version, msgspec.json.encode(draft.draft)
