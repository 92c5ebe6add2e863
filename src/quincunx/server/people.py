"""Who is there: guests with a name, known by a cookie."""

from __future__ import annotations

import secrets
import unicodedata
from hashlib import sha256

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.core.errors import QuincunxError
from quincunx.server import schema
from quincunx.server.store import Store, wall_clock
from quincunx.wire import Person

LONGEST_NAME = 24


class BadName(QuincunxError):
    """A name that nobody could read."""


class People:
    """Names and sessions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def by_token(self, token: str | None) -> Person | None:
        """Who the cookie belongs to."""
        if not token:
            return None
        row = await self._store.row(
            select(schema.people)
            .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
            .where(schema.sessions.c.token == _hashed(token))
        )
        return None if row is None else Person(row["id"], row["name"])

    async def new_guest(self, name: str) -> tuple[Person, str]:
        """A new person, and the token for the cookie."""
        person = Person(secrets.token_hex(8), clean_name(name))
        token = secrets.token_urlsafe(32)

        async def job(connection: AsyncConnection) -> None:
            now = wall_clock()
            await connection.execute(
                insert(schema.people).values(id=person.id, name=person.name, created=now)
            )
            await connection.execute(
                insert(schema.sessions).values(token=_hashed(token), person=person.id, created=now)
            )

        await self._store.write(job)
        return person, token

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


def clean_name(name: str) -> str:
    """The name as it is shown: composed, in one line, without what cannot be seen."""
    composed = unicodedata.normalize("NFC", name)
    # Controls, formats (such as those that reverse the reading order), surrogates, private use.
    if any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn") for letter in composed):
        raise BadName("table.refusal.unreadable_name")
    cleaned = " ".join(composed.split())
    if not 1 <= len(cleaned) <= LONGEST_NAME:
        raise BadName("table.refusal.name_length", longest=LONGEST_NAME)
    return cleaned


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
