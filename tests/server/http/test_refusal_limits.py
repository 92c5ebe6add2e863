"""Refused requests: cheap, and few."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from quincunx.client import Client, Refusal
from quincunx.core.messages import Message
from quincunx.core.rules import Fault
from quincunx.registry import find
from quincunx.server.common.errors import StoreFailed, TableError
from quincunx.server.common.limits import RefusalLimit
from quincunx.server.common.rate_limiter import Rate, TooMany
from quincunx.server.common.written_text import MAX_TEXT_LENGTH, clean_text
from quincunx.server.http.app import create_app
from quincunx.server.people.names import BadName, clean_name
from quincunx.server.tables.commands.faults import MAX_CELLS, MAX_FAULTS, shortened
from quincunx.wire import NewTable, Person, PersonId, TableId
from tests.cost.long_games import long_match, new_table_id, put_game
from tests.cost.meter import Meter
from tests.helpers.in_process_server import serve_app
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run

SOCKETS = 45
FEW = Rate(per_minute=1, burst=10)
MANY = Rate(per_minute=1, burst=1000)

ADA, BEN = Person(PersonId("a"), "Ada"), Person(PersonId("b"), "Ben")


def test_all_sockets_of_a_guest_share_one_allowance(tmp_path: Path) -> None:
    """One guest with 45 sockets sends illegal moves; the next player's requests are served."""

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url, AsyncExitStack() as stack:
            app.state.limits.refusals = RefusalLimit(person=FEW, address=MANY)
            ada, ben = await Client.guest(url, "Ada"), await Client.guest(url, "Ben")
            opened = await ada.create_table(NewTable("quatrefoil", seats=4, open=True))
            tables = [await stack.enter_async_context(ada.join(opened.id)) for _ in range(SOCKETS)]

            async def guess(table) -> str:  # type: ignore[no-untyped-def]
                with pytest.raises(Refusal) as refusal:
                    await table.play("stack", version=0)
                return refusal.value.refused.error

            answers = await asyncio.gather(*map(guess, tables))
            assert answers.count("WrongPhase") == FEW.burst
            assert answers.count("TooMany") == SOCKETS - FEW.burst
            async with ben.join(opened.id) as table:
                await table.sit(1)
                assert table.seat == 1

    run(work())


def test_one_guest_does_not_lock_out_others_at_the_same_address() -> None:
    limit = RefusalLimit(person=MANY, address=FEW)
    for _ in range(FEW.burst):
        limit.check("here", ADA)
        limit.count("here", ADA)
    with pytest.raises(TooMany):
        limit.check("here", ADA)
    limit.check("here", BEN)
    limit.count("here", BEN)
    with pytest.raises(TooMany):
        limit.check("here", BEN)
    limit.check("there", Person(PersonId("c"), "Cleo"))


def test_refusals_over_http_share_the_allowance(tmp_path: Path) -> None:
    """A guest who is refused again and again waits; other people at the same address do not."""

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url:
            ada, ben = await Client.guest(url, "Ada"), await Client.guest(url, "Ben")
            app.state.limits.refusals = RefusalLimit(person=FEW, address=MANY)

            async def guess(client: Client, path: str = "/api/deals/nowhere") -> str:
                with pytest.raises(Refusal) as refusal:
                    await client._call("GET", path)
                return refusal.value.refused.error

            assert {await guess(ada) for _ in range(FEW.burst)} == {"NoSuchTable"}
            assert await guess(ada) == await guess(ada, "/api/lobby") == "TooMany"
            assert await guess(ben) == "NoSuchTable"
            opened = await ben.create_table(NewTable("quatrefoil", seats=4, open=True))
            async with ada.join(opened.id) as table:
                with pytest.raises(Refusal) as refusal:
                    await table.sit(1)
                assert refusal.value.refused.error == "TooMany", "at tables, too"

    run(work())


