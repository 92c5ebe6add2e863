"""Hints before a move, by the same measure as the expert bot and the review.

Against others that is the chance to win; alone it is the total. If a different choice adds more to
the player's own total, the last hint names it and the chance to win that it would cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from quincunx.core.analysis import Hint
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import AnyRules
from quincunx.games.coloryam.dice import DICE
from quincunx.games.coloryam.moves import ColorYamMove, KeepDice, RollAll, StopRolling
from quincunx.games.coloryam.notation import move_args
from quincunx.games.coloryam.sheet import COLORYAM_LINES
from quincunx.games.coloryam.state import ColorYamView

if TYPE_CHECKING:
    from quincunx.games.coloryam.solver import RatedMoves

Measure = Literal["chance", "total"]

NOTICEABLE_TOTAL: Final = 0.05
"""The smallest gain in the expected total that is worth a sentence: figures have one decimal."""


def hints(rules: AnyRules, view: ColorYamView) -> tuple[Hint, ...]:
    """Return the chance from here, how many dice to roll, the best choice and what others cost."""
    if view.seat is None or view.waiting[:1] != (view.seat,):
        return ()
    if view.phase == "roll" and not view.rolls:
        return (Hint(Message("coloryam.hint.first"), str(RollAll())),)
    from quincunx.games.coloryam.solver import rate_for_win

    measure: Measure = "total" if len(view.entries) == 1 else "chance"
    choices = rate_for_win(view)
    best = _best_hint(measure, choices)
    if view.phase == "choose":
        return best, *_best_for_total(view, choices)
    return (
        *_completion_chance(view),
        Hint(Message("coloryam.hint.dice", {"dice": _dice_rolled(choices[0].move)})),
        best,
        _next_best(measure, choices),
        *_best_for_total(view, choices),
    )


def _completion_chance(view: ColorYamView) -> tuple[Hint, ...]:
    """Say how likely the line can still be completed if the player wants nothing else."""
    from quincunx.games.coloryam.solver import chance_to_complete

    chance, bar = chance_to_complete(view)
    args: dict[str, Arg] = {"percent": round(100 * chance), "bar": bar}
    if view.line not in COLORYAM_LINES:
        return (Hint(Message("coloryam.hint.challenge", args)),)
    return (Hint(Message("coloryam.hint.bar", args)),) if bar else ()


def _dice_rolled(move: ColorYamMove) -> int:
    """Return how many dice the move rolls."""
    if isinstance(move, KeepDice):
        return DICE - len(move.faces)
    return 0 if isinstance(move, StopRolling) else DICE


def _best_hint(measure: Measure, choices: RatedMoves) -> Hint:
    """Name the best choice."""
    best = choices[0]
    args = move_args(best.move) | {"worth": _figure(measure, best.worth)}
    return Hint(Message(f"coloryam.hint.best.{measure}", args), str(best.move))


def _next_best(measure: Measure, choices: RatedMoves) -> Hint:
    """Name the second-best choice and what it costs."""
    best, other = choices[:2]
    args = move_args(other.move) | {"loss": _figure(measure, best.worth - other.worth)}
    return Hint(Message(f"coloryam.hint.next.{measure}", args))


def _best_for_total(view: ColorYamView, choices: RatedMoves) -> tuple[Hint, ...]:
    """Name the choice that adds most to the player's own total, if it is not the best to win."""
    from quincunx.games.coloryam.solver import rate_for_total

    if len(view.entries) == 1:
        return ()
    totals = rate_for_total(view)
    most, best = totals[0], choices[0]
    gain = most.worth - next(total.worth for total in totals if total.move == best.move)
    if gain < NOTICEABLE_TOTAL:
        return ()
    chance = next(choice.worth for choice in choices if choice.move == most.move)
    args = move_args(most.move) | {
        "gain": _figure("total", gain),
        "loss": _figure("chance", best.worth - chance),
    }
    return (Hint(Message("coloryam.hint.total", args)),)


def _figure(measure: Measure, worth: float) -> float:
    """Round a worth as it is shown: percent of the chance to win, or a total."""
    return round(100 * worth if measure == "chance" else worth, 1)
