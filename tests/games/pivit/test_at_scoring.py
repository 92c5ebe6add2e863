"""Grids that are checked when all sticks are taken: withdrawals, moving up, and the race."""

from __future__ import annotations

import pytest

import quincunx
from tests.games.events import event_args, event_kinds
from tests.games.pivit.matches import (
    CAP,
    MINUTE,
    another_right,
    another_wrong,
    at_scoring,
    begin,
    claim,
    expect_refusal,
    gained,
    phase,
    right,
    shown,
    sticks,
    stop_all,
    take,
    trade,
    wait,
    wrong,
)

# Unchecked claims


@pytest.mark.rule("pivit:R7", "pivit:L100a")
def test_a_claim_takes_the_highest_stick_unchecked() -> None:
    match = at_scoring(4)
    assert event_kinds(take(match, 2, wrong(2))) == ["done", "stick"]
    assert event_kinds(take(match, 0, another_wrong(0))) == ["done", "stick"]
    assert sticks(match) == (2, 0, None)
    assert phase(match) == "build"


@pytest.mark.rule("pivit:R7", "pivit:R3", "pivit:L68")
def test_a_claim_needs_all_tiles_in_whatever_grid() -> None:
    match = at_scoring(3)
    expect_refusal(match, 0, f"claim {right(0)[:-3]}", "unused", "L68", "g6")
    expect_refusal(match, 0, f"claim {right(0)} b1", "foreign", "R3", "b1")
    in_pieces = right(0).replace("r1 r2", "r1 .. .. r2 ..").replace("y6", ".. y6")
    take(match, 0, in_pieces)
    assert sticks(match) == (0, None)


@pytest.mark.rule("pivit:R7", "pivit:R9")
def test_unchecked_claims_are_ordered_like_others() -> None:
    match = at_scoring(4)
    claim(match, 0)
    claim(match, 1, credit=130, after=100)
    wait(match, CAP)
    assert sticks(match) == (1, 0, None)


# Withdrawing


@pytest.mark.rule("pivit:L100c", "pivit:L100d", "pivit:R7")
def test_a_holder_may_put_the_stick_back_without_penalty() -> None:
    match = at_scoring(4)
    take(match, 0, wrong(0))
    take(match, 1)
    assert set(match.active) == {0, 1, 2, 3}
    assert match.awaited == (2, 3)
    assert [str(move) for move in match.legal_moves(0)] == ["withdraw"]
    assert event_kinds(match.play("withdraw", 0)) == ["withdrew"]
    assert sticks(match) == (None, 1, None)
    assert match.view(None).tokens == (2, 2, 2, 2)
    assert match.view(None).claimed == (False, True, False, False)
    assert match.view(None).withdrawn == (True, False, False, False)
    assert [*match.awaited] == [0, 2, 3]


@pytest.mark.rule("pivit:L100d", "pivit:R7")
def test_the_next_claim_takes_the_highest_stick_in_the_middle() -> None:
    match = at_scoring(4)
    take(match, 0, wrong(0))
    take(match, 1)
    match.play("withdraw", 0)
    take(match, 2)
    assert sticks(match) == (2, 1, None)
    take(match, 0)
    assert sticks(match) == (2, 1, 0)
    assert gained(match) == (3, 4, 6, 2)


@pytest.mark.rule("pivit:R7", "pivit:R16")
def test_after_a_withdrawal_only_a_changed_grid_can_be_claimed() -> None:
    match = at_scoring(3)
    take(match, 0)
    match.play("withdraw", 0)
    expect_refusal(match, 0, f"claim {right(0)}", "same_grid", "R7")
    expect_refusal(match, 0, f"claim {shifted(right(0))}", "same_grid", "R7")
    take(match, 0, another_right(0))
    match.play("withdraw", 0)
    take(match, 0, right(0))
    assert sticks(match) == (0, None)


def shifted(grid: str) -> str:
    """The same grid one row and one column further on."""
    return " / ".join(["..", *(f".. {row}" for row in grid.split(" / "))])


@pytest.mark.rule("pivit:R7")
def test_others_may_claim_what_looks_like_a_grid_put_back() -> None:
    match = at_scoring(4)
    take(match, 0)
    match.play("withdraw", 0)
    take(match, 3, right(0))
    assert sticks(match) == (3, None, None)


@pytest.mark.rule("pivit:R7")
def test_there_is_nothing_to_put_back_without_a_stick() -> None:
    match = at_scoring(3)
    expect_refusal(match, 0, "withdraw", "no_stick", "R7")
    take(match, 0)
    match.play("withdraw", 0)
    expect_refusal(match, 0, "withdraw", "no_stick", "R7")
    claim(match, 1)
    expect_refusal(match, 1, "withdraw", "claim_pending", "R9")


