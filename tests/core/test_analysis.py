"""What all reviews share: the largest mistakes, shares of a win, and where a game turned."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.core.analysis import Judgement, Point, as_percentages, largest_losses, turning_point
from quincunx.core.messages import Message


def judged(*losses: float) -> list[Judgement]:
    return [
        Judgement(version, 0, "x", ("y",), loss, Message("core.seat"))
        for version, loss in enumerate(losses)
    ]


def curve(*values: tuple[float, ...]) -> list[Point]:
    return [Point(version, each) for version, each in enumerate(values)]


def test_the_largest_mistakes_come_first_without_zero_losses() -> None:
    judgements = judged(0, 2.5, 1, 0, 4, 2.5)
    assert [each.version for each in largest_losses(judgements)] == [4, 1, 5]
    assert [each.version for each in largest_losses(judgements, 9)] == [4, 1, 5, 2]
    assert largest_losses(judged(0, 0)) == ()


def test_shares_add_up_to_a_hundred() -> None:
    assert as_percentages([0.2, 0.3]) == pytest.approx((40, 60))
    assert as_percentages([True, False, True]) == (50, 0, 50)


def test_the_turning_point_is_the_largest_gain_of_the_winner_after_a_tie() -> None:
    ups_and_downs = curve((50, 50), (90, 10), (50, 50), (60, 40), (55, 45), (85, 15), (100, 0))
    before, after = turning_point(ups_and_downs, 0)
    assert (before.version, after.version) == (4, 5), "the 90 at first was lost again"
    late = curve((50, 50), (20, 80), (100, 0))
    assert turning_point(late, 0) == (late[1], late[2])
    always = curve((60, 40), (70, 30), (100, 0))
    assert turning_point(always, 0) == (always[1], always[2])


def test_only_a_finished_game_can_be_reviewed() -> None:
    match = quincunx.new("quatrefoil", seed=1)
    with pytest.raises(quincunx.UnfinishedGame):
        quincunx.review(match.full_record())
    with pytest.raises(quincunx.CorruptRecord):
        quincunx.review(match.record(0))
