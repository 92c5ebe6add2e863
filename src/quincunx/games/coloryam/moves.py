"""The moves of a player. `str` of a move is its notation, which `notation.py` reads."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec

from quincunx.core.moves import Moves
from quincunx.games.coloryam.dice import DICE, Values, faces


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


class KeepMoves(Moves[ColorYamMove]):
    """The moves after a roll: keep some dice and roll the others, roll all, or stop."""

    complete = True

    def __init__(self, dice: Values) -> None:
        self._faces = faces(dice)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, KeepDice):
            if not isinstance(move.faces, tuple):
                return False
            return 0 < len(move.faces) < DICE and move == KeepDice(self._in_dice_order(move.faces))
        return isinstance(move, RollAll | StopRolling)

    def __len__(self) -> int:
        return 1 << DICE

    def _in_dice_order(self, kept: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(face for face in self._faces if face in kept)

    def __iter__(self) -> Iterator[ColorYamMove]:
        yield RollAll()
        for mask in range(1, 2**DICE - 1):
            yield self._keep(mask)
        yield StopRolling()

    def _keep(self, mask: int) -> KeepDice:
        return KeepDice(tuple(face for die, face in enumerate(self._faces) if mask >> die & 1))

    def sample(self, rng: Random) -> ColorYamMove:
        mask = int(rng.random() * 2**DICE)
        if mask == 0:
            return RollAll()
        return StopRolling() if mask == 2**DICE - 1 else self._keep(mask)
