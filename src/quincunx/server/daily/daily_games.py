"""The daily games: one deal a day for each game, whose seed is published when the day closes."""

from __future__ import annotations

import asyncio
import hmac
from typing import Final

from sqlalchemy import select

from quincunx.core.seeds import daily_commitment
from quincunx.registry import find
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.days import closes, deal_name, is_open, today
from quincunx.server.common.errors import WrongPhase
from quincunx.server.common.times import wall_clock
from quincunx.server.daily.daily_calendar import check_day
from quincunx.server.daily.daily_setups import (
    daily_games,
    daily_options,
    daily_setup,
    find_accepted_secret,
)
from quincunx.server.daily.deal_results import results_of_deal
from quincunx.server.people.daily_streaks import load_daily_streaks
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.tables.tables import Tables
from quincunx.wire import Daily, DealResults, Person, TableOpened

MAX_RESULTS: Final = 20
"""How many results of a day are listed."""


class DailyGames:
    """List each day's games and create tables with their deals."""

    def __init__(
        self, store: Store, tables: Tables, bot_pools: BotPools, clock: ServerClock
    ) -> None:
        self._store = store
        self._tables = tables
        self._bot_pools = bot_pools
        self._clock = clock
        self._creating = asyncio.Lock()
        self._searches: dict[str, asyncio.Task[str]] = {}
        """By deal name, the search for the first deal that the game accepts."""

    async def list_day(self, day: str, person: Person | None) -> list[Daily]:
        """Return a day's games with their results, and with their seeds if the day has closed."""
        check_day(day)
        async with self._store.connect() as connection:
            own_tables = await _tables_of_day(connection, day, person)
            streaks = await load_daily_streaks(connection, person.id) if person else ()
            days = {streak.game: streak.days for streak in streaks}
            return [
                Daily(
                    game=name,
                    day=day,
                    closes=closes(day),
                    commitment=daily_commitment(self._secret(day, name), day=day, game=name),
                    seed=None if is_open(day, wall_clock()) else self._secret(day, name),
                    results=await _results(connection, day, name, person),
                    table=own_tables[name].id if name in own_tables else None,
                    streak=days.get(name, 0),
                )
                for name in daily_games()
            ]

    async def play_today(self, person: Person, name: str) -> TableOpened:
        """Return the person's table with today's deal; create it on the first request."""
        daily_setup(name)
        day = today()
        secret = await self._deal_secret(day, name, person)
        async with self._creating:
            async with self._store.connect() as connection:
                existing = (await _tables_of_day(connection, day, person)).get(name)
            return existing or await self._create_table(person, day, name, secret, known=False)

    async def play_past(self, person: Person, day: str, name: str) -> TableOpened:
        """Return the person's unfinished table with a past day's deal, or create one."""
        daily_setup(name)
        check_day(day)
        if is_open(day, wall_clock()):
            raise WrongPhase("table.refusal.day_open")
        secret = await self._deal_secret(day, name, person)
        async with self._creating:
            existing = await self._tables.creation.find_attempt(
                person, deal_name(day, name), seat=0
            )
            return existing or await self._create_table(person, day, name, secret, known=True)

    async def _create_table(
        self, person: Person, day: str, name: str, secret: str, *, known: bool
    ) -> TableOpened:
        seats, options = daily_setup(name).seats, daily_options(name, day)
        return await self._tables.creation.create_daily(
            person, day, name, options, seats, secret, known=known
        )

    def _secret(self, day: str, game: str) -> str:
        """Derive the day's secret from the server's own, without which it cannot be guessed."""
        return hmac.digest(self._clock.secret.encode(), f"{day}/{game}".encode(), "sha256").hex()

    async def _deal_secret(self, day: str, name: str, person: Person) -> str:
        """Return the secret that all tables of the day share."""
        first_table = await self._store.fetch_one(
            select(schema.tables.c.secret)
            .where(schema.tables.c.deal_name == deal_name(day, name))
            .limit(1)
        )
        if first_table is not None:
            return str(first_table["secret"])
        return await asyncio.shield(self._search(day, name, person.id))

    def _search(self, day: str, name: str, requester: str) -> asyncio.Task[str]:
        """Return the search for the day's deal; simultaneous requests share one."""
        key = deal_name(day, name)
        if key not in self._searches:
            work = find_accepted_secret, name, day, self._secret(day, name)
            search = asyncio.create_task(self._bot_pools.run(*work, requester=requester))
            search.add_done_callback(lambda _: self._searches.pop(key, None))
            self._searches[key] = search
        return self._searches[key]


async def _results(
    connection: StoreConnection, day: str, name: str, person: Person | None
) -> DealResults:
    """Return the best results that were reached before the day closed."""
    return await results_of_deal(
        connection,
        find(name),
        daily_setup(name).seats,
        deal_name(day, name),
        person,
        before=closes(day),
        limit=MAX_RESULTS,
    )


async def _tables_of_day(
    connection: StoreConnection, day: str, person: Person | None
) -> dict[str, TableOpened]:
    """Return the person's tables of that day, by game."""
    if person is None:
        return {}
    tables = schema.tables.c
    rows = await connection.execute(
        select(tables.game, tables.id, tables.invite).where(
            tables.deal_name.in_([deal_name(day, name) for name in daily_games()]),
            tables.deal == "daily",
            tables.host == person.id,
        )
    )
    return {game: TableOpened(table_id, invite) for game, table_id, invite in rows}
