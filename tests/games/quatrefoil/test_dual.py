"""Quatrefoil Dual."""

from __future__ import annotations

from typing import Any

import pytest

import quincunx
from tests.games.events import event_kinds
from tests.games.quatrefoil.matches import (
    ACTIONS,
    PUSHES,
    START,
    TWISTS,
    TWO_MINUTES,
    current_tokens,
    deal,
    everyone_wins,
    expect_refusal,
    legal,
    written,
)

FAR = "GP/RB Y"
EVERYBODY = (None, 0, 1, 2, 3)
SEATS = [(0, "SE"), (1, "NW"), (2, "SW"), (3, "NE")]
ENTERS = {
    "NW": {"push north from west", "push west from north"},
    "NE": {"push north from east", "push east from north"},
    "SE": {"push south from east", "push east from south"},
    "SW": {"push south from west", "push west from south"},
}
"""The pushes that leave the pushed token in each position."""


def dual(tokens: str = START, target: str = FAR, **options: Any) -> quincunx.Match:
    return deal(tokens, target=target, positions="SE NW SW NE", variant="dual", **options)


@pytest.mark.rule("quatrefoil:L108", "quatrefoil:L112a", "quatrefoil:L112b")
def test_everybody_knows_the_target() -> None:
    match = dual(target="PB/YR G")
    for viewer in EVERYBODY:
        assert written(match.view(viewer).target) == "PB/YR G"


@pytest.mark.rule("quatrefoil:L112b", "quatrefoil:L118b")
def test_the_open_cards_are_what_a_stack_is_measured_by() -> None:
    match = dual("PB/YR G", target="PB/YR G")
    match.play("stack", 3)
    assert everyone_wins(match)


@pytest.mark.rule("quatrefoil:L110", "quatrefoil:R20", "quatrefoil:R25")
def test_each_seat_has_one_position_that_the_others_do_not_see() -> None:
    match = dual()
    for seat, position in SEATS:
        view = match.view(seat)
        assert view.positions == tuple(position if other == seat else None for other in range(4))
    assert match.view(None).positions == (None,) * 4
    match.play("push north from west", 1)
    assert match.view(0).positions == ("SE", None, None, None), "an action turns no card over"


@pytest.mark.rule("quatrefoil:L110")
def test_nobody_has_a_colour_card() -> None:
    match = dual()
    for viewer in EVERYBODY:
        assert match.view(viewer).colours == (None,) * 4


@pytest.mark.rule("quatrefoil:L110")
def test_the_tokens_are_set_up_as_in_the_base_game() -> None:
    assert current_tokens(dual("PB/YR G")) == current_tokens(deal("PB/YR G")) == "PB/YR G"


@pytest.mark.rule("quatrefoil:L114a")
def test_anyone_acts_at_any_time_in_any_order() -> None:
    match = dual()
    for seat in (2, 2, 0, 3, 0, 1, 1, 1):
        assert match.active == match.awaited == (0, 1, 2, 3)
        assert match.view(seat).turn is None
        match.play("twist clockwise", seat)
    assert current_tokens(match) == START


@pytest.mark.rule("quatrefoil:L108", "quatrefoil:L114b", "quatrefoil:L114c", "quatrefoil:R21")
@pytest.mark.parametrize(("seat", "position"), SEATS)
def test_a_seat_has_its_two_pushes_both_twists_and_the_stack(seat: int, position: str) -> None:
    assert legal(dual(), seat) == {*ENTERS[position], *TWISTS, "stack"}


@pytest.mark.rule("quatrefoil:L114c", "quatrefoil:R21")
@pytest.mark.parametrize(("seat", "position"), SEATS)
@pytest.mark.parametrize("push", PUSHES)
def test_a_push_must_end_in_ones_own_position(push: str, seat: int, position: str) -> None:
    match = dual()
    if push in ENTERS[position]:
        match.play(push, seat)
        assert current_tokens(match) == ACTIONS[push]
        assert match.view(seat).tokens[("NW", "NE", "SE", "SW").index(position)] == "P"
        return
    expect_refusal(match, seat, push, "not_your_position", "L114c")
    with pytest.raises(quincunx.IllegalMove) as caught:
        match.play(push, seat)
    (entry,) = (place for place, pushes in ENTERS.items() if push in pushes)
    assert caught.value.offending == (entry,)
    assert caught.value.message.args == {"position": position, "entry": entry}


@pytest.mark.rule("quatrefoil:L114b")
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("twist", TWISTS)
def test_everybody_twists_as_usual(seat: int, twist: str) -> None:
    match = dual()
    match.play(twist, seat)
    assert current_tokens(match) == ACTIONS[twist]


