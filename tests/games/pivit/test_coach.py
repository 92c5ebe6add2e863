"""Hints for whoever plays alone, and the review of a game."""

from __future__ import annotations

from time import process_time

import pytest

from quincunx.core.messages import render
from quincunx.games.pivit import PIVIT
from quincunx.games.pivit.coach import review
from quincunx.games.pivit.moves import Claim, Trade
from quincunx.games.pivit.notation import parse_move
from quincunx.registry import register
from tests.games.pivit.hands import IMPOSSIBLE
from tests.games.pivit.table import block, new, right, table
from tests.games.pivit.test_bots import played


@pytest.fixture(autouse=True)
def _open() -> None:
    register(PIVIT)


def test_from_a_word_to_the_whole_grid() -> None:
    match = table(1)
    hints = match.hints(0)
    said = [render(hint.message) for hint in hints]
    assert said[0] == "All of your tiles fit into one grid."
    assert said[1].startswith("Begin with ")
    assert hints[-1].move is not None
    assert isinstance(parse_move(hints[-1].move), Claim)
    match.play(0, hints[-1].move)
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
    match.play(0, "trade g1")
    match.play(0, "trade g2")
    if match.hints(0)[0].message.id == "pivit.hint.impossible":
        assert match.hints(0)[-1].move == "stop"


def test_no_hints_in_a_race_nor_before_or_after_the_round() -> None:
    assert table(2).hints(0) == ()
    assert new(1).hints(0) == ()
    match = table(1)
    match.play(0, f"claim {right(0)}")
    match.tick(match.now + 1_000)
    assert match.hints(0) == ()


def test_a_review_tells_of_each_hand_and_each_trade() -> None:
    match = table(2, IMPOSSIBLE, block(0))
    match.play(0, "trade b6", at=40_000)
    match.play(1, f"claim {right(0)}", at=93_000)
    match.tick(400_000)
    judgements = {(each.seat, each.move): each for each in review(match)}
    assert judgements[0, "ready"].message.id == "pivit.review.impossible"
    assert render(judgements[1, "ready"].message) == "All tiles laid in 1 minute 30 seconds."
    assert judgements[0, "trade b6"].message.id == "pivit.review.best_trade"
    assert judgements[0, "trade b6"].loss == 0


def test_trades_that_were_worse_or_needless() -> None:
    match = table(2, IMPOSSIBLE, block(0))
    match.play(0, "trade r1")
    match.play(1, "trade r1")
    worse, needless = (each for each in review(match) if isinstance(parse_move(each.move), Trade))
    assert worse.message.id == "pivit.review.better_trade"
    assert worse.best == ("trade b6",)
    assert worse.loss > 0
    assert needless.message.id == "pivit.review.needless"


def test_a_review_is_quick_and_can_be_said() -> None:
    match = played(("expert", "medium", "easy"), 2)
    start = process_time()
    judgements = review(match)
    assert process_time() - start < 5
    assert all(render(each.message) for each in judgements)
    assert {each.seat for each in judgements} == {0, 1, 2}
