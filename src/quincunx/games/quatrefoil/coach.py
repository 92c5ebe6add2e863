"""Hints before a move and judgements after the game, both from the exact solver."""

from __future__ import annotations

from typing import cast

from quincunx.core.advice import Hint, Judgement
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.rules import AnyRules
from quincunx.games.quatrefoil.pieces import ENTRY, SOURCES, TWISTS, Arrangement, Move
from quincunx.games.quatrefoil.rules import QuatrefoilRules, State, View
from quincunx.games.quatrefoil.solver import best_actions, distance


def hints(rules: AnyRules, view: View) -> tuple[Hint, ...]:
    """Where the target is open: how far, what kind of action, which one."""
    if None in view.target or view.ending:
        return ()
    target = cast(Arrangement, view.target)
    away = distance(view.tokens, target)
    if away == 0:
        return (Hint(Message("quatrefoil.hint.stack"), Move.STACK.value),)
    far = Hint(Message("quatrefoil.hint.distance", {"distance": away}))
    best = [move for move in best_actions(view.tokens, target) if _may_make(rules, view, move)]
    if not best:
        return far, Hint(Message("quatrefoil.hint.others"))
    kinds = {move in TWISTS for move in best}
    kind = "either" if len(kinds) == 2 else "twist" if True in kinds else "push"
    return (
        far,
        Hint(Message("quatrefoil.hint.kind", {"kind": kind})),
        Hint(Message("quatrefoil.hint.move", {"move": best[0].name}), best[0].value),
    )


def _may_make(rules: AnyRules, view: View, move: Move) -> bool:
    """In Dual a push must end in one's own position."""
    if not (isinstance(rules, QuatrefoilRules) and rules.dual) or move in TWISTS:
        return True
    return view.seat is not None and ENTRY[move] == view.positions[view.seat]


def review(match: Match) -> tuple[Judgement, ...]:
    """Each action, measured by the actions it gave away, with all cards known."""
    judgements = []
    for version in range(1, match.version + 1):
        entry = match.log[version]
        if entry.seat is None or entry.move not in (*SOURCES, Move.STACK):
            continue
        before, now = (_state(match, at) for at in (version - 1, version))
        judgements.append(_judged(version - 1, entry.seat, entry.move, before, now))
    return tuple(judgements)


def _judged(version: int, seat: int, move: Move, before: State, now: State) -> Judgement:
    away = distance(before.tokens, before.target)
    best = best_actions(before.tokens, before.target) if away else (Move.STACK,)
    loss = away if move is Move.STACK else distance(now.tokens, now.target) + 1 - away
    kind = "best" if loss == 0 else "stacked_early" if move is Move.STACK else "longer"
    return Judgement(
        version=version,
        seat=seat,
        move=move.value,
        best=tuple(action.value for action in best),
        loss=loss,
        message=Message(f"quatrefoil.review.{kind}", {"loss": loss, "best": best[0].name}),
    )


def _state(match: Match, version: int) -> State:
    return cast(State, match.state_at(version))
