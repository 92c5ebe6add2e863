"""All the tables: opening them, finding them, keeping those in use at hand."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack, suppress
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import select, update

from quincunx.core.game import Game
from quincunx.core.options import Options, make_options
from quincunx.core.seeds import Seed
from quincunx.registry import find
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import HouseClock
from quincunx.server.cluster.presence import Presence
from quincunx.server.common.days import deal_name
from quincunx.server.common.errors import (
    Frozen,
    NoSuchTable,
    NotAllowed,
    SeatTaken,
    StoreAway,
    TableError,
    WrongPhase,
)
from quincunx.server.common.limits import MAX_PUBLIC_TABLES_PER_HOST
from quincunx.server.common.seating import Seating, Sitter
from quincunx.server.common.slices import Slices
from quincunx.server.common.table_config import TableConfig
from quincunx.server.ratings.rating_rules import can_be_rated
from quincunx.server.storage import schema, table_store
from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.notifications import Kind, Listener, Notification
from quincunx.server.storage.store import Store
from quincunx.server.tables.known_table import DESERTED_AFTER, LATE, SOON, Guest, Surroundings
from quincunx.server.tables.live import LiveTable
from quincunx.server.tables.records import Charge, Records, Wanted
from quincunx.server.tables.scheduler import Steward
from quincunx.wire import (
    NewTable,
    Person,
    PersonId,
    PlayNow,
    PlayOn,
    PlaySameDeal,
    TableId,
    TableOpened,
)

PACES = range(5, 14 * 24 * 3600 + 1)
"""Seconds for a move: from a few to two weeks."""

LONGEST_WAIT = 600
"""Seconds until bots take the free seats."""

TIME_TO_COME = 20
"""Seconds for whoever would not wait for others to come to the table."""


MOST_OVERDUE = 50
"""So many tables a process takes on at once."""

LEASE = 10_000
"""Milliseconds for which a table that was taken is left to whoever took it."""

AT_ONCE = 1000

FROZEN_REMEMBERED = 1000
"""How many frozen tables a process remembers, so that the log names each of them once."""

T = TypeVar("T")

log = logging.getLogger(__name__)


class Sweeps(NamedTuple):
    """How often, in seconds, and how late, in milliseconds, to look for tables left alone."""

    every: float
    late: int


SPARE = Sweeps(every=1.0, late=LATE)
"""For a process that has people: it knows what is due at their tables without looking."""

EAGER = Sweeps(every=0.1, late=0)
"""For one that looks after the others' tables."""


