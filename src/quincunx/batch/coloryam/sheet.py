"""The score sheet: ten lines in three sections, four of them ColorYam fields; random challenges."""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np

from ..kernel import Array
from ..randomness import random_words
from .challenges import KINDS_OF_SECTION, MET, TRIPLES
from .dice import CLASS_OF_ROLL, number_of_roll

LINES: Final = 10
CHALLENGES_ON_SHEET: Final = 6
COLORYAM_LINES: Final = np.array((2, 5, 8, 9))

HAS_CHALLENGE: Final = np.array((1, 1, 0, 1, 1, 0, 1, 1, 0, 0, 0), bool)
"""By line, whether it has a challenge; the line after the last one stands for the end."""
CHALLENGE_OF_LINE: Final = np.array((0, 1, 0, 2, 3, 0, 4, 5, 0, 0, 0), np.int8)
"""By line, the number of its challenge; 0 if it has none."""
FIELD_OF_LINE: Final = np.array((2, 2, 2, 5, 5, 5, 8, 8, 8, 8, 8), np.int8)
"""By line, the first ColorYam field of its section."""
SECTION_WITH_TWO_FIELDS: Final = 6
"""The first line of the last section, which has two ColorYam fields."""
ABOVE: Final = np.array(
    [
        [above in rows for above in range(LINES)]
        for rows in ((), (0,), (1,), (0, 1, 2), (3,), (4,), (3, 4, 5), (6,), (7,), (8,), ())
    ]
)
"""ABOVE[line]: the lines whose results are directly above it. Above the first line of a section is
the score row of the section before."""

EMPTY: Final = -1
X: Final = 0


def meets_challenge(challenges: Array, line: Array, dice: Array) -> Array:
    """Return whether the dice meet the challenge of a line; false if the line has none."""
    code = challenges[jnp.asarray(CHALLENGE_OF_LINE)[line]]
    class_of_roll = jnp.asarray(CLASS_OF_ROLL)[number_of_roll(dice)]
    return jnp.asarray(MET)[code, class_of_roll] & jnp.asarray(HAS_CHALLENGE)[line]


def free_field(column: Array, line: Array) -> tuple[Array, Array]:
    """Return the ColorYam line for a failed total of a challenge, and whether it is empty."""
    field = jnp.asarray(FIELD_OF_LINE)[line]
    is_filled = (line >= SECTION_WITH_TWO_FIELDS) & (column[field] != EMPTY)
    field = jnp.where(is_filled, LINES - 1, field)
    return field, column[field] == EMPTY


def first_open_line(entries: Array) -> Array:
    """Return the first line in which a field is empty; the number of lines if all are complete."""
    lines = jnp.arange(LINES, dtype=jnp.int8)
    return jnp.where(entries == EMPTY, lines, jnp.int8(LINES)).min()


def random_challenges(key: Array) -> Array:
    """Draw two different kinds of challenge for each section, and their colours, as codes.

    Each section takes one word of 32 bits: its quotients and remainders are uniform to within one
    part in 9,000.
    """
    codes = []
    words = random_words(key, len(KINDS_OF_SECTION))
    for word, kinds in zip(words, KINDS_OF_SECTION, strict=True):
        count = len(kinds)
        left, first = _divide(word, count)
        left, step = _divide(left, count - 1)
        for number in (first, (first + 1 + step) % count):
            left, triple = _divide(left, TRIPLES)
            start, divisor = jnp.asarray(kinds, jnp.int32)[number]
            codes.append(start + triple // divisor)
    return jnp.stack(codes).astype(jnp.int16)


def _divide(word: Array, by: int) -> tuple[Array, Array]:
    """Return the quotient and the remainder, the latter as an int32."""
    return word // by, (word % by).astype(jnp.int32)
