"""The moves of a player. `str` of a move is its notation, which `notation.py` reads."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec

from quincunx.core.moves import Moves
from quincunx.games.coloryam.dice import ALL_DICE, DICE, Values, faces, faces_in


class RollAll(msgspec.Struct, frozen=True, tag="Roll"):
    """Roll all six dice."""

    def __str__(self) -> str:
        return "roll"


class KeepDice(msgspec.Struct, frozen=True, tag="Keep"):
    """Keep these dice and roll the others."""

    faces: tuple[str, ...]
    """In the order of the dice."""

    def __str__(self) -> str:
        return " ".join(("keep", *self.faces))


class StopRolling(msgspec.Struct, frozen=True, tag="Stop"):
    """End the attempt with the dice as they are."""

    def __str__(self) -> str:
        return "stop"


class CrossOut(msgspec.Struct, frozen=True, tag="Cross"):
    """Enter an X for a failed challenge."""

    def __str__(self) -> str:
        return "cross"


class EnterTotal(msgspec.Struct, frozen=True, tag="Enter"):
    """Enter the total of a failed challenge in a ColorYam field, and try again."""

    def __str__(self) -> str:
        return "enter"


ColorYamMove = RollAll | KeepDice | StopRolling | CrossOut | EnterTotal


_ROLL_ALL: Final = RollAll()
_STOP_ROLLING: Final = StopRolling()


class KeepMoves(Moves[ColorYamMove]):
    """The moves after a roll: keep some dice and roll the others, roll all, or stop."""

    complete = True
    __slots__ = ("_dice",)

    def __init__(self, dice: Values) -> None:
        self._dice = dice

    def __contains__(self, move: object) -> bool:
        if isinstance(move, KeepDice):
            if not isinstance(move.faces, tuple):
                return False
            return 0 < len(move.faces) < DICE and move == KeepDice(self._in_dice_order(move.faces))
        return isinstance(move, RollAll | StopRolling)

    def __len__(self) -> int:
        return ALL_DICE + 1

    def _in_dice_order(self, kept: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([face for face in faces(self._dice) if face in kept])

    def __iter__(self) -> Iterator[ColorYamMove]:
        yield _ROLL_ALL
        shown = faces(self._dice)
        for kept in range(1, ALL_DICE):
            yield KeepDice(faces_in(kept, shown))
        yield _STOP_ROLLING

    def sample(self, rng: Random) -> ColorYamMove:
        kept = int(rng.random() * (ALL_DICE + 1))
        if kept == 0:
            return _ROLL_ALL
        if kept == ALL_DICE:
            return _STOP_ROLLING
        return KeepDice(faces_in(kept, faces(self._dice)))
