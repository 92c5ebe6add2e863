"""Public profiles: a person's standing in each game, daily streaks and finished games."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

import msgspec
from sqlalchemy import select, true
from sqlalchemy.engine import RowMapping

from quincunx.server.people.daily_streaks import load_daily_streaks
from quincunx.server.people.sessions import NoSuchPerson
from quincunx.server.ratings.ratings import Skill, load_ratings
from quincunx.server.ratings.results import RESULT_CARD_COLUMNS, result_cards
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store, stream_in_batches
from quincunx.server.storage.table_data.names import is_bot, load_people
from quincunx.wire import Person, PersonId, Profile, ResultCard, Standing, TableId

PAGE_SIZE = 20
"""How many finished games one request returns."""


async def profile(
    store: Store, person_id: PersonId, before: int | None = None, viewer: Person | None = None
) -> Profile:
    """Return the profile, with the latest games or those that ended earlier than `before`.

    The ids of private tables are left out unless the viewer sat there, because anybody who knows
    the id of a table can read its record.
    """
    async with store.connect() as connection:
        person = await _person(connection, person_id)
        history = await _history(connection, person_id, before, viewer)
        return Profile(
            person=Person(person["id"], person["name"], is_bot(person)),
            since=person["created"],
            registered=person["login"] is not None,
            standings=await _standings(connection, person_id),
            daily=await load_daily_streaks(connection, person_id),
            history=tuple(history[:PAGE_SIZE]),
            more=len(history) > PAGE_SIZE,
            owner=await _owner(connection, person),
        )


async def find_profile_owner(store: Store, person_id: PersonId) -> PersonId:
    """Return the id of a person who has a profile; refused if there is no such person."""
    async with store.connect() as connection:
        return PersonId((await _person(connection, person_id))["id"])


async def _person(connection: StoreConnection, person_id: PersonId) -> RowMapping:
    # PostgreSQL refuses a text that contains a NUL.
    if "\0" in person_id:
        raise NoSuchPerson("table.refusal.no_such_person")
    rows = await connection.execute(
        select(schema.people, schema.accounts.c.login)
        .outerjoin(schema.accounts, schema.accounts.c.person == schema.people.c.id)
        .where(schema.people.c.id == person_id, schema.people.c.deleted.is_(None))
    )
    person = rows.mappings().first()
    if person is None:
        raise NoSuchPerson("table.refusal.no_such_person")
    return person


async def _owner(connection: StoreConnection, person: RowMapping) -> Person | None:
    """Return the person who owns a bot account."""
    if not is_bot(person):
        return None
    return (await load_people(connection, [person["owner"]], {}))[person["owner"]]


async def _history(
    connection: StoreConnection, person_id: PersonId, before: int | None, viewer: Person | None
) -> list[ResultCard]:
    """Return a page of finished games, the newest first, and one more if there is a next page."""
    results, tables = schema.results.c, schema.tables.c
    found = await connection.execute(
        select(
            *RESULT_CARD_COLUMNS,
            tables.open,
            results.seat,
            results.rating,
            results.ended.label("when"),
        )
        .join(schema.results, results.table == schema.tables.c.id)
        .where(results.person == person_id, true() if before is None else results.ended < before)
        .order_by(results.ended.desc())
        .limit(PAGE_SIZE + 1)
    )
    rows = found.mappings().all()
    own = await _tables_with(connection, viewer, [row["id"] for row in rows])
    return [
        msgspec.structs.replace(
            card,
            table=card.table if row["open"] or row["deal"] == "daily" or card.table in own else "",
            seat=row["seat"],
            rating=row["rating"],
            ended=row["when"],
        )
        for card, row in zip(await result_cards(connection, rows), rows, strict=True)
    ]


async def _tables_with(
    connection: StoreConnection, viewer: Person | None, tables: Sequence[TableId]
) -> set[TableId]:
    """Return those of the tables at which the viewer sat."""
    if viewer is None:
        return set()
    sitters = schema.sitters.c
    found = await connection.execute(
        select(sitters.table).where(sitters.person == viewer.id, sitters.table.in_(tables))
    )
    return set(found.scalars())


# Standings


async def _standings(connection: StoreConnection, person_id: PersonId) -> tuple[Standing, ...]:
    results = schema.results.c
    query = (
        select(results.game, results.won, schema.tables.c.seats)
        .join(schema.tables, schema.tables.c.id == results.table)
        .where(results.person == person_id)
        .order_by(results.game, results.ended)
    )
    rows: list[tuple[str, bool, int]] = [
        (row["game"], row["won"], row["seats"])
        async for part in stream_in_batches(connection, query)
        for row in part
    ]
    skills = await load_ratings(connection, person_id)
    return tuple(
        _standing(game, [(won, seats) for _, won, seats in played], skills.get(game))
        for game, played in groupby(rows, key=itemgetter(0))
    )


def _standing(game: str, played: Sequence[tuple[bool, int]], skill: Skill | None) -> Standing:
    # A game played alone has no winner.
    contests = [won for won, seats in played if seats > 1]
    runs = [len(list(run)) for won, run in groupby(contests) if won]
    return Standing(
        game=game,
        played=len(played),
        won=sum(contests),
        rating=skill.rating if skill else None,
        uncertainty=skill.uncertainty if skill else None,
        streak=runs[-1] if contests and contests[-1] else 0,
        best_streak=max(runs, default=0),
        provisional=skill is not None and skill.is_provisional,
    )
