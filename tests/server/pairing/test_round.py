"""Rounds of pairing on real databases: settled and paired in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import func, select, update

from quincunx.server.common.times import ServerTime, wall_clock
from quincunx.server.pairing import round as rounds
from quincunx.server.pairing.missed_pairings import MustWait
from quincunx.server.pairing.offers import find_offer, offers
from quincunx.server.pairing.round import TIME_TO_COME_MS, hold_round
from quincunx.server.pairing.seeks import GONE_AFTER_MS, store_seek
from quincunx.server.relations.actions import block
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.rows import insert_new_table
from quincunx.wire import Person, SeekClock, TableId
from tests.helpers.postgres import Postgres
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run

NOW = ServerTime(1_000_000)


async def seek(
    store: Store,
    *people: Person,
    game: str = "coloryam",
    clock: SeekClock = "quick",
    now: ServerTime = NOW,
) -> None:
    offer = find_offer(game, clock)
    for person in people:
        await store.write(lambda connection, each=person: store_seek(connection, each, offer, now))  # type: ignore[misc]


async def a_round(store: Store, now: ServerTime = NOW) -> list[TableId]:
    """Hold a round, and return the tables that it created."""
    _, pairings = await store.write(lambda connection: hold_round(store, connection, now))
    return [pairing.table for pairing in pairings]


async def found(store: Store) -> dict[str, str | None]:
    """Return, by person, the table of each stored search."""
    return {row["person"]: row["table"] for row in await store.fetch_all(select(schema.seeks))}


async def close_table(store: Store, table: str, *ready: Person, version: int = -1) -> None:
    async def job(connection: StoreConnection) -> None:
        await connection.execute(
            update(schema.tables)
            .where(schema.tables.c.id == table)
            .values(phase="closed" if version < 0 else "playing", version=version)
        )
        await connection.execute(
            update(schema.sitters)
            .where(
                schema.sitters.c.table == table,
                schema.sitters.c.person.in_([person.id for person in ready]),
            )
            .values(nonce="n")
        )

    await store.write(job)


async def set_strength(store: Store, person: Person, strength: float) -> None:
    async def job(connection: StoreConnection) -> None:
        await connection.execute(
            update(schema.seeks)
            .where(schema.seeks.c.person == person.id)
            .values(strength=strength, uncertainty=50)
        )

    await store.write(job)


async def row_of(store: Store, table: str) -> Any:
    return await store.fetch_one(select(schema.tables).where(schema.tables.c.id == table))


@asynccontextmanager
async def searching(database: str, *names: str) -> AsyncIterator[tuple[Store, list[Person]]]:
    async with open_store(database) as store:
        people = await new_guests(store, *names)
        await seek(store, *people)
        yield store, people


def test_two_people_get_a_private_rated_table_with_a_fresh_deal(database: str) -> None:
    async def work() -> None:
        async with searching(database, "Ada", "Ben") as (store, people):
            (table,) = await a_round(store)
            row = await row_of(store, table)
            assert (row["rated"], row["open"], row["deal"]) == (True, False, "fresh")
            assert (row["total_time"], row["increment"]) == (300, 5)
            assert row["starts_by"] == row["due"] == NOW + TIME_TO_COME_MS
            sitters = await store.fetch_all(select(schema.sitters.c.person))
            assert {sitter["person"] for sitter in sitters} == {person.id for person in people}
            assert set((await found(store)).values()) == {table}
            assert await a_round(store) == [], "nobody is paired twice"

    run(work())


@pytest.mark.parametrize("blocker", [0, 1])
def test_people_are_never_paired_if_one_has_blocked_the_other(database: str, blocker: int) -> None:
    async def work() -> None:
        async with searching(database, "Ada", "Ben") as (store, people):
            await store.write(
                lambda connection: block(connection, people[blocker], people[1 - blocker].id)
            )
            assert await a_round(store) == []

    run(work())


def test_different_games_clocks_and_strengths_are_not_mixed(database: str) -> None:
    async def work() -> None:
        async with searching(database, "Ada", "Ben", "Cleo", "Dan") as (store, people):
            ada, ben, cleo, dan = people
            await seek(store, ben, clock="relaxed")
            await seek(store, cleo, game="quivvit")
            await set_strength(store, ada, 1000)
            await set_strength(store, dan, 1300)
            assert await a_round(store) == []
            later = ServerTime(NOW + 8000)
            await store.write(lambda connection: _seen(connection, later))
            assert await a_round(store, later) == [], "they allow 175 points by now"

    run(work())


async def _seen(connection: StoreConnection, now: ServerTime) -> None:
    await connection.execute(update(schema.seeks).values(seen=now))


def test_a_search_ends_when_nobody_has_seen_the_person_for_a_while(database: str) -> None:
    async def work() -> None:
        async with searching(database, "Ada", "Ben") as (store, (_, ben)):
            later = ServerTime(NOW + GONE_AFTER_MS + 1)
            await store.write(
                lambda connection: connection.execute(
                    update(schema.seeks).where(schema.seeks.c.person == ben.id).values(seen=later)
                )
            )
            assert await a_round(store, later) == []
            assert set(await found(store)) == {ben.id}

    run(work())


def test_searches_end_when_the_game_has_begun(database: str) -> None:
    async def work() -> None:
        async with searching(database, "Ada", "Ben") as (store, people):
            (table,) = await a_round(store)
            await close_table(store, table, *people, version=0)
            assert await a_round(store) == []
            assert await found(store) == {}

    run(work())


def test_who_came_searches_on_and_who_did_not_is_noted(database: str) -> None:
    async def work() -> None:
        async with searching(database, "Ada", "Ben") as (store, (ada, ben)):
            (table,) = await a_round(store)
            await close_table(store, table, ada)
            assert await a_round(store) == []
            assert await found(store) == {ada.id: None}
            (row,) = await store.fetch_all(select(schema.seeks.c.since))
            assert row["since"] == NOW, "the time that Ada has waited counts"
            (missed,) = await store.fetch_all(select(schema.missed_pairings))
            assert (missed["person"], missed["missed"]) == (ben.id, 1)
            await seek(store, ben)

            (again,) = await a_round(store)
            await close_table(store, again, ada)
            await a_round(store)
            with pytest.raises(MustWait):
                await seek(store, ben)

    run(work())


def test_nobody_is_paired_while_playing_a_timed_rated_game(database: str) -> None:
    async def work() -> None:
        async with searching(database, "Ada", "Ben") as (store, (ada, ben)):
            (table,) = await a_round(store)
            await close_table(store, table, ada, ben, version=0)
            await a_round(store)
            await seek(store, ada, ben)
            assert await a_round(store) == []
            await store.write(
                lambda connection: connection.execute(
                    update(schema.tables).values(moved=wall_clock() - rounds.BUSY_FOR_MS - 1)
                )
            )
            assert len(await a_round(store)) == 1

    run(work())


def test_banned_people_are_not_paired(database: str) -> None:
    async def work() -> None:
        async with searching(database, "Ada", "Ben") as (store, (ada, _)):
            await store.write(
                lambda connection: connection.execute(
                    update(schema.people).where(schema.people.c.id == ada.id).values(banned=1)
                )
            )
            assert await a_round(store) == []

    run(work())


def test_four_people_are_paired_for_a_cooperative_game(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            people = await new_guests(store, "Ada", "Ben", "Cleo", "Dan")
            await seek(store, *people[:3], game="quatrefoil")
            assert await a_round(store) == []
            await seek(store, people[3], game="quatrefoil")
            (table,) = await a_round(store)
            row = await row_of(store, table)
            assert (row["seats"], row["pace"]) == (4, 60)

    run(work())


def test_a_round_that_fails_half_way_leaves_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the process dies between pairing two people and creating their table."""

    async def work() -> None:
        async with searching(database, "Ada", "Ben", "Cleo", "Dan") as (store, people):
            with monkeypatch.context() as patched:
                patched.setattr(rounds, "insert_new_table", _dies_at_the_second_table())
                with pytest.raises(ArithmeticError):
                    await a_round(store)
            assert set((await found(store)).values()) == {None}
            assert await store.fetch_all(select(schema.tables.c.id)) == []
            assert len(await a_round(store)) == 2, "all of them are paired afterwards"
            assert len(await found(store)) == len(people)

    run(work())


