"""Rolling, keeping and stopping: what a turn may be, and what ends it."""

from __future__ import annotations

from itertools import combinations

import pytest

import quincunx
from quincunx.games.coloryam.moves import KeepDice
from tests.games.coloryam.matches import (
    X,
    attempt,
    dice_for,
    expect_refusal,
    faces_of,
    fill_up_to,
    legal,
    play,
    roll,
    row,
    showing,
    table,
)
from tests.games.events import event_args, event_kinds

LOW = (1, 2, 3, 1, 2, 3)
MET = dice_for(0, 20)
"""Dice that meet the first challenge."""
MISSED = dice_for(0, 20, met=False)


@pytest.mark.rule("coloryam:R17")
def test_an_attempt_begins_with_all_six_dice() -> None:
    match = table()
    assert legal(match) == {"roll"}
    expect_refusal(match, "keep 1K", "R17")
    expect_refusal(match, "stop", "R17")


@pytest.mark.rule("coloryam:L32b", "coloryam:L32d", "coloryam:R17")
def test_after_a_roll_a_player_may_keep_any_dice_or_none_or_stop() -> None:
    match = table()
    roll(match, LOW)
    keeps = {
        f"keep {' '.join(kept)}"
        for many in range(1, 6)
        for kept in combinations(faces_of(LOW), many)
    }
    assert len(keeps) == 62
    assert legal(match) == {"roll", "stop", *keeps}


@pytest.mark.rule("coloryam:L32b")
def test_kept_dice_stay_and_all_others_are_rolled() -> None:
    for many in range(1, 6):
        for dice in combinations(range(6), many):
            match = table()
            roll(match, LOW)
            new = tuple(value if die in dice else 6 for die, value in enumerate(LOW))
            kept = " ".join(faces_of(LOW)[die] for die in dice)
            (event, *_) = event_args(roll(match, new, kept), "rolled")
            assert match.view(None).faces == faces_of(new)
            assert event == {"seat": 0, "faces": faces_of(new), "rolls": 2, "total": sum(new)}


@pytest.mark.rule("coloryam:L32c")
def test_dice_kept_before_may_be_rolled_again() -> None:
    match = table()
    roll(match, (6, 6, 1, 1, 1, 1))
    roll(match, (6, 6, 5, 2, 2, 2), "6R 6K")
    roll(match, (1, 6, 5, 4, 4, 4), "6K 5K")
    assert row(match, 0)[0] in (24, None), "the third roll counts"
    assert event_args(match.log[-1].events, "rolled")[0]["faces"] == faces_of((1, 6, 5, 4, 4, 4))


@pytest.mark.rule("coloryam:L32c")
def test_all_dice_may_be_rolled_again_after_keeping_some() -> None:
    match = table()
    roll(match, (6, 6, 1, 1, 1, 1))
    roll(match, (6, 6, 5, 2, 2, 2), "6R 6K")
    roll(match, MET)
    assert row(match, 0) == (20, None)


@pytest.mark.rule("coloryam:L30", "coloryam:L32a", "coloryam:L77", "coloryam:R16")
def test_the_third_roll_ends_the_turn_by_itself() -> None:
    match = table()
    for number in (1, 2):
        roll(match, MISSED)
        view = match.view(None)
        assert (view.rolls, view.waiting, view.phase) == (number, (0, 1), "roll")
    events = roll(match, MET)
    assert event_kinds(events) == ["rolled", "entered"]
    assert event_args(events, "entered") == [{"seat": 0, "total": 20, "line": 0}]
    view = match.view(None)
    assert (view.waiting, view.rolls, view.faces) == ((1,), 0, ())
    with pytest.raises(quincunx.WrongSeat):
        match.play("roll", 0)


@pytest.mark.rule("coloryam:L32a", "coloryam:L46")
@pytest.mark.parametrize("move", ["roll", "stop", "keep"])
def test_there_is_no_fourth_roll(move: str) -> None:
    match = table()
    for _ in range(3):
        roll(match, MISSED)
    assert match.view(None).phase == "choose"
    assert match.view(None).rolls == 3
    assert legal(match) == {"cross", "enter"}
    expect_refusal(match, f"keep {faces_of(MISSED)[0]}" if move == "keep" else move, "L46")


@pytest.mark.rule("coloryam:R16")
def test_a_third_roll_that_leaves_no_choice_is_crossed_by_itself() -> None:
    match = fill_up_to(table(), 3, (25, 24), (25, 24), (30, 15))
    for _ in range(2):
        roll(match, dice_for(3, 20, met=False))
    assert event_kinds(roll(match, dice_for(3, 20, met=False))) == ["rolled", "crossed"]
    assert row(match, 3) == (X, None)


@pytest.mark.rule("coloryam:L120b", "coloryam:R16")
def test_the_third_roll_of_a_coloryam_line_is_entered_by_itself() -> None:
    match = fill_up_to(table(), 2, (25, 24), (25, 24))
    roll(match, LOW)
    roll(match, (1, 2, 6, 6, 6, 6), "1K 2B")
    assert match.view(None).rolls == 2
    assert event_kinds(roll(match, (5, 5, 6, 6, 6, 6), "6G 6B 6O 6Y")) == ["rolled", "entered"]
    assert row(match, 2) == (34, None)


