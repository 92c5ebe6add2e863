"""Reviews: by the deals that the expert imagines, and by what can be counted."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.core.analysis import Point, as_percentages
from quincunx.core.chance import FastChance
from quincunx.core.messages import render
from quincunx.games.quivvit.moves import Block, ClaimFreeLink, Rotate
from quincunx.games.quivvit.notation import parse_move
from quincunx.games.quivvit.review import review
from quincunx.games.quivvit.search.lookahead import Lookahead
from quincunx.games.quivvit.search.turn_statistics import future_turns
from quincunx.games.quivvit.solver import plays_of_view
from tests.games.calibration import Calibration

ALL = {"random_color": True, "color_blocking": True, "double_rotation": True, "timed": True}


def played(*bots: str, seed: int = 1, work: int = 200, **options: Any) -> quincunx.Match:
    match = quincunx.new("quivvit", len(bots), options=options, chance=FastChance(Random(seed)))
    match.play_out(dict(enumerate(bots)), seed="test", work=work)
    return match


def test_what_a_bad_turn_gave_away() -> None:
    match = played("random", "medium", seed=2, **ALL)
    judgements = review(match).judgements
    turns = [entry for entry in match.log if isinstance(entry.move, Rotate | ClaimFreeLink)]
    assert len(judgements) == len(turns)
    by_seat = Counter[int]()
    for judgement in judgements:
        by_seat[judgement.seat] += round(judgement.loss)
        assert (judgement.loss == 0) == (judgement.move in judgement.best)
    assert by_seat[0] > 2 * by_seat[1]


def test_a_judgement_counts_what_was_taken_and_what_could_have_been() -> None:
    match = played("easy", "easy", seed=4)
    for judgement in review(match).judgements:
        plays = {play.move: play for play in plays_of_view(match.view(0, judgement.version))}
        args = judgement.message.args
        assert args["taken"] == plays[parse_move(judgement.move)].points  # type: ignore[index]
        assert args["better"] == plays[parse_move(judgement.best[0])].points  # type: ignore[index]
        assert render(judgement.message)


def test_the_last_turn_leaves_nothing_to_anybody() -> None:
    match = played("random", "random", seed=3)
    *others, last = review(match).judgements
    assert last.message.args["last"] == "yes"
    assert {judgement.message.args["last"] for judgement in others} == {"no"}
    assert "in the grid" not in render(last.message)
    most = max(play.points for play in plays_of_view(match.view(0, last.version)))
    assert last.loss == 0 or last.message.args["better"] == most


def test_covered_cards_and_the_last_draws_are_points_of_the_curve() -> None:
    match = played("medium", "medium", seed=5, color_blocking=True, double_rotation=True)
    blocks = {v for v, entry in enumerate(match.log) if isinstance(entry.move, Block)}
    versions = [point.version for point in review(match).curve]
    assert blocks
    assert blocks <= {*versions}
    assert versions[-1] == match.version


def test_a_review_mentions_a_turn_that_came_too_late() -> None:
    match = quincunx.new("quivvit", 2, seed=1, options={"timed": True, "seconds": 5})
    late = match.awaited[0]
    match.tick(5_000)
    while match.outcome is None:
        seat = match.awaited[0]
        match.play(max(plays_of_view(match.view(seat)), key=lambda play: play.points).move, seat)
    told = review(match)
    assert told.curve[1].version == 1
    assert told.curve[1].values[late] < told.curve[0].values[late]
    assert len(told.judgements) == 9


def curve(match: quincunx.Match, every: int, work: int = 60) -> tuple[Point, ...]:
    """The review's chances to win before every third turn or so, from fewer deals."""
    rules: Any = match.rules
    turns = [v for v in range(match.version) if match.view(None, v).phase == "turn"]
    values = [
        tuple(
            Lookahead(rules, match.view(seat, version), seat, begun=False).value(
                work, Random(version)
            )
            for seat in range(match.seats)
        )
        for version in turns[::every]
    ]
    return tuple(map(Point, turns[::every], map(as_percentages, values)))


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (4, {}),
        (2, {"random_color": True}),
        (2, {"drain_the_deck": True}),
        (2, {"random_color": True, "drain_the_deck": True}),
        (4, {"random_color": True, "drain_the_deck": True}),
        (2, {"color_blocking": True, "drain_the_deck": True}),
        (2, {"double_rotation": True}),
    ],
    ids=str,
)
def test_chances_come_true_as_often_as_they_say(seats: int, options: dict[str, bool]) -> None:
    chances = Calibration()
    for seed in range(400):
        match = played(*["medium"] * seats, seed=seed, **options)
        end = Point(match.version, (0.0,) * seats)
        chances.add(match, (*curve(match, every=3), end))
    chances.check(within=6)


@pytest.mark.parametrize("random_color", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_how_long_the_deck_lasts_is_guessed_well(seats: int, random_color: bool) -> None:
    """With Random Color a turn takes 2.87 cards and not 4.85: the guess was 7 rounds too low."""
    guessed = played_rounds = 0
    for seed in range(12):
        options = {"drain_the_deck": True, "random_color": random_color}
        match = played(*["medium"] * seats, seed=seed, **options)
        rules: Any = match.rules
        guessed += future_turns(rules, match.view(0, 0))[-1].round
        played_rounds += match.view(None).round
    assert guessed == pytest.approx(played_rounds, rel=0.06)