@pytest.mark.rule("quatrefoil:L116", "quatrefoil:R22")
def test_there_are_no_signals() -> None:
    match = dual(START, target=START)
    for seat in range(4):
        expect_refusal(match, seat, "signal", "no_signals", "L116")
    for viewer in EVERYBODY:
        assert match.view(viewer).signals == (None,) * 4
    events = match.play("twist clockwise", 0)
    assert event_kinds(events) == ["twisted"]
    assert event_kinds(match.log[0].events) == ["dealt_dual"]
    match.play("stack", 0)
    assert match.view(None).signals == (None,) * 4, "nor after the end"


@pytest.mark.rule("quatrefoil:R22")
def test_signals_cannot_be_chosen() -> None:
    with pytest.raises(quincunx.BadOption):
        dual(signals="by-hand")


@pytest.mark.rule("quatrefoil:L114b", "quatrefoil:L118a")
@pytest.mark.parametrize("seat", range(4))
def test_a_stack_by_anyone_ends_the_game(seat: int) -> None:
    match = dual()
    match.play("stack", seat)
    assert match.outcome is not None
    assert match.active == ()
    with pytest.raises(quincunx.FinishedGame):
        match.play("twist clockwise", (seat + 1) % 4)


@pytest.mark.rule("quatrefoil:L118b", "quatrefoil:L118c")
@pytest.mark.parametrize(
    ("tokens", "wins"), [(START, True), ("RG/YP B", False), ("YR/BG P", False)]
)
def test_all_win_or_all_lose(tokens: str, wins: bool) -> None:
    match = dual(tokens, target=START)
    match.play("stack", 2)
    assert everyone_wins(match) == wins


@pytest.mark.rule("quatrefoil:R23")
@pytest.mark.parametrize("move", ["stack", "twist clockwise", "push south from east"])
def test_an_action_for_an_earlier_arrangement_is_refused(move: str) -> None:
    match = dual(START, target=START)
    seen = match.version
    match.play("twist anticlockwise", 1, version=seen)
    with pytest.raises(quincunx.StaleMove):
        match.play(move, 0, version=seen)
    assert (match.outcome, match.version) == (None, 1)
    match.play(move, 0, version=match.version)
    assert match.version == 2


@pytest.mark.rule("quatrefoil:R23")
def test_in_turns_too_a_stale_stack_is_refused() -> None:
    match = deal(START, target=FAR)
    match.play("twist clockwise", 0)
    with pytest.raises(quincunx.StaleMove):
        match.play("stack", 1, version=0)
    assert match.outcome is None


@pytest.mark.rule("quatrefoil:R17")
def test_without_the_clock_time_does_not_matter() -> None:
    match = dual(START, target=START)
    assert match.deadline is None
    assert match.tick(100 * TWO_MINUTES) == ()
    match.play("stack", 0)
    assert everyone_wins(match)


@pytest.mark.rule("quatrefoil:L120a", "quatrefoil:R17")
def test_the_clock_runs_from_the_deal() -> None:
    match = dual(clock=True)
    assert match.deadline == match.view(None).clock_ends == TWO_MINUTES
    assert match.view(0).looked == (True,) * 4, "nobody is waited for"
    match.play("twist clockwise", 0, at=60_000)
    assert match.deadline == TWO_MINUTES


@pytest.mark.rule("quatrefoil:L120b", "quatrefoil:R18")
def test_a_millisecond_before_the_end_a_stack_still_wins() -> None:
    match = dual(START, target=START, clock=True)
    match.tick(TWO_MINUTES - 1)
    match.play("stack", 0, at=TWO_MINUTES - 1)
    assert everyone_wins(match)


@pytest.mark.rule("quatrefoil:L120b", "quatrefoil:R18")
@pytest.mark.parametrize("late", [0, 1, 60_000])
def test_at_the_end_or_later_a_stack_is_too_late(late: int) -> None:
    match = dual(START, target=START, clock=True)
    with pytest.raises(quincunx.FinishedGame):
        match.play("stack", 0, at=TWO_MINUTES + late)
    assert not everyone_wins(match), "even with every token right"
    assert match.outcome is not None
    assert match.outcome.reason.id == "quatrefoil.outcome.time"


@pytest.mark.rule("quatrefoil:L120b", "quatrefoil:R18")
def test_time_alone_ends_the_game() -> None:
    match = dual(clock=True)
    assert match.tick(TWO_MINUTES - 1) == ()
    assert event_kinds(match.tick(TWO_MINUTES + 3)) == ["time_is_up"]
    assert not everyone_wins(match)
    assert match.log[-1].at == TWO_MINUTES
