"""One round of pairing, in one transaction: searches that are over end, and people are paired.

On PostgreSQL a round takes only rows that no other process has locked: two processes never pair
the same person, and none waits for the other. A process that dies leaves all of a round or nothing.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import select, update
from sqlalchemy.engine import RowMapping

from quincunx.registry import find, game_names
from quincunx.server.common.seating import Occupant, Seating
from quincunx.server.common.times import ServerTime, wall_clock
from quincunx.server.pairing.matching import Seeker, pair
from quincunx.server.pairing.missed_pairings import count_missed
from quincunx.server.pairing.offers import Offer, find_offer
from quincunx.server.pairing.seeks import (
    GONE_AFTER_MS,
    SEEKS,
    all_seeks,
    delete_seeks,
    seeker_in,
)
from quincunx.server.storage import schema
from quincunx.server.storage.blocks import blocked_pairs
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.names import load_people
from quincunx.server.storage.table_data.rows import insert_new_table
from quincunx.server.tables.creation import new_config
from quincunx.wire import Person, PersonId, SeekClock, TableId

TIME_TO_COME_MS: Final = 30_000
"""Milliseconds that the players of a pairing have to come to their table."""

MAX_PAIRED_AT_ONCE: Final = 200
"""How many people who look for the same a round compares with each other, the oldest first."""

BUSY_FOR_MS: Final = 600_000
"""A person whose rated game had a move within so many milliseconds is playing it."""


class NewPairing(NamedTuple):
    """A new table, and the people who have to come to it."""

    table: TableId
    game: str
    people: tuple[PersonId, ...]


async def hold_round(
    store: Store, connection: StoreConnection, now: ServerTime
) -> tuple[set[PersonId], list[NewPairing]]:
    """Settle and pair; return the people for whom something has changed, and the pairings."""
    found = await connection.execute(all_seeks().with_for_update(skip_locked=True))
    seeks = found.mappings().all()
    paired = [seek for seek in seeks if seek["table"] is not None]
    changed, again = await _settle(connection, paired)
    waiting = [seek for seek in seeks if seek["table"] is None or seek["person"] in again]
    gone = {seek["person"] for seek in waiting if seek["seen"] < now - GONE_AFTER_MS}
    await delete_seeks(connection, gone)
    pairings = []
    for group, offer in await _groups(connection, waiting, gone, now):
        table = await _create_table(store, connection, group, offer, now)
        people = tuple(seeker.person for seeker in group)
        pairings.append(NewPairing(table, offer.game.name, people))
        changed.update(people)
    await store.notify(connection, "seeking", *sorted(changed | gone))
    return changed | gone, pairings


# Settling pairings


async def _settle(
    connection: StoreConnection, paired: Sequence[RowMapping]
) -> tuple[set[PersonId], set[PersonId]]:
    """End the searches whose game has begun; return who is affected, and who searches on.

    If a table was closed because a player was missing, those who had come search on, with the time
    that they have waited already.
    """
    over = await _ended_pairings(connection, {seek["table"] for seek in paired})
    if not over:
        return set(), set()
    ended = {seek["person"]: over[seek["table"]] for seek in paired if seek["table"] in over}
    again = {
        person for person, missed in ended.items() if missed is not None and person in missed.came
    }
    for person, missed in ended.items():
        if missed is not None and person not in again:
            await count_missed(connection, person)
    await delete_seeks(connection, ended.keys() - again)
    await connection.execute(
        update(schema.seeks).where(SEEKS.person.in_(again)).values({"table": None})
    )
    return set(ended), again


class _Missed(NamedTuple):
    """A table that was closed because a player did not come, or declined."""

    came: set[PersonId]
    """The players who are not to blame."""


async def _ended_pairings(
    connection: StoreConnection, ids: set[TableId]
) -> dict[TableId, _Missed | None]:
    """Return those of these tables that do not wait any more; `None` if the game has begun."""
    tables, sitters = schema.tables.c, schema.sitters.c
    if not ids:
        return {}
    found = await connection.execute(
        select(tables.id, tables.seats, tables.phase, tables.version).where(
            tables.id.in_(ids), tables.phase != "gathering"
        )
    )
    rows = found.mappings().all()
    seated: defaultdict[TableId, dict[PersonId, bool]] = defaultdict(dict)
    for table, person, nonce in await connection.execute(
        select(sitters.table, sitters.person, sitters.nonce).where(
            sitters.table.in_([row["id"] for row in rows])
        )
    ):
        seated[table][person] = nonce is not None
    ended: dict[TableId, _Missed | None] = {}
    for row in rows:
        players = seated[row["id"]]
        # A player who declined has left the seat, perhaps before the others could come.
        is_declined = len(players) < row["seats"]
        came = {person for person, is_ready in players.items() if is_ready or is_declined}
        has_begun = row["phase"] != "closed" or row["version"] >= 0
        ended[row["id"]] = None if has_begun else _Missed(came)
    return ended


# Pairing


async def _groups(
    connection: StoreConnection,
    waiting: Iterable[RowMapping],
    gone: set[PersonId],
    now: ServerTime,
) -> list[tuple[tuple[Seeker, ...], Offer]]:
    """Return who is paired for what."""
    by_offer: defaultdict[tuple[str, SeekClock], list[Seeker]] = defaultdict(list)
    people = [seek["person"] for seek in waiting if seek["person"] not in gone]
    unavailable = await _unavailable(connection, people)
    for seek in waiting:
        if seek["person"] not in gone | unavailable:
            by_offer[seek["game"], seek["clock"]].append(seeker_in(seek))
    groups = []
    for (game, clock), seekers in by_offer.items():
        offer = find_offer(game, clock)
        if len(seekers) >= offer.seats:
            apart = await blocked_pairs(connection, [seeker.person for seeker in seekers])
            some = sorted(seekers, key=lambda seeker: seeker.since)[:MAX_PAIRED_AT_ONCE]
            groups += [(group, offer) for group in pair(some, now, offer.seats, apart)]
    return groups


async def _unavailable(connection: StoreConnection, people: Sequence[PersonId]) -> set[PersonId]:
    """Return those of these people who may not play, or are playing a rated game now."""
    if not people:
        return set()
    tables, sitters, of = schema.tables.c, schema.sitters.c, schema.people.c
    playing = await connection.execute(
        select(sitters.person)
        .join(schema.tables, tables.id == sitters.table)
        .where(
            sitters.person.in_(people),
            ~sitters.gone,
            tables.phase == "playing",
            tables.rated,
            tables.pace.is_not(None) | tables.total_time.is_not(None) | tables.game.in_(_races()),
            tables.moved > wall_clock() - BUSY_FOR_MS,
        )
    )
    barred = await connection.execute(
        select(of.id).where(of.id.in_(people), of.banned.is_not(None) | of.deleted.is_not(None))
    )
    return {*playing.scalars(), *barred.scalars()}


def _races() -> list[str]:
    """Return the games that are played without a break, although their tables have no clock."""
    return [name for name in game_names() if find(name).race]


async def _create_table(
    store: Store,
    connection: StoreConnection,
    group: Sequence[Seeker],
    offer: Offer,
    now: ServerTime,
) -> TableId:
    """Seat a group at a new table, and note it in their seeks."""
    known = await load_people(connection, [seeker.person for seeker in group], {})
    people = [known[seeker.person] for seeker in group]
    starts_by = ServerTime(now + TIME_TO_COME_MS)
    config = new_config(
        people[0],
        offer.game,
        offer.options,
        offer.seats,
        rated=True,
        starts_by=starts_by,
        **offer.limits,
    )
    await insert_new_table(store, connection, config, _seating(offer, people), starts_by)
    await connection.execute(
        update(schema.seeks)
        .where(SEEKS.person.in_([person.id for person in people]))
        .values({"table": config.id})
    )
    return config.id


def _seating(offer: Offer, people: Sequence[Person]) -> Seating:
    seating = Seating.empty(offer.game.teams(offer.options, offer.seats))
    # Who begins is left to chance, not to who has waited longer.
    drawn = secrets.SystemRandom().sample(people, len(people))
    for place, person in zip(seating.free(), drawn, strict=True):
        seating = seating.with_occupant(place, Occupant(person))
    return seating
