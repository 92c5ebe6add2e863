"""What may be taken back: actions where nothing is hidden, and nothing that tells anything."""

from __future__ import annotations

import pytest

from tests.games.quatrefoil.matches import (
    ACTIONS,
    MODES,
    PUSHES,
    START,
    TWO_MINUTES,
    Choice,
    all_look,
    current_tokens,
    deal,
    legal,
    play,
)
from tests.games.taking_back import regret, stands, stands_since, take_back

pytestmark = pytest.mark.rule("quatrefoil:R27")

OPEN: Choice = {"variant": "nothing-to-hide"}
OPEN_BY_HAND: Choice = {**OPEN, "signals": "by-hand"}
HIDDEN = {name: options for name, options in MODES.items() if options != OPEN}
FAR = "GP/RB Y"


# May


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("options", [OPEN, OPEN_BY_HAND], ids=["always", "by-hand"])
def test_with_nothing_to_hide_an_action_may_be_taken_back(options: Choice, action: str) -> None:
    match = deal(target=FAR, **options)
    take_back(match, 0, action)
    assert (current_tokens(match), match.view(None).actions) == (START, 0)


def test_an_action_taken_back_does_not_come_nearer_to_the_limit() -> None:
    match = deal(target=FAR, limit=2, **OPEN)
    for _ in range(3):
        take_back(match, 0, "twist clockwise")
    play(match, "twist clockwise")
    assert match.outcome is None


def test_signals_that_the_action_had_ended_are_shown_again() -> None:
    match = deal(target=FAR, **OPEN_BY_HAND)
    match.play("signal", 2)
    signals = match.view(None).signals
    play(match, "twist clockwise")
    assert match.view(None).signals == (None,) * 4
    regret(match, 0)
    assert match.view(None).signals == signals


# Stands


@pytest.mark.parametrize("kind", ["push", "twist"])
@pytest.mark.parametrize("options", HIDDEN.values(), ids=HIDDEN)
def test_with_hidden_cards_an_action_cannot_be_taken_back(options: Choice, kind: str) -> None:
    match = deal(target=FAR, **options)
    if "look" in legal(match, 0):
        all_look(match)
    action = next(move for move in (*PUSHES, *ACTIONS) if move in legal(match, 0) and kind in move)
    match.play(action, 0)
    stands(match, 0)


@pytest.mark.parametrize("options", [{"signals": "by-hand"}, OPEN_BY_HAND], ids=["base", "open"])
def test_a_signal_stands_because_it_cannot_be_withdrawn(options: Choice) -> None:
    match = deal(target=FAR, **options)
    match.play("signal", 2)
    stands(match, 2)
    match.play("signal", 0)
    stands(match, 0)


def test_a_look_stands_because_cards_cannot_be_unseen() -> None:
    match = deal(target=FAR, clock=True)
    match.play("look", 1)
    stands(match, 1)


def test_an_action_stands_across_the_next_seats_action() -> None:
    match = play(deal(target=FAR, **OPEN), "twist clockwise", "twist clockwise")
    stands_since(match, 0)


def test_an_action_stands_across_another_seats_signal() -> None:
    match = play(deal(target=FAR, **OPEN_BY_HAND), "twist clockwise")
    match.play("signal", 3)
    stands_since(match, 0)


def test_an_action_stands_when_the_time_is_over() -> None:
    match = all_look(deal(target=FAR, clock=True))
    play(match, "twist clockwise")
    match.tick(TWO_MINUTES)
    stands(match, 0)


@pytest.mark.parametrize("target", [START, FAR], ids=["solved", "not solved"])
def test_a_stack_stands_because_the_game_is_over(target: str) -> None:
    match = play(deal(target=target, **OPEN), "stack")
    stands(match, 0)


def test_the_action_that_reached_the_limit_may_be_taken_back_until_the_stack() -> None:
    match = deal(target=FAR, limit=1, **OPEN)
    take_back(match, 0, "twist clockwise")
    assert "twist anticlockwise" in legal(match, 0)
    play(match, "twist clockwise", "stack")
    stands(match, 1)
