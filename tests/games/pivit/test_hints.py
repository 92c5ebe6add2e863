"""Hints for a player alone."""

from __future__ import annotations

import pytest

from quincunx.core.messages import render
from quincunx.games.pivit import PIVIT
from quincunx.games.pivit.moves import ClaimGrid
from quincunx.games.pivit.notation import parse_move
from quincunx.registry import register
from tests.games.pivit.hands import IMPOSSIBLE
from tests.games.pivit.matches import new, right, table


@pytest.fixture(autouse=True)
def _open() -> None:
    register(PIVIT)


def test_from_a_word_to_the_whole_grid() -> None:
    match = table(1)
    hints = match.hints(0)
    said = [render(hint.message) for hint in hints]
    assert said[0] == "All your tiles fit into one grid."
    assert said[1].startswith("Start with ")
    assert hints[-1].move is not None
    assert isinstance(parse_move(hints[-1].move), ClaimGrid)
    match.play(hints[-1].move, 0)
    match.tick(match.now + 1_000)
    assert match.outcome is not None


def test_what_to_trade_when_it_cannot_be_done() -> None:
    match = table(1, IMPOSSIBLE)
    hints = match.hints(0)
    assert [hint.message.id for hint in hints] == [
        "pivit.hint.impossible",
        "pivit.hint.furthest",
        "pivit.hint.trade",
    ]
    assert hints[-1].move == "trade b6"
    assert 0 < int(str(hints[-1].message.args["percent"])) <= 100
    match.play("trade g1", 0)
    match.play("trade g2", 0)
    if match.hints(0)[0].message.id == "pivit.hint.impossible":
        assert match.hints(0)[-1].move == "stop"


def test_no_hints_in_a_race_nor_before_or_after_the_round() -> None:
    assert table(2).hints(0) == ()
    assert new(1).hints(0) == ()
    match = table(1)
    match.play(f"claim {right(0)}", 0)
    match.tick(match.now + 1_000)
    assert match.hints(0) == ()
