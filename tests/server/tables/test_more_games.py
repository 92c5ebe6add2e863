"""Quick play, and games that start from an earlier one: continued, or with the same deal."""

from __future__ import annotations

from pathlib import Path

import pytest

import quincunx
from quincunx.client import Client
from quincunx.server.http.app import create_app
from quincunx.wire import NewTable, PlayNow, TableId
from tests.helpers.in_process_server import advance_clock, serve_app
from tests.helpers.server_process import ServerProcess
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import run
from tests.server.table_sessions import ended_by_agreement, refusal_of, seated_players


def test_play_now_waits_for_players_and_then_adds_bots(tmp_path: Path) -> None:
    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url:
            ada, ben = await Client.guest(url, "Ada"), await Client.guest(url, "Ben")
            opened = await ada.play_now(PlayNow("quivvit", wait=120))
            found = await ben.play_now(PlayNow("quivvit", wait=60))
            assert found.id == opened.id, "the second player joins the table of the first"
            async with ben.join(opened.id) as table:
                assert table.seat == 1, "and sits down at once"
            async with ada.join(opened.id) as table:
                await table.ready()
                await advance_clock(app, opened.id, 120_000)
                await table.until(lambda: table.latest is not None)
                names = [seat.members[0] for seat in table.table.seats]
                assert [bool(name and name.bot) for name in names] == [False, True]

    run(work())


@pytest.mark.parametrize(("wait", "deals"), [(0, "5"), (60, "1")])
def test_play_now_against_bots_uses_the_games_own_preset(
    server: ServerProcess, wait: int, deals: str
) -> None:
    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        opened = await ada.play_now(PlayNow("quatrefoil", wait=wait))
        async with ada.join(opened.id) as table:
            assert table.table.options["deals"] == deals

    run(work())


def test_a_finished_game_can_be_continued_with_new_chance(server: ServerProcess) -> None:
    async def work() -> None:
        async with seated_players(server.url, NewTable("coloryam", seats=1), "Ada") as (ada,):
            for _ in range(6):
                await ada.play(ada.position.moves[0].move)
            record = quincunx.replay(await ended_by_agreement(server.url, ada))
            assert isinstance(record, quincunx.Match)
        ben = await Client.guest(server.url, "Ben")
        opened = await ben.play_on(ada.table.id, version=4, seat=0)
        async with ben.join(opened.id) as table:
            await table.ready()
            await table.until(lambda: table.latest is not None)
            assert table.position.version == 4
            assert table.table.deal == "position"
            await table.play(table.position.moves[0].move)
            mine = await ended_by_agreement(server.url, table)
        verified = quincunx.verify(mine)
        assert verified.nonces == 1
        again = quincunx.replay(mine)
        assert isinstance(again, quincunx.Match)
        assert again.digest(4) == record.digest(4)

    run(work())


def test_the_same_deal_can_be_played_again(server: ServerProcess) -> None:
    async def work() -> None:
        async with seated_players(server.url, NewTable("coloryam", seats=1), "Ada") as (ada,):
            first = ada.steps[0].events
            await ada.play(ada.position.moves[0].move)
            rolled = ada.steps[1].events
            assert await refusal_of(_challenge(server, ada.table.id)) == "WrongPhase"
            await ended_by_agreement(server.url, ada)
        ben = await Client.guest(server.url, "Ben")
        opened = await ben.play_same_deal(ada.table.id, seat=0)
        async with ben.join(opened.id) as table:
            await table.ready()
            await table.until(lambda: table.latest is not None)
            assert table.table.deal == "known"
            await table.play(table.position.moves[0].move)
            assert [step.events for step in table.steps[:2]] == [first, rolled]

    run(work())


async def _challenge(server: ServerProcess, table_id: str) -> None:
    client = await Client.guest(server.url, "Cleo")
    await client.play_same_deal(TableId(table_id), seat=0)
