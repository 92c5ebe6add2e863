"""What people at a table settle among themselves, over real sockets."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

import pytest

import quincunx
from quincunx.client import Client, Refusal, TableConnection
from quincunx.server.http.app import create_app
from quincunx.server.tables.state import absence, wake_up
from quincunx.wire import NewTable, RequestId, Say, SeatMember
from tests.helpers.in_process_server import advance_clock, serve_app
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import run
from tests.server.table_sessions import (
    CASUAL_COLORYAM,
    ended_by_agreement,
    note_ids,
    refusal_of,
    seated_players,
)


def test_a_pause_needs_every_player_and_stops_the_clock(server: ServerProcess) -> None:
    async def work() -> None:
        sat_down = monotonic()
        async with seated_players(server.url, CASUAL_COLORYAM, "Ada", "Ben") as (ada, ben):
            await ada.propose("pause")
            await ben.until(lambda: ben.table.proposal is not None)
            assert not ben.table.paused
            await ben.answer("pause", agree=True)
            await ada.until(lambda: ada.table.paused)
            seat = next(t for t in (ada, ben) if t.position.moves)
            assert await refusal_of(seat.play(seat.position.moves[0].move)) == "Paused"
            await asyncio.sleep(1)
            await ben.resume()
            await ada.until(lambda: not ada.table.paused)
            await ada.until(lambda: "table.note.resumed" in note_ids(ada))
            assert note_ids(ada) == ["table.note.paused", "table.note.resumed"]
            mover = next(t for t in (ada, ben) if t.position.moves)
            await mover.play(mover.position.moves[0].move)
            assert mover.position.now < (monotonic() - sat_down - 1) * 1000, "time stood still"

    run(work())


def test_a_proposal_ends_with_the_first_no(server: ServerProcess) -> None:
    async def work() -> None:
        async with seated_players(server.url, CASUAL_COLORYAM, "Ada", "Ben") as (ada, ben):
            await ada.propose("end")
            await ben.until(lambda: ben.table.proposal is not None)
            assert await refusal_of(ben.propose("pause")) == "NotAllowed"
            await ben.answer("end", agree=False)
            await ada.until(lambda: ada.table.proposal is None)
            assert ada.table.phase == "playing"
            assert "table.note.declined" in note_ids(ada)

    run(work())


def test_a_game_ended_by_agreement_has_no_result_and_is_shown_openly(server: ServerProcess) -> None:
    async def work() -> None:
        async with seated_players(server.url, CASUAL_COLORYAM, "Ada", "Ben") as (ada, ben):
            await ben.propose("end")
            await ada.until(lambda: ada.table.proposal is not None)
            await ada.answer("end", agree=True)
            await ben.until(lambda: ben.table.phase == "closed")
            assert ben.outcome is None
            assert await refusal_of(ben.play("roll")) == "WrongPhase"
            client = await Client.guest(server.url, "Anybody")
            record = await client.record(ada.table.id)
            assert quincunx.verify(record).nonces == 2

    run(work())


def test_a_player_who_leaves_can_be_replaced_by_a_bot_and_return(server: ServerProcess) -> None:
    async def work() -> None:
        async with seated_players(server.url, CASUAL_COLORYAM, "Ada", "Ben") as (ada, ben):
            assert await refusal_of(ada.propose("stand_in", 1)) == "NotAllowed"
            await ben.leave()

            def bens_place() -> SeatMember:
                sitter = ada.table.seats[1].members[0]
                assert sitter is not None
                assert sitter.person == ben.you
                return sitter

            await ada.until(lambda: bens_place().gone)
            await ada.propose("stand_in", 1)
            await ada.until(lambda: bens_place().bot == "medium")
            while not any(step.seat == 1 for step in ada.steps):
                await ada.my_turn()
                await ada.play(ada.position.moves[0].move)
                await ada.my_turn()
            await ben.return_to_seat()
            await ada.until(lambda: bens_place().bot is None)
            told = ["table.note.left", "table.note.stand_in", "table.note.back"]
            await ada.until(lambda: note_ids(ada) == told)

    run(work())


def test_a_stand_in_moves_when_the_move_limit_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        wanted = NewTable("coloryam", seats=2, pace=600)
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url, seated_players(url, wanted, "Ada", "Ben") as (ada, ben):
            (seat,) = ada.position.awaited
            for version in (1, 2):
                assert ada.position.limits[seat] > ada.position.now
                await advance_clock(app, ada.table.id, 600_000)
                await ada.until(lambda version=version: ada.position.version == version)  # type: ignore[misc]
            assert [step.seat for step in ada.steps[1:]] == [seat, seat]
            await ben.until(lambda: note_ids(ben) == ["table.note.late"] * 2)
            other = ben if seat == 0 else ada
            await other.until(lambda: getattr(other.table.seats[seat].members[0], "gone", False))

    run(work())


def test_undo_against_bots_needs_no_agreement(tmp_path: object, server: ServerProcess) -> None:
    async def work() -> None:
        wanted = NewTable("coloryam", seats=1)
        async with seated_players(server.url, wanted, "Ada") as (ada,):
            assert await refusal_of(ada.propose("take_back")) == "NotAllowed"
            while not ada.position.can_take_back:
                await ada.play(ada.position.moves[-1].move)
            before, moves = ada.position.version, len(ada.steps)
            await ada.propose("take_back")
            await ada.until(lambda: ada.position.version == before + 1)
            assert ada.steps[-1].back == before - 1
            assert len(ada.steps) == moves + 1
            record = quincunx.replay(await ended_by_agreement(server.url, ada))
            assert isinstance(record, quincunx.Match)
            assert not record.is_in_effect(before)

    run(work())


def test_the_limit_of_undos_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.core.match.match.TAKE_BACKS_PER_SEAT", 1)

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        wanted = NewTable("coloryam", seats=1)
        async with serve_app(app) as url, seated_players(url, wanted, "Ada") as (ada,):
            while not ada.position.can_take_back:
                await ada.play(ada.position.moves[-1].move)
            undone = ada.steps[-1].move
            assert undone is not None
            await ada.propose("take_back")
            await ada.until(lambda: ada.steps[-1].back is not None)
            await ada.play(undone)
            assert not ada.position.can_take_back
            with pytest.raises(Refusal) as refused:
                await ada.propose("take_back")
            assert refused.value.message.id == "core.error.no_take_backs_left"

    run(work())


def test_an_undo_proposal_is_dropped_when_it_becomes_impossible(tmp_path: Path) -> None:
    """The minute of that move is over; the next one's is not."""

    async def work() -> None:
        wanted = NewTable("quivvit", {"timed": True, "seconds": 60}, seats=2, rated=False)
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url, seated_players(url, wanted, "Ada", "Ben") as tables:
            mover, other = tables
            while not mover.position.can_take_back:
                mover, other = sorted(tables, key=lambda t: t.seat not in t.position.awaited)
                await advance_clock(app, mover.table.id, 20_000)
                made = await mover.play(mover.position.moves[0].move)
                await other.until(lambda t=other, made=made: t.position.version == made)  # type: ignore[misc]
            await mover.propose("take_back")
            await other.until(lambda: other.table.proposal is not None)
            await advance_clock(app, mover.table.id, 50_000)
            assert await refusal_of(other.answer("take_back", agree=True)) == "CannotTakeBack"
            for table in tables:
                await table.until(lambda table=table: table.table.proposal is None)  # type: ignore[misc]

    run(work())


