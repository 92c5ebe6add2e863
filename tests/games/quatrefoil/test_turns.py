"""What can be done on a turn, what it does, and whose turn is next."""

from __future__ import annotations

import pytest

import quincunx
from tests.games.events import event_kinds
from tests.games.quatrefoil.matches import (
    ACTIONS,
    PUSHES,
    START,
    TURN,
    TWISTS,
    acted,
    current_tokens,
    deal,
    expect_refusal,
    legal,
    play,
)

FAR = "GP/RB Y"
"""A target that none of these tests reaches."""


@pytest.mark.rule("quatrefoil:L43", "quatrefoil:L45a", "quatrefoil:R4")
def test_a_turn_is_a_push_a_twist_or_a_stack() -> None:
    match = deal(target=FAR)
    assert len(PUSHES) == 8
    assert legal(match, 0) == TURN
    for seat in (1, 2, 3):
        assert legal(match, seat) == set()


@pytest.mark.rule("quatrefoil:L43")
@pytest.mark.parametrize("text", ["pass", "", "skip", "push", "twist", "wait"])
def test_nobody_may_pass(text: str) -> None:
    match = deal(target=FAR)
    with pytest.raises(quincunx.MalformedMove):
        match.play(text, 0)
    assert match.view(None).turn == 0


@pytest.mark.rule("quatrefoil:L43", "quatrefoil:L74b")
@pytest.mark.parametrize("action", ACTIONS)
def test_one_action_is_a_whole_turn(action: str) -> None:
    match = deal(target=FAR)
    match.play(action, 0)
    assert match.active == (1,)
    with pytest.raises(quincunx.WrongSeat):
        match.play(action, 0)


@pytest.mark.rule("quatrefoil:L45a", "quatrefoil:L45b", "quatrefoil:L55a", "quatrefoil:R4")
@pytest.mark.parametrize(
    ("push", "enters", "slides", "leaves"),
    [
        ("push north from west", "NW", "NW to NE", "NE"),
        ("push north from east", "NE", "NE to NW", "NW"),
        ("push south from west", "SW", "SW to SE", "SE"),
        ("push south from east", "SE", "SE to SW", "SW"),
        ("push west from north", "NW", "NW to SW", "SW"),
        ("push west from south", "SW", "SW to NW", "NW"),
        ("push east from north", "NE", "NE to SE", "SE"),
        ("push east from south", "SE", "SE to NE", "NE"),
    ],
)
def test_a_push_slides_one_line_and_ejects_its_far_token(
    push: str, enters: str, slides: str, leaves: str
) -> None:
    match = deal(target=FAR)
    before = _by_place(match)
    events = match.play(push, 0)
    after = _by_place(match)
    origin, _, goal = slides.split()
    assert after[enters] == before["free"]
    assert after[goal] == before[origin]
    assert after["free"] == before[leaves]
    for place in {"NW", "NE", "SE", "SW"} - {enters, goal}:
        assert after[place] == before[place], "the other line does not move"
    assert events[0].public is not None
    assert events[0].public.args["pushed"] == before["free"]
    assert events[0].public.args["ejected"] == before[leaves]


def _by_place(match: quincunx.Match) -> dict[str, str]:
    return dict(zip(("NW", "NE", "SE", "SW", "free"), match.view(None).tokens, strict=True))


@pytest.mark.rule("quatrefoil:L45b", "quatrefoil:L57", "quatrefoil:R4", "quatrefoil:R5")
@pytest.mark.parametrize(("action", "result"), list(ACTIONS.items()))
def test_what_each_action_makes_of_a_square(action: str, result: str) -> None:
    match = deal(START, target=FAR)
    match.play(action, 0)
    assert current_tokens(match) == result
    assert match.view(None).dealt == ("R", "G", "B", "Y", "P")


@pytest.mark.rule("quatrefoil:L55b")
@pytest.mark.parametrize("push", PUSHES)
@pytest.mark.parametrize("following", PUSHES)
def test_the_next_player_pushes_what_fell_out(push: str, following: str) -> None:
    match = deal(START, target=FAR)
    match.play(push, 0)
    fell_out = ACTIONS[push][-1]
    events = match.play(following, 1)
    assert events[0].public is not None
    assert events[0].public.args["pushed"] == fell_out
    assert current_tokens(match) == acted(ACTIONS[push], following)


@pytest.mark.rule("quatrefoil:L57", "quatrefoil:R5")
@pytest.mark.parametrize("twist", TWISTS)
def test_four_quarter_turns_are_a_whole_one(twist: str) -> None:
    match = deal(START, target=FAR)
    for number in range(1, 5):
        play(match, twist)
        assert (current_tokens(match) == START) == (number == 4)
        assert current_tokens(match)[-1] == "P", "the free token takes no part"


@pytest.mark.rule("quatrefoil:L57", "quatrefoil:R5")
def test_the_two_twists_undo_each_other() -> None:
    match = deal(START, target=FAR)
    play(match, "twist clockwise", "twist anticlockwise")
    assert current_tokens(match) == START


@pytest.mark.rule("quatrefoil:R5")
def test_clockwise_takes_northwest_to_northeast_and_so_on_round() -> None:
    match = deal("RG/YB P", target=FAR)
    tour = []
    for _ in range(4):
        tour.append(next(place for place, token in _by_place(match).items() if token == "R"))
        play(match, "twist clockwise")
    assert tour == ["NW", "NE", "SE", "SW"]


@pytest.mark.rule("quatrefoil:L66a", "quatrefoil:L66b", "quatrefoil:L92")
def test_a_stack_moves_no_other_token_and_ends_the_game_at_once() -> None:
    match = deal(START, target=FAR)
    events = match.play("stack", 0)
    assert event_kinds(events) == ["stacked", "not_solved"]
    assert current_tokens(match) == START
    assert match.outcome is not None
    assert match.active == match.awaited == ()
    for seat in range(4):
        assert legal(match, seat) == set()
        with pytest.raises(quincunx.FinishedGame):
            match.play("twist clockwise", seat)


@pytest.mark.rule("quatrefoil:L74a")
@pytest.mark.parametrize("first", range(4))
def test_turns_go_round_clockwise(first: int) -> None:
    match = deal(target=FAR, first=first)
    turns = []
    for _ in range(9):
        turns.append(match.view(None).turn)
        assert match.active == match.awaited == (turns[-1],)
        play(match, "push north from west")
    assert turns == [(first + number) % 4 for number in range(9)]


@pytest.mark.rule("quatrefoil:L74b")
@pytest.mark.parametrize("move", [*ACTIONS, "stack"])
def test_out_of_turn_nobody_acts(move: str) -> None:
    match = deal(target=FAR, first=2)
    for seat in (0, 1, 3):
        with pytest.raises(quincunx.WrongSeat):
            match.play(move, seat)
    assert (current_tokens(match), match.version) == (START, 0)


@pytest.mark.rule("quatrefoil:L74b")
@pytest.mark.parametrize("move", [*ACTIONS, "stack"])
def test_a_refusal_out_of_turn_names_the_seat_on_turn(move: str) -> None:
    match = deal(target=FAR, first=2, signals="by-hand")
    for seat in (0, 1, 3):
        expect_refusal(match, seat, move, "not_your_turn", "L74b")


@pytest.mark.parametrize("seat", [-1, 4, 17])
def test_there_are_no_other_seats(seat: int) -> None:
    with pytest.raises(quincunx.UnknownSeat):
        deal().play("stack", seat)
