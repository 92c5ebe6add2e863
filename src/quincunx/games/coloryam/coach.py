"""Hints before a move, from the exact solver.

They measure by the player's own total: what a choice adds to it on average, all lines to come
included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quincunx.core.advice import Hint
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import AnyRules
from quincunx.games.coloryam.dice import DICE
from quincunx.games.coloryam.moves import Keep, Move, Roll, Stop
from quincunx.games.coloryam.notation import format_move
from quincunx.games.coloryam.rules import View
from quincunx.games.coloryam.sheet import COLORYAM

if TYPE_CHECKING:
    from quincunx.games.coloryam.choices import Choices

ALTERNATIVES: Final = 4
"""How many choices are shown beside the best."""


def hints(rules: AnyRules, view: View) -> tuple[Hint, ...]:
    """The chance from here, how much to roll, what to keep, and what else would cost."""
    if view.seat is None or view.waiting[:1] != (view.seat,):
        return ()
    if view.phase == "roll" and not view.rolls:
        return (Hint(Message("coloryam.hint.first"), format_move(Roll())),)
    from quincunx.games.coloryam.choices import for_own_total

    choices = for_own_total(view)
    best = choices[0].move
    if view.phase == "choose":
        args = _described(best) | {"gap": round(choices[0].worth - choices[1].worth, 1)}
        return (Hint(Message("coloryam.hint.second_chance", args), format_move(best)),)
    advice = Hint(Message("coloryam.hint.best", _described(best)), format_move(best))
    return (
        *_chance(view),
        Hint(Message("coloryam.hint.dice", {"dice": _rolled(best)})),
        advice,
        Hint(Message("coloryam.hint.others", {"choices": _alternatives(choices)})),
    )


def _chance(view: View) -> tuple[Hint, ...]:
    """How likely the line can still be completed by somebody who wants nothing else."""
    from quincunx.games.coloryam.choices import chance_to_complete

    chance, bar = chance_to_complete(view)
    args: dict[str, Arg] = {"percent": round(100 * chance), "bar": bar}
    if view.line not in COLORYAM:
        return (Hint(Message("coloryam.hint.challenge", args)),)
    return (Hint(Message("coloryam.hint.bar", args)),) if bar else ()


def _rolled(move: Move) -> int:
    """How many dice the move rolls."""
    if isinstance(move, Keep):
        return DICE - len(move.faces)
    return 0 if isinstance(move, Stop) else DICE


def _alternatives(choices: Choices) -> tuple[str, ...]:
    return tuple(
        f"{format_move(choice.move)} (−{choices[0].worth - choice.worth:.2f})"
        for choice in choices[1 : 1 + ALTERNATIVES]
    )


def _described(move: Move) -> dict[str, Arg]:
    """The move as the catalogue wants it: what kind it is, and the dice if it keeps some."""
    kind = type(move).__name__.lower()
    return {"move": kind, "faces": move.faces if isinstance(move, Keep) else ()}
