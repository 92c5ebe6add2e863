"""A welcome has a maximum size, and nothing is lost by that."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from quincunx.client import Client, Refusal
from quincunx.core.match import Match
from quincunx.registry import find
from quincunx.server import showing, talk
from quincunx.server.app import create_app
from quincunx.server.showing import MAX_STEP_BYTES_AT_ONCE, MAX_STEPS_AT_ONCE
from quincunx.server.talk import Talk
from quincunx.wire import NewTable, Person, Said
from tests.cost.long_games import dawdled, new_table_id, put_game
from tests.cost.meter import at_table
from tests.patience import run
from tests.server.finished import sqlite
from tests.server.inside import serving_app

LONG = 3 * MAX_STEPS_AT_ONCE + 20


@asynccontextmanager
async def a_long_game(folder: Path) -> AsyncIterator[tuple[Client, Match]]:
    app = create_app(sqlite(folder))
    async with serving_app(app) as url:
        people = [await Client.guest(url, f"Player {seat}") for seat in range(4)]
        match = dawdled(find("quatrefoil"), LONG, new_table_id())
        await put_game(app.state.store, match, [client.person for client in people])
        yield people[0], match


def test_a_client_sees_every_step_of_a_long_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_long_game(tmp_path) as (ada, match):
            async with ada.join(match.table) as table:
                assert table.steps == list(showing.steps(match, 0, -1))
            async with ada.join(match.table, since=50) as table:
                assert [step.version for step in table.steps] == list(range(51, LONG))
            async with ada.join(match.table, since=match.version) as table:
                assert table.steps == []

    run(work())


def test_a_welcome_is_no_larger_for_a_longer_game(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_long_game(tmp_path) as (ada, match), at_table(ada, match.table) as line:
            most = MAX_STEP_BYTES_AT_ONCE + talk.MAX_WELCOME_BYTES + 16 * 1024
            assert line.bytes < most

    run(work())


def test_pages_of_the_past_join_without_gap_or_overlap() -> None:
    match = dawdled(find("pivit"), LONG)
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


def test_large_steps_are_fewer_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    match = dawdled(find("quatrefoil"), LONG)
    one = len(msgspec.json.encode(showing.steps(match, 0, match.version - 1)[0]))
    monkeypatch.setattr(showing, "MAX_STEP_BYTES_AT_ONCE", 5 * one)
    assert 1 < len(showing.latest_steps(match, 0, None)) < 10
    monkeypatch.setattr(showing, "MAX_STEP_BYTES_AT_ONCE", 1)
    assert len(showing.latest_steps(match, 0, None)) == 1, "there is always one"


def test_there_is_no_past_before_the_deal(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving_app(create_app(sqlite(tmp_path))) as url:
            ada = await Client.guest(url, "Ada")
            opened = await ada.open_table(NewTable("quatrefoil"))
            async with ada.join(opened.id) as table:
                with pytest.raises(Refusal) as refusal:
                    await table.history(10, 10)
                assert refusal.value.refused.message.id == "table.refusal.not_begun"

    run(work())


def test_long_chat_lines_are_fewer_in_a_welcome() -> None:
    chat = Talk("t")
    chat.said.extend(Said(number, 0, Person("a", "Ada"), "short") for number in range(100))
    assert len(chat.latest()) == 100
    chat.said.extend(Said(number, 0, Person("a", "Ada"), "🎲" * 300) for number in range(100))
    shown = chat.latest()
    assert shown[-1].number == 99
    assert len(msgspec.json.encode(shown)) < 1.05 * talk.MAX_WELCOME_BYTES
    assert len(shown) > 20
