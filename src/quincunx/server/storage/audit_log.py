"""The audit log: what operators and hosts have done to people and tables.

Entries are only added, never changed, and hold no names and no secrets: people are named by their
ids. The operator's entries grow with what a person types; a host adds at most one entry for each
person at a table.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from sqlalchemy import insert, select

from quincunx.server.common.times import WallTime, wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import PersonId, TableId

Action = Literal[
    "ban",
    "unban",
    "remove",
    "rename",
    "revoke",
    "password",
    "invite",
    "export",
    "close",
    "settle",
    "backup",
    "restore",
]
"""What the operator did, as the commands of `quincunx admin` are called; hosts only `remove`."""

MAX_REASON_LENGTH: Final = 300


class AuditEntry(msgspec.Struct, frozen=True):
    """Who did what to whom, and why."""

    role: Literal["operator", "host"]
    actor: str
    """The operator's user name on the machine, or the id of the host."""
    action: Action
    person: PersonId | None = None
    table: TableId | None = None
    report: int | None = None
    why: str = ""


async def add_entry(connection: StoreConnection, entry: AuditEntry) -> None:
    """Add an entry in the transaction of the action itself."""
    await connection.execute(insert(schema.audit_log).values(at=wall_clock(), **_columns(entry)))


async def add_host_entry(
    connection: StoreConnection, host: PersonId, person: PersonId, table: TableId, at: WallTime
) -> None:
    """Note that a host has removed a person, once for each table."""
    entry = AuditEntry("host", host, "remove", person, table)
    log = schema.audit_log.c
    known = await connection.scalar(
        select(log.id).where(log.role == "host", log.table == table, log.person == person)
    )
    if known is None:
        await connection.execute(insert(schema.audit_log).values(at=at, **_columns(entry)))


def _columns(entry: AuditEntry) -> dict[str, Any]:
    return msgspec.structs.asdict(entry)
