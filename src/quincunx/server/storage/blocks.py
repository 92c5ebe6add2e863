"""Which people have blocked each other: for seats, for automatic pairing, for relations."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Select, select

from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import PersonId, TableId

_RELATIONS = schema.relations.c


async def blocked_pairs(
    connection: StoreConnection, people: Collection[PersonId]
) -> frozenset[frozenset[PersonId]]:
    """Return the pairs of these people who must not be put together.

    One of the two has blocked the other; a pair does not say which. One indexed query, made for up
    to some thousand people: `frozenset((a, b)) in blocked_pairs(...)`.
    """
    ids = list(people)
    found = await connection.execute(
        select(_RELATIONS.person, _RELATIONS.other).where(
            _RELATIONS.person.in_(ids), _RELATIONS.kind == "block", _RELATIONS.other.in_(ids)
        )
    )
    return frozenset(frozenset(pair) for pair in found.all())


async def has_blocked(connection: StoreConnection, blocker: PersonId, person: PersonId) -> bool:
    """Return whether a person has blocked another, or the owner of that bot account."""
    return await connection.scalar(block_of(blocker, person)) is not None


def block_of(blocker: PersonId, person: PersonId) -> Select[tuple[PersonId]]:
    """Select the blocked person of such a block."""
    owner = select(schema.people.c.owner).where(schema.people.c.id == person).scalar_subquery()
    return select(_RELATIONS.other).where(
        _RELATIONS.person == blocker,
        _RELATIONS.kind == "block",
        (_RELATIONS.other == person) | (_RELATIONS.other == owner),
    )


async def tables_to_avoid(
    connection: StoreConnection, person: PersonId, tables: Collection[TableId]
) -> frozenset[TableId]:
    """Return those of the tables at which a person sits with whom this one must not be put."""
    sitters = schema.sitters.c
    other_blocks = (_RELATIONS.person == sitters.person) & (_RELATIONS.other == person)
    blocks_other = (_RELATIONS.person == person) & (_RELATIONS.other == sitters.person)
    found = await connection.execute(
        select(sitters.table)
        .join(schema.relations, (_RELATIONS.kind == "block") & (other_blocks | blocks_other))
        .where(sitters.table.in_(list(tables)))
    )
    return frozenset(found.scalars())
