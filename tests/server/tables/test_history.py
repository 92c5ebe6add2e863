"""A welcome has a maximum size, and nothing is lost by that."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from quincunx.client import Client, Refusal, TableConnection
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.registry import find
from quincunx.server.http.app import create_app
from quincunx.server.tables.state import chat
from quincunx.server.tables.state.chat import Chat
from quincunx.server.tables.view import showing
from quincunx.server.tables.view.showing import MAX_STEP_BYTES_AT_ONCE, MAX_STEPS_AT_ONCE, Moment
from quincunx.wire import (
    NewTable,
    Person,
    PersonId,
    Refused,
    Said,
    Step,
    Table,
    TableId,
    Update,
    Welcome,
)
from tests.cost.long_games import long_match, new_table_id, put_game, put_steps
from tests.cost.meter import MeteredServer, at_table
from tests.helpers.in_process_server import serve_app
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import run

LONG = 3 * MAX_STEPS_AT_ONCE + 20

MAX_CALLS_AT_ONCE = 6000
"""Calls on the event loop in one piece, as in the budget of a welcome."""


@asynccontextmanager
async def a_long_game(folder: Path) -> AsyncIterator[tuple[Client, Match]]:
    app = create_app(sqlite_url(folder))
    async with serve_app(app) as url:
        people = [await Client.guest(url, f"Player {seat}") for seat in range(4)]
        match = long_match(find("quatrefoil"), LONG, new_table_id())
        await put_game(app.state.store, match, [client.person for client in people])
        yield people[0], match


async def reaches(table: TableConnection, version: int) -> None:
    await table.until(lambda: table.position.version == version)


async def is_asked(table: TableConnection) -> None:
    await table.until(lambda: table.table.proposal is not None)


async def is_uncovered(table: TableConnection) -> None:
    await table.until(lambda: not table.position.covered)


def test_a_client_sees_every_step_of_a_long_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_long_game(tmp_path) as (ada, match):
            async with ada.join(TableId(match.table)) as table:
                assert table.steps == list(showing.steps(match, 0, -1))
            async with ada.join(TableId(match.table), since=50) as table:
                assert [step.version for step in table.steps] == list(range(51, LONG))
            async with ada.join(TableId(match.table), since=match.version) as table:
                assert table.steps == []

    run(work())


def test_a_welcome_is_no_larger_for_a_longer_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_long_game(tmp_path) as (ada, match), at_table(ada, match.table) as line:
            most = MAX_STEP_BYTES_AT_ONCE + chat.MAX_WELCOME_BYTES + 16 * 1024
            assert line.bytes < most

    run(work())


def test_pages_of_history_join_without_gap_or_overlap() -> None:
    match = long_match(find("pivit"), LONG)
    for seat in (None, 0):
        for count in (1, 7, 10**6):
            before = 10**9
            versions: list[int] = []
            while before > 0:
                page = showing.earlier_steps(match, seat, before, count)
                assert 1 <= len(page) <= min(count, MAX_STEPS_AT_ONCE)
                versions = [step.version for step in page] + versions
                before = page[0].version
            assert versions == list(range(match.version + 1))
    assert showing.earlier_steps(match, None, 0, 5) == ()
    assert showing.earlier_steps(match, None, -5, 5) == ()
    assert showing.earlier_steps(match, None, 5, -5) == ()


def test_a_page_of_large_steps_has_fewer_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    match = long_match(find("quatrefoil"), LONG)
    one = len(msgspec.json.encode(showing.steps(match, 0, match.version - 1)[0]))
    monkeypatch.setattr(showing, "MAX_STEP_BYTES_AT_ONCE", 5 * one)
    assert 1 < len(showing.latest_steps(match, 0, None)) < 10
    monkeypatch.setattr(showing, "MAX_STEP_BYTES_AT_ONCE", 1)
    assert len(showing.latest_steps(match, 0, None)) == 1, "there is always one"


def test_there_is_no_history_before_the_deal(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_app(create_app(sqlite_url(tmp_path))) as url:
            ada = await Client.guest(url, "Ada")
            opened = await ada.create_table(NewTable("quatrefoil"))
            async with ada.join(opened.id) as table:
                with pytest.raises(Refusal) as refusal:
                    await table.history(10, 10)
                assert refusal.value.refused.message.id == "table.refusal.not_begun"

    run(work())


def test_a_welcome_has_fewer_chat_lines_if_they_are_long() -> None:
    ada = Person(PersonId("a"), "Ada")
    short = [Said(number, 0, ada, "short") for number in range(100)]
    assert len(chat.latest_lines(Chat().with_stored(short, ()))) == 100
    long = [Said(number, 0, ada, "🎲" * 300) for number in range(100)]
    shown = chat.latest_lines(Chat().with_stored([*short, *long], ()))
    assert shown[-1].number == 99
    assert len(msgspec.json.encode(shown)) < 1.05 * chat.MAX_WELCOME_BYTES
    assert len(shown) > 20


# Moves that another process has made


def test_many_moves_of_another_process_are_loaded_in_slices_and_sent_in_pages(
    tmp_path: Path,
) -> None:
    game, table_id = find("quatrefoil"), new_table_id()
    known, later = long_match(game, 10, table_id), long_match(game, LONG, table_id)

    async def work(server: MeteredServer) -> None:
        people = [await Client.guest(server.url, f"Player {seat}") for seat in range(4)]
        store = server.app.state.store
        await server.on_loop(put_game(store, known, [client.person for client in people]))
        async with (
            people[0].join(TableId(table_id)) as playing,
            people[1].join(TableId(table_id), since=7) as returned,
            at_table(people[2], table_id) as line,
        ):
            await line.settle()
            await server.on_loop(put_steps(store, later, known.version, 1))
            table = await server.on_loop(server.app.state.tables.registry.find(table_id))
            line.bytes = 0
            async with server.metered() as meter:
                await server.on_loop(table.catch_up(2))
            assert meter.slice < MAX_CALLS_AT_ONCE
            while not isinstance(update := await line.read(), Update):
                pass
            assert len(update.steps) <= MAX_STEPS_AT_ONCE
            assert update.steps[-1].version == later.version
            assert line.bytes < MAX_STEP_BYTES_AT_ONCE + 32 * 1024
            for connection in (playing, returned):
                await reaches(connection, later.version)
            assert playing.steps == list(showing.steps(later, 0, -1))
            assert returned.steps == list(showing.steps(later, 1, 7))

    with MeteredServer(tmp_path) as server:
        run(work(server))


def test_a_client_that_joined_during_a_pause_has_every_step_after_it(tmp_path: Path) -> None:
    """A pause hides a real-time game: the welcome has no steps, and the next update only a page."""

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url:
            match = long_match(find("pivit"), LONG, new_table_id())
            people = [await Client.guest(url, f"Player {seat}") for seat in range(match.seats)]
            await put_game(app.state.store, match, [client.person for client in people])
            async with AsyncExitStack() as stack:
                tables = [
                    await stack.enter_async_context(client.join(TableId(match.table)))
                    for client in people
                ]
                await tables[0].propose("pause")
                for table in tables[1:]:
                    await is_asked(table)
                    await table.answer("pause", agree=True)
                await tables[0].until(lambda: tables[0].table.paused)
                async with (
                    people[0].join(TableId(match.table)) as joined,
                    people[0].join(TableId(match.table), since=30) as returned,
                ):
                    assert joined.steps == returned.steps == []
                    await tables[0].resume()
                    for table, first in ((joined, 0), (returned, 31)):
                        await is_uncovered(table)
                        versions = [step.version for step in table.steps]
                        assert versions == list(range(first, table.position.version + 1))
                        assert len(versions) > MAX_STEPS_AT_ONCE

    run(work())


def test_steps_that_are_refused_are_fetched_with_the_next_update() -> None:
    match = long_match(find("quatrefoil"), LONG, new_table_id())
    steps = showing.steps(match, 0, -1)
    position = showing.position(match, 0, Moment.of(match, 0, {}, {}), can_undo=True)

    class Stubborn(TableConnection):
        refusals = 1

        async def history(self, before: int, count: int) -> tuple[Step, ...]:
            if self.refusals:
                self.refusals -= 1
                raise Refusal(Refused(None, "Paused", Message("table.refusal.covered")))
            return showing.earlier_steps(match, 0, before, count)

    async def work() -> None:
        ada = Person(PersonId("a"), "Ada")
        info = Table(TableId(match.table), "quatrefoil", {}, (), ada, "playing", "", 0)
        welcome = Welcome(ada, 0, 0, info, "", steps[:10], position)
        table = Stubborn(None, welcome)  # type: ignore[arg-type]
        await table._handle(Update(steps[200:210], position))
        await table._handle(Update(steps[210:211], position))
        await table.until(lambda: len(table.steps) == 211)
        assert [step.version for step in table.steps] == list(range(211))

    run(work())
