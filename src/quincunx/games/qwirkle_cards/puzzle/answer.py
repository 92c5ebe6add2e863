"""The best play of a puzzle, and the review of the play that was made."""

from __future__ import annotations

from quincunx.core.analysis import Judgement, Point, Review
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.puzzle.rules import turn_points
from quincunx.games.qwirkle_cards.solver import QwirkleCardsChoice, find_choices, lay_out
from quincunx.games.qwirkle_cards.state import QwirkleCardsView


def best_answer(view: QwirkleCardsView) -> tuple[QwirkleCardsChoice, bool]:
    """Return the play with the most points, and whether it is proved to be the best."""
    found = find_choices(*position_of(view))
    return max(found.choices, key=_points), found.proved


def _points(choice: QwirkleCardsChoice) -> int:
    return turn_points(choice.qwirkles, len(choice.cards))


def review_puzzle(match: Match) -> Review:
    """Compare the play that was made with the best one, in points."""
    assert match.outcome is not None
    (made,) = match.outcome.scores
    return Review(
        measure=Message("qwirkle_cards.review.points"),
        curve=(Point(0, (0.0,)), Point(1, (float(made),))),
        judgements=(judge_puzzle(match),),
        decided=match.outcome.reason,
    )


def judge_puzzle(match: Match) -> Judgement:
    """Judge the only play of a puzzle."""
    assert match.outcome is not None
    (made,) = match.outcome.scores
    before: QwirkleCardsView = match.view(0, 0)
    best, _ = best_answer(before)
    lost = max(0, _points(best) - made)
    played = str(match.log[1].move)
    advised = str(lay_out(position_of(before).table, best)[0]) if lost else played
    return Judgement(
        version=0,
        seat=0,
        move=played,
        best=(advised,),
        loss=float(lost),
        message=Message("qwirkle_cards.review.puzzle", {"points": made, "lost": lost}),
    )