def test_chat_is_public_and_is_off_during_quatrefoil(server: ServerProcess) -> None:
    async def work() -> None:
        async with seated_players(
            server.url, CASUAL_COLORYAM, "Ada", "Ben", watching="Cleo"
        ) as tables:
            ada, ben, cleo = tables
            await ada.say("  <b>Good</b>   luck ")
            for table in tables:
                await table.until(lambda table=table: bool(table.said))  # type: ignore[misc]
                assert table.said[-1].text == "<b>Good</b> luck"
                assert table.said[-1].person == ada.you
            await cleo.report(ben.said[-1].number, "rude")
            assert await refusal_of(cleo.report(77)) == "TableError"
            assert await refusal_of(ben.say("x" * 301)) == "TableError"
            assert await refusal_of(ben.say("turn \u202e around")) == "TableError"
            for _ in range(2):
                await cleo.send(Say(RequestId("same"), "once"))
            await cleo.say("last")
            await ben.until(lambda: ben.said[-1].text == "last")
            assert [said.text for said in ben.said].count("once") == 1
            flood = (ada.say("again") for _ in range(6))
            answers = await asyncio.gather(*flood, return_exceptions=True)
            refused = [each.refused for each in answers if isinstance(each, Refusal)]
            assert {each.error for each in refused} == {"NotAllowed"}
        # Before all have looked at their cards no bot can bring it to an end.
        race = NewTable("quatrefoil", {"clock": True}, bots={2: "easy", 3: "easy"})
        async with seated_players(server.url, race, "Ada", "Ben") as (ada, _):
            assert ada.table.quiet
            assert await refusal_of(ada.say("push the red one")) == "NotAllowed"

    run(work())


