"""Creating tables: new ones, "play now", a position played on, a deal played again, a rematch."""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import Any, Final

import msgspec
from sqlalchemy import select

from quincunx.core.game import Game
from quincunx.core.options import Options, make_options
from quincunx.core.seeds import Seed
from quincunx.registry import find
from quincunx.server.common.days import deal_name
from quincunx.server.common.errors import (
    NotAllowed,
    PeopleOnly,
    Removed,
    SeatTaken,
    TableError,
    WrongPhase,
)
from quincunx.server.common.limits import MAX_PUBLIC_TABLES_PER_HOST
from quincunx.server.common.seating import Occupant, Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.server.common.times import ServerTime
from quincunx.server.ratings.rating_rules import can_be_rated
from quincunx.server.storage import schema
from quincunx.server.storage.blocks import tables_to_avoid
from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.table_data.rows import count_public_tables, store_new_table
from quincunx.server.tables.clock_limits import check_clock
from quincunx.server.tables.commands.seats import decline_pairing, sit_anywhere
from quincunx.server.tables.first_seating import (
    against_bots,
    empty_seating,
    rematch_seating,
    seated_anywhere,
)
from quincunx.server.tables.registry import TableRegistry
from quincunx.server.tables.services import Services
from quincunx.server.tables.state.permissions import finished_match
from quincunx.server.tables.state.table_state import TableState
from quincunx.server.tables.state.wake_up import DESERTED_AFTER_MS
from quincunx.wire import (
    NewTable,
    Person,
    PlayNow,
    PlayOn,
    PlaySameDeal,
    TableId,
    TableOpened,
)

MAX_WAIT_S: Final = 600
"""Longest time, in seconds, until bots take the free seats."""

TIME_TO_JOIN_S: Final = 20
"""Seconds that a player who did not want to wait has to join the new table."""