@pytest.mark.rule("pivit:R18")
def test_a_stick_is_put_back_at_most_five_times_a_round() -> None:
    match = at_scoring(3)
    for turn in range(5):
        take(match, 0, wrong(0) if turn % 2 else right(0))
        match.play("withdraw", 0)
    take(match, 0, wrong(0))
    assert match.view(None).withdrawals == (5, 0, 0)
    assert list(match.legal_moves(0)) == []
    assert 0 not in match.active
    expect_refusal(match, 0, "withdraw", "no_withdrawal", "R18")
    take(match, 1)
    assert phase(match) == "race", "the grid is checked as it is"
    stop_all(match)
    begin(match)
    take(match, 0)
    match.play("withdraw", 0)
    assert match.view(None).withdrawals == (1, 0, 0)


@pytest.mark.rule("pivit:R7", "pivit:R5")
def test_a_holder_does_nothing_but_withdraw() -> None:
    match = at_scoring(3)
    take(match, 0)
    for move in ("trade r1", "stop", "resume", f"claim {another_right(0)}"):
        expect_refusal(match, 0, move, "has_stick", "R5" if move.startswith("trade") else "R7")


@pytest.mark.rule("pivit:R7", "pivit:R9")
def test_a_claim_takes_the_highest_stick_there_when_it_counts() -> None:
    match = at_scoring(4)
    take(match, 0)
    take(match, 1)
    match.play("withdraw", 0)
    claim(match, 2)
    claim(match, 3, after=10)
    wait(match, CAP)
    assert sticks(match) == (2, 1, 3)


# The check


@pytest.mark.rule("pivit:L106a", "pivit:L102b", "pivit:R7")
def test_when_the_last_stick_is_taken_all_grids_are_checked() -> None:
    match = at_scoring(4)
    take(match, 3)
    take(match, 1)
    events = take(match, 0)
    assert event_kinds(events) == ["done", "stick", "right", "right", "right", "scored"]
    assert [args["seat"] for args in event_args(events, "right")] == [3, 1, 0]
    assert (phase(match), gained(match)) == ("ready", (3, 4, 2, 6))


@pytest.mark.rule("pivit:L106a", "pivit:L86a", "pivit:R3", "pivit:L13a")
@pytest.mark.parametrize(
    ("grid", "younger", "holds"),
    [
        (right(1), False, True),
        (wrong(1), False, False),
        (".. .. b3 b4 b5 b6 / " + right(1).partition(" / ")[2] + " / b1 b2", False, False),
        (".. .. b3 b4 b5 b6 / " + right(1).partition(" / ")[2] + " / b1 b2", True, True),
        (right(1).replace("b6 /", ".. b6 /"), False, False),
        (right(1).replace("b6 /", ".. b6 /"), True, False),
    ],
)
def test_the_check_is_by_the_rules_of_the_game(grid: str, younger: bool, holds: bool) -> None:
    match = at_scoring(3, younger=younger)
    take(match, 0)
    take(match, 1, grid)
    assert (sticks(match) == (0, 1)) == holds
    assert phase(match) == ("ready" if holds else "race")


@pytest.mark.rule("pivit:L106b", "pivit:R7")
@pytest.mark.parametrize(
    ("wrongs", "left"),
    [
        ({0}, (1, 2, None)),
        ({1}, (0, 2, None)),
        ({2}, (0, 1, None)),
        ({0, 1}, (2, None, None)),
        ({0, 2}, (1, None, None)),
        ({0, 1, 2}, (None, None, None)),
    ],
)
def test_the_right_grids_keep_their_order_and_move_up(
    wrongs: set[int], left: tuple[int | None, ...]
) -> None:
    match = at_scoring(4)
    for seat in (0, 1, 2):
        take(match, seat, wrong(seat) if seat in wrongs else right(seat))
    assert (phase(match), sticks(match)) == ("race", left)
    assert match.view(None).claimed == tuple(seat in left for seat in range(4))
    assert set(match.active) == {*wrongs, 3}
    assert event_args(match.log[-1].events, "stick")[1:] == [
        {"seat": seat, "value": value}
        for place, (seat, value) in enumerate(zip(left, (4, 2, 1), strict=True))
        if seat is not None and seat != place
    ]


@pytest.mark.rule("pivit:L106b", "pivit:L100d")
def test_the_order_is_that_of_the_sticks_held() -> None:
    match = at_scoring(4)
    take(match, 0, wrong(0))
    take(match, 1)
    match.play("withdraw", 0)
    take(match, 2, wrong(2))
    take(match, 3)
    assert (phase(match), sticks(match)) == ("race", (1, 3, None))


