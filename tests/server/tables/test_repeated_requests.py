"""Requests that are sent again are done once, and whatever belongs together happens together."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from quincunx.client import Client
from quincunx.wire import Answer, Done, Leave, NewTable, Ready, RequestId, Say, Sit
from tests.helpers.failing_store import make_inserts_fail
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.waiting import run
from tests.server.table_sessions import CASUAL_COLORYAM, note_ids, refusal_of, seated_players


def test_a_repeated_yes_does_not_count_for_the_next_proposal(server: ServerProcess) -> None:
    yes = Answer(RequestId("yes"), "pause", agree=True)

    async def work() -> None:
        async with seated_players(server.url, CASUAL_COLORYAM, "Ada", "Ben") as (ada, ben):
            await ada.propose("pause")
            await ben.resend(yes)
            await ada.resume()
            await ada.propose("pause")
            assert await ben.resend(yes) == Done(RequestId("yes"))
            await ben.until(lambda: ben.table.proposal is not None)
            assert not ben.table.paused
            assert ben.table.proposal is not None, "it waits for an answer of its own"

    run(work())


def test_a_yes_to_one_proposal_does_not_count_for_another(server: ServerProcess) -> None:
    async def work() -> None:
        async with seated_players(server.url, CASUAL_COLORYAM, "Ada", "Ben") as (ada, ben):
            await ada.propose("end")
            assert await refusal_of(ben.answer("pause", agree=True)) == "NotAllowed"
            assert ben.table.phase == "playing"

    run(work())


def test_a_repeated_ready_is_not_refused_after_the_deal(server: ServerProcess) -> None:
    sit, ready, hello = (
        Sit(RequestId("sit"), 1),
        Ready(RequestId("ready"), "nonce"),
        Say(RequestId("hello"), "Hello"),
    )

    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        bots = dict.fromkeys((0, 2, 3), "random")
        # A race: no bot can end it before she has looked.
        opened = await ada.create_table(NewTable("quatrefoil", {"clock": True}, bots=bots))
        async with ada.join(opened.id) as table:
            asked = Leave(RequestId("leave")), sit, hello, ready
            for request in (*asked, *asked):
                assert await table.resend(request) == Done(request.id)
            assert table.table.phase == "playing"
            assert table.table.quiet
            assert [said.text for said in table.said] == ["Hello"]

    run(work())


def test_the_last_yes_and_its_effect_are_stored_together(tmp_path: Path) -> None:
    """The note that says so belongs to it, and cannot be stored."""

    async def work(server: ServerProcess) -> None:
        async with seated_players(server.url, CASUAL_COLORYAM, "Ada", "Ben") as (ada, ben):
            await ada.propose("pause")
            await ben.until(lambda: ben.table.proposal is not None)
            make_inserts_fail(tmp_path, "chat")
            assert await refusal_of(ben.answer("pause", agree=True)) == "StoreFailed"
            with closing(sqlite3.connect(tmp_path / "quincunx.db")) as store:
                ((wish, paused),) = store.execute("SELECT proposal, paused FROM tables").fetchall()
            assert wish is not None, "it may still be granted"
            assert not paused
            assert not ben.table.paused
            assert note_ids(ben) == []

    with running_server(tmp_path) as server:
        run(work(server))
