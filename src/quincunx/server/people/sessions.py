"""Guests and their sessions: a browser's cookie holds a token, the store only its hash."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, insert, select

from quincunx.server.common.errors import TableError
from quincunx.server.common.times import wall_clock
from quincunx.server.people.names import clean_name
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.names import is_bot
from quincunx.wire import Person, PersonId

SESSION_LENGTH_S: Final = 365 * 24 * 3600
"""Seconds after which a session ends, however often it is used."""


class NoSuchPerson(TableError):
    """There is no person with that id, or the person was deleted."""

    status = 404


class Sessions:
    """Create guests, find the person behind a token, and end sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find_person(self, token: str | None) -> Person | None:
        """Return the person of a session; `None` if it has ended or the person is banned."""
        if not token:
            return None
        row = await self._store.fetch_one(
            select(schema.people)
            .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
            .where(
                schema.sessions.c.token == hashed_token(token),
                schema.sessions.c.created > wall_clock() - SESSION_LENGTH_S * 1000,
                schema.people.c.banned.is_(None),
            )
        )
        return None if row is None else Person(row["id"], row["name"])

    async def create_guest(self, name: str) -> tuple[Person, str]:
        """Create a person without an account; return the person and the token of a session."""
        person = Person(PersonId(secrets.token_hex(8)), clean_name(name))

        async def job(connection: StoreConnection) -> str:
            await connection.execute(
                insert(schema.people).values(id=person.id, name=person.name, created=wall_clock())
            )
            return await begin_session(connection, person.id)

        return person, await self._store.write(job)

    async def end(self, token: str) -> None:
        """End one session."""
        await self._store.write(lambda connection: end_session(connection, token))

    async def end_all(self, person: Person) -> None:
        """End all sessions of a person."""
        await self._store.write(lambda connection: end_sessions(connection, person.id))


async def find_existing(connection: StoreConnection, person_id: PersonId) -> Person:
    """Return the person with that id; raise `NoSuchPerson` if there is none, or none any more."""
    # PostgreSQL refuses a text that contains a NUL.
    known = None
    if "\0" not in person_id:
        people = schema.people.c
        rows = await connection.execute(
            select(schema.people).where(people.id == person_id, people.deleted.is_(None))
        )
        known = rows.mappings().first()
    if known is None:
        raise NoSuchPerson("table.refusal.no_such_person")
    return Person(person_id, known["name"], is_bot(known))


async def begin_session(connection: StoreConnection, person: PersonId) -> str:
    """Begin a session; return its token."""
    token = secrets.token_urlsafe(32)
    await connection.execute(
        insert(schema.sessions).values(
            token=hashed_token(token), person=person, created=wall_clock()
        )
    )
    return token


async def end_session(connection: StoreConnection, token: str) -> None:
    """End the session with that token, and the push messages to its browser."""
    hashed = hashed_token(token)
    subscriptions = schema.push_subscriptions
    await connection.execute(delete(subscriptions).where(subscriptions.c.session == hashed))
    await connection.execute(delete(schema.sessions).where(schema.sessions.c.token == hashed))


async def end_sessions(connection: StoreConnection, person: PersonId) -> None:
    """End all sessions of a person, and with them the push messages to their browsers."""
    for owned in (schema.push_subscriptions.c.person, schema.sessions.c.person):
        await connection.execute(delete(owned.table).where(owned == person))


def hashed_token(token: str) -> str:
    """Return what is stored of a token."""
    return sha256(token.encode()).hexdigest()
