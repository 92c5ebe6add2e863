"""All the tables: opening them, finding them, keeping those in use at hand."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import select

from quincunx.core.deal import Seed
from quincunx.core.game import Game
from quincunx.core.options import Options, make
from quincunx.registry import find
from quincunx.server import schema, shelf
from quincunx.server.clock import HouseClock
from quincunx.server.day import deal_name
from quincunx.server.errors import NoSuchTable, NotAllowed, SeatTaken, TableError, WrongPhase
from quincunx.server.known_table import SOON, Guest, Surroundings
from quincunx.server.live import LiveTable
from quincunx.server.seating import Seating, Sitter
from quincunx.server.shelf import Sheet
from quincunx.server.steward import Steward
from quincunx.server.store import Store
from quincunx.server.thinking import Thinkers
from quincunx.wire import Challenge, NewTable, Person, PlayNow, PlayOn, TableOpened

PACES = range(5, 14 * 24 * 3600 + 1)
"""Seconds for a move: from a few to two weeks."""

LONGEST_WAIT = 600
"""Seconds until bots take the free seats."""

TIME_TO_COME = 20
"""Seconds for whoever would not wait for others to come to the table."""


class Tables:
    """The tables of one server process."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers,
        clock: HouseClock,
        changed: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._live: dict[str, LiveTable] = {}
        self._loading = asyncio.Lock()
        self.steward = Steward(self._attend, clock.now)
        self._house = Surroundings(store, thinkers, clock, self.steward.wake_at, changed)

    async def __aenter__(self) -> Tables:
        """Takes up what was due when the server went down."""
        await self._wake_due()
        self.steward.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.steward.stop()

    async def _wake_due(self) -> None:
        for row in await self._store.rows(
            select(schema.tables.c.id, schema.tables.c.due).where(
                schema.tables.c.due.is_not(None)
                # At an open table nobody may be waiting any more.
                | (schema.tables.c.open & (schema.tables.c.phase == "gathering"))
            )
        ):
            self.steward.wake_at(row["id"], row["due"] or self._clock.now())

    # Opening

    async def open(self, host: Person, wanted: NewTable) -> TableOpened:
        """A new table, the host at its first free seat."""
        game = find(wanted.game)
        options = make(game.options, wanted.options, game=game.name)
        seats = game.seats(options).start if wanted.seats is None else wanted.seats
        _check_pace(game, wanted.pace)
        seating = _seating(game, options, seats)
        for seat, level in wanted.bots.items():
            game.find_bot(level)
            seating.fill(seat, Sitter(bot=level))
        _sit_anywhere(seating, host)
        return await self._open(
            host, game, options, seats, seating, open=wanted.open, pace=wanted.pace
        )

    async def play_now(self, person: Person, wanted: PlayNow) -> TableOpened:
        """A seat at an open table of that game, or at a new one that bots will fill.

        Whoever would not wait gets a table with bots at all other seats.
        """
        game = find(wanted.game)
        game.find_bot(wanted.level)
        if not 0 <= wanted.wait <= LONGEST_WAIT:
            raise TableError("table.refusal.wait", longest=LONGEST_WAIT)
        found = await self._waiting_table(game, person) if wanted.wait else None
        if found is not None:
            return found
        options = game.options()
        seats = max(2, game.seats(options).start)
        seating = _seating(game, options, seats)
        _sit_anywhere(seating, person)
        for place in () if wanted.wait else tuple(seating.free()):
            seating.put(place, Sitter(bot=wanted.level))
        return await self._open(
            person,
            game,
            options,
            seats,
            seating,
            open=wanted.wait > 0,
            level=wanted.level,
            fills=self._clock.now() + (wanted.wait or TIME_TO_COME) * 1000,
        )

    async def _waiting_table(self, game: Game, person: Person) -> TableOpened | None:
        """An open table that bots would fill, at which somebody else is waiting."""
        rows = await self._store.rows(
            select(schema.tables.c.id)
            .where(
                schema.tables.c.game == game.name,
                schema.tables.c.phase == "gathering",
                schema.tables.c.open,
                schema.tables.c.fills > self._clock.now(),
            )
            .order_by(schema.tables.c.created)
        )
        for row in rows:
            with suppress(SeatTaken, WrongPhase):
                return await self.join(person, row["id"])
        return None

    async def join(self, person: Person, table_id: str) -> TableOpened:
        """Any free seat at an open table."""
        table = await self.find(table_id)
        await table.sit_anywhere(person)
        return TableOpened(table.sheet.id, table.sheet.invite)

    async def play_on(self, person: Person, table_id: str, wanted: PlayOn) -> TableOpened:
        """A finished game from one of its positions on, the others' seats held by bots."""
        if not 0 <= wanted.version < (await self.find(table_id)).finished().version:
            raise NotAllowed("table.refusal.no_such_position")
        return await self._open_alone(
            person,
            table_id,
            wanted.seat,
            wanted.level,
            deal="position",
            origin=table_id,
            origin_version=wanted.version,
        )

    async def challenge(self, person: Person, table_id: str, wanted: Challenge) -> TableOpened:
        """The deal of a finished game once more, from one of its seats, against bots."""
        table = await self.find(table_id)
        seed = table.finished().seed
        assert seed is not None, "a table's deal comes from a seed"
        if table.sheet.deal == "position":
            raise NotAllowed("table.refusal.no_deal_of_its_own")
        return await self._open_alone(
            person,
            table_id,
            wanted.seat,
            table.sheet.level,
            deal="known",
            deal_name=table.sheet.deal_name,
            origin=table_id,
            secret=seed.secret,
            nonces=seed.nonces,
        )

    async def _open_alone(
        self, person: Person, table_id: str, seat: int, level: str, **more: Any
    ) -> TableOpened:
        """A table like that one, with bots at all seats but the person's."""
        sheet = (await self.find(table_id)).sheet
        sheet.game.find_bot(level)
        if not 0 <= seat < sheet.seats:
            raise TableError("table.refusal.no_such_seat")
        seating = _seating(sheet.game, sheet.options, sheet.seats)
        for place, _ in tuple(seating):
            seating.put(place, Sitter(person) if place == (seat, 0) else Sitter(bot=level))
        return await self._open(
            person, sheet.game, sheet.options, sheet.seats, seating, level=level, **more
        )

    async def open_daily(
        self, person: Person, day: str, name: str, options: Options, seats: int, secret: str
    ) -> TableOpened:
        """That day's deal of a game, the person at the first seat, experts at the others."""
        game = find(name)
        seating = _seating(game, options, seats)
        for place, _ in tuple(seating):
            seating.put(place, Sitter(person) if place == (0, 0) else Sitter(bot="expert"))
        return await self._open(
            person,
            game,
            options,
            seats,
            seating,
            level="expert",
            deal="daily",
            deal_name=deal_name(day, name),
            origin=day,
            secret=secret,
        )

    async def open_again(self, table: LiveTable, host: Person) -> str:
        """The same people at the same game, nobody ready yet."""
        sheet = table.sheet
        seating = _seating(sheet.game, sheet.options, sheet.seats)
        for place, sitter in table.seating:
            if sitter is not None:
                bot = None if sitter.person else sitter.bot
                seating.put(place, Sitter(sitter.person, bot))
        opened = await self._open(
            host, sheet.game, sheet.options, sheet.seats, seating, open=sheet.open, pace=sheet.pace
        )
        return opened.id

    async def _open(
        self,
        host: Person,
        game: Game,
        options: Options,
        seats: int,
        seating: Seating,
        **more: Any,
    ) -> TableOpened:
        table_id = secrets.token_hex(6)
        fresh = {"secret": Seed.of(None).secret, "deal_name": table_id}
        sheet = Sheet(
            id=table_id,
            game=game,
            options=options,
            seats=seats,
            rules=game.version,
            host=host,
            invite=secrets.token_urlsafe(16),
            **{**fresh, **more},
        )
        await shelf.put_new(self._store, sheet, seating)
        self.steward.wake_at(sheet.id, sheet.fills)
        self._house.changed(sheet.id)
        return TableOpened(sheet.id, sheet.invite)

    # In use

    async def find(self, table_id: str) -> LiveTable:
        """The table, from the store if nobody is using it."""
        if table_id in self._live:
            return self._live[table_id]
        if not table_id.isalnum():
            raise NoSuchTable("table.refusal.no_such_table")
        async with self._loading:
            if table_id not in self._live:
                table = await LiveTable.load(self._house, table_id)
                if table is None:
                    raise NoSuchTable("table.refusal.no_such_table")
                self._live[table_id] = table
                # Who only asked for its record does not come to it, and does not leave it.
                asyncio.get_running_loop().call_later(SOON / 1000, self._let_rest, table)
            return self._live[table_id]

    def part(self, table: LiveTable, guest: Guest) -> None:
        table.part(guest)
        self._let_rest(table)

    def renamed(self, person: Person) -> None:
        """Somebody has another name now, at every table."""
        for table in self._live.values():
            table.renamed(person)

    async def _attend(self, table_id: str) -> None:
        table = await self.find(table_id)
        await table.attend()
        self._let_rest(table)

    def _let_rest(self, table: LiveTable) -> None:
        if table.can_rest and self._live.get(table.sheet.id) is table:
            del self._live[table.sheet.id]

    # The operator's wishes

    async def close(self, table_id: str) -> None:
        """Ends a table without a result."""
        await (await self.find(table_id)).close()

    async def dismiss(self, person_id: str) -> None:
        """Ends all connections of a person."""
        for table in tuple(self._live.values()):
            table.dismiss(person_id)

    async def forget(self, person_id: str) -> None:
        """Somebody is no more: the tables that knew them look into the store again."""
        for table in tuple(self._live.values()):
            if table.knows(person_id):
                table.dismiss()
                self._live.pop(table.sheet.id, None)

    async def forget_all(self) -> None:
        """The store is another one now: everybody comes in again."""
        for table in tuple(self._live.values()):
            table.dismiss()
        self._live.clear()
        self.steward.forget_all()
        await self._wake_due()


def _seating(game: Game, options: Options, seats: int) -> Seating:
    game.check_seats(seats, options)
    return Seating(game.teams(options, seats))


def _sit_anywhere(seating: Seating, person: Person) -> None:
    free = seating.free()
    if free:
        seating.put(free[0], Sitter(person))


def _check_pace(game: Game, pace: int | None) -> None:
    if pace is None:
        return
    if game.race:
        raise NotAllowed("table.refusal.race_has_no_pace")
    if pace not in PACES:
        raise TableError("table.refusal.pace", fewest=PACES.start, most=PACES.stop - 1)
