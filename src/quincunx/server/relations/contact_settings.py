"""Who may invite a person, and who sees that the person is online."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from sqlalchemy import delete, insert, select

from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import Audience, ContactSettings, PersonId

_SETTINGS = schema.contact_settings.c


async def load_settings(
    connection: StoreConnection, people: Collection[PersonId]
) -> dict[PersonId, ContactSettings]:
    """Return the settings of these people, by id."""
    found = await connection.execute(
        select(schema.contact_settings).where(_SETTINGS.person.in_(list(people)))
    )
    stored = {
        row["person"]: ContactSettings(row["invitations"], row["online"])
        for row in found.mappings()
    }
    return {person: stored.get(person, ContactSettings()) for person in people}


async def store_settings(
    connection: StoreConnection, person: PersonId, settings: ContactSettings
) -> None:
    await connection.execute(delete(schema.contact_settings).where(_SETTINGS.person == person))
    await connection.execute(
        insert(schema.contact_settings).values(person=person, **msgspec.structs.asdict(settings))
    )


def includes(audience: Audience, *, friend: bool) -> bool:
    """Return whether a person who is, or is not, a friend belongs to the audience."""
    return audience == "everyone" or (audience == "friends" and friend)
