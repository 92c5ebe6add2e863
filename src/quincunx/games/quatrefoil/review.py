"""Review a finished game with all cards known, by the exact solver."""

from __future__ import annotations

from typing import cast

import msgspec

from quincunx.core.analysis import Judgement, Point, Review, largest_losses
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.rules.series import signed
from quincunx.games.quatrefoil.solver import best_actions, distance
from quincunx.games.quatrefoil.state import DealSeries, QuatrefoilState


def review(match: Match) -> Review:
    """Return the distance to the target over time, and the actions that each decision cost."""
    actions = [
        version
        for version in range(1, match.version + 1)
        if match.is_in_effect(version)
        and match.log[version].move in (*SOURCES, QuatrefoilMove.STACK)
    ]
    judgements = tuple(_judge(match, version) for version in actions)
    return Review(
        measure=Message("quatrefoil.review.measure"),
        curve=tuple(
            Point(version, (_distance_at(match, version),))
            for version in sorted({0, *actions, match.version})
        ),
        judgements=judgements,
        decided=_decided(match, judgements),
    )


def _judge(match: Match, version: int) -> Judgement:
    seat, move = cast(int, match.log[version].seat), cast(QuatrefoilMove, match.log[version].move)
    before = _state(match, version - 1)
    away = distance(before.tokens, before.target)
    # In Dual another seat may have the best push; moves that are legal for this seat come first.
    legal = match.rules.legal_moves(before, seat)
    best = best_actions(before.tokens, before.target) if away else (QuatrefoilMove.STACK,)
    if not any(action in legal for action in SOURCES):
        # After the last action the stack is the only legal move.
        best, loss = (QuatrefoilMove.STACK,), 0
    elif move is QuatrefoilMove.STACK:
        loss = away
    else:
        loss = _distance_at(match, version) + 1 - away
    kind = "best" if loss == 0 else "stacked_early" if move is QuatrefoilMove.STACK else "longer"
    return Judgement(
        version=version - 1,
        seat=seat,
        move=move.value,
        best=tuple(action.value for action in sorted(best, key=lambda each: each not in legal)),
        loss=loss,
        message=Message(f"quatrefoil.review.{kind}", {"loss": loss}),
    )


def _decided(match: Match, judgements: tuple[Judgement, ...]) -> Message:
    state, away = _state(match, match.version), _distance_at(match, match.version)
    if state.series is not msgspec.UNSET:
        return _worst_deal(state.series)
    if state.ending != "stack":
        return Message(f"quatrefoil.review.decided.{state.ending}", {"away": away})
    if away and state.actions >= cast(QuatrefoilRules, match.rules).max_actions:
        return Message("quatrefoil.review.decided.limit", {"away": away})
    if away:
        seat = judgements[-1].seat
        return Message(
            "quatrefoil.review.decided.stacked",
            {"seat": seat, "away": away, "better": _catalogue_name(judgements[-1].best[0])},
        )
    over = state.actions - distance(state.dealt, state.target)
    if not over:
        return Message("quatrefoil.review.decided.shortest", {"actions": state.actions})
    (detour,) = largest_losses(judgements, 1)
    return Message(
        "quatrefoil.review.decided.detour",
        {
            "over": over,
            "seat": detour.seat,
            "move": _catalogue_name(detour.move),
            "better": _catalogue_name(detour.best[0]),
        },
    )


def _worst_deal(series: DealSeries) -> Message:
    scores = [deal.score for deal in series.finished]
    if max(scores) <= 0:
        return Message("quatrefoil.review.decided.series_even")
    return Message(
        "quatrefoil.review.decided.series",
        {"deal": scores.index(max(scores)) + 1, "score": signed(max(scores))},
    )


def _catalogue_name(move: str) -> str:
    """Return the name of a move in the message catalogue."""
    return QuatrefoilMove(move).name


def _distance_at(match: Match, version: int) -> int:
    """Return the distance to the target in actions."""
    state = _state(match, version)
    return distance(state.tokens, state.target)


def _state(match: Match, version: int) -> QuatrefoilState:
    return cast(QuatrefoilState, match.state_at(version))