@pytest.mark.rule("coloryam:L32d", "coloryam:L42")
@pytest.mark.parametrize("rolls", [1, 2])
def test_a_player_may_stop_before_the_third_roll(rolls: int) -> None:
    match = table()
    for _ in range(rolls):
        roll(match, MET)
    events = play(match, "stop")
    assert event_args(events, "entered") == [{"seat": 0, "total": 20, "line": 0}]
    assert match.awaited == (1,)


@pytest.mark.rule("coloryam:L81")
def test_the_first_roll_may_do() -> None:
    match = table()
    roll(match, MET)
    assert match.view(None).met is True
    play(match, "stop")
    assert row(match, 0) == (20, None)


@pytest.mark.rule("coloryam:L83")
def test_rolling_on_may_lose_a_challenge_that_was_met() -> None:
    match = table()
    roll(match, MET)
    assert match.view(None).met is True
    roll(match, MISSED)
    assert match.view(None).met is False
    play(match, "stop")
    assert match.view(None).phase == "choose"
    play(match, "cross")
    assert row(match, 0) == (X, None)


@pytest.mark.rule("coloryam:L83")
def test_rolling_on_may_raise_the_total() -> None:
    match = table()
    roll(match, MET)
    attempt(match, dice_for(0, 30))
    assert row(match, 0) == (30, None)


@pytest.mark.rule("coloryam:R15")
@pytest.mark.parametrize("rolls", [1, 2, 3])
def test_a_challenge_that_is_met_at_the_end_must_be_entered(rolls: int) -> None:
    match = table()
    for _ in range(rolls):
        roll(match, MET)
    if rolls < 3:
        play(match, "stop")
    assert row(match, 0) == (20, None)
    assert row(match, 2) == (None, None)


@pytest.mark.rule("coloryam:R15")
@pytest.mark.parametrize("rolls", [1, 2])
def test_stopping_too_early_is_missing_it(rolls: int) -> None:
    match = table()
    for _ in range(rolls):
        roll(match, MISSED)
    assert event_kinds(play(match, "stop")) == ["missed"]
    assert match.view(None).phase == "choose"
    assert row(match, 0) == (None, None)


@pytest.mark.rule("coloryam:L32b")
def test_only_rolled_faces_can_be_kept() -> None:
    match = table()
    roll(match, LOW)
    refusal = expect_refusal(match, "keep 1K 6K", "L32b")
    assert refusal.offending == ("6K",)
    expect_refusal(match, "keep 2G", "L32b")


@pytest.mark.rule("coloryam:R17")
def test_to_keep_all_six_is_to_stop() -> None:
    match = table()
    roll(match, LOW)
    expect_refusal(match, f"keep {' '.join(faces_of(LOW))}", "R17")


@pytest.mark.rule("coloryam:L46", "coloryam:L130a")
@pytest.mark.parametrize("line", [0, 2])
@pytest.mark.parametrize("move", ["cross", "enter"])
def test_nothing_is_crossed_or_entered_early_before_a_challenge_is_missed(
    move: str, line: int
) -> None:
    match = fill_up_to(table(), line)
    expect_refusal(match, move, "L130a")
    roll(match, MISSED)
    expect_refusal(match, move, "L130a")
    roll(match, MET)
    expect_refusal(match, move, "L130a")


@pytest.mark.rule("coloryam:L79")
def test_everybody_sees_whether_the_challenge_is_met_and_the_total() -> None:
    match = table(3)
    for values, met in ((MISSED, False), (MET, True)):
        assert match.view(2).met is (None if values is MISSED else False)
        roll(match, values)
        for viewer in (None, 0, 1, 2):
            view = match.view(viewer)
            assert (view.met, view.total, view.faces) == (met, 20, faces_of(values))


@pytest.mark.rule("coloryam:L26b")
def test_only_the_seat_on_turn_may_act() -> None:
    match = table(3)
    for seat in (1, 2):
        assert list(match.legal_moves(seat)) == []
        with pytest.raises(quincunx.WrongSeat):
            match.play("roll", seat)
    roll(match, showing("RRRRRR"))
    with pytest.raises(quincunx.WrongSeat):
        match.play("stop", 1)


@pytest.mark.rule("coloryam:R17")
@pytest.mark.parametrize(
    "faces", [(), ("2B", "1K"), ("1K", "1K"), ("1K", "2B", "3Y", "1O", "2R", "3G")]
)
def test_a_keep_names_one_to_five_dice_each_once_and_in_their_order(faces: tuple[str, ...]) -> None:
    match = table()
    roll(match, LOW)
    assert KeepDice(faces) not in match.legal_moves(0)
    with pytest.raises(quincunx.IllegalMove):
        match.play(KeepDice(faces), 0)
    assert match.view(None).rolls == 1
