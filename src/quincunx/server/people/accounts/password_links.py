"""Links with which a person sets a new password, once; from the operator or by e-mail."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Select, delete, func, insert, select

from quincunx.server.common.times import wall_clock
from quincunx.server.people.sessions import hashed_token
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import PersonId

LINK_LIFETIME_H: Final = 24
"""Hours after which a link of the operator is no longer valid."""

TOKEN_BYTES: Final = 32

_LINKS = schema.password_links.c


def password_path(token: str) -> str:
    """Return the path of the page that a link opens.

    The token is in the fragment, so that it appears in no request and no server log.
    """
    return f"/password#{token}"


def person_of_link(token: str) -> Select[tuple[PersonId]]:
    """Select the person to whom a valid link belongs."""
    expires = func.coalesce(_LINKS.expires, _LINKS.created + LINK_LIFETIME_H * 3600 * 1000)
    return select(_LINKS.person).where(_LINKS.token == hashed_token(token), expires > wall_clock())


async def create_link(
    connection: StoreConnection, person: PersonId, lifetime_min: int = LINK_LIFETIME_H * 60
) -> str:
    """Create a link and return its token; the person's older link is no longer valid."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    created = wall_clock()
    await delete_link(connection, person)
    await connection.execute(
        insert(schema.password_links).values(
            person=person,
            token=hashed_token(token),
            created=created,
            expires=created + lifetime_min * 60 * 1000,
        )
    )
    return token


async def use_up_link(connection: StoreConnection, token: str) -> bool:
    """Delete a link; return `False` if it is not valid, or not any more."""
    deleted = await connection.execute(
        delete(schema.password_links).where(_LINKS.token == hashed_token(token))
    )
    return deleted.rowcount > 0


async def delete_link(connection: StoreConnection, person: PersonId) -> None:
    """Delete the link of a person, if there is one."""
    await connection.execute(delete(schema.password_links).where(_LINKS.person == person))