class TableCreation:
    """Creates tables in the store."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry

    async def create(self, host: Person, wanted: NewTable) -> TableOpened:
        """Create a table with the host at the first free seat."""
        game = find(wanted.game)
        options = make_options(game.options, wanted.options, game=game.name)
        seats = game.seats(options).start if wanted.seats is None else wanted.seats
        check_clock(game, seats, wanted.pace, wanted.total)
        seating = empty_seating(game, options, seats)
        for seat, level in wanted.bots.items():
            game.find_bot(level)
            seating = seating.with_team(seat, Occupant(bot=level))
        if wanted.rated and not can_be_rated(game, seats, "fresh"):
            raise NotAllowed("table.refusal.nobody_to_be_rated_with")
        if wanted.rated and wanted.programs:
            raise PeopleOnly("table.refusal.rated_for_people")
        return await self._store(
            host,
            game,
            options,
            seats,
            seated_anywhere(seating, host),
            open=wanted.open,
            pace=wanted.pace,
            total=wanted.total,
            rated=wanted.rated,
            bot_pace=wanted.bot_pace,
            programs=wanted.programs,
        )

    async def play_now(self, person: Person, wanted: PlayNow) -> TableOpened:
        """Find a seat at a waiting table of that game, or create one that bots will fill.

        A player who does not want to wait gets a table with bots in all other seats.
        """
        game = find(wanted.game)
        game.find_bot(wanted.level)
        if not 0 <= wanted.wait <= MAX_WAIT_S:
            raise TableError("table.refusal.wait", longest=MAX_WAIT_S)
        found = await self._join_waiting_table(game, person) if wanted.wait else None
        if found is not None:
            return found
        preset = game.find_preset("base" if wanted.wait else game.against_bots)
        options = make_options(game.options, preset.options, game=game.name)
        seats = max(2, game.seats(options).start)
        seating = seated_anywhere(empty_seating(game, options, seats), person)
        for place in () if wanted.wait else seating.free():
            seating = seating.with_occupant(place, Occupant(bot=wanted.level))
        return await self._store(
            person,
            game,
            options,
            seats,
            seating,
            open=wanted.wait > 0,
            level=wanted.level,
            rated=False,
            bot_pace=wanted.bot_pace,
            fills=self._now() + (wanted.wait or TIME_TO_JOIN_S) * 1000,
        )

    async def _join_waiting_table(self, game: Game, person: Person) -> TableOpened | None:
        """Take a seat at a public table that bots would fill, if there is one."""
        tables = schema.tables.c
        rows = await self._services.store.fetch_all(
            select(tables.id)
            .where(
                tables.game == game.name,
                tables.phase == "gathering",
                tables.open,
                tables.fills > self._now(),
            )
            .order_by(tables.created)
        )
        async with self._services.store.connect() as connection:
            avoided = await tables_to_avoid(connection, person.id, [row["id"] for row in rows])
        for row in rows:
            if row["id"] not in avoided:
                with suppress(SeatTaken, WrongPhase, Removed):
                    return await self.join(person, row["id"])
        return None

    async def join(self, person: Person, table_id: TableId) -> TableOpened:
        """Take any free seat at a public table."""
        return await self._take_seat(person, table_id, "")

    async def accept_invitation(self, person: Person, table_id: TableId) -> TableOpened:
        """Take any free seat at a table to which the host has invited the person."""
        invite = (await self._registry.find(table_id)).state.config.invite
        return await self._take_seat(person, table_id, invite)

    async def _take_seat(self, person: Person, table_id: TableId, invite: str) -> TableOpened:
        table = await self._registry.find(table_id)
        caller = await table.seat_seeker(person)
        await table.run(lambda state, now: sit_anywhere(state, caller, invite))
        return TableOpened(table.state.id, table.state.config.invite)

    async def decline(self, person: Person, table_id: TableId) -> None:
        """Leave the table of a pairing before the deal, which closes it."""
        table = await self._registry.find(table_id)
        with suppress(TableError):
            await table.run(lambda state, now: decline_pairing(state, person, now))

    async def play_on(self, person: Person, table_id: TableId, wanted: PlayOn) -> TableOpened:
        """Create a table that continues a finished game from a position, with bots as others."""
        state = (await self._registry.find_current(table_id)).state
        if not 0 <= wanted.version < finished_match(state, self._services.now()).version:
            raise NotAllowed("table.refusal.no_such_position")
        return await self._create_against_bots(
            person,
            state.config,
            wanted.seat,
            wanted.level,
            deal="position",
            origin=table_id,
            origin_version=wanted.version,
        )

    async def challenge(
        self, person: Person, table_id: TableId, wanted: PlaySameDeal
    ) -> TableOpened:
        """Create a table with the deal of a finished game, from one of its seats, against bots.

        A person who is playing that deal already gets that table.
        """
        state = (await self._registry.find_current(table_id)).state
        config, seed = state.config, finished_match(state, self._services.now()).seed
        assert seed is not None, "a table's deal comes from a seed"
        if config.deal == "position":
            raise NotAllowed("table.refusal.no_deal_of_its_own")
        begun = await self.find_attempt(person, config.deal_name, wanted.seat)
        return begun or await self._create_against_bots(
            person,
            config,
            wanted.seat,
            config.level,
            deal="known",
            deal_name=config.deal_name,
            origin=table_id,
            secret=seed.secret,
            nonces=seed.nonces,
        )

    async def find_attempt(self, person: Person, deal_name: str, seat: int) -> TableOpened | None:
        """Find the table at which a person is playing a known deal from that seat."""
        tables, sitters = schema.tables.c, schema.sitters.c
        row = await self._services.store.fetch_one(
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

    async def create_daily(
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
        """Create a table for a daily game: the person in the first seat, experts in the others."""
        game = find(name)
        seating = against_bots(empty_seating(game, options, seats), person, 0, "expert")
        return await self._store(
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

    async def create_rematch(self, state: TableState, host: Person) -> TableId:
        """Create a table for the same players and the same game, and return its id."""
        config = state.config
        seating = rematch_seating(state, host, self._services.now())
        created = await self._store(
            host,
            config.game,
            config.options,
            config.seats,
            seating,
            open=config.open,
            pace=config.pace,
            total=config.total,
            rated=config.rated,
            bot_pace=config.bot_pace,
            programs=config.programs,
        )
        return created.id

    async def _create_against_bots(
        self, person: Person, config: TableConfig, seat: int, level: str, **more: Any
    ) -> TableOpened:
        """Create a table for the same game, with bots in all seats but the person's."""
        config.game.find_bot(level)
        if not 0 <= seat < config.seats:
            raise TableError("table.refusal.no_such_seat")
        empty = empty_seating(config.game, config.options, config.seats)
        seating = against_bots(empty, person, seat, level)
        return await self._store(
            person,
            config.game,
            config.options,
            config.seats,
            seating,
            level=level,
            bot_pace=config.bot_pace,
            **more,
        )

    async def _store(
        self,
        host: Person,
        game: Game,
        options: Options,
        seats: int,
        seating: Seating,
        **more: Any,
    ) -> TableOpened:
        services = self._services
        config = new_config(host, game, options, seats, **more)
        if config.deal != "fresh":
            config = msgspec.structs.replace(config, rated=False)
        # It may happen that no player ever joins a public table.
        deserted = self._now() + DESERTED_AFTER_MS if config.open else None
        times = [time for time in (config.fills, deserted) if time is not None]
        due = ServerTime(min(times)) if times else None
        await store_new_table(services.store, config, seating, due, _check_hosted(config))
        services.schedule(config.id, due)
        services.table_changed(config.id)
        return TableOpened(config.id, config.invite)

    @property
    def _services(self) -> Services:
        return self._registry.services

    def _now(self) -> ServerTime:
        return self._services.clock.now()


def new_config(host: Person, game: Game, options: Options, seats: int, **more: Any) -> TableConfig:
    """Return the configuration of a new table; its deal is a fresh one unless `more` says so."""
    table_id = TableId(secrets.token_hex(6))
    fresh = {"secret": Seed.of(None).secret, "deal_name": table_id}
    return TableConfig(
        id=table_id,
        game=game,
        options=options,
        seats=seats,
        rules=game.version,
        host=host,
        invite=secrets.token_urlsafe(16),
        **{**fresh, **more},
    )


def _check_hosted(config: TableConfig) -> Job[None] | None:
    """Refuse a host who has too many public tables already."""

    async def check(connection: StoreConnection) -> None:
        hosted = await connection.scalar(count_public_tables(config.host.id))
        if (hosted or 0) >= MAX_PUBLIC_TABLES_PER_HOST:
            raise NotAllowed("table.refusal.too_many_open", most=MAX_PUBLIC_TABLES_PER_HOST)

    return check if config.open else None