@pytest.mark.rule("pivit:R12", "pivit:L106a")
def test_after_the_check_everybody_sees_right_and_wrong_grids() -> None:
    match = at_scoring(4)
    take(match, 0)
    take(match, 2)
    match.play("withdraw", 2)
    take(match, 1, wrong(1))
    for viewer in (None, 0, 2, 3):
        view = match.view(viewer)
        assert (view.wrong, view.faults) == ((None,) * 4, ((),) * 4), "nothing before the check"
    events = take(match, 3)
    assert event_args(events, "wrong_because") == [{"seat": 1, "reasons": ("mixed",)}]
    for viewer in (None, 0, 1, 2, 3):
        view = match.view(viewer)
        assert view.grids == (shown(right(0)), None, None, shown(right(3)))
        assert view.wrong == (None, shown(wrong(1)), None, None), "what was put back stays covered"
        assert [fault.cells for fault in view.faults[1]] == [
            ("0,0", "0,1", "0,2", "0,3"),
            ("1,0", "1,1", "1,2", "1,3"),
        ]
        assert {fault.message.id for fault in view.faults[1]} == {"pivit.refusal.mixed"}
        assert view.withdrawn == (False, True, True, False)
    assert match.view(1).refused == shown(wrong(1))
    assert match.view(0).refused is None


@pytest.mark.rule("pivit:R12")
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_a_wrong_grid_is_in_the_record_and_on_the_terminal_until_the_next_round(
    viewer: int | None,
) -> None:
    match = at_scoring(3)
    take(match, 0)
    take(match, 1, wrong(1))
    board = match.game.board(match.view(viewer))
    assert "Player 2’s grid is not right." in board
    assert "A line shares neither a colour nor a design." in board
    record = match.record(viewer)
    assert '[0,0,"b2"],[1,0,"b1"]' in "".join(record.to_json().split())
    wait(match, MINUTE + CAP)
    assert match.view(viewer).wrong[1] == shown(wrong(1))
    begin(match)
    assert match.view(viewer).wrong == (None, None, None)


@pytest.mark.rule("pivit:R12", "pivit:R15")
def test_a_claim_that_came_too_late_for_a_stick_is_checked_and_shown_as_well() -> None:
    match = at_scoring(3)
    take(match, 0)
    claim(match, 1)
    claim(match, 2, wrong(2), after=100)
    events = wait(match, CAP)
    assert event_args(events, "wrong_because") == [{"seat": 2, "reasons": ("mixed",)}]
    assert match.view(None).wrong == (None, None, shown(wrong(2)))


# The race


@pytest.mark.rule("pivit:L106c", "pivit:L106d", "pivit:R7")
def test_everyone_else_has_one_minute_for_what_is_left() -> None:
    match = at_scoring(3)
    take(match, 0, wrong(0))
    claim(match, 1)
    events = wait(match, CAP)
    assert event_kinds(events) == ["stick", "wrong_because", "right", "stick", "race"]
    view = match.view(None)
    assert (view.phase, view.ends_at, view.sticks) == ("race", match.now + MINUTE, (1, None))
    assert match.deadline == match.now + MINUTE + CAP
    assert match.active == (0, 2)
    assert match.awaited == (0, 2)


@pytest.mark.rule("pivit:L106e", "pivit:R7", "pivit:L108a")
@pytest.mark.parametrize("first", [0, 2])
def test_the_first_right_grid_of_the_race_takes_the_stick(first: int) -> None:
    match = at_scoring(3)
    take(match, 0, wrong(0))
    take(match, 1)
    events = take(match, first)
    assert event_kinds(events) == ["done", "stick", "scored"]
    assert gained(match) == ((4, 6, 2) if first == 0 else (2, 6, 4))


@pytest.mark.rule("pivit:R7", "pivit:L106e")
def test_in_the_race_claims_are_checked_at_once() -> None:
    match = at_scoring(3)
    take(match, 0, wrong(0))
    take(match, 1)
    expect_refusal(match, 2, f"claim {wrong(2)}", "mixed", "L82", "0,0 0,1 0,2 0,3")
    expect_refusal(match, 0, f"claim {another_wrong(0)}", "mixed", "L82", "4,0 4,1 4,2 4,3")
    expect_refusal(match, 0, f"claim {wrong(0)}", "same_grid", "R7")
    take(match, 0)
    assert gained(match) == (4, 6, 2)


@pytest.mark.rule("pivit:R7")
def test_of_several_sticks_the_highest_goes_first() -> None:
    match = at_scoring(4)
    for seat in (0, 1, 2):
        take(match, seat, wrong(seat))
    assert sticks(match) == (None, None, None)
    take(match, 3)
    take(match, 1)
    assert (phase(match), sticks(match)) == ("race", (3, 1, None))
    take(match, 0)
    assert (phase(match), gained(match)) == ("ready", (3, 4, 2, 6))


