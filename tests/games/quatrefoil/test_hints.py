"""Hints: what to do on one's turn, and what to watch for while others act."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.core.messages import render
from tests.games.quatrefoil.matches import START, Choice, deal, legal, play

WATCH = "It is Ben’s turn. After a good action every token is right."
OPEN: Choice = {"variant": "nothing-to-hide"}


def hinted(match: quincunx.Match, seat: int) -> list[str]:
    return [render(hint.message, names=("Ada", "Ben", "Cleo", "Dan")) for hint in match.hints(seat)]


def advised(match: quincunx.Match, seat: int) -> list[str]:
    return [hint.move for hint in match.hints(seat) if hint.move is not None]


@pytest.mark.parametrize("signals", ["always", "by-hand"])
def test_only_the_seat_on_turn_gets_a_move_as_a_hint(signals: str) -> None:
    match = deal("GB/RY P", target=START, first=1, signals=signals, **OPEN)
    assert advised(match, 1) == ["twist clockwise"]
    for seat in (0, 2, 3):
        assert advised(match, seat) == []
        assert hinted(match, seat) == [
            "The target is 1 action away.",
            WATCH,
        ]


def test_a_waiting_seat_gets_a_hint_who_can_stack() -> None:
    match = deal(START, target=START, first=2, **OPEN)
    assert advised(match, 2) == ["stack"]
    assert hinted(match, 0) == ["Every token is right. It is Cleo’s turn, and they can stack now."]
    assert advised(match, 0) == []


def test_when_only_the_stack_remains_a_hint_says_so() -> None:
    match = deal("GP/RB Y", target=START, limit=1, **OPEN)
    assert hinted(match, 0)[0].endswith("away, and only 1 is left.")
    play(match, "twist clockwise")
    assert hinted(match, 1) == ["All actions have been used. Now you can only stack."]
    assert advised(match, 1) == ["stack"]
    assert advised(match, 3) == []


def test_in_dual_everybody_may_act_and_is_advised() -> None:
    match = deal("GB/RY P", target=START, variant="dual")
    for seat in range(4):
        assert advised(match, seat) == ["twist clockwise"]
        assert {*advised(match, seat)} <= legal(match, seat)
