"""Challenges for passkeys: random, valid for a short time, answered once."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import delete, insert

from quincunx.server.common.times import wall_clock
from quincunx.server.people.accounts.passkeys.site import PasskeySite
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import PersonId

CHALLENGE_LIFETIME_MIN: Final = 10
"""Minutes to answer: people look for their phone or their security key."""

CHALLENGE_BYTES: Final = 32

_CHALLENGES = schema.passkey_challenges.c


async def create_challenge(
    connection: StoreConnection, site: PasskeySite, person: PersonId | None
) -> str:
    """Return a new challenge, and delete those that have expired.

    `person` is who creates a passkey; `None` if somebody logs in.
    """
    challenge = secrets.token_urlsafe(CHALLENGE_BYTES)
    await connection.execute(
        delete(schema.passkey_challenges).where(_CHALLENGES.created <= _oldest())
    )
    await connection.execute(
        insert(schema.passkey_challenges).values(
            challenge=challenge, person=person, site=site.id, created=wall_clock()
        )
    )
    return challenge


async def use_up_challenge(
    connection: StoreConnection, challenge: str, site: PasskeySite, person: PersonId | None
) -> bool:
    """Delete a challenge; return `False` if it is not valid for this, or not any more."""
    deleted = await connection.execute(
        delete(schema.passkey_challenges).where(
            _CHALLENGES.challenge == challenge,
            _CHALLENGES.site == site.id,
            _CHALLENGES.created > _oldest(),
            _CHALLENGES.person.is_(None) if person is None else _CHALLENGES.person == person,
        )
    )
    return deleted.rowcount > 0


def _oldest() -> int:
    return wall_clock() - CHALLENGE_LIFETIME_MIN * 60 * 1000
