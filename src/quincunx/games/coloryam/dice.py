"""The six dice: each has every number and colour once, and no two share a pair of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import getitem, itemgetter
from typing import Final

COLOURS: Final = ("R", "O", "Y", "G", "B", "K")
"""Red, orange, yellow, green, blue, black, by the letters of the palette."""

DICE: Final = 6
FACES: Final = 6
ROLLS_PER_ATTEMPT: Final = 3

_COLOUR_CYCLE: Final = "KGBOYR"

COLOUR_OF: Final = tuple(
    tuple(_COLOUR_CYCLE[(value + die) % FACES] for value in range(FACES)) for die in range(DICE)
)
"""COLOUR_OF[die][value − 1]: cyclic shifts of one order, so that each pair occurs once."""

Values = tuple[int, ...]
"""The numbers that the six dice show, 1 to 6, in the order of the dice."""

_VALUES: Final = tuple(range(1, FACES + 1))


FACE_OF: Final = tuple(
    tuple(f"{value}{COLOUR_OF[die][value - 1]}" for value in range(1, FACES + 1))
    for die in range(DICE)
)
"""FACE_OF[die][value − 1]: the face as text, such as `4R`, which also identifies the die."""

DIE_AND_VALUE: Final = {
    face: (die, value) for die in range(DICE) for value, face in enumerate(FACE_OF[die], 1)
}
"""The die and the value of a face."""


_BY_VALUE: Final = tuple(("", *by_value) for by_value in FACE_OF)
_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH, _SIXTH = _BY_VALUE
"""By value from 1, the faces of each die."""


def faces(values: Values) -> tuple[str, ...]:
    """Return the faces that the dice show, as text."""
    if not values:
        return ()
    a, b, c, d, e, f = values
    return _FIRST[a], _SECOND[b], _THIRD[c], _FOURTH[d], _FIFTH[e], _SIXTH[f]


DICE_IN: Final = tuple(
    tuple(die for die in range(DICE) if dice_set >> die & 1) for dice_set in range(2**DICE)
)
"""By set of dice (bit `n` for die `n`), the dice in it."""
ALL_DICE: Final = 2**DICE - 1


def after_roll(before: Values, kept: int, thrown: tuple[int, ...]) -> Values:
    """Return the dice after all but those in the set `kept` were rolled.

    `thrown` has the faces that came up, from 0, in the order of the dice.

    >>> after_roll((1, 2, 3, 4, 5, 6), kept=0b111, thrown=(5, 5, 5))
    (1, 2, 3, 6, 6, 6)
    """
    if not kept:
        dice: Values = itemgetter(*thrown)(_VALUES)
        return dice
    values = list(before)
    for number, die in enumerate(DICE_IN[ALL_DICE - kept]):
        values[die] = thrown[number] + 1
    return tuple(values)


_SET_OF_FACE: Final = {face: 1 << die for face, (die, _) in DIE_AND_VALUE.items()}


def _selection(dice: tuple[int, ...]) -> Callable[[tuple[str, ...]], tuple[str, ...]]:
    """Return a function that selects the items of these dice."""
    if len(dice) > 1:
        return itemgetter(*dice)
    # An itemgetter with one index would return the item, not a tuple.
    return itemgetter(slice(dice[0], dice[0] + 1) if dice else slice(0))


_SELECTION_OF_SET: Final = tuple(map(_selection, DICE_IN))


def faces_in(dice_set: int, shown: tuple[str, ...]) -> tuple[str, ...]:
    """Return the faces of the dice in the set, in the order of the dice."""
    return _SELECTION_OF_SET[dice_set](shown)


def set_of_faces(kept: tuple[str, ...]) -> int:
    """Return the set of the dice that have these faces; texts that are no face are left out."""
    dice_set = 0
    for face in kept:
        dice_set |= _SET_OF_FACE.get(face, 0)
    return dice_set


_COUNT_BITS: Final = 3
"""Enough bits for a count of six dice."""
_COUNTED: Final = tuple(
    (0, *(1 << _COUNT_BITS * COLOURS.index(colour) for colour in by_value))
    for by_value in COLOUR_OF
)
"""By die and by value from 1, the count of its colour as a packed number."""


def colour_counts(values: Values) -> Mapping[str, int]:
    """Return how many dice show each colour."""
    return _unpacked_counts(sum(map(getitem, _COUNTED, values)))


@lru_cache(512)
def _unpacked_counts(packed: int) -> Mapping[str, int]:
    """Return the counts in a packed number; with six dice there are 462 different ones."""
    return {
        colour: packed >> _COUNT_BITS * number & 2**_COUNT_BITS - 1
        for number, colour in enumerate(COLOURS)
    }
