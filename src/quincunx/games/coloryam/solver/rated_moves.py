"""List a player's moves with their values, by the player's goal."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from quincunx.games.coloryam.challenges import Challenge
from quincunx.games.coloryam.dice import DIE_AND_VALUE, ROLLS_PER_ATTEMPT, Values
from quincunx.games.coloryam.moves import (
    ColorYamMove,
    CrossOut,
    EnterTotal,
    KeepDice,
    RollAll,
    StopRolling,
)
from quincunx.games.coloryam.sheet import CHALLENGE_OF_LINE, COLORYAM_LINES
from quincunx.games.coloryam.solver.attempt import AttemptSolution, entry_worth, final_roll_worth
from quincunx.games.coloryam.solver.decision_context import decision_context
from quincunx.games.coloryam.solver.win_chances import solve_to_win
from quincunx.games.coloryam.state import ColorYamView


class RatedMove(NamedTuple):
    """A move and its value."""

    move: ColorYamMove
    worth: float


RatedMoves = list[RatedMove]
"""The best move first; of equal moves, the one that rolls the fewest dice."""


def dice_values(faces: tuple[str, ...]) -> Values:
    """Return the numbers that these dice show."""
    return tuple(DIE_AND_VALUE[face][1] for face in faces)


def rate_for_total(view: ColorYamView) -> RatedMoves:
    """Rate moves by the expected sum of the player's entries from this line on."""
    context = decision_context(view)
    plan, place = context.plan, context.place(context.seat)
    if view.phase == "choose":
        assert view.total is not None
        return _rate_failed(plan.crossed(place), plan.entered(place, view.total))
    return rate_moves(plan.attempt(place), view.faces, ROLLS_PER_ATTEMPT - view.rolls)


def rate_for_win(view: ColorYamView) -> RatedMoves:
    """Rate moves by the chance to win; for a player alone, by the total."""
    if len(view.entries) == 1:
        return rate_for_total(view)
    chances, attempt = solve_to_win(decision_context(view))
    if view.phase == "choose":
        assert view.total is not None
        return _rate_failed(chances.crossed(), chances.entered(view.total))
    return rate_moves(attempt, view.faces, ROLLS_PER_ATTEMPT - view.rolls)


def rate_one_roll_ahead(view: ColorYamView) -> RatedMoves:
    """Rate moves as if the next roll were the last and this line the only one."""
    return rate_moves(
        _solve_last_roll(decision_context(view).plan.challenge(view.line)), view.faces, 1
    )


@lru_cache(8)
def _solve_last_roll(challenge: Challenge | None) -> AttemptSolution:
    return AttemptSolution(final_roll_worth(challenge, entry_worth()), rolls=2)


def chance_to_complete(view: ColorYamView) -> tuple[float, int]:
    """Return the best chance of any entry in this line, and the number that it must exceed."""
    context = decision_context(view)
    bar = context.place(context.seat).bar if view.line in COLORYAM_LINES else 0
    attempt = _solve_for_entry(context.plan.challenge(view.line), bar)
    return rate_moves(attempt, view.faces, ROLLS_PER_ATTEMPT - view.rolls)[0].worth, bar


def rate_for_challenge(view: ColorYamView) -> RatedMoves:
    """Rate moves by the chance to meet the challenge of this line, whatever the total."""
    number = CHALLENGE_OF_LINE[view.line]
    attempt = _solve_for_entry(None if number is None else view.sheet[number], 0)
    return rate_moves(attempt, view.faces, ROLLS_PER_ATTEMPT - view.rolls)


@lru_cache(8)
def _solve_for_entry(challenge: Challenge | None, bar: int) -> AttemptSolution:
    return AttemptSolution(final_roll_worth(challenge, entry_worth(bar, counted=False)))


def rate_moves(attempt: AttemptSolution, faces: tuple[str, ...], left: int) -> RatedMoves:
    """Rate every legal move with these dice."""
    worth = attempt.choices(dice_values(faces), left)
    ranked = sorted(worth, key=lambda kept: (worth[kept], sum(kept)), reverse=True)
    return [RatedMove(_move_keeping(faces, kept), worth[kept]) for kept in ranked]


def _move_keeping(faces: tuple[str, ...], kept: tuple[bool, ...]) -> ColorYamMove:
    """Return the move that keeps these dice: all means stop, none means roll all."""
    if all(kept):
        return StopRolling()
    if not any(kept):
        return RollAll()
    return KeepDice(tuple([face for face, stays in zip(faces, kept, strict=True) if stays]))


def _rate_failed(crossed: float, entered: float) -> RatedMoves:
    """Rate the two ways to deal with a failed challenge."""
    choices = [RatedMove(CrossOut(), crossed), RatedMove(EnterTotal(), entered)]
    return sorted(choices, key=lambda choice: choice.worth, reverse=True)
