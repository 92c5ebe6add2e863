"""Total time with an increment: what is left of it, and what happens when nothing is."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quincunx.core.chance import FastChance
from quincunx.core.match import Match
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.errors import OutOfTime
from quincunx.server.common.seating import Seating
from quincunx.server.common.times import TableTime
from quincunx.server.people.sessions import Sessions
from quincunx.server.ratings.sides import rank_sides
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.commands.endings import run_out_of_time
from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.server.tables.state.total_clock import TotalClock
from quincunx.server.tables.state.wake_up import (
    OUT_OF_TIME_AFTER_MS,
    Duty,
    abandoned_at,
    next_wake_up,
    seats_out_of_time,
    time_left,
    total_limits,
)
from quincunx.server.tables.tables import Tables
from quincunx.server.tables.timing.timers import RunOutOfTime, next_action, run_action
from quincunx.server.tables.view.window import is_covered, window_of
from quincunx.wire import (
    Answer,
    NewTable,
    PlayMove,
    Propose,
    Ready,
    RequestId,
    Resume,
    Sit,
    TotalTime,
)
from tests.helpers.stores import open_store
from tests.helpers.table_states import ADA, BEN, CLEO, at, do, playing
from tests.helpers.waiting import run
from tests.toy.game import TOY

PLAYERS = (ADA, BEN, CLEO)
MINUTE = TotalTime(60, 5)
ONE = RequestId("1")
TWO = RequestId("2")


def moved(state: TableState, milliseconds: int) -> TableState:
    """Return the table after the first legal move of the player whose turn it is."""
    match = current_match(state)
    (seat,) = match.awaited
    move = str(next(iter(match.legal_moves(seat))))
    request = PlayMove(RequestId(f"move {milliseconds}"), match.version, move)
    change = do(state, PLAYERS[seat], request, at(milliseconds))
    assert change.refusal is None
    return change.state


def awaited(state: TableState) -> int:
    (seat,) = current_match(state).awaited
    return seat


def test_a_clock_runs_while_the_game_waits_for_its_seat_and_a_move_adds_the_increment() -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=MINUTE)
    first = awaited(state)
    assert time_left(state) == {0: 60_000, 1: 60_000}
    assert total_limits(state) == {first: 60_000}
    later = moved(state, 8_000)
    assert awaited(later) != first
    assert time_left(later) == {first: 57_000, 1 - first: 60_000}
    assert total_limits(later) == {1 - first: 68_000}
    last = moved(later, 10_000)
    assert time_left(last) == {first: 57_000, 1 - first: 63_000}
    shown = window_of(last, at(11_000))
    assert shown is not None
    position = shown.position(None)
    assert (position.limits, position.clocks) == ({first: 67_000}, time_left(last))


def test_the_clocks_follow_from_the_log_alone() -> None:
    """So they survive restarts and are the same in every process."""
    state = playing("qwirkle_cards", ADA, BEN, total=MINUTE)
    for milliseconds in (1_000, 4_000, 4_500, 9_000):
        state = moved(state, milliseconds)
    again = TotalClock(MINUTE).followed(current_match(state), state.seating)
    assert again == state.total_clock


def test_a_table_without_total_time_has_no_clocks() -> None:
    state = playing("qwirkle_cards", ADA, BEN)
    assert (time_left(state), total_limits(state)) == ({}, {})


def test_a_pause_stops_the_clocks() -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=MINUTE)
    first = awaited(state)
    asked = do(state, ADA, Propose(ONE, "pause"), at(10_000)).state
    paused = do(asked, BEN, Answer(ONE, "pause", agree=True), at(10_000)).state
    assert is_covered(paused), "a pause is not for thinking"
    assert next_action(paused, at(500_000), Duty()) is None
    resumed = do(paused, BEN, Resume(TWO), at(500_000)).state
    assert total_limits(moved(resumed, 505_000)) == {1 - first: 75_000}


def test_an_undo_gives_no_time_back() -> None:
    nobody = Seating({})
    match, clock = Match(TOY, TOY.options(), 3, chance=FastChance(Random(1))), TotalClock(MINUTE)
    seat = next(
        seat
        for seat in match.awaited
        for move in match.legal_moves(seat)
        if _can_be_undone(match, seat, move)
    )
    move = next(move for move in match.legal_moves(seat) if _can_be_undone(match, seat, move))
    match.play(move, seat, at=7_000)
    played = clock.followed(match, nobody)
    assert played.left[seat] == 58_000
    match.take_back(seat, at=9_000)
    undone = played.followed(match, nobody)
    assert undone.left[seat] == (56_000 if seat in played.since else 58_000)
    assert undone.since[seat] == 9_000


def _can_be_undone(match: Match, seat: int, move: Any) -> bool:
    tried = match.copy()
    tried.play(move, seat, at=7_000)
    return bool(tried.can_take_back(seat))


@pytest.mark.parametrize("rated", [True, False])
def test_with_two_seats_the_player_whose_time_runs_out_loses(rated: bool) -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=MINUTE, rated=rated)
    late = awaited(state)
    ends = 60_000 + OUT_OF_TIME_AFTER_MS
    assert next_wake_up(state, at(0), Duty()) == ends
    assert next_wake_up(state, at(0), Duty(runs_bots=False)) == ends
    assert next_action(state, at(ends - 1), Duty()) is None
    action = next_action(state, at(ends), Duty())
    assert action == RunOutOfTime((late,))
    ended = run_action(state, action, at(ends))
    assert ended.state.phase == "closed"
    outcome = ended.state.forfeit
    assert outcome is not None
    assert outcome.winners == (1 - late,)
    assert outcome.reason is not None
    assert outcome.reason.id == "table.outcome.out_of_time"
    assert [line.note.id for line in ended.lines if line.note] == ["table.note.out_of_time"]


def test_a_move_on_its_way_still_counts_but_gets_no_time_back() -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=TotalTime(60))
    first = awaited(state)
    in_time = moved(state, 60_000 + OUT_OF_TIME_AFTER_MS - 1)
    assert time_left(in_time)[first] == 0
    again = moved(in_time, 70_000)
    assert awaited(again) == first
    assert seats_out_of_time(again, TableTime(70_001)) == [first], "the wait is once in a game"


def test_a_move_that_comes_too_late_is_refused_and_the_game_is_lost() -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=MINUTE)
    late = awaited(state)
    request = PlayMove(ONE, 0, str(next(iter(current_match(state).legal_moves(late)))))
    change = do(state, PLAYERS[late], request, at(60_000 + OUT_OF_TIME_AFTER_MS))
    assert isinstance(change.refusal, OutOfTime)
    assert change.state.phase == "closed"


def test_with_more_seats_a_bot_plays_on_and_the_player_ranks_last() -> None:
    state = playing("qwirkle_cards", ADA, BEN, CLEO, total=MINUTE, rated=True)
    late = awaited(state)
    now = at(60_000 + OUT_OF_TIME_AFTER_MS)
    flagged = run_action(state, next_action(state, now, Duty()), now).state
    assert flagged.phase == "playing"
    occupant = flagged.seating.at((late, 0))
    assert occupant is not None
    assert occupant.resigned
    assert occupant.bot is not None
    assert late not in time_left(flagged)
    assert next_action(flagged, now, Duty()) != RunOutOfTime((late,))


def test_players_whose_time_runs_out_at_the_same_moment_both_lose() -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=MINUTE, rated=True)
    ended = run_out_of_time(state, [0, 1], at(99_000)).state
    assert ended.forfeit is not None
    assert ended.forfeit.winners == ()
    sides = rank_sides(ended.config.game, ended.seating, ended.forfeit, None)
    assert [side.rank for side in sides] == [0, 0]


def test_bots_have_no_clock() -> None:
    state = playing("qwirkle_cards", ADA, bots={1: "easy"}, total=MINUTE)
    assert time_left(state) == {0: 60_000}


def test_a_stand_in_uses_up_the_time_of_its_player() -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=MINUTE)
    late = awaited(state)
    seating = state.seating.changed((late, 0), bot="easy")
    assert total_limits(state.replace(seating=seating)) == {late: 60_000}


def test_a_game_with_total_time_is_not_abandoned_and_over_days_nobody_must_stay() -> None:
    state = playing("qwirkle_cards", ADA, BEN, total=TotalTime(3 * 86_400), rated=True)
    assert abandoned_at(state) is None
    paused = state.replace(clock=state.clock.pause(at(5).server))
    assert not is_covered(paused)


def test_another_process_or_a_restarted_one_shows_the_same_clocks(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = [(await Sessions(store).create_guest(name))[0] for name in ("Ada", "Ben")]
            clock = ServerClock()
            tables = Tables(store, BotPools(), clock)
            wanted = NewTable("qwirkle_cards", seats=2, total=MINUTE)
            opened = await tables.creation.create(ada, wanted)
            table = await tables.registry.find(opened.id)
            await table.execute(Caller(ben), Sit(ONE, 1))
            for person in (ada, ben):
                await table.execute(Caller(person), Ready(TWO, "nonce"))
            for number in range(4):
                match = current_match(table.state)
                (seat,) = match.awaited
                move = str(next(iter(match.legal_moves(seat))))
                request = PlayMove(RequestId(f"move {number}"), match.version, move)
                await table.execute(Caller((ada, ben)[seat]), request)
            again = (await Tables(store, BotPools(), clock).registry.find(opened.id)).state
            assert again.config.total == MINUTE
            assert again.total_clock == table.state.total_clock
            assert total_limits(again) == total_limits(table.state) != {}

    run(work())
