"""Invitations to create an account; the operator makes them, and each works once."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import delete, insert

from quincunx.server.common.times import wall_clock
from quincunx.server.people.sessions import hashed_token
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection

INVITATION_LIFETIME_D: Final = 30
"""Days after which an invitation is no longer valid."""

TOKEN_BYTES: Final = 32

_INVITATIONS = schema.account_invitations.c


def invitation_path(token: str) -> str:
    """Return the path of the page that an invitation opens.

    The token is in the fragment, so that it appears in no request and no server log.
    """
    return f"/settings#invitation={token}"


async def create_invitation(connection: StoreConnection) -> str:
    """Create an invitation, return its token, and delete invitations that have expired."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    await connection.execute(
        delete(schema.account_invitations).where(_INVITATIONS.created <= _oldest())
    )
    await connection.execute(
        insert(schema.account_invitations).values(token=hashed_token(token), created=wall_clock())
    )
    return token


async def use_up_invitation(connection: StoreConnection, token: str) -> bool:
    """Delete an invitation; return `False` if it is unknown, used up or expired."""
    deleted = await connection.execute(
        delete(schema.account_invitations).where(
            _INVITATIONS.token == hashed_token(token), _INVITATIONS.created > _oldest()
        )
    )
    return deleted.rowcount > 0


def _oldest() -> int:
    return wall_clock() - INVITATION_LIFETIME_D * 24 * 3600 * 1000
