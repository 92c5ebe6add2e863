"""A person's friends and the people whom they follow, with who is online and where."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.engine import RowMapping

from quincunx.server.common.times import wall_clock
from quincunx.server.relations.contact_settings import includes, load_settings
from quincunx.server.relations.rows import RELATIONS, is_current
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import Contact, Contacts, ContactTable, Person, PersonId

FindOnline = Callable[[Collection[PersonId]], Awaitable[frozenset[PersonId]]]
"""Return those of the people who are connected to the server."""

MAX_SHOWN_REQUESTS: Final = 50

CURRENT_TABLE_MS: Final = 60 * 60 * 1000
"""A table is shown as the place where a person is if something happened there this long ago."""

MAX_TABLES: Final = 1000
"""Tables that are looked through, the latest first."""

_PEOPLE = schema.people.c


async def load_contacts(
    connection: StoreConnection, person: PersonId, find_online: FindOnline
) -> Contacts:
    """Return everything on a person's page of friends."""
    is_own = (RELATIONS.person == person) & RELATIONS.kind.in_(("friend", "follow", "request"))
    own = await _related(connection, is_own, RELATIONS.other)
    # A request that was declined or is hidden stays open for the person who asked.
    asking = await _related(
        connection,
        (RELATIONS.other == person) & (RELATIONS.kind == "request") & RELATIONS.hidden.is_(False),
        RELATIONS.person,
        MAX_SHOWN_REQUESTS,
    )
    return Contacts(
        people=await _contacts(connection, person, own, find_online),
        requests=tuple(map(_person, asking)),
        asked=tuple(_person(row) for row in own if row["kind"] == "request"),
        settings=(await load_settings(connection, [person]))[person],
    )


async def load_blocked(connection: StoreConnection, person: PersonId) -> tuple[Person, ...]:
    """Return the people whom a person has blocked, the latest first."""
    found = await _related(
        connection, (RELATIONS.person == person) & (RELATIONS.kind == "block"), RELATIONS.other
    )
    return tuple(map(_person, found))


async def _related(
    connection: StoreConnection,
    condition: ColumnElement[bool],
    other: ColumnElement[PersonId],
    limit: int | None = None,
) -> Sequence[RowMapping]:
    """Return relations with the name of the person in `other`, the newest first."""
    found = await connection.execute(
        select(_PEOPLE.id, _PEOPLE.name, RELATIONS.kind)
        .join_from(schema.relations, schema.people, _PEOPLE.id == other)
        .where(condition, is_current(), _PEOPLE.banned.is_(None))
        .order_by(RELATIONS.created.desc(), _PEOPLE.id)
        .limit(limit)
    )
    return found.mappings().all()


async def _contacts(
    connection: StoreConnection,
    viewer: PersonId,
    own: Sequence[RowMapping],
    find_online: FindOnline,
) -> tuple[Contact, ...]:
    friends = {row["id"] for row in own if row["kind"] == "friend"}
    followed = {row["id"] for row in own if row["kind"] == "follow"}
    people = {row["id"]: _person(row) for row in own if row["id"] in friends | followed}
    settings = await load_settings(connection, people)
    blockers = await _blockers(connection, people, viewer)
    visible = [
        each
        for each in people
        if includes(settings[each].online, friend=each in friends) and each not in blockers
    ]
    online = await find_online(visible)
    tables = await _public_tables(connection, online)
    return tuple(
        Contact(
            person=people[each],
            friend=each in friends,
            following=each in followed,
            can_invite=includes(settings[each].invitations, friend=each in friends),
            online=each in online,
            table=tables.get(each),
        )
        for each in sorted(people, key=lambda each: (people[each].name.casefold(), each))
    )


async def _blockers(
    connection: StoreConnection, people: Collection[PersonId], viewer: PersonId
) -> frozenset[PersonId]:
    """Return those of the people who have blocked the viewer."""
    found = await connection.execute(
        select(RELATIONS.person).where(
            RELATIONS.other == viewer,
            RELATIONS.kind == "block",
            RELATIONS.person.in_(list(people)),
        )
    )
    return frozenset(found.scalars())


async def _public_tables(
    connection: StoreConnection, people: Collection[PersonId]
) -> dict[PersonId, ContactTable]:
    """Return the public table at which each of the people plays or waits, if there is one."""
    tables, sitters = schema.tables.c, schema.sitters.c
    found = await connection.execute(
        select(sitters.person, tables.id, tables.game, tables.phase)
        .join_from(schema.sitters, schema.tables, tables.id == sitters.table)
        .where(
            sitters.person.in_(list(people)),
            tables.open,
            tables.phase.in_(("gathering", "playing")),
            tables.moved > wall_clock() - CURRENT_TABLE_MS,
        )
        .order_by(tables.moved.desc())
        .limit(MAX_TABLES)
    )
    by_person: dict[PersonId, ContactTable] = {}
    for person, table, game, phase in found:
        by_person.setdefault(person, ContactTable(table, game, phase))
    return by_person


def _person(row: RowMapping) -> Person:
    return Person(row["id"], row["name"])
