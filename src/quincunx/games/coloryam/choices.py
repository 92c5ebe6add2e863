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
from quincunx.games.coloryam.rules import ROLLS, ColorYamView
from quincunx.games.coloryam.sheet import COLORYAM
from quincunx.games.coloryam.standing import played_to_win, standing
from quincunx.games.coloryam.turn import ColorYamTurn, entry_worth, spread


class ColorYamChoice(NamedTuple):
    """Something that a player may do, and what it is worth."""

    move: ColorYamMove
    worth: float


Choices = list[ColorYamChoice]
"""The best first; of equals, the one that rolls fewest dice."""


def values_of(faces: tuple[str, ...]) -> Values:
    """What these dice show."""
    return tuple(DIE_AND_VALUE[face][1] for face in faces)


def for_own_total(view: ColorYamView) -> Choices:
    """By the sum that the player's entries, from this line on, will have on average."""
    now = standing(view)
    plan, place = now.plan, now.place(now.seat)
    if view.phase == "choose":
        assert view.total is not None
        return _failed(plan.crossed(place), plan.entered(place, view.total))
    return from_turn(plan.turn(place), view.faces, ROLLS - view.rolls)


def to_win(view: ColorYamView) -> Choices:
    """By the chance to win against the others. Alone one plays for the total."""
    if len(view.entries) == 1:
        return for_own_total(view)
    hopes, turn = played_to_win(standing(view))
    if view.phase == "choose":
        assert view.total is not None
        return _failed(hopes.crossed(), hopes.entered(view.total))
    return from_turn(turn, view.faces, ROLLS - view.rolls)


def one_roll_ahead(view: ColorYamView) -> Choices:
    """As if the next roll were the last, and this line the only one."""
    return from_turn(_last_roll(standing(view).plan.challenge(view.line)), view.faces, 1)


@lru_cache(8)
def _last_roll(challenge: Challenge | None) -> ColorYamTurn:
    return ColorYamTurn(spread(challenge, entry_worth()), rolls=2)


def chance_to_complete(view: ColorYamView) -> tuple[float, int]:
    """How likely the line gets an entry if that is all one wants, and the number to get past."""
    now = standing(view)
    bar = now.place(now.seat).bar if view.line in COLORYAM else 0
    turn = _for_an_entry(now.plan.challenge(view.line), bar)
    return from_turn(turn, view.faces, ROLLS - view.rolls)[0].worth, bar


@lru_cache(8)
def _for_an_entry(challenge: Challenge | None, bar: int) -> ColorYamTurn:
    return ColorYamTurn(spread(challenge, entry_worth(bar, counted=False)))


def from_turn(turn: ColorYamTurn, faces: tuple[str, ...], left: int) -> Choices:
    """Every way to go on with these dice."""
    worth = turn.choices(values_of(faces), left)
    ranked = sorted(worth, key=lambda kept: (worth[kept], sum(kept)), reverse=True)
    return [ColorYamChoice(_move(faces, kept), worth[kept]) for kept in ranked]


def _move(faces: tuple[str, ...], kept: tuple[bool, ...]) -> ColorYamMove:
    """All dice kept is to stop, none is to roll."""
    if all(kept):
        return StopRolling()
    if not any(kept):
        return RollAll()
    return KeepDice(tuple([face for face, stays in zip(faces, kept, strict=True) if stays]))


def _failed(crossed: float, entered: float) -> Choices:
    """What to do with a failed challenge."""
    choices = [ColorYamChoice(CrossOut(), crossed), ColorYamChoice(EnterTotal(), entered)]
    return sorted(choices, key=lambda choice: choice.worth, reverse=True)
