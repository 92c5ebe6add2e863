"""Nothing to Hide, Half and Half, and Race the Clock."""

from __future__ import annotations

from typing import Any

import pytest

import quincunx
from tests.games.events import event_kinds
from tests.games.quatrefoil.matches import (
    START,
    TURN,
    TWO_MINUTES,
    Choice,
    all_look,
    current_tokens,
    deal,
    everyone_wins,
    expect_refusal,
    legal,
    play,
    written,
)

TARGET = "PB/YR G"
POSITIONS = ("SE", "NW", "SW", "NE")
COLOURS = ("R", "P", "Y", "B")
"""The cards that go with these positions and this target."""
EVERYBODY = (None, 0, 1, 2, 3)


def variant(name: str, **options: Any) -> quincunx.Match:
    return deal(START, target=TARGET, positions="SE NW SW NE", variant=name, **options)


def only(seat: int | None, cards: tuple[str, ...]) -> tuple[str | None, ...]:
    return tuple(card if index == seat else None for index, card in enumerate(cards))


# Nothing to Hide


@pytest.mark.rule("quatrefoil:L100a")
def test_nothing_to_hide_shows_all_cards_to_all() -> None:
    match = variant("nothing-to-hide")
    for viewer in EVERYBODY:
        view = match.view(viewer)
        assert view.colours == COLOURS
        assert view.positions == POSITIONS
        assert written(view.target) == TARGET


@pytest.mark.rule("quatrefoil:L100b", "quatrefoil:R11", "quatrefoil:R12")
def test_nothing_to_hide_counts_actions_and_shows_par_from_the_start() -> None:
    match = deal("GB/RY P", target=START, variant="nothing-to-hide")
    for number in range(3):
        assert [match.view(viewer).par for viewer in EVERYBODY] == [1] * 5
        assert match.view(None).actions == number
        play(match, "twist anticlockwise")
    play(match, "stack")
    assert everyone_wins(match), "three the other way are one"
    assert match.outcome is not None
    assert match.outcome.reason.args == {"actions": 3, "par": 1}
    assert match.outcome.scores == (3, 3, 3, 3)


@pytest.mark.rule("quatrefoil:R12")
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"signals": "by-hand"},
        {"clock": True},
        {"variant": "half-and-half"},
        {"variant": "half-and-half", "half": "positions"},
        {"variant": "dual"},
    ],
)
def test_everywhere_else_par_is_shown_after_the_end_only(options: Choice) -> None:
    match = deal("GB/RY P", target=START, **options)
    assert [match.view(viewer).par for viewer in EVERYBODY] == [None] * 5
    if options.get("clock"):
        all_look(match)
    play(match, "twist anticlockwise")
    assert [match.view(viewer).par for viewer in EVERYBODY] == [None] * 5
    play(match, "stack")
    assert [match.view(viewer).par for viewer in EVERYBODY] == [1] * 5


# Half and Half


@pytest.mark.rule("quatrefoil:L102a", "quatrefoil:L102b", "quatrefoil:L102c", "quatrefoil:R13")
def test_half_and_half_with_open_colour_cards() -> None:
    match = variant("half-and-half", half="colours")
    for viewer in EVERYBODY:
        view = match.view(viewer)
        assert view.colours == COLOURS
        assert view.positions == only(viewer, POSITIONS)
        assert view.target[4] == "G", "the north card is open too"
    assert written(match.view(None).target) == "??/?? G"
    assert written(match.view(0).target) == "??/?R G"
    assert written(match.view(3).target) == "?B/?? G"


@pytest.mark.rule("quatrefoil:L102a", "quatrefoil:L102b", "quatrefoil:L102c")
def test_half_and_half_with_open_position_cards() -> None:
    match = variant("half-and-half", half="positions")
    for viewer in EVERYBODY:
        view = match.view(viewer)
        assert view.positions == POSITIONS
        assert view.colours == only(viewer, COLOURS)
    assert written(match.view(None).target) == "??/?? ?"
    assert written(match.view(1).target) == "P?/?? ?"


