"""A match: errors that help, time, stale moves, drafts and undo. Played with the toy game."""

from __future__ import annotations

import pickle

import pytest

import quincunx
from quincunx.core.chance import Result, ScriptedChance
from quincunx.core.errors import (
    AmbiguousSeat,
    BackwardTime,
    FinishedGame,
    IllegalMove,
    MalformedMove,
    NoDraft,
    NothingToUndo,
    StaleMove,
    UnknownSeat,
    WrongSeat,
)
from quincunx.core.match import Match
from tests.kit.play import new_match
from tests.toy.game import TOY
from tests.toy.rules import Lay, ToyOptions

PLAIN, TIMED = ToyOptions(), ToyOptions(timed=True)
HANDS = (Result("deck", 0, (0, 1, 2, 3, 4)), Result("deck", 1, (5, 5, 4, 3, 0)))


def toy(options: ToyOptions = PLAIN) -> Match:
    return Match(TOY, options, 2, chance=ScriptedChance(HANDS))


def test_invalid_new_games_raise_typed_errors() -> None:
    with pytest.raises(quincunx.UnknownGame, match=r"no game called “chess”.*quatrefoil"):
        quincunx.new("chess")
    with pytest.raises(quincunx.UnknownOption, match=r"no option called “colour”.*variant"):
        quincunx.new("quatrefoil", options={"colour": "red"})
    with pytest.raises(quincunx.BadOption, match="“variant” cannot be “hard”"):
        quincunx.new("quatrefoil", options={"variant": "hard"})
    with pytest.raises(quincunx.WrongSeats, match="for 4 players, not 3"):
        quincunx.new("quatrefoil", seats=3)
    with pytest.raises(quincunx.UnknownBot, match="no bot called “genius”"):
        quincunx.bot("quatrefoil", "genius")


def test_invalid_moves_raise_typed_errors() -> None:
    match = toy()
    before = match.digest()
    with pytest.raises(MalformedMove, match="“dance” is no move"):
        match.play("dance", 0)
    with pytest.raises(UnknownSeat, match="no seat 7"):
        match.play("lay", 7)
    with pytest.raises(UnknownSeat):
        match.view(7)
    with pytest.raises(UnknownSeat, match="no seat Ada"):
        match.legal_moves("Ada")  # type: ignore[arg-type]
    with pytest.raises(IllegalMove) as refused:
        match.play("lay 0 5", 0)
    assert str(refused.value) == "You do not hold 5."
    assert (refused.value.reason, refused.value.rule) == ("not_held", "toy:L2")
    assert refused.value.offending == ("5",)
    assert (match.digest(), match.version) == (before, 0), "a refusal loses nothing"
    match.play(Lay((0, 1)), 0)
    with pytest.raises(WrongSeat, match="Player 1 cannot move now"):
        match.play("lay 2", 0)


def test_the_seat_can_be_left_out_if_the_game_waits_for_one() -> None:
    match = toy()
    with pytest.raises(AmbiguousSeat, match="Several players can move now"):
        match.play("lay")
    with pytest.raises(AmbiguousSeat):
        match.legal_moves()
    assert match.version == 0, "a refusal loses nothing"
    match.play("lay", 0)
    assert Lay((5,)) in match.legal_moves()
    match.play("lay 5")
    assert match.log[-1].seat == 1


def test_no_seat_can_be_left_out_while_the_game_waits_for_nobody() -> None:
    match = quincunx.new("pivit", seats=2, seed=1)
    for seat in range(2):
        match.play("ready", seat)
    assert match.awaited == ()
    with pytest.raises(AmbiguousSeat, match="does not wait for any player"):
        match.play("ready")


def test_refusals_can_be_sent_between_processes() -> None:
    with pytest.raises(IllegalMove) as refused:
        toy().play("lay 0 5", 0)
    again = pickle.loads(pickle.dumps(refused.value))
    assert isinstance(again, IllegalMove)
    assert (str(again), again.rule, again.offending) == ("You do not hold 5.", "toy:L2", ("5",))


