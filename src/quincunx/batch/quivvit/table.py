"""The arrays of one table of Quivvit."""

from __future__ import annotations

from typing import Final

from ..kernel import Array, arrays

TURN: Final = 0
BONUS: Final = 1
OVER: Final = 2

NO_COLOUR: Final = -1


@arrays
class CardsApart:
    """The cards taken in this Drain the Deck round, which may turn out not to count."""

    points: Array
    """By seat, the points of these cards."""
    cards: Array
    """By seat, the number of these cards."""


@arrays
class DoubleRotateCards:
    """The Double Rotate cards, and the draws for those that are left at the end."""

    held: Array
    """By seat, whether it still has its card."""
    values: Array
    """By seat, the value drawn for its card at the end; 0 if none was drawn."""
    asked: Array
    """The seat that may draw at the end."""


@arrays
class QuivvitTable:
    """The whole game. Fields that only some options need are `None` without these options."""

    faces: Array
    """By cell, the colours of its card; see `cards`."""
    points_in_cell: Array
    """By cell, the points of its card; 0 where there is none."""
    ranks: Array
    """The cards that are left; see `draws`."""
    points: Array
    """By seat, the points of the cards taken."""
    cards: Array
    """By seat, the number of cards taken."""
    apart: CardsApart | None
    doubles: DoubleRotateCards | None
    first: Array
    """The seat that began this round."""
    round: Array
    played: Array
    """The number of turns of this round that are over."""
    phase: Array
    colour: Array | None
    """The colour on the die; `NO_COLOUR` once no more turns are played."""
