"""One deal a day for each game, the same for everybody; its seed is shown when the day closes."""

from __future__ import annotations

import asyncio
import hmac
from datetime import date
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.core.options import make_options
from quincunx.core.seeds import daily_commitment
from quincunx.registry import find
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import HouseClock
from quincunx.server.common.days import closes, deal_name, is_open, today
from quincunx.server.common.errors import NotAllowed, TableError, WrongPhase
from quincunx.server.daily.deal_results import results_of
from quincunx.server.daily.games_of_the_day import GAMES, first_that_will_do
from quincunx.server.people.profiles import daily_streaks
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.server.tables.tables import Tables
from quincunx.wire import Daily, DealResults, Person, TableOpened

SHOWN: Final = 20
"""So many results of a day are told."""


class NoSuchDay(TableError):
    """That is no day, or it has not come yet."""

    status = 404


class DailyGames:
    """The deals of all days."""

    def __init__(
        self, store: Store, tables: Tables, bot_pools: BotPools, clock: HouseClock
    ) -> None:
        self._store = store
        self._tables = tables
        self._bot_pools = bot_pools
        self._clock = clock
        self._opening = asyncio.Lock()
        self._looking: dict[str, asyncio.Task[str]] = {}
        """By deal, the search for the first one that will do."""

    async def list_day(self, day: str, person: Person | None) -> list[Daily]:
        """That day's deals and what came of them; past days with their seeds."""
        _check(day)
        async with self._store.connect() as connection:
            begun = await _begun(connection, day, person)
            streaks = await daily_streaks(connection, person.id) if person else ()
            days = {streak.game: streak.days for streak in streaks}
            return [
                Daily(
                    game=name,
                    day=day,
                    closes=closes(day),
                    commitment=daily_commitment(self._secret(day, name), day=day, game=name),
                    seed=None if is_open(day) else self._secret(day, name),
                    results=await _results(connection, day, name, person),
                    table=begun[name].id if name in begun else None,
                    streak=days.get(name, 0),
                )
                for name in GAMES
            ]

    async def play_today(self, person: Person, name: str) -> TableOpened:
        """The person's table with today's deal: one a day, however often it is asked for."""
        _check_game(name)
        day = today()
        secret = await self._dealt(day, name, person)
        async with self._opening:
            async with self._store.connect() as connection:
                begun = (await _begun(connection, day, person)).get(name)
            return begun or await self._open(person, day, name, secret, known=False)

    async def play_past(self, person: Person, day: str, name: str) -> TableOpened:
        """A closed day's deal, which is known by now: one table until that game has ended."""
        _check_game(name)
        _check(day)
        if is_open(day):
            raise WrongPhase("table.refusal.day_open")
        secret = await self._dealt(day, name, person)
        async with self._opening:
            begun = await self._tables.trying(person, deal_name(day, name), seat=0)
            return begun or await self._open(person, day, name, secret, known=True)

    async def _open(
        self, person: Person, day: str, name: str, secret: str, *, known: bool
    ) -> TableOpened:
        game = GAMES[name]
        options = make_options(find(name).options, game.options(date.fromisoformat(day)), game=name)
        return await self._tables.open_daily(
            person, day, name, options, game.seats, secret, known=known
        )

    def _secret(self, day: str, game: str) -> str:
        """Known to nobody who does not know the house's own."""
        return hmac.digest(self._clock.secret.encode(), f"{day}/{game}".encode(), "sha256").hex()

    async def _dealt(self, day: str, name: str, person: Person) -> str:
        """The secret of the deal: what the first table of the day has, all have."""
        dealt = await self._store.fetch_one(
            select(schema.tables.c.secret)
            .where(schema.tables.c.deal_name == deal_name(day, name))
            .limit(1)
        )
        if dealt is not None:
            return str(dealt["secret"])
        return await asyncio.shield(self._first_deal(day, name, person.id))

    def _first_deal(self, day: str, name: str, requester: str) -> asyncio.Task[str]:
        """Look for the day's deal once, however many players ask for it at the same time."""
        key = deal_name(day, name)
        if key not in self._looking:
            secret = self._secret(day, name)
            looking = asyncio.create_task(
                self._bot_pools.run(first_that_will_do, name, secret, requester=requester)
            )
            looking.add_done_callback(lambda _: self._looking.pop(key, None))
            self._looking[key] = looking
        return self._looking[key]


def _check_game(name: str) -> None:
    if name not in GAMES:
        raise NotAllowed("table.refusal.no_daily", game=name)


def _check(day: str) -> None:
    try:
        written = date.fromisoformat(day).isoformat()
    except ValueError:
        written = ""
    if day != written:
        raise NoSuchDay("table.refusal.no_such_day", day=day)
    if day > today():
        raise NoSuchDay("table.refusal.day_to_come")


async def _results(
    connection: AsyncConnection, day: str, name: str, person: Person | None
) -> DealResults:
    """What came of the deal on its day."""
    return await results_of(
        connection,
        find(name),
        GAMES[name].seats,
        deal_name(day, name),
        person,
        before=closes(day),
        most=SHOWN,
    )


async def _begun(
    connection: AsyncConnection, day: str, person: Person | None
) -> dict[str, TableOpened]:
    """By game, the person's tables of that day."""
    if person is None:
        return {}
    tables = schema.tables.c
    rows = await connection.execute(
        select(tables.game, tables.id, tables.invite).where(
            tables.deal_name.in_([deal_name(day, name) for name in GAMES]),
            tables.deal == "daily",
            tables.host == person.id,
        )
    )
    return {game: TableOpened(table_id, invite) for game, table_id, invite in rows}
