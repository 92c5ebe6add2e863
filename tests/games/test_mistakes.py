"""A decision of a finished game, made again, is judged as its review judged it."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.core.analysis import largest_losses
from quincunx.core.errors import NoPuzzles
from quincunx.core.match import Match
from quincunx.core.mistakes import judge_instead, position_before
from quincunx.registry import find


def _played(game: str, seats: int) -> Match:
    """Return a finished game of beginners."""
    match = quincunx.new(game, seats=seats, seed=1)
    match.play_out("random", seed="mistakes")
    return match


@pytest.mark.parametrize(
    ("game", "seats"),
    [("quivvit", 1), ("quivvit", 2), ("coloryam", 1), ("coloryam", 2), ("qwirkle_cards", 2)],
)
def test_the_same_move_has_the_same_judgement_and_the_best_one_no_loss(
    game: str, seats: int
) -> None:
    record = _played(game, seats).record()
    (worst, *_) = largest_losses(quincunx.review(record).judgements)
    before = position_before(record, find(game), worst.version)
    assert judge_instead(before, worst.seat, worst.move).judgement == worst
    after, judgement = judge_instead(before, worst.seat, worst.best[0])
    assert judgement.loss == 0
    assert after.version == before.version + 1
    # The position itself stays, for the next attempt.
    assert before.version == worst.version


def test_a_game_whose_decisions_are_not_judged_one_by_one_refuses() -> None:
    with pytest.raises(NoPuzzles):
        judge_instead(quincunx.new("pivit", seats=1), 0, "ready")
