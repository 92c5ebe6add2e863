"""Rows of relations: read, counted, written."""

from __future__ import annotations

from typing import Final, Literal

from sqlalchemy import ColumnElement, and_, delete, func, select, update
from sqlalchemy.engine import RowMapping

from quincunx.server.common.times import wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import insert_if_new
from quincunx.wire import PersonId

RelationKind = Literal["friend", "follow", "block", "request", "withdrawn"]

REQUEST_LIFETIME_D: Final = 30
"""Days after which a friend request lapses; until then a declined one cannot be repeated."""

RELATIONS: Final = schema.relations.c


async def add(
    connection: StoreConnection,
    person: PersonId,
    other: PersonId,
    kind: RelationKind,
    *,
    hidden: bool = False,
) -> None:
    """Store a relation, unless it exists."""
    await connection.execute(
        insert_if_new(connection, schema.relations).values(
            person=person, other=other, kind=kind, created=wall_clock(), hidden=hidden
        )
    )


async def remove(
    connection: StoreConnection, person: PersonId, other: PersonId, *kinds: RelationKind
) -> None:
    await connection.execute(delete(schema.relations).where(_between(person, other, kinds)))


async def remove_lapsed_requests(connection: StoreConnection, person: PersonId) -> None:
    """Delete a person's friend requests that have lapsed."""
    await connection.execute(
        delete(schema.relations).where(
            RELATIONS.person == person,
            RELATIONS.kind.in_(("request", "withdrawn")),
            RELATIONS.created <= oldest_request(),
        )
    )


async def change_request(
    connection: StoreConnection,
    person: PersonId,
    other: PersonId,
    kind: Literal["request", "withdrawn"],
) -> None:
    """Withdraw a request or repeat a withdrawn one; a hidden one stays hidden."""
    kinds: tuple[RelationKind, ...] = ("request", "withdrawn")
    await connection.execute(
        update(schema.relations).where(_between(person, other, kinds)).values(kind=kind)
    )


async def hide_request(connection: StoreConnection, person: PersonId, other: PersonId) -> None:
    """Hide a request from the person whom it asks."""
    kinds: tuple[RelationKind, ...] = ("request", "withdrawn")
    await connection.execute(
        update(schema.relations).where(_between(person, other, kinds)).values(hidden=True)
    )


async def between(
    connection: StoreConnection, person: PersonId, other: PersonId
) -> dict[RelationKind, RowMapping]:
    """Return what a person is to another, by kind; lapsed requests are left out."""
    found = await connection.execute(
        select(schema.relations).where(
            RELATIONS.person == person, RELATIONS.other == other, is_current()
        )
    )
    return {row["kind"]: row for row in found.mappings()}


async def count(connection: StoreConnection, person: PersonId, kind: RelationKind) -> int:
    """Return how many relations of that kind a person has."""
    number: int = await connection.scalar(
        select(func.count()).where(RELATIONS.person == person, RELATIONS.kind == kind, is_current())
    )
    return number


def is_current() -> ColumnElement[bool]:
    """Leave out requests that have lapsed."""
    return RELATIONS.kind.not_in(("request", "withdrawn")) | (RELATIONS.created > oldest_request())


def oldest_request() -> int:
    return wall_clock() - REQUEST_LIFETIME_D * 24 * 3600 * 1000


def _between(
    person: PersonId, other: PersonId, kinds: tuple[RelationKind, ...]
) -> ColumnElement[bool]:
    return and_(RELATIONS.person == person, RELATIONS.other == other, RELATIONS.kind.in_(kinds))
