"""How a game ends, who wins, and what is seen afterwards."""

from __future__ import annotations

from itertools import permutations

import pytest

import quincunx
from tests.games.events import event_kinds
from tests.games.quatrefoil.matches import (
    ACTIONS,
    MODES,
    START,
    TWO_MINUTES,
    Choice,
    all_look,
    deal,
    every_mode,
    everyone_wins,
    expect_refusal,
    legal,
    play,
    written,
)

FAR = "GP/RB Y"
IN_TURNS = [options for options in MODES.values() if options.get("variant") != "dual"]


def ready(match: quincunx.Match) -> quincunx.Match:
    """Past the looks of Race the Clock, where there are any."""
    return all_look(match) if "look" in legal(match, 0) else match


@pytest.mark.rule("quatrefoil:L17a", "quatrefoil:L66b", "quatrefoil:L92")
@pytest.mark.parametrize("actions", range(5))
@pytest.mark.parametrize("options", IN_TURNS)
def test_the_seat_on_turn_may_end_the_game(options: Choice, actions: int) -> None:
    match = ready(deal(target=FAR, first=3, **options))
    play(match, *["twist clockwise"] * actions)
    turn = match.view(None).turn
    assert "stack" in legal(match, turn)
    match.play("stack", turn)
    assert match.outcome is not None
    assert match.view(None).ending == "stack"


@pytest.mark.rule("quatrefoil:L13", "quatrefoil:L17b", "quatrefoil:L94a")
@every_mode
def test_a_stack_with_every_token_right_wins_for_all(options: Choice) -> None:
    match = ready(deal("GB/RY P", target="RG/YB P", **options))
    play(match, "twist clockwise")
    events = match.play("stack", 1)
    assert event_kinds(events) == ["stacked", "solved"]
    assert everyone_wins(match)
    assert match.outcome is not None
    assert match.outcome.reason.id == "quatrefoil.outcome.solved_at_par"


@pytest.mark.parametrize(
    ("twists", "sentence"),
    [
        (1, "Solved in 1 action, the fewest possible."),
        (5, "Solved in 5 actions. 1 would have been enough."),
    ],
)
def test_par_is_named_only_where_it_was_missed(twists: int, sentence: str) -> None:
    match = ready(deal("GB/RY P", target="RG/YB P"))
    play(match, *["twist clockwise"] * twists)
    match.play("stack", match.view(None).turn)
    assert match.outcome is not None
    assert quincunx.render(match.outcome.reason) == sentence


def test_a_solved_deal_can_be_stacked_without_an_action() -> None:
    match = ready(deal("RG/YB P", target="RG/YB P"))
    match.play("stack", 0)
    assert match.outcome is not None
    reason = quincunx.render(match.outcome.reason)
    assert reason == "Solved in no actions, the fewest possible."


@pytest.mark.rule("quatrefoil:L13", "quatrefoil:L17c", "quatrefoil:L94b")
@every_mode
def test_a_stack_with_a_token_out_of_place_loses_for_all(options: Choice) -> None:
    match = ready(deal("RG/YB P", target="RG/YP B", **options))
    events = match.play("stack", 0)
    assert event_kinds(events) == ["stacked", "not_solved"]
    assert not everyone_wins(match)
    assert match.outcome is not None
    assert match.outcome.reason.id == "quatrefoil.outcome.wrong"


@pytest.mark.rule("quatrefoil:L94a", "quatrefoil:L94b")
def test_one_arrangement_of_120_wins() -> None:
    won = []
    for letters in map("".join, permutations("BGPRY")):
        tokens = f"{letters[:2]}/{letters[2:4]} {letters[4]}"
        if everyone_wins(play(deal(tokens, target="PB/YR G"), "stack")):
            won.append(tokens)
    assert won == ["PB/YR G"]


@pytest.mark.rule("quatrefoil:L94a")
def test_all_tokens_right_without_a_stack_is_no_end() -> None:
    match = deal("GB/RY P", target="RG/YB P")
    play(match, "twist clockwise")
    assert match.view(None).signals == (True,) * 4
    assert match.outcome is None
    play(match, "twist clockwise", "stack")
    assert not everyone_wins(match)


