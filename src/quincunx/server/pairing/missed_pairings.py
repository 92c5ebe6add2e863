"""People who do not come to the games that they are paired for have to wait."""

from __future__ import annotations

from typing import Final

from sqlalchemy import select, update

from quincunx.server.common.errors import TableError
from quincunx.server.common.times import WallTime, wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import insert_if_new
from quincunx.wire import PersonId

MINUTE_MS: Final = 60_000

WAITS_MS: Final = (0, 2 * MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS)
"""How long a person waits after the first missed pairing, the second, and so on: anybody can miss
one, but each costs others half a minute."""

FORGOTTEN_AFTER_MS: Final = 24 * 60 * MINUTE_MS
"""Missed pairings count until none has been missed for so long."""

_MISSED = schema.missed_pairings.c


class MustWait(TableError):
    """The person has missed too many pairings lately."""

    status = 429


def wait_ms(missed: int, last: WallTime, now: WallTime) -> int:
    """Return for how many more milliseconds a person cannot be paired."""
    if missed < 1 or now - last >= FORGOTTEN_AFTER_MS:
        return 0
    return max(0, last + WAITS_MS[min(missed, len(WAITS_MS)) - 1] - now)


async def check_may_seek(connection: StoreConnection, person: PersonId) -> None:
    """Raise `MustWait` if the person has missed too many pairings lately."""
    found = await connection.execute(
        select(_MISSED.missed, _MISSED.last).where(_MISSED.person == person)
    )
    for missed, last in found:
        wait = wait_ms(missed, last, wall_clock())
        if wait:
            raise MustWait("table.refusal.missed_pairings", minutes=-(-wait // MINUTE_MS))


async def count_missed(connection: StoreConnection, person: PersonId) -> None:
    """Note that a person has not come to a pairing."""
    now = wall_clock()
    await connection.execute(
        insert_if_new(connection, schema.missed_pairings).values(person=person, missed=0, last=now)
    )
    (missed, last) = (
        await connection.execute(
            select(_MISSED.missed, _MISSED.last).where(_MISSED.person == person)
        )
    ).one()
    again = 1 if now - last >= FORGOTTEN_AFTER_MS else missed + 1
    await connection.execute(
        update(schema.missed_pairings)
        .where(_MISSED.person == person)
        .values(missed=again, last=now)
    )
