"""Recovery codes: each of them replaces a forgotten password, once.

A code has 100 random bits, so a fast hash protects it: nobody can try all codes.
"""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import delete, func, insert, select

from quincunx.server.common.times import wall_clock
from quincunx.server.people.sessions import hashed_token
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import PersonId

CODES_PER_PERSON: Final = 8

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters and digits that are not mistaken for each other: no I, L, O and U."""

GROUPS, GROUP_LENGTH = 4, 5
"""Of a code, as it is shown; each character has five bits."""

MAX_TYPED_LENGTH: Final = 100
"""Characters of a code with spaces and hyphens; a longer text is not read."""

_MISREAD: Final = str.maketrans("OIL", "011")

_CODES = schema.recovery_codes.c


def new_code() -> str:
    """Return a random code, in groups with hyphens."""
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS))
    return "-".join(groups)


def hashed_code(typed: str) -> str:
    """Return what is stored of a code, however a person has typed it."""
    letters = (letter for letter in typed[:MAX_TYPED_LENGTH].upper() if letter.isalnum())
    return hashed_token("".join(letters).translate(_MISREAD))


async def replace_codes(connection: StoreConnection, person: PersonId) -> tuple[str, ...]:
    """Give a person new codes; the old ones are no longer valid."""
    codes = tuple(new_code() for _ in range(CODES_PER_PERSON))
    created = wall_clock()
    await connection.execute(delete(schema.recovery_codes).where(_CODES.person == person))
    await connection.execute(
        insert(schema.recovery_codes),
        [{"person": person, "code": hashed_code(code), "created": created} for code in codes],
    )
    return codes


async def use_up_code(connection: StoreConnection, person: PersonId, hashed: str) -> bool:
    """Delete a code; return `False` if it is not valid, or not any more."""
    deleted = await connection.execute(
        delete(schema.recovery_codes).where(_CODES.person == person, _CODES.code == hashed)
    )
    return deleted.rowcount > 0


async def count_codes(connection: StoreConnection, person: PersonId) -> int:
    """Return how many codes a person has left."""
    query = select(func.count()).select_from(schema.recovery_codes).where(_CODES.person == person)
    return await connection.scalar(query) or 0
