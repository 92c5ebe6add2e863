"""The six dice: each has every number and colour once, and no two share a pair of them."""

from __future__ import annotations

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


FACE_OF: Final = tuple(
    tuple(f"{value}{COLOUR_OF[die][value - 1]}" for value in range(1, FACES + 1))
    for die in range(DICE)
)
"""FACE_OF[die][value − 1]: the face as text, such as `4R`, which also identifies the die."""

DIE_AND_VALUE: Final = {
    face: (die, value) for die in range(DICE) for value, face in enumerate(FACE_OF[die], 1)
}
"""The die and the value of a face."""


def faces(values: Values) -> tuple[str, ...]:
    """Return the faces that the dice show, as text."""
    return tuple([FACE_OF[die][value - 1] for die, value in enumerate(values)])


def colour_counts(values: Values) -> dict[str, int]:
    """Return how many dice show each colour."""
    counts = dict.fromkeys(COLOURS, 0)
    for die, value in enumerate(values):
        counts[COLOUR_OF[die][value - 1]] += 1
    return counts
