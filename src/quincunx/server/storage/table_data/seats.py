"""The players and bots in the seats of a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, insert, select

from quincunx.server.common.seating import Occupant, Place, Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.server.storage import schema
from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.table_data.names import fixed_names, load_people
from quincunx.server.storage.table_data.vacations import spans_in, spans_text
from quincunx.wire import PersonId, TableId


def seating_job(table: TableId, seating: Seating) -> Job[None]:
    """Replace the stored seating of a table."""

    async def job(connection: StoreConnection) -> None:
        await connection.execute(delete(schema.sitters).where(schema.sitters.c.table == table))
        await insert_seating(connection, table, seating)

    return job


async def insert_seating(connection: StoreConnection, table: TableId, seating: Seating) -> None:
    """Store the seating of a table that has none in the store."""
    rows = [
        _occupant_row(table, place, occupant) for place, occupant in seating if occupant is not None
    ]
    if rows:
        await connection.execute(insert(schema.sitters), rows)


def _occupant_row(table: TableId, place: Place, occupant: Occupant) -> dict[str, object]:
    seat, member = place
    return {
        "table": table,
        "seat": seat,
        "member": member,
        "person": occupant.person.id if occupant.person else None,
        "bot": occupant.bot,
        "nonce": occupant.nonce,
        "missed": occupant.missed,
        "gone": occupant.gone,
        "forfeited": occupant.forfeited,
        "vacations": spans_text(occupant.vacations),
    }


async def load_seating(
    connection: StoreConnection, config: TableConfig, row: Mapping[str, Any]
) -> Seating:
    """Return the seating of the table with this row."""
    found = await connection.execute(
        select(schema.sitters).where(schema.sitters.c.table == config.id)
    )
    rows = found.mappings().all()
    ids = [sitter["person"] for sitter in rows if sitter["person"]]
    people = await load_people(connection, ids, fixed_names(row))
    seating = Seating.empty(config.game.teams(config.options, config.seats))
    for sitter in rows:
        occupant = Occupant(
            people.get(sitter["person"]),
            sitter["bot"],
            sitter["nonce"],
            sitter["missed"],
            sitter["gone"],
            sitter["forfeited"],
            spans_in(sitter["vacations"]),
        )
        seating = seating.with_occupant((sitter["seat"], sitter["member"]), occupant)
    return seating


async def load_bot_seats(connection: StoreConnection, table: TableId) -> tuple[int, ...]:
    """Return the seats of bot accounts at a table."""
    sitters, people = schema.sitters.c, schema.people.c
    found = await connection.execute(
        select(sitters.seat)
        .distinct()
        .join(schema.people, people.id == sitters.person)
        .where(sitters.table == table, people.owner.is_not(None))
        .order_by(sitters.seat)
    )
    return tuple(found.scalars())


async def load_seat(connection: StoreConnection, table: TableId, person: PersonId) -> int | None:
    """Return the seat of a person at a table; `None` if they have none there."""
    sitters = schema.sitters.c
    found = await connection.execute(
        select(sitters.seat).where(sitters.table == table, sitters.person == person)
    )
    seat: int | None = found.scalars().first()
    return seat
