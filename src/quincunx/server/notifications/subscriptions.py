"""The browsers that people have subscribed to push messages, in the store."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256
from typing import Any, Final

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.engine import RowMapping

from quincunx.core.messages import languages
from quincunx.server.common.times import wall_clock
from quincunx.server.people.sessions import SESSION_LENGTH_S
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import AlertKind, Person, PersonId, PushAddress, SubscribePush

MAX_PER_PERSON: Final = 10
"""Browsers of one person: phones, tablets and computers. A new one replaces the oldest."""

_COLUMNS = schema.push_subscriptions.c


class Subscription(msgspec.Struct, frozen=True):
    """A browser of a person, and what it wants."""

    person: PersonId
    endpoint: str
    p256dh: str
    auth: str
    language: str
    kinds: tuple[AlertKind, ...]


class Subscriptions:
    """Stores and finds subscriptions."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def subscribe(self, person: Person, session: str, request: SubscribePush) -> None:
        """Store a browser with the hash of its session's token, in place of an earlier entry."""
        language = request.language if request.language in languages() else "en"
        kinds = tuple(dict.fromkeys(request.kinds))
        values = _values(person.id, session, request.address, language, _json(kinds))
        await self._store.write(lambda connection: _replace(connection, values))

    async def renew(self, person: Person, session: str, old: str, address: PushAddress) -> None:
        """Give one of the person's browsers a new address; nothing happens without the old one."""

        async def job(connection: StoreConnection) -> None:
            is_old = (_COLUMNS.person == person.id) & (_COLUMNS.id == endpoint_id(old))
            found = await connection.execute(
                select(_COLUMNS.language, _COLUMNS.kinds).where(is_old)
            )
            for language, kinds in found.all():
                await connection.execute(delete(schema.push_subscriptions).where(is_old))
                await _replace(connection, _values(person.id, session, address, language, kinds))

        await self._store.write(job)

    async def unsubscribe(self, person: PersonId, endpoint: str) -> None:
        """Delete one of the person's browsers."""
        is_it = (_COLUMNS.person == person) & (_COLUMNS.id == endpoint_id(endpoint))
        await self._store.write(
            lambda connection: connection.execute(delete(schema.push_subscriptions).where(is_it))
        )

    async def of(self, people: Collection[PersonId]) -> list[Subscription]:
        """Return the browsers of people that may be sent something.

        Nothing is sent to a person who is banned, or without the session that subscribed.
        """
        rows = await self._store.fetch_all(
            select(schema.push_subscriptions)
            .join(schema.sessions, schema.sessions.c.token == _COLUMNS.session)
            .join(schema.people, schema.people.c.id == _COLUMNS.person)
            .where(
                _COLUMNS.person.in_(sorted(people)),
                schema.sessions.c.person == _COLUMNS.person,
                schema.sessions.c.created > wall_clock() - SESSION_LENGTH_S * 1000,
                schema.people.c.banned.is_(None),
            )
        )
        return [_read(row) for row in rows]


def endpoint_id(endpoint: str) -> str:
    """Return the key under which an endpoint is stored."""
    return sha256(endpoint.encode()).hexdigest()


def _values(
    person: PersonId, session: str, address: PushAddress, language: str, kinds: str
) -> dict[str, Any]:
    return {
        "person": person,
        "id": endpoint_id(address.endpoint),
        "endpoint": address.endpoint,
        "p256dh": address.keys.p256dh,
        "auth": address.keys.auth,
        "language": language,
        "kinds": kinds,
        "session": session,
        "created": wall_clock(),
    }


async def _replace(connection: StoreConnection, values: dict[str, Any]) -> None:
    """Store a subscription, without the browser's earlier ones and the person's oldest.

    Only the browser knows `auth`: who sends the same one uses the same browser, so that it gets no
    messages for the person who used it before.
    """
    subscriptions, person = schema.push_subscriptions, values["person"]
    is_same_browser = (_COLUMNS.id == values["id"]) & (
        (_COLUMNS.person == person) | (_COLUMNS.auth == values["auth"])
    )
    await connection.execute(delete(subscriptions).where(is_same_browser))
    await connection.execute(insert(subscriptions).values(values))
    kept = (
        select(_COLUMNS.id)
        .where(_COLUMNS.person == person)
        .order_by(_COLUMNS.created.desc(), _COLUMNS.id)
        .limit(MAX_PER_PERSON)
    )
    await connection.execute(
        delete(subscriptions).where(_COLUMNS.person == person, _COLUMNS.id.not_in(kept))
    )


def _read(row: RowMapping) -> Subscription:
    return Subscription(
        person=row["person"],
        endpoint=row["endpoint"],
        p256dh=row["p256dh"],
        auth=row["auth"],
        language=row["language"],
        kinds=tuple(msgspec.json.decode(row["kinds"])),
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
