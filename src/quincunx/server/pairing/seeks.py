"""What people are looking for, as it is stored: one row for each person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.engine import RowMapping

from quincunx.server.common.errors import WrongPhase
from quincunx.server.common.times import ServerTime
from quincunx.server.pairing.matching import Seeker
from quincunx.server.pairing.missed_pairings import check_may_seek
from quincunx.server.pairing.offers import Offer
from quincunx.server.ratings.ratings import Skill, load_ratings
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import Person, PersonId

SEEN_AGAIN_AFTER_MS: Final = 3000
"""How often the process to which a person is connected notes that they are."""

GONE_AFTER_MS: Final = 10_000
"""A person who has not been seen for so long is not connected any more: the seek ends. A page that
is reloaded, or a server process that is restarted, is back before."""

MAX_SEEKS: Final = 1000
"""How many seeks a round looks at, the oldest first."""

SEEKS = schema.seeks.c


async def store_seek(
    connection: StoreConnection, person: Person, offer: Offer, now: ServerTime
) -> None:
    """Begin a search, in place of another one; the same one goes on.

    Refused for a person who has been paired already, or who has to wait.
    """
    await check_may_seek(connection, person.id)
    row = await find_seek(connection, person.id)
    if row is not None and row["table"] is not None:
        raise WrongPhase("table.refusal.already_paired")
    if row is not None and (row["game"], row["clock"]) == (offer.game.name, offer.clock):
        return
    skill = (await load_ratings(connection, person.id)).get(offer.game.name, Skill())
    await connection.execute(delete(schema.seeks).where(SEEKS.person == person.id))
    await connection.execute(
        insert(schema.seeks).values(
            person=person.id,
            game=offer.game.name,
            clock=offer.clock,
            strength=skill.strength,
            uncertainty=skill.uncertainty,
            since=now,
            seen=now,
        )
    )


async def find_seek(connection: StoreConnection, person: PersonId) -> RowMapping | None:
    """Return the row of a person's seek and keep others from changing it in this transaction."""
    found = await connection.execute(
        select(schema.seeks).where(SEEKS.person == person).with_for_update()
    )
    return found.mappings().first()


async def delete_seeks(connection: StoreConnection, people: Iterable[PersonId]) -> None:
    await connection.execute(delete(schema.seeks).where(SEEKS.person.in_(list(people))))


async def note_seen(
    connection: StoreConnection, people: Iterable[PersonId], now: ServerTime
) -> None:
    """Note that these people are connected. Rows in another process's hands come next time."""
    outdated = (
        select(SEEKS.person)
        .where(SEEKS.person.in_(list(people)), SEEKS.seen <= now - SEEN_AGAIN_AFTER_MS)
        .with_for_update(skip_locked=True)
    )
    await connection.execute(
        update(schema.seeks).where(SEEKS.person.in_(outdated.scalar_subquery())).values(seen=now)
    )


def all_seeks() -> Select[Any]:
    """Select the seeks, the oldest first."""
    return select(schema.seeks).order_by(SEEKS.since, SEEKS.person).limit(MAX_SEEKS)


def count_waiting() -> Select[Any]:
    """Count the people who wait, by game and clock."""
    return (
        select(SEEKS.game, SEEKS.clock, func.count().label("waiting"))
        .where(SEEKS.table.is_(None))
        .group_by(SEEKS.game, SEEKS.clock)
    )


def seeker_in(row: RowMapping) -> Seeker:
    """Return the seek in a row as pairing compares it."""
    return Seeker(row["person"], row["strength"], row["uncertainty"], row["since"])
