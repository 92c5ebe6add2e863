"""Hints before a move, from the exact solver."""

from __future__ import annotations

from typing import cast

from quincunx.core.analysis import Hint
from quincunx.core.messages import Message
from quincunx.core.rules import AnyRules
from quincunx.games.quatrefoil.moves import ENTRY_POSITION, TWISTS, QuatrefoilMove
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.solver import best_actions, distance
from quincunx.games.quatrefoil.state import QuatrefoilView
from quincunx.games.quatrefoil.tokens import Arrangement


def hints(rules: AnyRules, view: QuatrefoilView) -> tuple[Hint, ...]:
    """Return the distance to the target, the kind of action to take, and the action.

    There are no hints while the target is hidden. Off turn, the hints are about
    the move of the player whose turn it is.
    """
    if None in view.target or view.ending:
        return ()
    target = cast(Arrangement, view.target)
    away = distance(view.tokens, target)
    if view.turn is not None and view.turn != view.seat:
        return _while_waiting(view, away, view.turn)
    if away == 0:
        return (Hint(Message("quatrefoil.hint.stack"), QuatrefoilMove.STACK.value),)
    if view.left == 0:
        return (Hint(Message("quatrefoil.hint.only_stack"), QuatrefoilMove.STACK.value),)
    far = _distance(view, away)
    best = [move for move in best_actions(view.tokens, target) if _is_allowed(rules, view, move)]
    if not best:
        return far, Hint(Message("quatrefoil.hint.others"))
    kinds = {move in TWISTS for move in best}
    kind = "either" if len(kinds) == 2 else "twist" if True in kinds else "push"
    return (
        far,
        Hint(Message("quatrefoil.hint.kind", {"kind": kind})),
        Hint(Message("quatrefoil.hint.move", {"move": best[0].name}), best[0].value),
    )


def _while_waiting(view: QuatrefoilView, away: int, turn: int) -> tuple[Hint, ...]:
    if away == 0:
        return (Hint(Message("quatrefoil.hint.wait_for_stack", {"seat": turn})),)
    if view.left == 0:
        return (Hint(Message("quatrefoil.hint.only_stack")),)
    watch = Hint(Message("quatrefoil.hint.watch", {"seat": turn, "distance": away - 1}))
    return _distance(view, away), watch


def _distance(view: QuatrefoilView, away: int) -> Hint:
    if view.left is not None and view.left < away:
        return Hint(Message("quatrefoil.hint.no_time", {"distance": away, "left": view.left}))
    return Hint(Message("quatrefoil.hint.distance", {"distance": away}))


def _is_allowed(rules: AnyRules, view: QuatrefoilView, move: QuatrefoilMove) -> bool:
    """Return whether the seat may make the move: in Dual a push must end in its own position."""
    if not (isinstance(rules, QuatrefoilRules) and rules.dual) or move in TWISTS:
        return True
    return view.seat is not None and ENTRY_POSITION[move] == view.positions[view.seat]
