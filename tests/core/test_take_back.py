"""Undo: a log entry of its own that restores the position before a move."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import quincunx
from quincunx.core.chance import Result, ScriptedChance
from quincunx.core.errors import (
    BackwardTime,
    CannotTakeBack,
    CorruptRecord,
    StaleMove,
    UnknownSeat,
)
from quincunx.core.match import TAKE_BACKS_PER_SEAT, Match
from quincunx.core.records.record import Record
from quincunx.core.records.replay import Recording, replay, verify
from tests.kit.play import new_match, play_out
from tests.toy.game import TOY
from tests.toy.rules import ToyOptions

PLAIN, TIMED = ToyOptions(), ToyOptions(timed=True)
HANDS = (Result("deck", 0, (0, 1, 2, 3, 4)), Result("deck", 1, (5, 5, 4, 3, 0)))


def toy(options: ToyOptions = PLAIN) -> Match:
    return Match(TOY, options, 2, chance=ScriptedChance(HANDS))


def laid(options: ToyOptions = PLAIN) -> Match:
    """Return a game in which the first seat has played two cards."""
    match = toy(options)
    match.play("lay 0 1", 0, at=1_000)
    return match


def position(match: Match) -> tuple[Any, ...]:
    views = [match.view(viewer) for viewer in (None, quincunx.OMNISCIENT, 0, 1)]
    drafts = [match.draft_of(seat) for seat in (0, 1)]
    return match.digest(), views, match.active, match.deadline, match.outcome, drafts


def refused(match: Match, seat: int, at: int | None = None) -> None:
    """Assert that an undo is refused with a sentence and changes nothing."""
    before = (match.version, position(match))
    assert not match.can_take_back(seat)
    with pytest.raises(CannotTakeBack, match="This move cannot be undone"):
        match.take_back(seat, at)
    assert (match.version, position(match)) == before


# What a take-back does


def test_a_take_back_restores_the_position_and_the_log_keeps_both() -> None:
    match = toy()
    before = position(match)
    match.play("lay 0 1", 0, at=1_000)
    assert match.can_take_back(0)
    (event,) = match.take_back(0, at=2_000)
    assert position(match) == before
    assert (match.version, match.now) == (2, 2_000)
    assert [(entry.at, entry.seat, entry.back) for entry in match.log] == [
        (0, None, None),
        (1_000, 0, None),
        (2_000, 0, 0),
    ]
    assert event.public is not None
    assert quincunx.render(event.public) == "Player 1 undoes the last move."


def test_another_move_can_be_made_after_a_take_back() -> None:
    match = laid()
    match.take_back(0)
    match.play("lay 2 3", 0, version=2)
    assert match.view(1).laid == ((2, 3), ())
    assert match.can_take_back(0)


def test_several_moves_can_be_taken_back_in_turn() -> None:
    match = laid()
    after_the_first = position(match)
    match.play("lay 3", 1)
    after_the_second = position(match)
    match.play("lay 4", 1)
    match.take_back(1)
    assert position(match) == after_the_second
    match.take_back(1)
    assert position(match) == after_the_first
    assert [entry.back for entry in match.log] == [None, None, None, None, 2, 1]


def test_moves_that_were_not_taken_back_are_in_effect() -> None:
    match = laid()
    match.take_back(0)
    match.play("lay 2", 0)
    assert [match.is_in_effect(version) for version in range(4)] == [True, False, False, True]


def test_observations_leave_out_taken_back_moves_and_history_keeps_them() -> None:
    match = laid()
    earlier = match.observations(1)
    match.take_back(0)
    match.play("lay 2", 0)
    assert [seen.version for seen in match.observations(1)] == [0, 3]
    assert [seen.version for seen in match.history(1)] == [0, 1, 2, 3]
    assert [seen.events[0].id for seen in match.history(1)[1:]] == [
        "toy.event.laid",
        "core.event.took_back",
        "toy.event.laid",
    ]
    assert [seen.version for seen in earlier] == [0, 1], "what was given out does not change"


def test_a_move_for_a_taken_back_position_is_stale() -> None:
    match = new_match(TOY, PLAIN, 2, seed=3)
    match.play("lay", 0)
    match.take_back(0)
    with pytest.raises(StaleMove):
        match.play("lay", 1, version=1)
    match.play("fish", 1, version=1)
    match.play("lay", 1, version=3)


# Drafts


def test_a_take_back_restores_the_draft_that_the_move_cleared() -> None:
    match = toy()
    match.draft(0, (0, 2))
    match.draft(1, (3,))
    match.play("lay 0 1", 0)
    assert (match.draft_of(0), match.draft_of(1)) == (None, (3,))
    match.take_back(0)
    assert (match.draft_of(0), match.draft_of(1)) == ((0, 2), (3,))
    assert match.progress == {0: 2, 1: 1}


def test_a_take_back_drops_a_draft_made_after_the_move() -> None:
    match = toy()
    match.draft(1, (3,))
    match.play("lay 0 1", 0)
    match.draft(1, (3, 4))
    match.take_back(0)
    assert match.draft_of(1) == (3,)


def test_a_draft_made_after_a_take_back_is_kept_like_any_other() -> None:
    match = toy()
    match.draft(0, (0,))
    match.play("lay 0 1", 0)
    match.take_back(0)
    match.draft(0, (0, 4))
    match.play("lay 2", 0)
    assert match.draft_of(0) is None
    match.take_back(0)
    assert match.draft_of(0) == (0, 4)


# Undone and written down


def test_a_take_back_can_be_undone_by_a_program() -> None:
    match = toy()
    match.draft(0, (0, 2))
    match.play("lay 0 1", 0, at=1_000)
    before, stood = position(match), len(match.observations(0))
    match.take_back(0, at=2_000)
    match.draft(0, (4,))
    match.undo()
    assert (position(match), match.now, match.version) == (before, 1_000, 1)
    assert len(match.observations(0)) == stood
    assert match.can_take_back(0)
    match.take_back(0)
    assert match.draft_of(0) == (0, 2)


@pytest.fixture
def record() -> Record:
    """Return a finished game in which the first seat undid a move that it had drafted."""
    match = new_match(TOY, TIMED, 2, seed=3)
    match.draft(0, (1, 3))
    match.play("lay", 0, at=1_000)
    match.take_back(0, at=2_000)
    return play_out(match, seed=3).record()


def test_a_record_with_a_take_back_replays_and_verifies(record: Record) -> None:
    again = replay(Record.from_json(record.to_json()), TOY)
    assert isinstance(again, Match)
    assert again.record() == record
    assert [again.is_in_effect(version) for version in range(3)] == [True, False, False]
    assert verify(record, TOY).results == sum(len(step.chance) for step in record.steps)


def test_an_unfinished_game_is_restored_with_its_draft() -> None:
    match = new_match(TOY, TIMED, 2, seed=3)
    match.draft(0, (1, 3))
    match.play("lay", 0)
    match.take_back(0)
    restored = replay(Record.from_json(match.full_record().to_json()), TOY)
    assert isinstance(restored, Match)
    assert position(restored) == position(match)
    assert restored.draft_of(0) == (1, 3)
    assert [*restored.observations(0)] == [*match.observations(0)]


def test_the_record_of_one_seat_shows_the_move_and_its_take_back() -> None:
    match = new_match(TOY, PLAIN, 2, seed=3)
    match.play("lay", 0)
    match.take_back(0)
    shown = replay(Record.from_json(match.record(1).to_json()), TOY)
    assert isinstance(shown, Recording)
    assert [step.back for step in shown.record.steps] == [None, None, 0]
    assert shown.scene(1) != shown.scene(0)
    assert shown.scene(2) == shown.scene(0)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda step: step.update(back=1), "its back is not what the rules give"),
        (lambda step: step.update(seat=1), "This move cannot be undone"),
        (lambda step: step.update(move="fish"), "its move is not what the rules give"),
        (lambda step: step.pop("back"), "a move is missing"),
    ],
    ids=["to another version", "by another seat", "with a move", "hidden"],
)
def test_a_false_take_back_is_detected(
    record: Record, change: Callable[[dict[str, Any]], object], why: str
) -> None:
    data = json.loads(record.to_json())
    change(data["steps"][2])
    with pytest.raises(CorruptRecord, match=f"at step 2: .*{why}"):
        replay(Record.from_json(json.dumps(data)), TOY)


# What has to stand


def test_the_deal_cannot_be_taken_back() -> None:
    match = toy()
    refused(match, 0)
    refused(match, 1)


def test_the_move_of_another_seat_cannot_be_taken_back() -> None:
    refused(laid(), 1)


def test_a_move_cannot_be_taken_back_after_the_action_of_another_seat() -> None:
    match = laid()
    match.play("lay 3", 1)
    refused(match, 0)


def test_a_move_cannot_be_taken_back_after_an_action_that_another_seat_took_back() -> None:
    match = laid()
    match.play("lay 3", 1)
    match.take_back(1)
    refused(match, 0)
    refused(match, 1)


def test_a_move_with_chance_cannot_be_taken_back() -> None:
    match = new_match(TOY, PLAIN, 2, seed=3)
    match.play("fish", 0)
    refused(match, 0)
    match.play("lay", 0)
    match.take_back(0)
    refused(match, 0)


def test_a_move_that_revealed_something_cannot_be_taken_back() -> None:
    match = toy()
    match.play("guess 5", 0)
    refused(match, 0)


def test_a_move_cannot_be_taken_back_after_a_deadline() -> None:
    match = laid(TIMED)
    with pytest.raises(CannotTakeBack):
        match.take_back(0, at=10_000)
    assert [(entry.at, entry.seat) for entry in match.log[1:]] == [(1_000, 0), (10_000, None)]


def test_a_move_cannot_be_taken_back_once_the_earlier_deadline_has_passed() -> None:
    match = laid(TIMED)
    match.play("lay 3", 1, at=5_000)
    assert match.deadline == 15_000, "the last one to lay begins the next round"
    match.tick(10_000)
    refused(match, 1, at=10_000)


def test_a_move_can_be_taken_back_until_the_earlier_deadline() -> None:
    match = laid(TIMED)
    match.play("lay 3", 1, at=5_000)
    match.take_back(1, at=9_999)
    assert match.deadline == 10_000


def test_nothing_can_be_taken_back_after_the_end() -> None:
    match = toy()
    for seat in (0, 1, 0, 1):
        match.play("lay", seat)
    assert match.outcome is not None
    refused(match, 1)


def test_a_take_back_checks_the_seat_and_the_time_like_a_move() -> None:
    match = laid()
    with pytest.raises(UnknownSeat, match="no seat 7"):
        match.take_back(7)
    with pytest.raises(BackwardTime, match="500 is before 1000"):
        match.take_back(0, at=500)
    assert match.version == 1


# How often


def played_and_taken_back(times: int) -> Match:
    """Return a game in which the first seat can undo `times` more moves."""
    match = toy()
    for _ in range(TAKE_BACKS_PER_SEAT - times):
        match.play("lay 0 1", 0)
        match.take_back(0)
    return match


def test_take_backs_per_seat_are_limited() -> None:
    match = played_and_taken_back(times=1)
    assert match.take_backs_left(0) == 1
    match.play("lay 0 1", 0)
    match.take_back(0)
    match.play("lay 0 1", 0)
    assert match.take_backs_left(0) == 0
    assert not match.can_take_back(0)
    with pytest.raises(CannotTakeBack, match=r"You have undone 40 moves in this game"):
        match.take_back(0)
    match.play("lay 3", 1)
    assert match.can_take_back(1), "the other seat has not taken anything back"


def test_alternating_moves_and_take_backs_keep_the_log_bounded() -> None:
    match = toy()
    for _ in range(10 * TAKE_BACKS_PER_SEAT):
        match.play("lay 0 1", 0)
        if not match.can_take_back(0):
            break
        match.take_back(0)
    assert len(match.log) == 2 + 2 * TAKE_BACKS_PER_SEAT


def test_the_take_back_limit_survives_a_restart_and_an_undo() -> None:
    match = played_and_taken_back(times=0)
    match.play("lay 0 1", 0)
    again = replay(Record.from_json(match.full_record().to_json()), TOY)
    assert isinstance(again, Match)
    assert not again.can_take_back(0)
    again.undo()
    again.undo()
    assert again.take_backs_left(0) == 1
    assert again.can_take_back(0)


def test_a_record_with_more_take_backs_can_be_read() -> None:
    """The record is older than the limit."""
    match = played_and_taken_back(times=0)
    for _ in range(5):
        match.play("lay 0 1", 0)
        match.take_back(0, limited=False)
    again = replay(Record.from_json(match.full_record().to_json()), TOY)
    assert isinstance(again, Match)
    assert again.take_backs_left(0) == 0


def test_a_draft_from_before_many_take_backs_is_restored() -> None:
    """An undo finds the remaining drafts without reading all of them."""
    match = toy()
    match.draft(1, (3, 4), at=10)
    for n in range(TAKE_BACKS_PER_SEAT):
        match.draft(0, (n % 5,), at=2_000 * (n + 1))
        match.play("lay 0 1", 0)
        assert (match.draft_of(0), match.draft_of(1)) == (None, (3, 4))
        match.take_back(0)
        assert (match.draft_of(0), match.draft_of(1)) == ((n % 5,), (3, 4))