@pytest.mark.rule("quatrefoil:R11")
@every_mode
def test_pushes_and_twists_are_counted_and_nothing_else(options: Choice) -> None:
    match = ready(deal(target=FAR, **options))
    assert match.view(None).actions == 0, "looks do not count"
    if options.get("signals") == "by-hand":
        match.play("signal", 3)
        assert match.view(None).actions == 0
    for number, action in enumerate(("twist clockwise", "twist anticlockwise"), start=1):
        play(match, action)
        assert [match.view(viewer).actions for viewer in (None, 0, 1, 2, 3)] == [number] * 5
    match.play("push north from west", match.awaited[0])
    play(match, "stack")
    assert match.view(None).actions == 3
    assert match.outcome is not None
    assert match.outcome.scores == (3, 3, 3, 3)
    assert match.outcome.reason.args["actions"] == 3


@pytest.mark.rule("quatrefoil:R19")
def test_there_is_no_limit_unless_it_is_chosen() -> None:
    limit = next(option for option in quincunx.options("quatrefoil") if option.name == "limit")
    assert limit.default is None
    match = deal(target=FAR)
    play(match, *["twist clockwise"] * 200)
    assert match.outcome is None
    assert match.view(None).left is None


@pytest.mark.rule("quatrefoil:R19")
@pytest.mark.parametrize("limit", [1, 2, 5])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"signals": "by-hand"},
        {"variant": "half-and-half"},
        {"variant": "nothing-to-hide"},
        {"clock": True},
    ],
)
def test_after_the_last_action_only_the_stack_remains(options: Choice, limit: int) -> None:
    match = ready(deal(target=FAR, first=2, limit=limit, **options))
    play(match, *["twist clockwise"] * (limit - 1))
    assert match.view(None).left == 1
    last = match.play("twist clockwise", match.awaited[0])
    assert event_kinds(last)[-1] == "only_stack"
    assert match.outcome is None, "the limit alone loses nothing"
    assert match.view(None).left == 0
    (seat,) = match.awaited
    assert seat == (2 + limit) % 4, "the next player must make it"
    assert legal(match, seat) - {"signal"} == {"stack"}
    for action in ACTIONS:
        expect_refusal(match, seat, action, "only_stack", "R19")
    match.play("stack", seat)
    assert not everyone_wins(match)
    assert match.outcome is not None
    assert match.outcome.reason.id == "quatrefoil.outcome.no_actions_left"
    assert match.outcome.scores == (limit,) * 4


@pytest.mark.rule("quatrefoil:R19")
def test_in_dual_anyone_makes_the_stack_that_remains() -> None:
    match = deal(target=FAR, limit=1, variant="dual")
    match.play("twist clockwise", 3)
    assert [legal(match, seat) for seat in range(4)] == [{"stack"}] * 4
    expect_refusal(match, 0, "twist clockwise", "only_stack", "R19")
    match.play("stack", 1)
    assert not everyone_wins(match)


@pytest.mark.rule("quatrefoil:R19")
@every_mode
def test_every_action_of_the_limit_can_win(options: Choice) -> None:
    options = {**options, "limit": 1}
    match = ready(deal("GB/RY P", target="RG/YB P", **options))
    play(match, "twist clockwise")
    match.play("stack", match.awaited[0])
    assert everyone_wins(match)


@pytest.mark.rule("quatrefoil:R28")
@pytest.mark.parametrize("options", [{}, {"signals": "by-hand"}, {"variant": "dual"}])
def test_no_game_has_more_than_500_pushes_and_twists(options: Choice) -> None:
    match = deal(target=FAR, **options)
    for number in range(500):
        assert match.view(None).left == (500 - number if number >= 480 else None)
        if options.get("signals") == "by-hand":
            for seat in range(4):
                match.play("signal", seat)
        play(match, "twist clockwise")
    (said_last,) = {event.id for event in match.observations(None)[-1].events} & {
        "quatrefoil.event.only_stack"
    }
    assert said_last
    seat = match.awaited[0]
    expect_refusal(match, seat, "twist clockwise", "only_stack", "R28")
    for signaller in range(4):
        if "signal" in legal(match, signaller):
            match.play("signal", signaller)
    match.play("stack", seat)
    assert match.outcome is not None
    assert match.version + 1 == match.rules.max_log_entries, "the bound is reached, and no more"