@pytest.mark.rule("quatrefoil:L102a")
def test_a_half_is_chosen_in_half_and_half_alone() -> None:
    for other in ("base", "nothing-to-hide", "dual"):
        with pytest.raises(quincunx.BadOption):
            deal(variant=other, half="positions")


@pytest.mark.rule("quatrefoil:L102d", "quatrefoil:R11")
@pytest.mark.parametrize("half", ["colours", "positions"])
def test_half_and_half_counts_actions(half: str) -> None:
    match = deal("GB/RY P", target=START, variant="half-and-half", half=half)
    play(match, "twist anticlockwise", "twist anticlockwise", "twist anticlockwise", "stack")
    assert everyone_wins(match)
    assert match.outcome is not None
    assert match.outcome.reason.args == {"actions": 3, "par": 1}


@pytest.mark.rule("quatrefoil:L100a", "quatrefoil:L102b")
@pytest.mark.parametrize("name", ["nothing-to-hide", "half-and-half"])
def test_open_cards_change_neither_turns_nor_actions_nor_signals(name: str) -> None:
    match = variant(name)
    assert match.active == (0,)
    assert legal(match, 0) == TURN
    assert match.view(None).signals == (False, False, True, False)


# Race the Clock


def race(first: int = 0, **options: Any) -> quincunx.Match:
    return deal(START, target=TARGET, positions="SE NW SW NE", first=first, clock=True, **options)


@pytest.mark.rule("quatrefoil:R14")
@pytest.mark.parametrize("name", ["nothing-to-hide", "half-and-half"])
def test_race_the_clock_is_played_with_the_base_game(name: str) -> None:
    with pytest.raises(quincunx.BadOption):
        variant(name, clock=True)


@pytest.mark.rule("quatrefoil:L104a", "quatrefoil:R15")
def test_race_cards_are_face_down_until_their_seat_looks() -> None:
    match = race()
    for viewer in EVERYBODY:
        view = match.view(viewer)
        assert view.colours == view.positions == (None,) * 4
        assert written(view.target) == "??/?? ?"
    match.play("look", 2)
    view = match.view(2)
    assert (view.colours, view.positions) == (only(2, COLOURS), only(2, POSITIONS))
    assert match.view(None).looked == (False, False, True, False)
    for viewer in (None, 0, 1, 3):
        assert match.view(viewer).colours == match.view(viewer).positions == (None,) * 4


@pytest.mark.rule("quatrefoil:L104a")
def test_race_after_the_looks_a_seat_knows_what_it_knows_in_the_base_game() -> None:
    match, base = all_look(race()), deal(START, target=TARGET, positions="SE NW SW NE")
    for viewer in EVERYBODY:
        raced, known = match.view(viewer), base.view(viewer)
        for field in ("tokens", "colours", "positions", "target", "signals", "turn", "par"):
            assert getattr(raced, field) == getattr(known, field)


@pytest.mark.rule("quatrefoil:L104b", "quatrefoil:R14")
def test_race_the_clock_starts_when_the_last_seat_has_looked() -> None:
    match = race(first=1)
    for seat, at in ((3, 10), (0, 500), (2, 90_000)):
        assert event_kinds(match.play("look", seat, at=at)) == ["looked"]
        assert match.deadline is None
    match.tick(1_000_000)
    assert match.outcome is None, "looking takes as long as it takes"
    last = match.play("look", 1, at=2_000_000)
    assert event_kinds(last)[:2] == ["looked", "clock_started"]
    assert last[1].public is not None
    assert last[1].public.args == {"seconds": 120}
    assert match.deadline == match.view(None).clock_ends == 2_000_000 + TWO_MINUTES
    assert match.awaited == (1,)


@pytest.mark.rule("quatrefoil:R15")
@pytest.mark.parametrize("signals", ["always", "by-hand"])
def test_race_nobody_acts_or_signals_before_all_have_looked(signals: str) -> None:
    match = race(signals=signals)
    for move in (*TURN, "signal"):
        expect_refusal(match, 0, move, "look_first", "R15")
    for seat in (0, 1, 2):
        assert legal(match, seat) == {"look"}
        match.play("look", seat)
        assert legal(match, seat) == set()
        for move in ("twist clockwise", "stack", "signal"):
            with pytest.raises(quincunx.WrongSeat):
                match.play(move, seat)
        assert match.view(seat).signals == (None,) * 4
    match.play("look", 3)
    shown = (False, False, True, False) if signals == "always" else (None,) * 4
    assert match.view(None).signals == shown


