"""Reviews: chances that come true as often as they say, and losses that add up."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.core.analysis import Point, largest_losses
from quincunx.games.coloryam.moves import RollAll
from quincunx.games.coloryam.review import review
from quincunx.games.coloryam.solver import chance_to_win, decision_context, rate_for_win, solo_plan
from tests.games.calibration import Calibration
from tests.games.coloryam.bot_games import played


def test_the_best_play_gives_nothing_away() -> None:
    alone = review(played("medium", seed=5))
    against = review(played("expert", "expert", seed=5))
    for judgements in (alone.judgements, against.judgements):
        assert judgements
        assert {judgement.loss for judgement in judgements} == {0}
        assert {judgement.message.id for judgement in judgements} == {"coloryam.review.best"}


def test_what_a_bad_decision_gave_away() -> None:
    match = played("random", "expert", seed=2)
    judgements = review(match).judgements
    bad = [judgement for judgement in judgements if judgement.seat == 0]
    assert sum(judgement.loss for judgement in bad) > 10
    for judgement in bad:
        assert judgement.loss >= 0
        assert (judgement.loss == 0) == (judgement.move in judgement.best)
    (worst, *_) = largest_losses(bad)
    choices = rate_for_win(match.view(0, worst.version))
    assert str(choices[0].move) in worst.best
    assert worst.message.args["best"] == round(100 * choices[0].worth, 1)


def test_alone_the_curve_is_what_the_solver_expects_and_ends_with_the_total() -> None:
    match = played("easy", seed=3)
    curve = review(match).curve
    assert curve[0].values == (solo_plan(match.view(0, 0).sheet).value,)
    assert match.outcome is not None
    assert curve[-1] == Point(match.version, (match.outcome.scores[0],))


def test_dice_on_the_table_are_no_point_of_the_curve() -> None:
    match = played("easy", "medium", seed=3)
    for point in review(match).curve:
        assert match.state_at(point.version).rolls == 0
    first_rolls = {version for version, entry in enumerate(match.log) if entry.move == RollAll()}
    judged = {judgement.version + 1 for judgement in review(match).judgements}
    assert all(match.state_at(version - 1).rolls for version in first_rolls & judged)


@pytest.mark.parametrize("entry", [None, 22, 24, 26, 28])
def test_in_coloryam_3_rivals_who_have_yet_to_roll_keep_the_line_after_it(
    entry: int | None,
) -> None:
    match = played("medium", "medium", seed=4)
    line = next(v for v in range(match.version) if match.state_at(v).line == 8)
    above = (20,) * 8
    level = decision_context(match.view(0, line))._replace(
        totals=(10, 10),
        entries=((*above, entry, None), (*above, None, None)),
        waiting=(0, 1) if entry is None else (1,),
    )
    both = sum(chance_to_win(level._replace(seat=seat)) for seat in range(2))
    assert both == pytest.approx(1.1, abs=0.15), "who is to roll hopes to do a little better"


@pytest.mark.exhaustive
def test_chances_come_true_as_often_as_they_say() -> None:
    chances = Calibration()
    for seed in range(300):
        match = played("medium", "medium", seed=seed)
        chances.add(match, review(match).curve)
    chances.check(within=6)


def test_what_decided_it_names_an_entry_and_both_chances() -> None:
    match = played("easy", "easy", seed=0)
    decided = review(match).decided
    assert match.outcome is not None
    assert decided.args["seat"] == match.outcome.winners[0]
    assert int(str(decided.args["before"])) < int(str(decided.args["after"]))
    assert quincunx.render(decided, names=("Ada", "Ben"))
