"""Reviews: the points of the race, what the hands allowed, and who gave up too early."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.core.messages import render
from quincunx.games.pivit import PIVIT
from quincunx.games.pivit.moves import ClaimGrid, TradeTile
from quincunx.games.pivit.notation import parse_move
from quincunx.games.pivit.review import review
from quincunx.games.pivit.state import PivitDraft
from quincunx.registry import register
from tests.games.pivit.bot_games import played
from tests.games.pivit.hands import IMPOSSIBLE
from tests.games.pivit.matches import begin, block, right, table

NAMES = ("Ada", "Ben", "Cleo")


@pytest.fixture(autouse=True)
def _open() -> None:
    register(PIVIT)


def finished(match: quincunx.Match, winner: int) -> quincunx.Match:
    """Plays on, the winner always alone with a correct grid."""
    while match.outcome is None:
        if match.state.phase == "ready":
            begin(match)
        match.play(f"claim {right(winner)}", winner, at=match.now + 60_000)
        match.tick(match.now + 400_000)
    return match


def test_a_review_tells_of_each_hand_and_each_trade() -> None:
    match = table(2, IMPOSSIBLE, block(0))
    match.play("trade b6", 0, at=40_000)
    match.play(f"claim {right(0)}", 1, at=93_000)
    match.tick(400_000)
    rounds = review(finished(match, 1)).judgements
    judgements = {(each.seat, each.move): each for each in reversed(rounds)}
    assert judgements[0, "ready"].message.id == "pivit.review.impossible"
    assert render(judgements[1, "ready"].message) == "Grid finished in 1 minute 30 seconds."
    assert judgements[0, "trade b6"].message.id == "pivit.review.best_trade"
    assert judgements[0, "trade b6"].loss == 0


def test_trades_that_were_worse_or_needless() -> None:
    match = table(2, IMPOSSIBLE, block(0))
    match.play("trade r1", 0)
    match.play("trade r1", 1)
    match.play("stop", 0)
    match.play("stop", 1)
    judgements = review(finished(match, 1)).judgements
    worse, needless = (each for each in judgements if isinstance(parse_move(each.move), TradeTile))
    assert worse.message.id == "pivit.review.better_trade"
    assert worse.best == ("trade b6",)
    chances = worse.message.args
    points = 4 * (int(str(chances["percent"])) - int(str(chances["own"]))) / 100
    assert worse.loss == pytest.approx(points, abs=0.05)
    assert needless.message.id == "pivit.review.needless"
    assert needless.loss == 1
    assert isinstance(parse_move(needless.best[0]), ClaimGrid)


def test_giving_up_a_hand_that_can_be_laid_costs_the_stick() -> None:
    match = table(1, block(0))
    match.play("stop", 0)
    _, stop = review(match).judgements
    assert stop.message.id == "pivit.review.gave_up"
    assert stop.loss == 4
    assert parse_move(stop.best[0]) in match.rules.legal_moves(match.state_at(stop.version), 0)


def test_a_hand_that_cannot_be_laid_may_be_given_up() -> None:
    match = table(1, IMPOSSIBLE)
    match.play("stop", 0)
    (hand,) = review(match).judgements
    assert hand.message.id == "pivit.review.impossible"
    assert render(review(match).decided) == (
        "This hand, as dealt, does not fit into one grid, and no tile was traded."
    )


def test_a_vote_that_was_taken_back_gave_nothing_up() -> None:
    match = table(2)
    match.play("stop", 0)
    match.play("resume", 0)
    judgements = review(finished(match, 1)).judgements
    assert "pivit.review.gave_up" not in {each.message.id for each in judgements}


def test_the_curve_counts_tokens_and_sticks_as_they_are_held() -> None:
    match = finished(table(2), 1)
    curve = review(match).curve
    assert [point.values for point in curve[:4]] == [(0, 0), (2, 2), (2, 6), (4, 8)]
    assert match.outcome is not None
    assert curve[-1].values == match.outcome.scores


def test_alone_the_curve_counts_tiles() -> None:
    match = table(1, block(0))
    tiles = tuple((x, 0, tile) for x, tile in enumerate(block(0).split()[:5]))
    match.draft(0, PivitDraft(tiles))
    match.play("trade r1", 0)
    match.play("stop", 0)
    assert [point.values for point in review(match).curve] == [(0,), (5,), (5,)]


def test_what_decided_a_race_tells_how_near_the_next_was() -> None:
    match = table(2)
    tiles = tuple((x, 0, tile) for x, tile in enumerate(block(0).split()[:6]))
    match.draft(0, PivitDraft(tiles))
    decided = render(review(finished(match, 1)).decided, names=NAMES)
    assert decided == (
        "Ben decided the game with 6 points in round 1, done after 1 minute 0 seconds, "
        "when Ada had used 6 tiles."
    )


def test_bots_of_three_levels_are_all_looked_at() -> None:
    match = played(("expert", "medium", "easy"), 2)
    told = review(match)
    assert all(render(each.message) for each in told.judgements)
    assert {each.seat for each in told.judgements} == {0, 1, 2}
