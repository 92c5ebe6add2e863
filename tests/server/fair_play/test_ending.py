"""Ending, leaving and abandoning a game."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from quincunx.client import Client
from quincunx.server.tables.state import absence, wake_up
from quincunx.wire import NewTable, TotalTime
from tests.helpers.waiting import run
from tests.server.fair_play.games import (
    BOTS,
    PAIR,
    LocalServer,
    absent,
    new_game,
    refusal_id,
    results,
    serve,
)
from tests.server.table_sessions import note_ids


def test_an_absent_opponent_must_still_agree(tmp_path: Path) -> None:
    """The attack: the winner loses the line, and the loser ends the game without a result."""

    async def work() -> None:
        async with (
            serve(tmp_path) as server,
            new_game(server, PAIR, "Ada", "Ben") as game,
        ):
            ada, _ = game.tables
            async with absent(game, seat=1):
                await ada.propose("end")
                await ada.until(lambda: ada.table.proposal is not None)
                await game.advance(2 * absence.AWAY_AFTER_MS_IF_RATED)
                await ada.until(lambda: game.member(1).gone)
                assert ada.table.proposal is not None, "it waits for the answer"
                assert ada.table.phase == "playing"
                await ada.answer("end", agree=False)
                await ada.propose("end")
                assert ada.table.phase == "playing"
            async with game.clients[1].join(game.opened.id) as back:
                await back.answer("end", agree=True)
                await ada.until(lambda: ada.table.phase == "closed")
                assert ada.table.outcome is None
            assert await results(server.app) == {}

    run(work())


def test_a_proposal_that_only_absent_players_could_answer_is_dropped(tmp_path: Path) -> None:
    """The attack: propose the end, go, and nobody can ask for stand-ins any more."""

    async def work() -> None:
        wanted = msgspec.structs.replace(PAIR, seats=3)
        async with (
            serve(tmp_path) as server,
            new_game(server, wanted, "Ada", "Ben", "Cleo") as game,
        ):
            ada, ben, _ = game.tables
            await ben.propose("end")
            await ada.until(lambda: ada.table.proposal is not None)
            await ada.answer("end", agree=True)
            async with absent(game, seat=2), absent(game, seat=1):
                await game.advance(absence.AWAY_AFTER_MS_IF_RATED)
                await ada.until(lambda: ada.table.proposal is None)
                await ada.propose("stand_in", 1)
                await ada.until(lambda: game.member(1).bot == "easy")
                assert ada.table.phase == "playing"

    run(work())


def test_in_a_casual_game_an_absent_player_need_not_agree(tmp_path: Path) -> None:
    async def work() -> None:
        casual = msgspec.structs.replace(PAIR, rated=False)
        async with (
            serve(tmp_path) as server,
            new_game(server, casual, "Ada", "Ben") as game,
        ):
            ada, _ = game.tables
            async with absent(game, seat=1):
                await ada.propose("end")
                await game.advance(absence.AWAY_AFTER_MS)
                await ada.until(lambda: ada.table.phase == "closed")
            assert await results(server.app) == {}

    run(work())


@pytest.mark.parametrize("way", ["end", "leave"])
def test_ending_a_rated_game_against_bots_loses_it(tmp_path: Path, way: str) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server, new_game(server, BOTS, "Ada") as game:
            (ada,) = game.tables
            await (ada.propose("end") if way == "end" else ada.leave())
            await ada.until(lambda: ada.table.phase == "closed")
            assert ada.table.outcome is not None
            assert ada.table.outcome.winners == (1,)
            lost = (await results(server.app))["Ada"]
            assert not lost.won
            assert lost.rating is not None
            assert lost.rating < 0

    run(work())


@pytest.mark.parametrize("rated", [True, False])
def test_abandoning_a_rated_game_loses_it(tmp_path: Path, rated: bool) -> None:
    """The attack: do not end a game that is being lost to bots, just close the page."""

    async def work() -> None:
        wanted = msgspec.structs.replace(BOTS, rated=rated)
        async with serve(tmp_path) as server:
            async with new_game(server, wanted, "Ada") as game:
                await game.tables[0].my_turn()
            await game.advance(wake_up.ABANDONED_AFTER_MS - 60_000)
            assert await results(server.app) == {}
            await game.advance(60_000)
            assert [won.won for won in (await results(server.app)).values()] == [False] * rated

    run(work())


def test_a_casual_game_against_bots_can_be_ended(tmp_path: Path) -> None:
    async def work() -> None:
        wanted = msgspec.structs.replace(BOTS, rated=None)
        async with serve(tmp_path) as server, new_game(server, wanted, "Ada") as game:
            (ada,) = game.tables
            await ada.propose("end")
            await ada.until(lambda: ada.table.phase == "closed")
            assert ada.table.outcome is None
            assert await results(server.app) == {}

    run(work())


def test_leaving_a_rated_game_of_two_loses_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serve(tmp_path) as server,
            new_game(server, PAIR, "Ada", "Ben") as game,
        ):
            ada, ben = game.tables
            await ben.leave()
            await game.until(lambda table: table.table.phase == "closed")
            assert ada.table.outcome is not None
            assert ada.table.outcome.winners == (0,)
            found = await results(server.app)
            assert (found["Ada"].won, found["Ben"].won) == (True, False)
            assert (found["Ada"].rating or 0) > 0 > (found["Ben"].rating or 0)
            profile = msgspec.json.decode(
                await game.clients[0]._call("GET", f"/api/people/{ben.you.id}")
            )
            assert profile["history"][0]["winners"] == [0]
            assert profile["history"][0]["scores"] == []

    run(work())


def test_leaving_a_larger_rated_game_is_rated_last_and_a_bot_takes_over(tmp_path: Path) -> None:
    async def work() -> None:
        wanted = NewTable("coloryam", seats=3)
        async with (
            serve(tmp_path) as server,
            new_game(server, wanted, "Ada", "Ben", "Cleo") as game,
        ):
            ada, ben, cleo = game.tables
            await ben.leave()
            await ada.until(lambda: game.member(1).bot == "easy")
            assert ada.table.phase == "playing"
            assert game.member(1).forfeited
            assert "table.note.resigned" in note_ids(ada)
            assert ada.table.watching == 0, "a player who has resigned keeps the seat"
            for work in (ben.return_to_seat(), ben.propose("end"), ben.leave()):
                assert await refusal_id(work) == "table.refusal.resigned"
            await cleo.leave()
            await game.until(lambda table: table.table.phase == "closed")
            found = await results(server.app)
            assert [found[name].won for name in ("Ada", "Ben", "Cleo")] == [True, False, False]

    run(work())


def test_a_rated_game_with_people_and_bots_cannot_be_ended_early(tmp_path: Path) -> None:
    async def work() -> None:
        wanted = NewTable("coloryam", seats=3, bots={2: "easy"}, rated=True)
        async with (
            serve(tmp_path) as server,
            new_game(server, wanted, "Ada", "Ben") as game,
        ):
            ada, _ = game.tables
            assert await refusal_id(ada.propose("end")) == "table.refusal.bots_cannot_agree"

    run(work())


@pytest.mark.parametrize("people", [1, 2])
def test_ending_a_cooperative_game_early_loses_to_the_deal(tmp_path: Path, people: int) -> None:
    async def work() -> None:
        bots = dict.fromkeys(range(people, 4), "easy")
        # A race: no bot can end it before everybody has looked.
        wanted = NewTable("quatrefoil", {"clock": True}, bots=bots, rated=True)
        names = ("Ada", "Ben")[:people]
        async with serve(tmp_path) as server, new_game(server, wanted, *names) as game:
            ada = game.tables[0]
            await ada.propose("end")
            if people == 2:
                ben = game.tables[1]
                await ben.until(lambda: ben.table.proposal is not None)
                await ben.answer("end", agree=True)
            await game.until(lambda table: table.table.phase == "closed")
            assert ada.table.outcome is not None
            assert ada.table.outcome.winners == ()
            for lost in (await results(server.app)).values():
                assert not lost.won
                assert (lost.rating or 0) < 0

    run(work())


def test_the_table_shows_the_consequence_of_ending_the_game(tmp_path: Path) -> None:
    """So that nobody loses a game by a button that did not say so."""

    async def ending(server: LocalServer, wanted: NewTable, *names: str) -> str | None:
        async with new_game(server, wanted, *names) as game:
            async with game.clients[0].join(game.opened.id) as again:
                assert again.ending == game.tables[0].ending
            return game.tables[0].ending

    async def work() -> None:
        casual = msgspec.structs.replace(PAIR, rated=False)
        async with serve(tmp_path) as server:
            assert await ending(server, PAIR, "Ada", "Ben") == "ask"
            assert await ending(server, casual, "Ada", "Ben") == "ask"
            assert await ending(server, BOTS, "Ada") == "lost"
            assert await ending(server, NewTable("coloryam", seats=1), "Ada") == "free"
            three = NewTable("coloryam", seats=3, bots={2: "easy"}, rated=True)
            assert await ending(server, three, "Ada", "Ben") == "never"

    run(work())


@pytest.mark.parametrize("rated", [True, False])
def test_resigning_a_larger_game_is_ranked_last(tmp_path: Path, rated: bool) -> None:
    wanted = NewTable("coloryam", seats=3, rated=rated)

    async def work() -> None:
        async with serve(tmp_path) as server:
            async with new_game(server, wanted, "Ada", "Ben", "Cleo") as game:
                ada, ben, cleo = game.tables
                assert ben.resigning == "last"
                await ben.resign()
                await ada.until(lambda: game.member(1).forfeited)
                await ben.until(lambda: ben.resigning is None)
                await cleo.resign()
                await ada.until(lambda: ada.table.phase == "closed")
                assert ada.table.outcome is not None
                assert ada.table.outcome.winners == (0,)
            found = await results(server.app)
            assert [found[name].won for name in ("Ada", "Ben", "Cleo")] == [True, False, False]
            changes = [found[name].rating for name in ("Ada", "Ben", "Cleo")]
            assert [change is not None for change in changes] == [rated] * 3

    run(work())


def test_running_out_of_total_time_loses_a_rated_game(tmp_path: Path) -> None:
    async def work() -> None:
        wanted = NewTable("coloryam", seats=2, total=TotalTime(60, 2))
        async with serve(tmp_path) as server, new_game(server, wanted, "Ada", "Ben") as game:
            ada, ben = game.tables
            assert ada.table.total == TotalTime(60, 2)
            assert ada.position.clocks == {0: 60_000, 1: 60_000}
            (late,) = ada.position.awaited
            await game.advance(61_000)
            await game.until(lambda table: table.table.phase == "closed")
            assert ada.table.outcome is not None
            assert ada.table.outcome.winners == (1 - late,)
            assert "table.note.out_of_time" in note_ids(ben)
            found = await results(server.app)
            names = ("Ada", "Ben")
            assert [found[name].won for name in names] == [seat != late for seat in (0, 1)]
            assert (found[names[1 - late]].rating or 0) > 0 > (found[names[late]].rating or 0)

    run(work())


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (NewTable("pivit", seats=2, total=TotalTime(60)), "race_has_no_pace"),
        (NewTable("quatrefoil", total=TotalTime(60)), "total_needs_opponents"),
        (NewTable("coloryam", seats=1, total=TotalTime(60)), "total_needs_opponents"),
        (NewTable("coloryam", seats=2, pace=60, total=TotalTime(60)), "one_clock"),
        (NewTable("coloryam", seats=2, total=TotalTime(29)), "total"),
        (NewTable("coloryam", seats=2, total=TotalTime(10**30)), "total"),
        (NewTable("coloryam", seats=2, total=TotalTime(60, -1)), "total"),
        (NewTable("coloryam", seats=2, total=TotalTime(60, 86_401)), "total"),
    ],
)
def test_a_senseless_total_time_is_refused(tmp_path: Path, wanted: NewTable, refusal: str) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            ada = await Client.guest(server.url, "Ada")
            assert await refusal_id(ada.create_table(wanted)) == f"table.refusal.{refusal}"

    run(work())
