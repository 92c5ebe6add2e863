"""The work for a move does not grow with the length of the game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from quincunx.core.match import Match
from quincunx.core.records.record import RecordStep
from quincunx.core.records.replay import apply_steps
from quincunx.core.seeds import Seed
from quincunx.games.quatrefoil import QUATREFOIL
from quincunx.games.quatrefoil.moves import QuatrefoilMove
from quincunx.games.quatrefoil.options import QuatrefoilOptions
from quincunx.games.quatrefoil.rules import QuatrefoilRules

SHORT, LONG = 8, 400
"""Pushes and twists in the games that are compared."""
SIGNALS = QuatrefoilOptions(signals="by-hand")
UNDO = QuatrefoilOptions(variant="nothing-to-hide")


def played(options: QuatrefoilOptions, actions: int) -> Match:
    """Return a game of so many twists in which every player shows every signal."""
    match = Match(QUATREFOIL, options, 4, seed=Seed.of(1), table="long")
    for _ in range(actions):
        for seat in match.active:
            if QuatrefoilMove.SIGNAL in match.legal_moves(seat):
                match.play(QuatrefoilMove.SIGNAL, seat)
        match.play(QuatrefoilMove.CLOCKWISE, match.awaited[0])
    return match


def lines_run(work: Callable[[], Any]) -> int:
    """Return how many lines of Python run; a line in a loop counts each time."""
    count = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(None)
    return count


def a_move(match: Match) -> None:
    match.play(QuatrefoilMove.CLOCKWISE, match.awaited[0], version=match.version)


def a_move_and_its_take_back(match: Match) -> None:
    seat = match.awaited[0]
    match.play(QuatrefoilMove.CLOCKWISE, seat)
    match.take_back(seat)


def looking_at_what_stands(match: Match) -> None:
    for version in range(4):
        match.is_in_effect(version)
        match.is_in_effect(match.version - version)
    match.can_take_back(match.awaited[0])


def a_move_of_another_process(match: Match) -> None:
    apply_steps(match, [RecordStep(at=match.now, seat=match.awaited[0], move="twist clockwise")])


@pytest.mark.parametrize(
    ("work", "options"),
    [
        (a_move, SIGNALS),
        (a_move, UNDO),
        (a_move_and_its_take_back, UNDO),
        (looking_at_what_stands, UNDO),
        (a_move_of_another_process, SIGNALS),
    ],
)
def test_a_late_move_costs_no_more_than_an_early_one(
    work: Callable[[Match], None], options: QuatrefoilOptions
) -> None:
    early, late = played(options, SHORT), played(options, LONG)
    assert late.version > 40 * early.version
    for match in (early, late):
        work(match)  # Caches are filled.
    few, many = (lines_run(lambda match=match: work(match)) for match in (early, late))  # type: ignore[misc]
    assert many <= few + 20


def test_a_move_for_version_0_is_checked_cheaply_in_a_long_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played(SIGNALS, LONG)
    asked: list[Any] = []

    def makes_stale(
        _: QuatrefoilRules, happened: QuatrefoilMove | None, move: QuatrefoilMove
    ) -> bool:
        asked.append(happened)
        return False

    monkeypatch.setattr(QuatrefoilRules, "makes_stale", makes_stale)
    match.play(QuatrefoilMove.CLOCKWISE, match.awaited[0], version=-5)
    assert len(asked) == len(set(asked)) <= len(QuatrefoilMove) + 1
