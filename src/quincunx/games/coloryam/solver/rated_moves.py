"""What each choice before a player is worth, by what the player wants."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from quincunx.games.coloryam.challenges import Challenge
from quincunx.games.coloryam.dice import DIE_AND_VALUE, Values
from quincunx.games.coloryam.moves import (
    ColorYamMove,
    CrossOut,
    EnterTotal,
    KeepDice,
    RollAll,
    StopRolling,
)
from quincunx.games.coloryam.rules import ROLLS_PER_ATTEMPT
from quincunx.games.coloryam.sheet import COLORYAM_LINES
from quincunx.games.coloryam.solver.attempt import AttemptSolution, entry_worth, final_roll_worth
from quincunx.games.coloryam.solver.win_chances import decision_context, solve_to_win
from quincunx.games.coloryam.state import ColorYamView


class RatedMove(NamedTuple):
    """Something that a player may do, and what it is worth."""

    move: ColorYamMove
    worth: float


RatedMoves = list[RatedMove]
"""The best first; of equals, the one that rolls fewest dice."""


def dice_values(faces: tuple[str, ...]) -> Values:
    """What these dice show."""
    return tuple(DIE_AND_VALUE[face][1] for face in faces)


def rate_for_total(view: ColorYamView) -> RatedMoves:
    """By the sum that the player's entries, from this line on, will have on average."""
    now = decision_context(view)
    plan, place = now.plan, now.place(now.seat)
    if view.phase == "choose":
        assert view.total is not None
        return _failed(plan.crossed(place), plan.entered(place, view.total))
    return rate_moves(plan.turn(place), view.faces, ROLLS_PER_ATTEMPT - view.rolls)


def rate_for_win(view: ColorYamView) -> RatedMoves:
    """By the chance to win against the others. Alone one plays for the total."""
    if len(view.entries) == 1:
        return rate_for_total(view)
    hopes, turn = solve_to_win(decision_context(view))
    if view.phase == "choose":
        assert view.total is not None
        return _failed(hopes.crossed(), hopes.entered(view.total))
    return rate_moves(turn, view.faces, ROLLS_PER_ATTEMPT - view.rolls)


def rate_one_roll_ahead(view: ColorYamView) -> RatedMoves:
    """As if the next roll were the last, and this line the only one."""
    return rate_moves(_last_roll(decision_context(view).plan.challenge(view.line)), view.faces, 1)


@lru_cache(8)
def _last_roll(challenge: Challenge | None) -> AttemptSolution:
    return AttemptSolution(final_roll_worth(challenge, entry_worth()), rolls=2)


def chance_to_complete(view: ColorYamView) -> tuple[float, int]:
    """How likely the line gets an entry if that is all one wants, and the number to get past."""
    now = decision_context(view)
    bar = now.place(now.seat).bar if view.line in COLORYAM_LINES else 0
    turn = _for_an_entry(now.plan.challenge(view.line), bar)
    return rate_moves(turn, view.faces, ROLLS_PER_ATTEMPT - view.rolls)[0].worth, bar


@lru_cache(8)
def _for_an_entry(challenge: Challenge | None, bar: int) -> AttemptSolution:
    return AttemptSolution(final_roll_worth(challenge, entry_worth(bar, counted=False)))


def rate_moves(turn: AttemptSolution, faces: tuple[str, ...], left: int) -> RatedMoves:
    """Every way to go on with these dice."""
    worth = turn.choices(dice_values(faces), left)
    ranked = sorted(worth, key=lambda kept: (worth[kept], sum(kept)), reverse=True)
    return [RatedMove(_move_keeping(faces, kept), worth[kept]) for kept in ranked]


def _move_keeping(faces: tuple[str, ...], kept: tuple[bool, ...]) -> ColorYamMove:
    """All dice kept is to stop, none is to roll."""
    if all(kept):
        return StopRolling()
    if not any(kept):
        return RollAll()
    return KeepDice(tuple([face for face, stays in zip(faces, kept, strict=True) if stays]))


def _failed(crossed: float, entered: float) -> RatedMoves:
    """What to do with a failed challenge."""
    choices = [RatedMove(CrossOut(), crossed), RatedMove(EnterTotal(), entered)]
    return sorted(choices, key=lambda choice: choice.worth, reverse=True)
