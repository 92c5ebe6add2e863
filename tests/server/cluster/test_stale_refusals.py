"""Requests that reach several processes, of which some do not know yet what the others did."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from gzip import decompress

import pytest

import quincunx
from quincunx.core.match import Match
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.errors import NotSeated, Paused
from quincunx.server.people.sessions import Sessions
from quincunx.server.storage.store import Store
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.runtime import TableRuntime
from quincunx.server.tables.tables import Tables
from quincunx.wire import (
    Answer,
    Done,
    NewTable,
    Person,
    PlayMove,
    Propose,
    Ready,
    RequestId,
    Resume,
    Sit,
)
from tests.helpers.waiting import run
from tests.server.connections import InProcessBots


@asynccontextmanager
async def deaf_process(database: str) -> AsyncIterator[Tables]:
    """Run a process that gets no notifications from the others."""
    bot_pools = InProcessBots()
    try:
        async with Store(database) as store, ServerClock.running(store) as clock:
            yield Tables(store, bot_pools, clock)
    finally:
        bot_pools.close()


async def deal(table: TableRuntime, host: Person, guest: Person) -> None:
    """Begin the game of two people; the host has a seat already."""
    await table.execute(Caller(guest), Sit(RequestId("sit"), 1))
    for person in (host, guest):
        await table.execute(Caller(person), Ready(RequestId("ready"), "nonce"))


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_seat_taken_through_another_process_counts(database: str) -> None:
    async def work() -> None:
        async with deaf_process(database) as one, deaf_process(database) as other:
            sessions = Sessions(one._store)
            (ada, _), (ben, _) = [await sessions.create_guest(name) for name in ("Ada", "Ben")]
            opened = await one.creation.create(ada, NewTable("quivvit", {}, seats=2))
            here = await one.registry.find(opened.id)
            there = await other.registry.find(opened.id)
            await here.execute(Caller(ben), Sit(RequestId("sit"), 1))
            assert there.state.seating.place_of(ben) is None, "the other process is not up to date"
            await there.execute(Caller(ben), Ready(RequestId("ready"), "nonce"))
            assert there.state.seating.place_of(ben) == (1, 0)
            eve, _ = await sessions.create_guest("Eve")
            with pytest.raises(NotSeated):
                await there.execute(Caller(eve), Ready(RequestId("ready"), "nonce"))

    run(work())


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_delayed_copy_of_a_refused_move_is_played_once(database: str) -> None:
    """A frozen process reads a request late, when its client has sent it through another one."""

    async def work() -> None:
        async with deaf_process(database) as one, deaf_process(database) as other:
            sessions = Sessions(one._store)
            (ada, _), (ben, _) = [await sessions.create_guest(name) for name in ("Ada", "Ben")]
            opened = await one.creation.create(ada, NewTable("coloryam", {}, seats=2))
            frozen = await one.registry.find(opened.id)
            running = await other.registry.find(opened.id)
            await deal(running, ada, ben)
            match = running.state.match
            assert match is not None
            (seat,) = match.awaited
            mover = (ada, ben)[seat]
            move = PlayMove(RequestId("move"), match.version, str(next(iter(match.legal_moves()))))

            await running.execute(Caller(ada), Propose(RequestId("pause"), "pause"))
            await running.execute(Caller(ben), Answer(RequestId("yes"), "pause", agree=True))
            with pytest.raises(Paused):
                await running.execute(Caller(mover), move)
            await running.execute(Caller(ada), Resume(RequestId("resume")))

            done = Done(RequestId("move"), match.version + 1)
            assert await frozen.execute(Caller(mover), move) == done
            assert await running.execute(Caller(mover), move) == done, "it is not played again"

    run(work())


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_the_whole_record_of_a_game_that_ended_through_another_process(database: str) -> None:
    async def work() -> None:
        async with deaf_process(database) as one, deaf_process(database) as other:
            sessions = Sessions(one._store)
            (ada, _), (ben, _) = [await sessions.create_guest(name) for name in ("Ada", "Ben")]
            opened = await one.creation.create(ada, NewTable("coloryam", {}, seats=2))
            await deal(await one.registry.find(opened.id), ada, ben)
            there = await other.registry.find(opened.id)
            await one.close(opened.id)
            assert there.state.phase == "playing", "the other process is not up to date"

            file = await other.record(ada, opened.id, None, lambda _: None)
            match = quincunx.replay(decompress(file).decode())
            assert isinstance(match, Match), "a record of one seat replays as a `Recording`"

    run(work())
