"""Hints before a move, from the exact solver."""

from __future__ import annotations

from typing import cast

from quincunx.core.advice import Hint
from quincunx.core.messages import Message
from quincunx.core.rules import AnyRules
from quincunx.games.quatrefoil.pieces import ENTRY, TWISTS, Arrangement, Move
from quincunx.games.quatrefoil.rules import QuatrefoilRules, View
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
