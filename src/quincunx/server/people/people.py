"""Who is there: people with a name, known by a cookie."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.server.common.errors import TableError
from quincunx.server.common.text_safety import in_one_line, is_readable
from quincunx.server.common.times import wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import Person, PersonId

LONGEST_NAME = 24

SESSION: Final = 365 * 24 * 3600
"""Seconds until a session is over, whoever holds its token."""


class BadName(TableError):
    """A name that nobody could read."""


class NoSuchPerson(TableError):
    """There is nobody of that id, or not any more."""

    status = 404


class People:
    """Names and sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def by_token(self, token: str | None) -> Person | None:
        """Who the cookie belongs to; whoever was shown the door is nobody."""
        if not token:
            return None
        row = await self._store.fetch_one(
            select(schema.people)
            .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
            .where(
                schema.sessions.c.token == _hashed(token),
                schema.sessions.c.created > wall_clock() - SESSION * 1000,
                schema.people.c.banned.is_(None),
            )
        )
        return None if row is None else Person(row["id"], row["name"])

    async def new_guest(self, name: str) -> tuple[Person, str]:
        """A new person, and the token for the cookie."""
        person = Person(PersonId(secrets.token_hex(8)), clean_name(name))

        async def job(connection: AsyncConnection) -> str:
            await connection.execute(
                insert(schema.people).values(id=person.id, name=person.name, created=wall_clock())
            )
            return await begin_session(connection, person.id)

        return person, await self._store.write(job)

    async def rename(self, person: Person, name: str) -> Person:
        renamed = Person(person.id, clean_name(name))

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(
                update(schema.people)
                .where(schema.people.c.id == person.id)
                .values(name=renamed.name)
            )
            await self._store.notify(connection, "renamed", person.id)

        await self._store.write(job)
        return renamed

    async def log_out(self, token: str) -> None:
        """Ends one session."""
        await self._store.write(lambda connection: end_session(connection, token))

    async def log_out_everywhere(self, person: Person) -> None:
        """Ends all of the person's sessions."""
        await self._store.write(lambda connection: end_sessions(connection, person.id))


async def begin_session(connection: AsyncConnection, person: str) -> str:
    """The token of a new session."""
    token = secrets.token_urlsafe(32)
    await connection.execute(
        insert(schema.sessions).values(token=_hashed(token), person=person, created=wall_clock())
    )
    return token


async def end_session(connection: AsyncConnection, token: str) -> None:
    await connection.execute(
        delete(schema.sessions).where(schema.sessions.c.token == _hashed(token))
    )


async def end_sessions(connection: AsyncConnection, person: str) -> None:
    await connection.execute(delete(schema.sessions).where(schema.sessions.c.person == person))


def clean_name(name: str) -> str:
    """The name as it is shown."""
    cleaned = in_one_line(name, LONGEST_NAME)
    if not 1 <= len(cleaned) <= LONGEST_NAME:
        raise BadName("table.refusal.name_length", longest=LONGEST_NAME)
    if not is_readable(cleaned):
        raise BadName("table.refusal.unreadable_name")
    return cleaned


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