class Tables:
    """The tables of one server process."""

    def __init__(
        self,
        store: Store,
        bot_pools: BotPools,
        clock: HouseClock,
        changed: Callable[[str], None] = lambda _: None,
        *,
        hang_up: Callable[[str], None] = lambda _: None,
        thinks: bool = True,
        sweeps: Sweeps = SPARE,
    ) -> None:
        """`hang_up` ends a person's connections to this process.

        `thinks`: bots' turns are taken here, and not only by other processes.
        """
        self._store = store
        self._clock = clock
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._doing: set[asyncio.Task[Any]] = set()
        self._frozen: deque[str] = deque(maxlen=FROZEN_REMEMBERED)
        """Tables that the log has named as frozen."""
        self._presence = Presence(store, clock)
        self._sweeps = sweeps
        self._hang_up = hang_up
        self._running = AsyncExitStack()
        self.slices = Slices()
        self.records = Records(self.slices)
        self.steward = Steward(self._attend, clock.now)
        self._house = Surroundings(
            store,
            bot_pools,
            thinks,
            clock,
            self.steward.wake_at,
            self._presence,
            changed,
            self._drop,
            self.slices,
        )

    async def __aenter__(self) -> Tables:
        """Takes up what was due when the server went down."""
        await self._running.enter_async_context(self._presence)
        self._running.push_async_callback(self._finish)
        if self._store.is_shared:
            listener = Listener(
                self._store.driver_connection, self._store.process_id, self.hear, self.look_again
            )
            await self._running.enter_async_context(listener)
        else:
            await self._wake_due()
        self.steward.start(self._keep_sweeping())
        self._running.push_async_callback(self.steward.stop)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._running.aclose()

    async def _finish(self) -> None:
        """What has been begun is ended: it may be stored already, and somebody wants to know."""
        await asyncio.gather(*self._doing, return_exceptions=True)

    def _see_through(self, doing: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(doing)
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)
        return task

    async def _wake_due(self) -> None:
        for row in await self._store.fetch_all(
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
        options = make_options(game.options, wanted.options, game=game.name)
        seats = game.seats(options).start if wanted.seats is None else wanted.seats
        _check_pace(game, wanted.pace)
        seating = _seating(game, options, seats)
        for seat, level in wanted.bots.items():
            game.find_bot(level)
            seating.fill(seat, Sitter(bot=level))
        _sit_anywhere(seating, host)
        if wanted.rated and not can_be_rated(game, seats, "fresh"):
            raise NotAllowed("table.refusal.nobody_to_be_rated_with")
        return await self._open(
            host,
            game,
            options,
            seats,
            seating,
            open=wanted.open,
            pace=wanted.pace,
            rated=wanted.rated,
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
            rated=False,
            fills=self._clock.now() + (wanted.wait or TIME_TO_COME) * 1000,
        )

    async def _waiting_table(self, game: Game, person: Person) -> TableOpened | None:
        """An open table that bots would fill, at which somebody else is waiting."""
        rows = await self._store.fetch_all(
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
        return TableOpened(TableId(table.sheet.id), table.sheet.invite)

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

    async def challenge(self, person: Person, table_id: str, wanted: PlaySameDeal) -> TableOpened:
        """The deal of a finished game once more, from one of its seats, against bots.

        Whoever is trying that already comes back to it.
        """
        table = await self.find(table_id)
        seed = table.finished().seed
        assert seed is not None, "a table's deal comes from a seed"
        if table.sheet.deal == "position":
            raise NotAllowed("table.refusal.no_deal_of_its_own")
        begun = await self.trying(person, table.sheet.deal_name, wanted.seat)
        return begun or await self._open_alone(
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

    async def trying(self, person: Person, deal_name: str, seat: int) -> TableOpened | None:
        """The table where the person is trying that deal, known by then, from that seat."""
        tables, sitters = schema.tables.c, schema.sitters.c
        row = await self._store.fetch_one(
            select(tables.id, tables.invite)
            .join(schema.sitters, sitters.table == tables.id)
            .where(
                tables.deal_name == deal_name,
                tables.deal == "known",
                tables.phase.in_(("gathering", "playing")),
                sitters.person == person.id,
                sitters.seat == seat,
            )
            .order_by(tables.created.desc())
            .limit(1)
        )
        return TableOpened(row["id"], row["invite"]) if row else None

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
        self,
        person: Person,
        day: str,
        name: str,
        options: Options,
        seats: int,
        secret: str,
        *,
        known: bool,
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
            deal="known" if known else "daily",
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
            host,
            sheet.game,
            sheet.options,
            sheet.seats,
            seating,
            open=sheet.open,
            pace=sheet.pace,
            rated=sheet.rated,
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
        sheet = TableConfig(
            id=table_id,
            game=game,
            options=options,
            seats=seats,
            rules=game.version,
            host=host,
            invite=secrets.token_urlsafe(16),
            **{**fresh, **more},
        )
        if sheet.deal != "fresh":
            sheet = msgspec.structs.replace(sheet, rated=False)
        # Nobody need ever come to it.
        deserted = self._clock.now() + DESERTED_AFTER if sheet.open else None
        due = min((time for time in (sheet.fills, deserted) if time is not None), default=None)
        await table_store.put_new(self._store, sheet, seating, due, _may_be_listed(sheet))
        self.steward.wake_at(sheet.id, due)
        self._house.changed(sheet.id)
        return TableOpened(TableId(sheet.id), sheet.invite)

    # In use

    @property
    def games_in_use(self) -> list[str]:
        """The game of each table at hand."""
        return [table.sheet.game.name for table in self._live.values()]

    async def find(self, table_id: str) -> LiveTable:
        """The table, from the store if nobody is using it."""
        if not table_id.isalnum():
            raise NoSuchTable("table.refusal.no_such_table")
        # Others who waited for it may have come and gone, and the server let go of it, by the time
        # that it is this one's turn: two tables of one name would not know of each other.
        while table_id not in self._live:
            if table_id not in self._loading:
                self._loading[table_id] = self._see_through(self._load(table_id))
            await asyncio.shield(self._loading[table_id])
        return self._live[table_id]

    async def _load(self, table_id: str) -> LiveTable:
        try:
            table = await LiveTable.load(self._house, table_id)
            if table is None:
                raise NoSuchTable("table.refusal.no_such_table")
            self._live[table_id] = table
            # Who only asked for its record does not come to it, and does not leave it.
            asyncio.get_running_loop().call_later(SOON / 1000, self._let_rest, table)
            return table
        finally:
            del self._loading[table_id]

    async def welcome(
        self, guest: Guest, table_id: str, invite: str, since: int | None
    ) -> LiveTable:
        """The table, which has let the guest in."""
        table = await self.find(table_id)
        try:
            await table.join(guest, invite, since)
        except StoreAway:
            # The server has let go of it, perhaps because the store is another one by now.
            table = await self.find(table_id)
            await table.join(guest, invite, since)
        return table

    async def record(
        self, person: Person | None, table_id: str, seat: int | None, charge: Charge
    ) -> bytes:
        """Return the record that the person may have, compressed with gzip."""

        async def find() -> Wanted:
            table = await self.find(table_id)
            try:
                return table.wanted_record(person or Person(PersonId(""), ""), seat)
            finally:
                # The match is enough: a finished table need not stay loaded for its record.
                self._let_rest(table)

        return await self.records.compressed(table_id, seat, find, charge)

    def _drop(self, table_id: str) -> None:
        self._live.pop(table_id, None)

    def part(self, table: LiveTable, guest: Guest) -> None:
        table.part(guest)
        self._let_rest(table)

    def renamed(self, person: Person) -> None:
        """Take over a person's new name at the tables that know this person."""
        for table in self._live.values():
            if table.knows(person.id):
                table.renamed(person)

    async def _attend(self, table_id: str, leading: bool) -> None:
        try:
            table = await self.find(table_id)
            await table.attend(leading=leading)
        except Frozen:
            await self._leave_frozen(table_id)
        else:
            self._let_rest(table)

    async def _leave_frozen(self, table_id: str) -> None:
        """Stop attending to a table that these rules cannot play on.

        Nothing is lost: players who come to it are told why, and a server with the right rules
        takes it up again when they do.
        """
        if table_id not in self._frozen:
            self._frozen.append(table_id)
            log.warning(
                "table %s is frozen: it was stored by another version of the rules", table_id
            )
        self.steward.wake_at(table_id, None)
        tables = schema.tables.c

        async def job(connection: StoreConnection) -> None:
            await connection.execute(
                update(schema.tables).where(tables.id == table_id).values(due=None)
            )

        await self._store.write(job)

    def _let_rest(self, table: LiveTable) -> None:
        if table.can_rest and self._live.get(table.sheet.id) is table:
            del self._live[table.sheet.id]

    # What nobody looks after

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(self._sweeps.every)
            try:
                overdue = await self._store.write(self._take_overdue)
            except Exception as error:
                log.warning("what is due could not be looked up", exc_info=error)
                continue
            for table_id in overdue:
                live = self._live.get(table_id)
                if live is None or not live.is_attended:
                    self.steward.look_after(table_id, leading=True)

    async def _take_overdue(self, connection: StoreConnection) -> list[str]:
        """Tables that are due and have been left alone; for a while they are this process's."""
        tables, now = schema.tables.c, self._clock.now()
        overdue = (
            select(tables.id)
            .where(tables.due <= now - self._sweeps.late)
            .order_by(tables.due)
            .limit(MOST_OVERDUE)
            .with_for_update(skip_locked=True)
        )
        taken = await connection.execute(
            update(schema.tables)
            .where(tables.id.in_(overdue.scalar_subquery()))
            .values(due=now + LEASE)
            .returning(tables.id)
        )
        return list(taken.scalars())

    # What other processes say

    def hear(self, news: Notification) -> None:
        for subject in news.subjects:
            match news.kind:
                case "changed":
                    table_id, _, revision = subject.partition(":")
                    self._house.changed(table_id)
                    if self._is_at_hand(table_id):
                        self._follow(self._hear_change(table_id, int(revision)))
                case "present":
                    if self._is_at_hand(subject):
                        self._follow(self._hear_presence(subject))
                case "renamed":
                    self._follow(self._hear_name(subject))
                case "dismissed":
                    self._hang_up(subject)
                case "forgotten":
                    self._forget(subject)
                case "reload":
                    self._follow(self._reload(subject))

    def _follow(self, hearing: Coroutine[Any, Any, None]) -> None:
        """Nobody waits for it: a table that could not look into the store does so again soon."""

        async def follow() -> None:
            try:
                await hearing
            except Exception as error:
                log.warning("another process's news could not be followed", exc_info=error)

        self._see_through(follow())

    def _is_at_hand(self, table_id: str) -> bool:
        """Whether it must be told: also one that is being loaded may have been read too soon."""
        return table_id in self._live or table_id in self._loading

    async def _hear_change(self, table_id: str, revision: int) -> None:
        await (await self.find(table_id)).hear(revision)

    async def _hear_presence(self, table_id: str) -> None:
        await (await self.find(table_id)).look_around()

    async def _hear_name(self, person_id: str) -> None:
        if not any(table.knows(person_id) for table in self._live.values()):
            return
        async with self._store.connect() as connection:
            found = await table_store.take_people(connection, [person_id], {})
        for person in found.values():
            self.renamed(person)

    async def look_again(self) -> None:
        """Other processes may have said things that were not heard."""
        tables = schema.tables.c
        for some in _chunks((*self._live, *self._loading)):
            rows = await self._store.fetch_all(
                select(tables.id, tables.revision).where(tables.id.in_(some))
            )
            self.hear(
                Notification("", "changed", tuple(f"{row['id']}:{row['revision']}" for row in rows))
            )
            self.hear(Notification("", "present", some))

    # The operator's wishes

    async def close(self, table_id: str) -> None:
        """Ends a table without a result."""
        await (await self.find(table_id)).close()

    async def dismiss(self, person_id: str) -> None:
        """Ends all connections of a person, whoever serves them."""
        await self._announce("dismissed", person_id)
        self._hang_up(person_id)

    async def forget(self, person_id: str) -> None:
        """Somebody is no more: the tables that knew them look into the store again."""
        await self._announce("forgotten", person_id)
        self._forget(person_id)

    def _forget(self, person_id: str) -> None:
        self.records.forget()
        for table in tuple(self._live.values()):
            if table.knows(person_id):
                table.dismiss()
                self._live.pop(table.sheet.id, None)

    async def reload(self, house_time: str) -> None:
        """The store is another one now, with another time: everybody comes in again."""
        await self._announce("reload", house_time)
        await self._reload(house_time)

    async def _reload(self, house_time: str) -> None:
        await self._clock.rewind(self._store, int(house_time))
        self.records.forget()
        # What is being loaded may be of the store that was there before.
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        for table in tuple(self._live.values()):
            table.dismiss()
        self._live.clear()
        self.steward.forget_all()
        if not self._store.is_shared:
            await self._wake_due()

    async def _announce(self, kind: Kind, subject: str) -> None:
        await self._store.write(lambda connection: self._store.notify(connection, kind, subject))


def _may_be_listed(sheet: TableConfig) -> Job[None] | None:
    """Refuse a host who has too many open tables already."""

    async def check(connection: StoreConnection) -> None:
        hosted = await connection.scalar(table_store.open_tables_hosted_by(sheet.host.id))
        if (hosted or 0) >= MAX_PUBLIC_TABLES_PER_HOST:
            raise NotAllowed("table.refusal.too_many_open", most=MAX_PUBLIC_TABLES_PER_HOST)

    return check if sheet.open else None


def _chunks(ids: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for start in range(0, len(ids), AT_ONCE):
        yield ids[start : start + AT_ONCE]


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
