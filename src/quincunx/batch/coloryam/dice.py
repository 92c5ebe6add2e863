"""The six dice: which colours they show, and which rolls show the same colours."""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np

from ..kernel import Array

DICE: Final = 6
FACES: Final = 6
COLOURS: Final = 6
"""Red, orange, yellow, green, blue, black."""
ROLLS_PER_ATTEMPT: Final = 3
ALL_DICE: Final = 2**DICE - 1

_COLOUR_CYCLE: Final = (5, 3, 4, 1, 2, 0)
COLOUR_OF: Final = np.array(
    [[_COLOUR_CYCLE[(face + die) % FACES] for face in range(FACES)] for die in range(DICE)], np.int8
)
"""COLOUR_OF[die][face]: the colour of a face, from 0."""

COLOUR_BIT: Final = 1 << COLOUR_OF.astype(np.uint32)
"""COLOUR_BIT[die][face]: a word with a bit for each colour, of which that of the face is set."""

_PLACES: Final = FACES ** np.arange(DICE, dtype=np.uint32)
"""A roll has a number: its faces, from 0, are the digits in base 6, the first die's the lowest."""
ROLLS: Final = FACES**DICE


def _colour_counts() -> np.ndarray:
    """Return how many dice show each colour, by the number of the roll."""
    faces = np.arange(ROLLS, dtype=np.uint32)[:, None] // _PLACES % FACES
    colours = COLOUR_OF[np.arange(DICE), faces]
    counts: np.ndarray = (colours[:, :, None] == np.arange(COLOURS)).sum(1)
    return counts


COLOUR_COUNTS, _class_of_roll = np.unique(_colour_counts(), axis=0, return_inverse=True)
"""The 462 ways in which colours can be shown: by class of rolls, how many dice show each colour."""
CLASS_OF_ROLL: Final = _class_of_roll.reshape(-1).astype(np.int16)
"""By the number of the roll, its class."""


def faces_of_number(number: Array) -> Array:
    """Return the faces of a roll, from 0, by its number, which is a uint32."""
    return (number // _PLACES % FACES).astype(jnp.int8)


def number_of_roll(dice: Array) -> Array:
    """Return the number of a roll of dice that show 1 to 6."""
    return ((dice - 1).astype(jnp.uint32) * _PLACES).sum(dtype=jnp.uint32)
