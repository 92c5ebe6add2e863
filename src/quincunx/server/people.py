"""Who is there: people with a name, known by a cookie."""

from __future__ import annotations

import secrets
import unicodedata
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.server import schema
from quincunx.server.errors import TableError
from quincunx.server.store import Store, wall_clock
from quincunx.server.throttle import Throttle
from quincunx.wire import Person

LONGEST_NAME = 24

BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that show nothing."""


class BadName(TableError):
    """A name that nobody could read."""


class NoSuchPerson(TableError):
    """There is nobody of that id, or not any more."""

    status = 404


class People:
    """Names and sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.newcomers = Throttle(per_minute=120, burst=240)
        """By address; whole families and clubs share one."""

    async def by_token(self, token: str | None) -> Person | None:
        """Who the cookie belongs to; whoever was shown the door is nobody."""
        if not token:
            return None
        row = await self._store.row(
            select(schema.people)
            .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
            .where(schema.sessions.c.token == _hashed(token), schema.people.c.banned.is_(None))
        )
        return None if row is None else Person(row["id"], row["name"])

    async def new_guest(self, name: str) -> tuple[Person, str]:
        """A new person, and the token for the cookie."""
        person = Person(secrets.token_hex(8), clean_name(name))

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
    """The name as it is shown: composed, in one line, without what cannot be seen."""
    composed = unicodedata.normalize("NFC", name)
    if any(_is_hidden(letter) for letter in composed):
        raise BadName("table.refusal.unreadable_name")
    cleaned = " ".join(composed.split())
    if not 1 <= len(cleaned) <= LONGEST_NAME:
        raise BadName("table.refusal.name_length", longest=LONGEST_NAME)
    return cleaned


def _is_hidden(letter: str) -> bool:
    # Controls, formats (such as those that reverse the reading order), surrogates, private use.
    return letter in BLANK or unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn")


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