def test_a_spectator_sees_only_public_information(server: ServerProcess) -> None:
    async def work() -> None:
        wanted = NewTable("qwirkle_cards", seats=2)
        async with seated_players(server.url, wanted, "Ada", "Ben", watching="Cleo") as tables:
            ada, _, cleo = tables
            assert cleo.seat is None
            assert cleo.position.moves == ()
            assert [bool(hand) for hand in ada.position.view["hands"]] == [True, False]
            assert cleo.position.view["seat"] is None
            assert cleo.position.view["hands"] == [None, None]
            assert await refusal_of(cleo.play("pass")) == "NotSeated"
            assert await refusal_of(cleo.propose("pause")) == "NotSeated"

    run(work())


@pytest.mark.parametrize("pace", [4, 14 * 24 * 3600 + 1])
def test_a_pace_outside_the_limits_is_refused(server: ServerProcess, pace: int) -> None:
    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        assert (
            await refusal_of(ada.create_table(NewTable("quivvit", seats=2, pace=pace)))
            == "TableError"
        )
        assert (
            await refusal_of(ada.create_table(NewTable("pivit", seats=2, pace=60))) == "NotAllowed"
        )

    run(work())


def test_table_time_continues_after_a_restart_and_stops_while_the_server_is_down(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async def work(server: ServerProcess) -> None:
        ada = await Client.guest(server.url, "Ada")
        opened = await ada.create_table(NewTable("coloryam", seats=1))
        async with ada.join(opened.id) as table:
            await table.ready()
            await table.until(lambda: table.latest is not None)
            await table.play(table.position.moves[0].move)
            before = table.position.now
        server.restart()
        async with ada.join(opened.id) as table:
            assert before <= table.position.now < before + 20_000

    with running_server(tmp_path_factory.mktemp("restart")) as running:
        run(work(running))


def test_a_disconnected_player_is_absent_after_a_while_and_returns_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url:
            ada, ben = await Client.guest(url, "Ada"), await Client.guest(url, "Ben")
            opened = await ada.create_table(CASUAL_COLORYAM)
            async with ada.join(opened.id) as hers:

                def bens_place() -> SeatMember:
                    sitter = hers.table.seats[1].members[0]
                    assert sitter is not None
                    return sitter

                async with ben.join(opened.id, opened.invite) as his:
                    await his.sit(1)
                    await his.ready()
                    await hers.ready()
                    await hers.until(lambda: hers.latest is not None)
                await hers.until(lambda: not bens_place().here)
                assert not bens_place().gone, "a moment is nothing"
                await advance_clock(app, opened.id, absence.AWAY_AFTER_MS)
                await hers.until(lambda: bens_place().gone)
                async with ben.join(opened.id):
                    await hers.until(lambda: bens_place().here)
                    assert not bens_place().gone

    run(work())


@pytest.mark.parametrize("is_open", [True, False])
def test_a_public_table_without_players_is_closed(tmp_path: Path, is_open: bool) -> None:
    def somebody_waits(table: TableConnection) -> bool:
        (host,) = table.table.seats[0].members
        return host is not None and host.here

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        async with serve_app(app) as url:
            ada, ben = await Client.guest(url, "Ada"), await Client.guest(url, "Ben")
            opened = await ada.create_table(NewTable("coloryam", seats=2, open=is_open))
            async with ben.join(opened.id, opened.invite) as his:
                async with ada.join(opened.id):
                    await his.until(lambda: somebody_waits(his))
                    await advance_clock(app, opened.id, wake_up.DESERTED_AFTER_MS)
                    table = await app.state.tables.registry.find(opened.id)
                    assert table.state.phase == "gathering", "she waits"
                await his.until(lambda: not somebody_waits(his))
                await advance_clock(app, opened.id, wake_up.DESERTED_AFTER_MS)
                if is_open:
                    await his.until(lambda: his.table.phase == "closed")
                else:
                    assert table.state.phase == "gathering", "who is invited may come later"

    run(work())