@pytest.mark.rule("quatrefoil:R11", "quatrefoil:R19")
def test_a_stack_before_the_limit_wins_and_signals_do_not_use_it_up() -> None:
    match = deal("GB/RY P", target="RG/YB P", limit=1, signals="by-hand")
    for seat in range(4):
        match.play("signal", seat)
    match.play("twist clockwise", 0)
    match.play("signal", 1)
    match.play("stack", 1)
    assert everyone_wins(match)


@pytest.mark.rule("quatrefoil:R18", "quatrefoil:R19")
def test_the_clock_and_the_limit_may_both_be_set_and_the_first_to_come_ends_the_game() -> None:
    timed = all_look(deal(target=FAR, clock=True, limit=2))
    play(timed, "twist clockwise")
    timed.tick(TWO_MINUTES)
    assert timed.view(None).ending == "time"
    limited = all_look(deal(target=FAR, clock=True, limit=2))
    play(limited, "twist clockwise", "twist clockwise", "stack")
    assert limited.tick(TWO_MINUTES) == ()
    assert limited.view(None).ending == "stack"
    late = all_look(deal(target=FAR, clock=True, limit=2))
    play(late, "twist clockwise", "twist clockwise")
    late.tick(TWO_MINUTES)
    assert late.view(None).ending == "time", "the stack that remains has to be in time as well"


@pytest.mark.rule("quatrefoil:R12", "quatrefoil:R24")
@every_mode
def test_after_the_end_everybody_sees_all_cards(options: Choice) -> None:
    match = ready(deal(target="PB/YR G", positions="SE NW SW NE", **options))
    match.play("stack", 0)
    dual = options.get("variant") == "dual"
    for viewer in (None, 0, 1, 2, 3):
        view = match.view(viewer)
        assert view.positions == ("SE", "NW", "SW", "NE")
        assert view.colours == ((None,) * 4 if dual else ("R", "P", "Y", "B"))
        assert written(view.target) == "PB/YR G"
        assert view.par is not None


@pytest.mark.rule("quatrefoil:R24")
@pytest.mark.parametrize("end", ["time", "stack"])
def test_cards_are_shown_however_the_game_ended(end: str) -> None:
    match = all_look(deal(target="PB/YR G", clock=True, limit=1))
    if end == "time":
        match.tick(TWO_MINUTES)
    else:
        play(match, "twist clockwise", "stack")
    assert match.view(None).ending == end
    assert written(match.view(None).target) == "PB/YR G"


@pytest.mark.rule("quatrefoil:R24")
@every_mode
def test_after_the_end_everybody_gets_the_whole_record(options: Choice) -> None:
    match = quincunx.new("quatrefoil", seed=5, options=options)
    ready(match).play("stack", match.awaited[0])
    records = {match.record(viewer).to_json() for viewer in (None, 0, 1, 2, 3)}
    assert len(records) == 1
    (record,) = records
    assert isinstance(quincunx.replay(record), quincunx.Match)
    assert quincunx.verify(record).results > 0


@pytest.mark.rule("quatrefoil:R12")
@pytest.mark.parametrize("action", ACTIONS)
def test_par_counts_from_the_deal_to_the_target(action: str) -> None:
    match = deal(START, target=ACTIONS[action])
    play(match, "twist clockwise", "twist anticlockwise", action, "stack")
    assert everyone_wins(match)
    assert match.view(None).par == 1
    assert match.outcome is not None
    assert match.outcome.reason.args == {"actions": 3, "par": 1}
