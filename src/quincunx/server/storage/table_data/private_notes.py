"""The private notes of the players at a table."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import delete, select, update

from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.schema import private_notes
from quincunx.server.storage.store import Store, insert_if_new
from quincunx.wire import PersonId, PrivateNotes, TableId

MAX_STORED: Final = 500
"""How many versions of a player's notes a table keeps, the latest ones: most games are shorter."""


async def load_private_notes(
    store: Store, table: TableId, person: PersonId
) -> tuple[PrivateNotes, ...]:
    """Return what a player has noted at a table, in the order of the versions."""
    found = await store.fetch_all(
        select(private_notes.c.version, private_notes.c.notes)
        .where(private_notes.c.table == table, private_notes.c.person == person)
        .order_by(private_notes.c.version)
    )
    return tuple(PrivateNotes(row["version"], msgspec.json.decode(row["notes"])) for row in found)


def private_notes_job(table: TableId, person: PersonId, written: PrivateNotes) -> Job[None]:
    """Store a player's notes in place of those of the same version."""
    of_player = (private_notes.c.table == table, private_notes.c.person == person)
    text = msgspec.json.encode(written.notes).decode()

    async def job(connection: StoreConnection) -> None:
        # Two devices of one player may write at once: the later one wins.
        row = {"table": table, "person": person, "version": written.version, "notes": text}
        await connection.execute(insert_if_new(connection, private_notes), [row])
        await connection.execute(
            update(private_notes)
            .where(*of_player, private_notes.c.version == written.version)
            .values(notes=text)
        )
        oldest_kept = (
            select(private_notes.c.version)
            .where(*of_player)
            .order_by(private_notes.c.version.desc())
            .offset(MAX_STORED - 1)
            .limit(1)
        )
        await connection.execute(
            delete(private_notes).where(
                *of_player, private_notes.c.version < oldest_kept.scalar_subquery()
            )
        )

    return job
