"""All the tables: opening them, finding them, keeping those in use at hand."""

from __future__ import annotations

import asyncio
import secrets

from sqlalchemy import select

from quincunx.core.deal import Seed
from quincunx.core.game import Game
from quincunx.core.options import Options, make
from quincunx.registry import find
from quincunx.server import schema, shelf
from quincunx.server.errors import NoSuchTable
from quincunx.server.live import Guest, LiveTable
from quincunx.server.seating import Seating, Sitter
from quincunx.server.shelf import Sheet
from quincunx.server.steward import Steward
from quincunx.server.store import Store, wall_clock
from quincunx.server.thinking import Thinkers
from quincunx.wire import NewTable, Person, TableOpened


class Tables:
    """The tables of one server process."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self._store = store
        self._thinkers = thinkers
        self._live: dict[str, LiveTable] = {}
        self._loading = asyncio.Lock()
        self.steward = Steward(self._attend)

    async def start(self) -> None:
        """Takes up what was due when the server went down."""
        for row in await self._store.rows(
            select(schema.tables.c.id).where(schema.tables.c.due.is_not(None))
        ):
            # Table time stood still meanwhile: each table says itself what is due when.
            self.steward.wake_at(row["id"], wall_clock())
        self.steward.start()

    async def open(self, host: Person, wanted: NewTable) -> TableOpened:
        """A new table, the host at its first free seat."""
        game = find(wanted.game)
        options = make(game.options, wanted.options, game=game.name)
        seats = game.seats(options).start if wanted.seats is None else wanted.seats
        game.check_seats(seats, options)
        seating = Seating(game.teams(options, seats))
        for seat, level in wanted.bots.items():
            game.find_bot(level)
            seating.fill(seat, Sitter(bot=level))
        free = next((place for place, sitter in seating if sitter is None), None)
        if free is not None:
            seating.put(free, Sitter(host))
        return await self._open(host, game, options, seats, seating)

    async def open_again(self, table: LiveTable, host: Person) -> str:
        """The same people at the same game, nobody ready yet."""
        sheet = table.sheet
        seating = Seating(sheet.game.teams(sheet.options, sheet.seats))
        for place, sitter in table.seating:
            if sitter is not None:
                seating.put(place, Sitter(sitter.person, sitter.bot))
        opened = await self._open(host, sheet.game, sheet.options, sheet.seats, seating)
        return opened.id

    async def _open(
        self, host: Person, game: Game, options: Options, seats: int, seating: Seating
    ) -> TableOpened:
        sheet = Sheet(
            id=secrets.token_hex(6),
            game=game,
            options=options,
            seats=seats,
            rules=game.version,
            host=host,
            invite=secrets.token_urlsafe(16),
            secret=Seed.of(None).secret,
        )
        await shelf.put_new(self._store, sheet, seating)
        return TableOpened(sheet.id, sheet.invite)

    async def find(self, table_id: str) -> LiveTable:
        """The table, from the store if nobody is using it."""
        if table_id in self._live:
            return self._live[table_id]
        async with self._loading:
            if table_id not in self._live:
                table = await LiveTable.load(
                    self._store, self._thinkers, self.steward.wake_at, table_id
                )
                if table is None:
                    raise NoSuchTable("table.refusal.no_such_table")
                self._live[table_id] = table
            return self._live[table_id]

    def part(self, table: LiveTable, guest: Guest) -> None:
        table.part(guest)
        if table.can_rest:
            self._live.pop(table.sheet.id, None)

    def renamed(self, person: Person) -> None:
        """Somebody has another name now, at every table."""
        for table in self._live.values():
            table.renamed(person)

    async def _attend(self, table_id: str) -> None:
        table = await self.find(table_id)
        await table.attend()