def test_a_finished_game_takes_no_move() -> None:
    match = toy()
    for move in ("lay", "lay"):
        match.play(move, 0)
        match.play(move, 1)
    assert match.outcome is not None
    assert match.active == ()
    assert [*match.legal_moves()] == []
    for seat in (0, None):
        with pytest.raises(FinishedGame):
            match.play("lay", seat)


def test_time_never_runs_backwards() -> None:
    match = toy()
    match.tick(500)
    with pytest.raises(BackwardTime, match="400 is before 500"):
        match.play("lay", 0, at=400)
    with pytest.raises(BackwardTime):
        match.tick(499)


def test_a_late_move_finds_the_deadline_already_passed() -> None:
    match = toy(TIMED)
    assert match.deadline == 10_000
    match.play("lay 0", 0, at=9_999)
    match.play("lay 1", 0, at=10_000)
    assert [(entry.at, entry.seat) for entry in match.log[1:]] == [
        (9_999, 0),
        (10_000, None),
        (10_000, 0),
    ]
    assert match.deadline == 20_000


def test_a_deadline_stays_although_the_late_move_is_refused() -> None:
    match = toy(TIMED)
    with pytest.raises(IllegalMove):
        match.play("lay 5", 0, at=12_000)
    assert [(entry.at, entry.seat) for entry in match.log[1:]] == [(10_000, None)]


def test_several_deadlines_fire_each_at_its_own_time() -> None:
    match = toy(TIMED)
    events = match.tick(35_000)
    assert [entry.at for entry in match.log[1:]] == [10_000, 20_000]
    assert len(events) == 2
    assert match.outcome is not None
    assert match.deadline is None


def test_a_stale_move_is_refused_only_if_the_change_matters() -> None:
    match = new_match(TOY, PLAIN, 2, seed=3)
    match.play("lay", 0)
    with pytest.raises(StaleMove):
        match.play("lay", 1, version=0)
    match.play("fish", 1, version=0)
    match.play("lay", 1, version=2)


def test_drafts_are_checked_kept_and_cleared() -> None:
    match = new_match(TOY, PLAIN, 2, seed=3)
    faults = match.draft(0, (3, 1))
    assert [fault.message.id for fault in faults] == ["toy.fault.not_rising"]
    assert match.draft(0, (1, 3)) == ()
    assert (match.draft_of(0), match.draft_of(1)) == ((1, 3), None)
    assert match.progress == {0: 2}
    assert match.version == 0, "drafts are no part of the public version"
    match.play("fish", 0)
    assert match.draft_of(0) == (1, 3), "fishing keeps the draft"
    match.play("lay", 0)
    assert match.draft_of(0) is None
    with pytest.raises(NoDraft):
        match.draft(0, (1,))


def test_undo_restores_the_draft_that_the_move_cleared() -> None:
    match = new_match(TOY, PLAIN, 2, seed=3)
    match.draft(0, (1, 3))
    match.play("lay", 0)
    match.undo()
    assert match.draft_of(0) == (1, 3)
    with pytest.raises(NothingToUndo):
        match.undo()


def test_a_refused_move_consumes_no_chance() -> None:
    tried, untried = (new_match(TOY, PLAIN, 2, seed=3) for _ in range(2))
    tried.play("fish", 0)
    with pytest.raises(IllegalMove, match="Only one fishing"):
        tried.play("fish", 0)
    tried.play("fish", 1)
    untried.play("fish", 0)
    untried.play("fish", 1)
    assert tried.digest() == untried.digest()


def test_members_of_a_team_alternate() -> None:
    match = new_match(TOY, ToyOptions(team=2), 2, seed=3)
    members = [match.rules.member(match.state, 0)]
    match.play("lay", 0)
    match.play("lay", 1)
    members.append(match.rules.member(match.state, 0))
    assert members == [1, 0]


def test_observations_hide_the_private_actions_of_others() -> None:
    match = new_match(TOY, PLAIN, 2, seed=3)
    card = match.view(0).hands[0][0]
    match.play(f"swap {card}", 0)
    own, other = match.observations(0)[-1], match.observations(1)[-1]
    assert own.move is not None
    assert other.move is None
    assert own.events[0].id == "toy.event.swapped_own"
    assert other.events[0].args == {"seat": 0}
    assert len(match.observations(None)[0:2]) == 2
