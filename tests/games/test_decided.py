"""What decided a game: the move, the better one that was missed, and what it changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import pytest

import quincunx
from quincunx.core.analysis import Judgement, Point, Review, percent_change_args, worst_decision
from quincunx.core.chance import FastChance
from quincunx.core.messages import Message, render
from quincunx.registry import find

NAMES = ("Ada", "Ben")


def _reviewed(game: str, seeds: range) -> Iterator[tuple[quincunx.Match, Review]]:
    """Games of two that make many mistakes."""
    known = find(game)
    for seed in seeds:
        match = quincunx.new(game, 2, chance=FastChance(Random(seed)))
        seated = {seat: known.bots["random"]() for seat in range(2)}
        match.play_out(seated, seed="test", work=50)
        yield match, known.review(match)


@pytest.mark.parametrize(
    ("game", "seeds"),
    [
        ("quivvit", range(3)),
        ("coloryam", range(3)),
        ("qwirkle_cards", range(1)),
        *(
            pytest.param(game, seeds, marks=pytest.mark.exhaustive)
            for game, seeds in (
                ("quivvit", range(3, 8)),
                ("coloryam", range(3, 8)),
                ("qwirkle_cards", range(1, 3)),
            )
        ),
    ],
)
def test_a_missed_move_is_named_with_the_better_one(game: str, seeds: range) -> None:
    missed = 0
    for match, review in _reviewed(game, seeds):
        sentences = [render(review.decided, language, NAMES) for language in ("en", "de", "fr")]
        assert not any("0% to 100%" in said or "0 % auf 100 %" in said for said in sentences)
        if not review.decided.id.endswith(".missed"):
            continue
        missed += 1
        args = review.decided.args
        loser = args["actor" if "actor" in args else "other"]
        assert match.outcome is not None
        assert loser not in match.outcome.winners
        assert args["after"] > args["before"], "the better move was better"  # type: ignore[operator]
        judged = [
            judgement
            for judgement in review.judgements
            if judgement.seat == loser and judgement.loss > 0 and _is_about(judgement, args)
        ]
        assert judged, "the figures are those of one of the loser's decisions"
        words = {render(find(game).describe_move(find(game).parse_move(j.best[0]))) for j in judged}
        named = [each for each in words if _is_named(each, sentences[0])]
        assert named, f"{sentences[0]} names none of {words}"
    assert missed, "players at random miss something"


def _is_about(judgement: Judgement, args: Mapping[str, object]) -> bool:
    own, best = judgement.message.args["own"], judgement.message.args["best"]
    return (round(own), round(best)) == (args["before"], args["after"])  # type: ignore[arg-type]


def _is_named(words: str, sentence: str) -> bool:
    """Whether the sentence has the move, perhaps in another form of the verb."""
    content = words.partition(" ")[2].removesuffix(" here") or words
    return content in sentence or words.removesuffix(" here") in sentence


def test_figures_of_0_and_100_say_nothing() -> None:
    assert percent_change_args(0.2, 99.8)["sure"] == "yes"
    assert percent_change_args(12.0, 100.0) == {"before": 12, "after": 100, "sure": "no"}
    args = {"seat": 0, "actor": 1, "round": 5, "points": 3, **percent_change_args(0, 100)}
    assert render(Message("quivvit.review.decided.other", args), names=NAMES) == (
        "The game was decided in round 5, when Ben took 3 points."
    )


def test_the_mistake_between_two_points_is_the_largest_of_that_seat() -> None:
    def judged(version: int, seat: int, loss: float) -> Judgement:
        return Judgement(version, seat, "a", ("b",), loss, Message("x"))

    before, after = Point(4, (0.0, 100.0)), Point(8, (100.0, 0.0))
    judgements = [judged(3, 1, 9), judged(4, 1, 2), judged(5, 0, 7), judged(7, 1, 3)]
    assert worst_decision([*judgements, judged(8, 1, 9)], 1, before, after) == judgements[3]
    assert worst_decision([judged(5, 1, 0)], 1, before, after) is None
