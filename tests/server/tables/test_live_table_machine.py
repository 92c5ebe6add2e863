"""A live table under whatever clients may send, in whatever order, with restarts in between."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import tempfile
import time
from collections.abc import Coroutine
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar, get_args
from unittest.mock import patch

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from quincunx.core.errors import QuincunxError
from quincunx.registry import register
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.request_keys import request_key
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage.log_entries import StoredEntry, load_entries
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.store import Store
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.runtime import TableRuntime
from quincunx.server.tables.tables import Tables
from quincunx.wire import (
    Answer,
    Leave,
    NewTable,
    Person,
    PlayMove,
    Propose,
    Ready,
    RequestId,
    Resign,
    Resume,
    Return,
    Sit,
    TotalTime,
    UpdateDraft,
    Wish,
)
from tests.helpers.waiting import MAX_WAIT_S
from tests.server.connections import FakeConnection, InProcessBots
from tests.toy.game import TOY

T = TypeVar("T")
SEATS = 3
CLOCKS: tuple[dict[str, Any], ...] = ({}, {"pace": 5}, {"total": TotalTime(30, 2)})
WISHES: tuple[Wish, ...] = get_args(Wish)
seats = st.integers(0, SEATS - 1)


def sent(value: object) -> bytes:
    """As it goes over the wire."""
    return msgspec.json.encode(value)


class PlayerConnection(FakeConnection):
    """Also keeps the moves that the player has sent."""

    def __init__(self, person: Person) -> None:
        super().__init__(person)
        self.sent: list[PlayMove] = []


class TableMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        register(TOY)
        self.folder = Path(tempfile.mkdtemp())
        self.database = f"sqlite:///{self.folder / 'q.db'}"
        self.loop = asyncio.new_event_loop()
        self.skipped = 0.0
        began = time.monotonic()
        numbers = count(1)
        self.patches: list[Any] = [
            patch("quincunx.server.cluster.clock.time.monotonic", lambda: began + self.skipped),
            # The same cards each time, so that what fails once fails again.
            patch("secrets.token_hex", lambda size: f"{next(numbers):0{2 * size}x}"),
        ]
        for patched in self.patches:
            patched.start()
        self.requests = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(asyncio.wait_for(work, MAX_WAIT_S))

    # Opening, closing

    @initialize(timed=st.booleans(), clock=st.sampled_from(CLOCKS), rated=st.booleans())
    def deal(self, timed: bool, clock: dict[str, Any], rated: bool) -> None:
        self.run(upgrade(self.database))
        self.open_server()
        sessions = Sessions(self.store)
        self.clients = [
            PlayerConnection(self.run(sessions.create_guest(f"P{seat}"))[0])
            for seat in range(SEATS)
        ]
        wanted = NewTable("toy", {"timed": timed}, seats=SEATS, rated=rated, **clock)
        opened = self.run(self.tables.creation.create(self.clients[0].person, wanted))
        self.table_id, self.invite = opened.id, opened.invite
        self.join_all()
        for seat, client in enumerate(self.clients):
            self.run(self.table.execute(Caller(client.person), Sit(RequestId("sit"), seat)))
        for client in self.clients:
            self.run(self.table.execute(Caller(client.person), Ready(RequestId("ready"), "nonce")))

    async def stored_entries(self) -> list[StoredEntry]:
        async with self.store.connect() as connection:
            return await load_entries(connection, self.table_id)

    def open_server(self) -> None:
        self.store = self.run(Store(self.database).__aenter__())
        self.bot_pools = InProcessBots()
        self.ticking = ServerClock.running(self.store)
        self.tables = Tables(self.store, self.bot_pools, self.run(self.ticking.__aenter__()))

    def close_server(self) -> None:
        self.run(self.ticking.__aexit__(None, None, None))
        self.run(self.store.__aexit__())
        self.bot_pools.close()

    @property
    def table(self) -> TableRuntime:
        return self.run(self.tables.registry.find(self.table_id))

    def join_all(self) -> None:
        for client in self.clients:
            since = client.last_step if client.versions else None
            self.run(self.table.join(client, self.invite, since))

    # What clients may do

    @rule(seat=seats, seed=st.integers(0, 99))
    def play(self, seat: int, seed: int) -> None:
        client = self.clients[seat]
        play = self.new_play(client, seed)
        if play is not None:
            self.deliver(client, play)

    @rule(seat=seats, seed=st.integers(0, 99), late=st.integers(1, 4))
    def play_on_an_old_board(self, seat: int, seed: int, late: int) -> None:
        client = self.clients[seat]
        play = self.new_play(client, seed)
        if play is not None:
            old = max(0, play.version - late)
            self.deliver(client, msgspec.structs.replace(play, version=old))

    @rule(seat=seats, which=st.integers(0, 99))
    def send_again(self, seat: int, which: int) -> None:
        client = self.clients[seat]
        if client.sent:
            self.deliver(client, client.sent[which % len(client.sent)])

    @rule(order=st.integers(0, 99), seeds=st.lists(st.integers(0, 99), min_size=2, max_size=6))
    def all_at_once(self, order: int, seeds: list[int]) -> None:
        """Several messages in flight arrive in any order, some of them twice."""
        flying = []
        for seed in seeds:
            client = self.clients[seed % SEATS]
            play = self.new_play(client, seed)
            if play is not None:
                flying += [(client, play)] * (1 + seed % 2)
        Random(order).shuffle(flying)
        table = self.table

        async def arrive() -> None:
            await asyncio.gather(*(self.attempt(table, *message) for message in flying))

        self.run(arrive())

    @rule(seat=seats, seed=st.integers(0, 99))
    def draft(self, seat: int, seed: int) -> None:
        cards = [Random(seed).randrange(6) for _ in range(seed % 4)]
        self.ask(
            self.table.execute(
                Caller(self.clients[seat].person), UpdateDraft(self.new_name(), cards)
            )
        )

    @rule(seat=seats)
    def reconnect(self, seat: int) -> None:
        client = self.clients[seat]
        self.table.clients.remove(client)
        self.run(self.table.join(client, self.invite, client.last_step))

    @rule(seat=seats, wish=st.sampled_from(WISHES), about=seats)
    def propose(self, seat: int, wish: Wish, about: int) -> None:
        self.ask(
            self.table.execute(
                Caller(self.clients[seat].person), Propose(self.new_name(), wish, about)
            )
        )

    @rule(seat=seats, wish=st.sampled_from(WISHES), agree=st.booleans())
    def answer(self, seat: int, wish: Wish, agree: bool) -> None:
        asked = Answer(self.new_name(), wish, agree)
        self.ask(self.table.execute(Caller(self.clients[seat].person), asked))

    @rule(wish=st.sampled_from(WISHES))
    def all_agree(self, wish: Wish) -> None:
        for seat in range(SEATS):
            self.answer(seat, wish, True)

    @rule(seat=seats)
    def resume(self, seat: int) -> None:
        self.ask(self.table.execute(Caller(self.clients[seat].person), Resume(self.new_name())))

    @rule(seat=seats)
    def resign(self, seat: int) -> None:
        self.ask(self.table.execute(Caller(self.clients[seat].person), Resign(self.new_name())))

    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        self.ask(self.table.execute(Caller(self.clients[seat].person), Leave(self.new_name())))

    @rule(seat=seats)
    def come_back(self, seat: int) -> None:
        self.ask(self.table.execute(Caller(self.clients[seat].person), Return(self.new_name())))

    @rule()
    def restart(self) -> None:
        self.close_server()
        self.open_server()
        self.join_all()

    @rule(seconds=st.integers(1, 15))
    def time_passes(self, seconds: int) -> None:
        self.skipped += seconds
        self.run(self.table.wake_up())

    # What must hold

    @invariant()
    @precondition(lambda self: hasattr(self, "table_id"))
    def nothing_acknowledged_is_lost(self) -> None:
        entries = self.run(self.stored_entries())
        assert [entry.version for entry in entries] == list(range(len(entries)))
        stored = {entry.request: entry.version for entry in entries if entry.request}
        for client in self.clients:
            for request, version in client.acknowledged.items():
                assert stored[request_key(client.person, request)] == version

    @invariant()
    @precondition(lambda self: hasattr(self, "table_id"))
    def everybody_saw_everything_in_order(self) -> None:
        for client in self.clients:
            assert client.versions == list(range(len(client.versions)))

    def teardown(self) -> None:
        if hasattr(self, "table_id"):
            self.everybodys_view_is_the_records()
        if hasattr(self, "store"):
            self.close_server()
        for patched in self.patches:
            patched.stop()
        self.loop.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def everybodys_view_is_the_records(self) -> None:
        """Computed anew from the store by a server that has just been started."""
        self.close_server()
        self.open_server()
        for seat, client in enumerate(self.clients):
            fresh = PlayerConnection(client.person)
            self.run(self.table.join(fresh, self.invite, None))
            assert fresh.position is not None
            assert client.position is not None
            assert client.position.version == fresh.position.version
            assert sent(client.position.view) == sent(fresh.position.view), f"seat {seat}"
            assert sent(client.position.moves) == sent(fresh.position.moves)

    # Inside

    def new_play(self, client: PlayerConnection, seed: int) -> PlayMove | None:
        position = client.position
        if position is None or not position.moves:
            return None
        move = position.moves[seed % len(position.moves)].move
        return PlayMove(self.new_name(), position.version, move)

    def new_name(self) -> RequestId:
        self.requests += 1
        return RequestId(f"r{self.requests}")

    def ask(self, request: Coroutine[Any, Any, Any]) -> None:
        """Whether it is granted or refused, nothing may break."""
        with contextlib.suppress(QuincunxError):
            self.run(request)

    def deliver(self, client: PlayerConnection, play: PlayMove) -> None:
        self.run(self.attempt(self.table, client, play))

    async def attempt(self, table: TableRuntime, client: PlayerConnection, play: PlayMove) -> None:
        client.sent.append(play)
        try:
            await table.handle(client, play)
        except QuincunxError:
            return


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)