def _dies_at_the_second_table() -> Any:
    created: list[Any] = []

    async def insert_or_die(*args: Any) -> None:
        if created:
            raise ArithmeticError
        created.append(args)
        await insert_new_table(*args)

    return insert_or_die


def test_two_processes_never_pair_the_same_person(postgres_server: Postgres) -> None:
    """Both hold rounds at the same time, again and again, over the same searches."""
    database = postgres_server.new_database()

    async def work() -> None:
        async with open_store(database) as one, Store(database) as other:
            people = await new_guests(one, *(f"Player {number}" for number in range(20)))
            await seek(one, *people)
            while None in (await found(one)).values():
                await asyncio.gather(a_round(one), a_round(other))
            tables = list((await found(one)).values())
            assert all(tables.count(table) == 2 for table in tables)
            count = await one.fetch_one(select(func.count().label("n")).select_from(schema.tables))
            assert count is not None
            assert count["n"] == len(people) // 2

    run(work())


def test_every_offer_is_a_table_that_can_be_created() -> None:
    kinds = {(offer.game.name, offer.clock) for offer in offers()}
    assert ("pivit", "untimed") in kinds
    assert ("quatrefoil", "quick") in kinds
    for offer in offers():
        offer.game.check_seats(offer.seats, offer.options)
