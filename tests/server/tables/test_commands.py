"""Commands are pure functions: a state goes in, a change comes out, and nothing else happens."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from quincunx.core.errors import NoDraft
from quincunx.registry import register
from quincunx.server.bots import bot_seats
from quincunx.server.bots.bot_seats import bot_pause_ms
from quincunx.server.common.errors import (
    HostOnly,
    NotAllowed,
    NotSeated,
    Paused,
    SeatTaken,
    WrongPhase,
)
from quincunx.server.common.times import Now
from quincunx.server.tables.commands import COMMANDS
from quincunx.server.tables.commands.endings import close_by_operator
from quincunx.server.tables.commands.moves import BotMove, play_bot_move
from quincunx.server.tables.first_seating import rematch_seating
from quincunx.server.tables.queries import QUERIES
from quincunx.server.tables.state.table_state import (
    TableState,
    current_match,
    next_bot,
    with_departure,
)
from quincunx.server.tables.state.wake_up import Duty, next_wake_up
from quincunx.server.tables.storing import stored_change, stores_wake_up
from quincunx.server.tables.timing.timers import AskBot, ExpireDeadline, next_action, run_action
from quincunx.server.tables.view.table_info import table_info
from quincunx.wire import (
    Answer,
    AskRematch,
    BotPace,
    Checked,
    Done,
    Leave,
    Person,
    PlayMove,
    Propose,
    Ready,
    RequestId,
    Resume,
    Return,
    Say,
    SeatBot,
    SetBotPace,
    Sit,
    TableRequest,
    UpdateDraft,
    Wish,
)
from tests.helpers.table_states import ADA, BEN, CLEO, EVE, START, at, dealt, do, gathering, playing
from tests.toy.game import TOY

ONE = RequestId("1")
TWO = RequestId("2")
THREE = RequestId("3")


def test_every_request_has_a_command_or_a_query() -> None:
    requests = set(get_args(TableRequest))
    assert COMMANDS.keys() | QUERIES.keys() == requests
    assert not COMMANDS.keys() & QUERIES.keys()


# Seats


def test_a_bot_in_the_last_seat_starts_the_game_if_everybody_is_ready() -> None:
    state = gathering("quivvit", ADA, seats=2)
    assert not do(state, ADA, SeatBot(ONE, 1, "easy")).deals, "Ada is not ready"
    waiting = do(state, ADA, Ready(ONE, "nonce")).state
    assert do(waiting, ADA, SeatBot(TWO, 1, "easy")).deals


def test_a_seat_is_taken_and_left() -> None:
    state = gathering("quivvit", ADA, seats=2)
    sat = do(state, BEN, Sit(ONE, 1))
    assert sat.state.seating.place_of(BEN) == (1, 0)
    assert sat.reply == Done(ONE)
    assert state.seating.place_of(BEN) is None, "the state before is as it was"
    with pytest.raises(SeatTaken):
        do(sat.state, EVE, Sit(ONE, 1))
    left = do(sat.state, BEN, Leave(TWO), at(7))
    assert left.state.seating.place_of(BEN) is None
    assert left.state.attendance.seat_left_at == 7


def test_a_player_can_take_the_first_free_seat() -> None:
    sat = do(gathering("quivvit", ADA, seats=2), BEN, Sit(ONE, None))
    assert sat.state.seating.place_of(BEN) == (1, 0)
    again = do(sat.state, BEN, Sit(TWO, None))
    assert again.state.seating == sat.state.seating
    with pytest.raises(SeatTaken):
        do(sat.state, EVE, Sit(ONE, None))


def test_only_the_host_seats_bots_and_not_where_a_player_is_connected() -> None:
    state = gathering("quivvit", ADA, BEN)
    with pytest.raises(HostOnly):
        do(state, BEN, SeatBot(ONE, 0, "easy"))
    with pytest.raises(SeatTaken):
        do(state, ADA, SeatBot(ONE, 1, "easy"))
    alone = with_departure(state, BEN.id, at(0).server)
    assert do(alone, ADA, SeatBot(ONE, 1, "easy")).state.seating.has_bots


def test_a_repeated_request_is_executed_once() -> None:
    state = gathering("quivvit", ADA, seats=2)
    sat = do(state, BEN, Sit(ONE, 1)).state
    moved = do(sat, BEN, Leave(TWO)).state
    again = do(moved, BEN, Sit(ONE, 1))
    assert again.state is moved
    assert again.reply == Done(ONE)


def test_the_cards_are_dealt_when_the_last_player_is_ready() -> None:
    state = gathering("quivvit", ADA, BEN)
    first = do(state, ADA, Ready(ONE, "a"))
    assert not first.deals
    last = do(first.state, BEN, Ready(ONE, "b"))
    assert last.deals
    assert (last.state.phase, last.state.nonces) == ("gathering", ("a", "b"))
    begun = dealt(last, at(500)).state
    assert (begun.phase, begun.version, begun.clock.since) == ("playing", 0, 500)
    with pytest.raises(WrongPhase):
        do(begun, EVE, Sit(ONE, 1))


# Moves


def a_move(state: TableState, request_id: RequestId) -> tuple[Person, PlayMove]:
    """A legal move of the player whom the game waits for."""
    match = current_match(state)
    seat = match.awaited[0]
    occupant = state.seating.at((seat, 0))
    assert occupant is not None
    assert occupant.person is not None
    move = str(next(iter(match.legal_moves(seat))))
    return occupant.person, PlayMove(request_id, match.version, move)


def test_a_move_is_played_once_and_answered_with_its_version() -> None:
    state = playing("quivvit", ADA, BEN)
    player, play = a_move(state, ONE)
    change = do(state, player, play)
    assert change.reply == Done(ONE, 1)
    assert change.state.version == 1
    assert change.state.movers == {1: player.id}
    assert change.move_request == f"{player.id}/1"
    again = do(change.state, player, play)
    assert again.state is change.state
    assert again.reply == Done(ONE, 1)


def test_a_spectator_cannot_move() -> None:
    state = playing("quivvit", ADA, BEN)
    _, play = a_move(state, ONE)
    with pytest.raises(NotSeated):
        do(state, EVE, play)


def test_a_refused_move_changes_nothing_but_deadlines_that_were_due() -> None:
    state = playing("quivvit", ADA, options={"timed": True})
    deadline = current_match(state).deadline
    assert deadline is not None
    change = do(state, ADA, a_move(state, ONE)[1], at(deadline + 1))
    assert change.refusal is not None
    assert change.reply is None
    assert change.state.version == 1, "the deadline has fired"
    assert change.move_request is None


def test_a_move_brings_an_absent_player_back_from_the_stand_in() -> None:
    state = playing("quivvit", ADA, BEN)
    player, play = a_move(state, ONE)
    place = state.seating.place_of(player)
    assert place is not None
    stood_in = state.replace(seating=state.seating.changed(place, bot="easy", gone=True, missed=2))
    seated = do(stood_in, player, play).state.seating.at(place)
    assert seated is not None
    assert (seated.bot, seated.gone, seated.missed) == (None, False, 0)


def test_a_bot_s_answer_counts_only_for_the_position_that_it_was_asked_about() -> None:
    state = playing("quivvit", ADA, bots={1: "easy"})
    while current_match(state).awaited != (1,):
        person, play = a_move(state, RequestId(str(state.version)))
        state = do(state, person, play).state
    late = at(60_000)
    asked = next_action(state, late, Duty())
    assert isinstance(asked, AskBot)
    match = current_match(state)
    move = str(next(iter(match.legal_moves(1))))
    outdated = BotMove(asked.version - 1, 1, move, is_late=False)
    assert play_bot_move(state, outdated, late).state is state
    played = play_bot_move(state, BotMove(asked.version, 1, move, is_late=False), late)
    assert played.state.version == match.version + 1


def test_a_deadline_fires_when_it_is_due_and_other_processes_wait_a_little() -> None:
    state = playing("quivvit", ADA, options={"timed": True})
    deadline = current_match(state).deadline
    assert deadline is not None
    assert next_wake_up(state, at(0), Duty()) == deadline
    assert next_action(state, at(deadline - 1), Duty()) is None
    too_early = run_action(state, ExpireDeadline(), at(deadline - 1))
    assert too_early.state is state, "the time of the match stays as other processes know it"
    assert next_action(state, at(deadline), Duty(is_leading=False)) is None
    action = next_action(state, at(deadline), Duty())
    assert isinstance(action, ExpireDeadline)
    assert run_action(state, action, at(deadline)).state.version == 1


def test_a_draft_is_kept_and_checked() -> None:
    register(TOY)
    state = playing("toy", ADA, BEN)
    change = do(state, ADA, UpdateDraft(ONE, [1, 2, 3]), at(10))
    assert isinstance(change.reply, Checked)
    assert change.draft is not None
    assert (change.draft.seat, change.draft.at) == (0, 10)
    assert len(current_match(state).draft_log) == 0, "the match before is as it was"
    with pytest.raises(NoDraft):
        do(playing("quivvit", ADA), ADA, UpdateDraft(ONE, []))


# Proposals


def agreeing(state: TableState, wish: Wish = "pause") -> TableState:
    """Return the state after the first player has proposed something."""
    return do(state, ADA, Propose(ONE, wish)).state


def test_a_single_player_needs_no_agreement() -> None:
    paused = do(playing("quivvit", ADA), ADA, Propose(ONE, "pause"))
    assert paused.state.clock.paused
    assert paused.state.proposal is None
    assert [line.note.id for line in paused.lines if line.note] == ["table.note.paused"]


def test_a_proposal_is_granted_when_the_last_player_agrees() -> None:
    state = agreeing(playing("coloryam", ADA, BEN, CLEO))
    assert state.proposal is not None
    assert [person.name for person in state.proposal.waiting] == ["Ben", "Cleo"]
    half = do(state, CLEO, Answer(ONE, "pause", agree=True)).state
    assert half.proposal is not None
    assert half.proposal.waiting == (BEN,)
    assert not half.clock.paused
    granted = do(half, BEN, Answer(ONE, "pause", agree=True)).state
    assert granted.proposal is None
    assert granted.clock.paused


def test_the_first_no_ends_a_proposal() -> None:
    state = agreeing(playing("coloryam", ADA, BEN, CLEO))
    declined = do(state, BEN, Answer(ONE, "pause", agree=False))
    assert declined.state.proposal is None
    assert [line.note.id for line in declined.lines if line.note] == ["table.note.declined"]
    with pytest.raises(NotAllowed):
        do(declined.state, CLEO, Answer(ONE, "pause", agree=True))


def test_the_author_withdraws_a_proposal_and_cannot_grant_it() -> None:
    state = agreeing(playing("coloryam", ADA, BEN))
    agreed = do(state, ADA, Answer(TWO, "pause", agree=True)).state
    assert agreed.proposal is not None, "the author's own yes counts for nothing"
    withdrawn = do(agreed, ADA, Answer(THREE, "pause", agree=False))
    assert withdrawn.state.proposal is None
    assert withdrawn.lines == ()


def test_an_answer_to_one_proposal_does_not_count_for_another() -> None:
    state = agreeing(playing("coloryam", ADA, BEN), "end")
    with pytest.raises(NotAllowed):
        do(state, BEN, Answer(ONE, "pause", agree=True))
    with pytest.raises(NotSeated):
        do(state, EVE, Answer(ONE, "end", agree=True))


def test_a_second_proposal_has_to_wait_and_the_same_one_is_made_once() -> None:
    state = agreeing(playing("coloryam", ADA, BEN))
    with pytest.raises(NotAllowed):
        do(state, BEN, Propose(ONE, "end"))
    assert do(state, ADA, Propose(TWO, "pause")).state.proposal is state.proposal


def test_a_move_drops_a_proposed_undo_and_no_other_proposal() -> None:
    for wish, is_kept in (("pause", True), ("take_back", False)):
        state = playing("coloryam", ADA, BEN)
        proposal = agreeing(state).proposal
        assert proposal is not None
        proposed = state.replace(proposal=msgspec.structs.replace(proposal, wish=wish))
        player, play = a_move(proposed, TWO)
        moved = do(proposed, player, play).state
        assert (moved.proposal is not None) is is_kept


def test_table_time_stands_still_in_a_pause() -> None:
    state = playing("quivvit", ADA)
    paused = do(state, ADA, Propose(ONE, "pause"), at(1_000)).state
    player, play = a_move(paused, TWO)
    with pytest.raises(Paused):
        do(paused, player, play, at(5_000))
    resumed = do(paused, ADA, Resume(THREE), at(9_000)).state
    assert resumed.clock.time(at(9_500).server) == 1_500


# The speed of bots


@pytest.mark.parametrize(("pace", "pause_ms"), [("slow", 1_800), ("normal", 900), ("fast", 300)])
def test_bots_wait_longer_or_shorter_before_they_move(
    monkeypatch: pytest.MonkeyPatch, pace: BotPace, pause_ms: int
) -> None:
    monkeypatch.setattr(bot_seats, "BOT_PAUSE_MS", 900)
    state = playing("coloryam", ADA, bots={1: "easy"}, bot_pace=pace)
    assert bot_pause_ms(state.config) == pause_ms
    while 1 not in current_match(state).active:
        player, play = a_move(state, RequestId(f"move {state.version}"))
        state = do(state, player, play).state
    match = current_match(state)
    assert next_bot(state, match) == (match.log[-1].at + pause_ms, 1)


def test_a_rated_game_keeps_the_usual_speed_of_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_seats, "BOT_PAUSE_MS", 900)
    state = playing("coloryam", ADA, BEN, bot_pace="fast", rated=True)
    assert bot_pause_ms(state.config) == 900


def test_the_host_changes_the_speed_of_bots() -> None:
    state = playing("coloryam", ADA, bots={1: "easy"})
    change = do(state, ADA, SetBotPace(ONE, "fast"))
    assert table_info(change.state, START).bot_pace == "fast"
    assert stores_wake_up(state, change), "the bot that is to move next moves sooner"
    stored = stored_change(state, change, START, None, None)
    assert stored is not None
    assert stored.values["bot_pace"] == "fast"


def test_nobody_else_changes_the_speed_of_bots() -> None:
    state = playing("coloryam", ADA, BEN, bots={2: "easy"})
    with pytest.raises(HostOnly):
        do(state, BEN, SetBotPace(ONE, "fast"))
    with pytest.raises(NotAllowed) as refused:
        do(state, ADA, SetBotPace(ONE, "fast"))
    assert refused.value.message.id == "table.refusal.bot_pace_with_others"


# Endings and chat


def test_leaving_a_rated_game_resigns_it() -> None:
    state = playing("quivvit", ADA, BEN, rated=True)
    left = do(state, ADA, Leave(ONE)).state
    assert left.phase == "closed"
    assert left.forfeit is not None
    assert left.forfeit.winners == (1,)
    casual = do(playing("quivvit", ADA, BEN), ADA, Leave(ONE)).state
    assert casual.phase == "playing"
    back = do(casual, ADA, Return(TWO)).state.seating.at((0, 0))
    assert back is not None
    assert not back.gone


def test_a_rematch_is_created_once_and_only_after_the_end() -> None:
    state = playing("quivvit", ADA, BEN)
    with pytest.raises(WrongPhase):
        do(state, ADA, AskRematch(ONE))
    closed = close_by_operator(state, at(0)).state
    assert do(closed, ADA, AskRematch(ONE)).rematch_host == ADA
    asked = do(closed, ADA, AskRematch(ONE))
    assert [line.note.id for line in asked.lines if line.note] == ["table.note.rematch"]
    created = do(closed.replace(rematch="next"), BEN, AskRematch(ONE))
    assert (created.rematch_host, created.lines) == (None, ())


def test_a_rematch_waits_only_for_players_who_are_still_there() -> None:
    state = playing("coloryam", ADA, BEN, CLEO, bots={3: "easy"})
    closed = close_by_operator(with_departure(state, BEN.id, at(0).server), at(0)).state

    def seats(now: Now) -> list[object]:
        seating = rematch_seating(closed, ADA, now)
        return [each and (each.person or each.bot) for _, each in seating]

    assert seats(at(59_000)) == [ADA, BEN, CLEO, "easy"], "Ben may be loading the page again"
    assert seats(at(60_000)) == [ADA, "medium", CLEO, "easy"]
    gone = closed.replace(seating=closed.seating.changed((2, 0), gone=True))
    assert rematch_seating(gone, ADA, at(0)).place_of(CLEO) == (2, 0), (
        "Cleo left the game but not the table"
    )


def test_chat_lines_are_numbered_limited_and_stored_once() -> None:
    state = gathering("quivvit", ADA, BEN)
    for number in range(5):
        change = do(state, ADA, Say(RequestId(str(number)), f"line {number}"))
        state = change.state
        assert [line.text for line in change.lines] == [f"line {number}"]
    assert [said.number for said in state.chat.lines] == [0, 1, 2, 3, 4]
    assert do(state, ADA, Say(RequestId("4"), "line 4")).state is state
    with pytest.raises(NotAllowed):
        do(state, ADA, Say(RequestId("5"), "one too many"), at(9_000))
    assert do(state, ADA, Say(RequestId("5"), "later"), at(10_000)).lines