def test_a_guest_cannot_lock_new_people_out(tmp_path: Path) -> None:
    """Without a session a client is known by its address alone."""

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with (
            serve_app(app) as url,
            httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
        ):
            app.state.limits.refusals = RefusalLimit(person=MANY, address=FEW)
            ben = await Client.guest(url, "Ben")
            bodies = [b"no JSON", b"{}", b'{"game":"nothing"}', b"[" * 9000]
            for number in range(FEW.burst):
                answer = await http.post("/api/tables", content=bodies[number % len(bodies)])
                assert 400 <= answer.status_code < 500
                assert answer.json()["error"] != "TooMany"
            answer = await http.post("/api/tables", content=b"{}")
            assert (answer.status_code, answer.json()["error"]) == (429, "TooMany")
            assert int(answer.headers["retry-after"]) > 0
            forged = {"Cookie": "quincunx=forged"}
            assert (await http.post("/api/tables", headers=forged)).status_code == 429
            await ben.create_table(NewTable("quatrefoil"))
            assert (await http.get("/api/games")).status_code == 200
            cleo = await Client.guest(url, "Cleo")
            await cleo.create_table(NewTable("quatrefoil"))

    run(work())


def test_faults_of_the_server_and_waiting_are_not_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: object) -> None:
        raise StoreFailed("table.refusal.unwell")

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url:
            ada = await Client.guest(url, "Ada")
            refusals = app.state.limits.refusals = RefusalLimit(person=FEW, address=FEW)
            monkeypatch.setattr(app.state.lobby, "snapshot", failing)
            for _ in range(2 * FEW.burst):
                with pytest.raises(Refusal) as refusal:
                    await ada._call("GET", "/api/lobby")
                assert refusal.value.refused.error == "StoreFailed"
            assert refusals.is_idle("127.0.0.1")

    run(work())


def test_a_text_that_is_too_long_for_a_move_is_refused_before_it_is_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url:
            people = [await Client.guest(url, f"Player {seat}") for seat in range(4)]
            match = long_match(find("quatrefoil"), 10, new_table_id())
            sitting = [client.person for client in people]
            table = await put_game(app.state.store, match, sitting)
            parsed: list[str] = []
            parse = match.game.move_parser

            def parse_and_note(text: str) -> Any:
                parsed.append(text)
                return parse(text)

            monkeypatch.setitem(vars(match.game), "move_parser", parse_and_note)
            for person in people:
                async with person.join(TableId(table)) as there:
                    with pytest.raises(Refusal) as refusal:
                        await there.play("x" * 10_000)
                    assert refusal.value.refused.message.id == "core.error.long_move"
            # The stored moves were parsed when the table was loaded.
            assert not any("x" in text for text in parsed)

    run(work())


def test_a_move_out_of_turn_is_refused_by_the_game(tmp_path: Path) -> None:
    """The refusal is the game's, as in the library, not only that it is another seat's turn."""

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url:
            people = [await Client.guest(url, f"Player {seat}") for seat in range(4)]
            options = {"signals": "by-hand"}
            match = long_match(find("quatrefoil"), 1, new_table_id(), options)
            idle = next(seat for seat in range(4) if seat not in match.awaited)
            match.play("signal", idle)
            assert idle not in match.active
            sitting = [client.person for client in people]
            table = await put_game(app.state.store, match, sitting)
            async with people[idle].join(TableId(table)) as there:
                with pytest.raises(Refusal) as refusal:
                    await there.play("signal")
                assert refusal.value.refused.message.id == "quatrefoil.refusal.shown_already"

    run(work())


def test_the_faults_of_a_draft_are_few_and_short() -> None:
    cells = tuple(map(str, range(1000)))
    shown = shortened([Fault(Message("m"), cells)] * 500)
    assert len(shown) == MAX_FAULTS
    assert all(fault.cells == cells[:MAX_CELLS] for fault in shown)
    fine = [Fault(Message("m"), cells[:3])]
    assert shortened(fine) == tuple(fine)


@pytest.mark.parametrize(("clean", "refusal"), [(clean_text, TableError), (clean_name, BadName)])
def test_a_text_that_is_much_too_long_is_not_scanned(clean, refusal) -> None:  # type: ignore[no-untyped-def]
    """Each letter is looked at only where the text is short enough to be shown."""

    def calls(text: str) -> int:
        meter = Meter()
        meter.start()
        try:
            with pytest.raises(refusal):
                clean(text)
        finally:
            meter.stop()
        return meter.work

    assert calls("e\u0301" * 30_000) < 200
    assert calls(f"a{' ' * 60_000}\u202e") < 200
    assert len(clean_text("e\u0301" * MAX_TEXT_LENGTH)) == MAX_TEXT_LENGTH, "as shown, not as sent"