@pytest.mark.rule("quatrefoil:R16")
def test_race_each_seat_looks_once() -> None:
    match = race()
    match.play("look", 0)
    expect_refusal(match, 0, "look", "looked_already", "R16")
    for seat in (1, 2, 3):
        match.play("look", seat)
    expect_refusal(match, 0, "look", "looked_already", "R16")


@pytest.mark.rule("quatrefoil:R16")
@pytest.mark.parametrize(
    "options",
    [{}, {"variant": "nothing-to-hide"}, {"variant": "half-and-half"}, {"variant": "dual"}],
)
def test_elsewhere_cards_are_known_from_the_deal_on(options: Choice) -> None:
    match = deal(**options)
    assert match.view(0).looked == (True,) * 4
    expect_refusal(match, 0, "look", "looked_already", "R16")


@pytest.mark.rule("quatrefoil:R23")
def test_race_looks_are_not_refused_for_coming_together() -> None:
    match = race()
    seen = match.version
    for seat in range(4):
        match.play("look", seat, version=seen)
    assert match.view(None).looked == (True,) * 4


@pytest.mark.rule("quatrefoil:L104c", "quatrefoil:R18")
def test_race_a_millisecond_before_the_end_a_stack_still_wins() -> None:
    match = all_look(deal("GB/RY P", target=START, clock=True), at=700)
    match.play("twist clockwise", 0, at=700)
    match.tick(700 + TWO_MINUTES - 1)
    assert match.outcome is None
    match.play("stack", 1, at=700 + TWO_MINUTES - 1)
    assert everyone_wins(match)


@pytest.mark.rule("quatrefoil:L104c", "quatrefoil:R18")
@pytest.mark.parametrize("late", [0, 1, 60_000])
def test_race_at_the_end_or_later_a_stack_is_too_late(late: int) -> None:
    match = all_look(deal("GB/RY P", target=START, clock=True), at=700)
    match.play("twist clockwise", 0, at=700)
    assert match.view(None).signals == (True,) * 4
    with pytest.raises(quincunx.FinishedGame):
        match.play("stack", 1, at=700 + TWO_MINUTES + late)
    assert not everyone_wins(match), "even with every token right"
    assert match.view(None).ending == "time"
    assert match.log[-1].at == 700 + TWO_MINUTES
    assert match.log[-1].seat is None


@pytest.mark.rule("quatrefoil:L104c", "quatrefoil:R18")
def test_race_time_alone_ends_the_game() -> None:
    match = all_look(race(), at=5)
    play(match, "twist clockwise")
    assert match.tick(5 + TWO_MINUTES - 1) == ()
    assert event_kinds(match.tick(5 + TWO_MINUTES)) == ["time_is_up"]
    assert match.outcome is not None
    assert match.outcome.winners == ()
    assert match.outcome.reason.id == "quatrefoil.outcome.time"
    assert match.outcome.scores == (1, 1, 1, 1)
    assert (match.active, match.deadline) == ((), None)


@pytest.mark.rule("quatrefoil:L104b")
def test_race_actions_do_not_move_the_deadline() -> None:
    match = all_look(race(), at=5)
    for number in range(1, 6):
        match.play("twist clockwise", match.awaited[0], at=number * 20_000)
        assert match.deadline == 5 + TWO_MINUTES


@pytest.mark.rule("quatrefoil:L104c")
def test_race_after_a_stack_time_changes_nothing() -> None:
    match = all_look(deal(START, target=START, clock=True))
    play(match, "stack")
    assert match.tick(10 * TWO_MINUTES) == ()
    assert everyone_wins(match)
    assert current_tokens(match) == START


@pytest.mark.rule("quatrefoil:R14")
def test_without_a_clock_time_does_not_matter() -> None:
    match = deal(START, target=START)
    assert match.deadline is None
    assert match.tick(100 * TWO_MINUTES) == ()
    play(match, "stack")
    assert everyone_wins(match)
