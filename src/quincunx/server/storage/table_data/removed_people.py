"""The people whom the host has removed from a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import delete, insert, select

from quincunx.server.common.times import WallTime
from quincunx.server.storage import schema
from quincunx.server.storage.audit_log import add_host_entry
from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.table_data.names import load_people
from quincunx.wire import Person, PersonId, TableId


def removal_job(
    table: TableId, host: PersonId, old: Sequence[Person], new: Sequence[Person], at: WallTime
) -> Job[None]:
    """Store who has been removed, or invited again, and note removals in the audit log."""
    before, after = ({person.id for person in people} for people in (old, new))
    removed = schema.removed_people.c

    async def job(connection: StoreConnection) -> None:
        for person in sorted(before - after):
            await connection.execute(
                delete(schema.removed_people).where(
                    removed.table == table, removed.person == person
                )
            )
        for person in sorted(after - before):
            await connection.execute(
                insert(schema.removed_people).values(table=table, person=person, at=at)
            )
            await add_host_entry(connection, host, person, table, at)

    return job


async def load_removed(
    connection: StoreConnection, table: TableId, fixed: Mapping[PersonId, str]
) -> tuple[Person, ...]:
    """Return the people who have been removed from a table, the first one first."""
    removed = schema.removed_people.c
    found = await connection.execute(
        select(removed.person).where(removed.table == table).order_by(removed.at, removed.person)
    )
    ids = list(found.scalars())
    people = await load_people(connection, ids, fixed) if ids else {}
    return tuple(people[person] for person in ids)
