"""The review of a finished game: how likely each seat was to win, and what each play gave away.

A play is judged by what its player could know: the next hands are sampled, as the expert does. The
curve uses all hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, cast

from quincunx.core.analysis import (
    Judgement,
    Point,
    Review,
    as_percentages,
    percent_change_args,
    turning_point,
    worst_decision,
)
from quincunx.core.match import Match
from quincunx.core.messages import Arg, Message
from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.qwirkle_cards.moves import QwirkleCardsPlay, played_cards
from quincunx.games.qwirkle_cards.notation import describe_move, parse_move
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.puzzle.answer import judge_puzzle, review_puzzle
from quincunx.games.qwirkle_cards.sets import is_qwirkle
from quincunx.games.qwirkle_cards.solver import lay_out
from quincunx.games.qwirkle_cards.state import QwirkleCardsState, QwirkleCardsView

# The functions import the kernel, so that `import quincunx` does not load NumPy and numba.

SAMPLED_HANDS: Final = 1000 if HAS_NUMBA else 20
"""The number of hands that are tried to find the best play, and again to compare with it."""
EQUAL_WITHIN_PERCENT: Final = 2.0
"""The largest difference between plays that are called equally good: samples are noisy."""


def review(match: Match) -> Review:
    """Review a game in percent of the chance to win, or a puzzle in points."""
    if match.seats == 1:
        return review_puzzle(match)
    versions = [version for version in range(match.version + 1) if match.is_in_effect(version)]
    plays = [
        version for version in versions if isinstance(match.log[version].move, QwirkleCardsPlay)
    ]
    curve = tuple(Point(version, _values(match, version)) for version in versions)
    judgements = tuple(judge(match, version) for version in plays)
    return Review(
        measure=Message("qwirkle_cards.review.measure"),
        curve=curve,
        judgements=judgements,
        decided=_explain(match, curve, judgements),
    )


def _values(match: Match, version: int) -> tuple[float, ...]:
    from quincunx.games.qwirkle_cards.search.win_chances import chances_to_win

    if match.outcome is not None and version == match.version:
        winners = match.outcome.winners
        return as_percentages([float(seat in winners) for seat in range(match.seats)])
    return as_percentages(chances_to_win(_state(match, version)))


def judge(match: Match, version: int) -> Judgement:
    """Judge the play that made that version."""
    if match.seats == 1:
        return judge_puzzle(match)
    import numpy as np

    from quincunx.games.qwirkle_cards.search.lookahead import PlayLookahead

    seat, move = cast(int, match.log[version].seat), cast(QwirkleCardsPlay, match.log[version].move)
    view: QwirkleCardsView = match.view(seat, version - 1)
    lookahead, rng = PlayLookahead(view), Random(version)
    best = lookahead.best(SAMPLED_HANDS, rng)
    made, most = sum(map(is_qwirkle, move.new)), int(lookahead.plays[best, 1])
    own = lookahead.add(played_cards(move), made, _state(match, version).table)
    better, played = lookahead.chances(np.array([best, own]), SAMPLED_HANDS, rng)
    loss = 100 * (better.to_win - played.to_win)
    if loss < EQUAL_WITHIN_PERCENT:
        loss, advised = 0.0, move
    else:
        advised, _ = lay_out(position_of(view).table, lookahead.choice(best))
    return Judgement(
        version=version - 1,
        seat=seat,
        move=str(move),
        best=(str(advised),),
        loss=loss,
        message=Message(
            f"qwirkle_cards.review.{'lost' if loss else 'best'}",
            {
                "last": "yes" if view.turns_left == 1 else "no",
                "made": made,
                "left": round(played.left, 1),
                "most": most,
                "less": round(better.left, 1),
                "own": round(100 * played.to_win),
                "best": round(100 * better.to_win),
            },
        ),
    )


def _explain(match: Match, curve: Sequence[Point], judgements: Sequence[Judgement]) -> Message:
    """Name the turn that decided the game, and what its player could have played instead."""
    assert match.outcome is not None
    winners = match.outcome.winners
    if len(winners) > 1:
        qwirkles = max(match.outcome.scores)
        return Message(
            "qwirkle_cards.review.decided.shared", {"seats": winners, "qwirkles": qwirkles}
        )
    (winner,) = winners
    before, after = turning_point(curve, winner)
    entry = match.log[after.version]
    actor = cast(int, entry.seat)
    made = sum(map(is_qwirkle, entry.move.new)) if isinstance(entry.move, QwirkleCardsPlay) else 0
    args: dict[str, Arg] = {"seat": winner, "actor": actor, "made": made}
    missed = None if actor == winner else worst_decision(judgements, actor, before, after)
    if missed is None:
        kind = "own" if actor == winner else "other"
        args |= percent_change_args(before.values[winner], after.values[winner])
    else:
        kind, found = "missed", missed.message.args
        args |= {"cards": _cards_of(missed.move), "better": _cards_of(missed.best[0])}
        args |= {"most": found["most"]}
        args |= percent_change_args(cast(float, found["own"]), cast(float, found["best"]))
    return Message(f"qwirkle_cards.review.decided.{kind}", args)


def _cards_of(text: str) -> Arg:
    """Return the cards of a play in notation."""
    return describe_move(parse_move(text)).args["cards"]


def _state(match: Match, version: int) -> QwirkleCardsState:
    return cast(QwirkleCardsState, match.state_at(version))