@pytest.mark.rule("pivit:L106f", "pivit:R7", "pivit:L108b")
def test_if_the_minute_ends_nobody_scores_the_stick_but_tokens_count() -> None:
    match = at_scoring(3)
    trade(match, 2, "y1")
    take(match, 0, wrong(0))
    take(match, 1)
    assert wait(match, MINUTE + CAP - 1) == ()
    assert event_kinds(wait(match, 1)) == ["time_up", "scored"]
    assert (sticks(match), gained(match)) == ((1, None), (2, 6, 1))


@pytest.mark.rule("pivit:R9", "pivit:L106d", "pivit:R14")
def test_credit_counts_at_the_end_of_the_race() -> None:
    match = at_scoring(3)
    take(match, 0, wrong(0))
    take(match, 1)
    late = match.now + MINUTE + 100
    with pytest.raises(quincunx.IllegalMove) as caught:
        match.play(f"claim {right(0)} credit 99", 0, at=late)
    assert (caught.value.reason, caught.value.rule) == ("too_late", "pivit:R14")
    match.play(f"claim {right(2)} credit 100", 2, at=late)
    match.tick(late + CAP)
    assert gained(match) == (2, 6, 4)


@pytest.mark.rule("pivit:R7")
def test_a_right_grid_keeps_its_stick_through_the_race() -> None:
    match = at_scoring(3)
    take(match, 0)
    take(match, 1, wrong(1))
    expect_refusal(match, 0, "withdraw", "has_finished", "R7")
    assert list(match.legal_moves(0)) == []


@pytest.mark.rule("pivit:R8", "pivit:L106f")
def test_the_race_too_ends_when_all_who_build_agree() -> None:
    match = at_scoring(3)
    match.play("stop", 2)
    take(match, 0, wrong(0))
    take(match, 1)
    assert match.view(None).stops == (False, False, False)
    match.play("stop", 2)
    assert phase(match) == "race"
    match.play("stop", 0)
    assert (phase(match), gained(match)) == ("ready", (2, 6, 2))


@pytest.mark.rule("pivit:R14")
def test_the_race_is_a_whole_minute_whatever_the_limit() -> None:
    match = at_scoring(3, limit=1)
    wait(match, 50_000)
    take(match, 0, wrong(0))
    take(match, 1)
    assert match.view(None).ends_at == match.now + MINUTE


# In the last moment before the check


@pytest.mark.rule("pivit:R7", "pivit:L106a", "pivit:R15")
@pytest.mark.parametrize("credit", [0, 90, 150])
def test_a_wrong_grid_claimed_just_before_the_check_gets_nothing(credit: int) -> None:
    match = at_scoring(3)
    take(match, 0)
    claim(match, 1, wrong(1), after=5_000)
    claim(match, 2, wrong(2), credit=credit, after=100)
    wait(match, MINUTE + 2 * CAP)
    assert (phase(match), sticks(match), gained(match)) == ("ready", (0, None), (6, 2, 2))


@pytest.mark.rule("pivit:R12", "pivit:R7")
def test_an_unchecked_grid_stays_hidden_when_the_race_begins() -> None:
    match = at_scoring(3)
    take(match, 0)
    claim(match, 1, wrong(1), after=5_000)
    claim(match, 2, wrong(2), after=100)
    wait(match, CAP - 100)
    assert phase(match) == "race"
    assert match.view(0).grids[2] is None


@pytest.mark.rule("pivit:R15")
@pytest.mark.parametrize("credit", [0, 100])
def test_a_claim_too_late_for_a_stick_is_not_lost_for_the_race(credit: int) -> None:
    match = at_scoring(3)
    take(match, 0)
    wait(match, 5_000)
    for seat in (1, 2):
        match.draft(seat, match.rules.draft_type(shown(right(seat))))
    # Both want the last stick. With credit seat 2 takes it, and seat 1 comes too late for it.
    claim(match, 1, right(1) if credit else wrong(1))
    claim(match, 2, wrong(2) if credit else right(2), credit=credit, after=50)
    wait(match, CAP - 50)
    late = 1 if credit else 2
    if phase(match) == "race" and late in match.active:
        assert match.draft_of(late) is not None, "what was built is still there"
        claim(match, late)
    wait(match, CAP)
    assert sticks(match) == (0, late)


@pytest.mark.rule("pivit:R15", "pivit:R8")
def test_there_is_no_race_after_all_agreed_to_stop() -> None:
    match = at_scoring(3)
    take(match, 0)
    claim(match, 1)
    stop_all(match)
    assert (phase(match), gained(match)) == ("ready", (6, 4, 2))
