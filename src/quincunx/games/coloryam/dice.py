"""The six dice: each bears every number and every colour once, no two dice the same pair."""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("R", "O", "Y", "G", "B", "K")
"""Red, orange, yellow, green, blue, black, by the letters of the palette."""

DICE: Final = 6
FACES: Final = 6

_AROUND: Final = "KGBOYR"

COLOUR_OF: Final = tuple(
    tuple(_AROUND[(value + die) % FACES] for value in range(FACES)) for die in range(DICE)
)
"""COLOUR_OF[die][value − 1]: six shifts of one order, so that each pair occurs once."""

Values = tuple[int, ...]
"""What the six dice show, 1 to 6, die by die."""


FACE_OF: Final = tuple(
    tuple(f"{value}{COLOUR_OF[die][value - 1]}" for value in range(1, FACES + 1))
    for die in range(DICE)
)
"""FACE_OF[die][value − 1]: how it is written, `4R`. That says which die it is, too."""

DIE_AND_VALUE: Final = {
    face: (die, value) for die in range(DICE) for value, face in enumerate(FACE_OF[die], 1)
}
"""From a face back to its die and value."""


def faces(values: Values) -> tuple[str, ...]:
    """What the dice show, as it is written."""
    return tuple([FACE_OF[die][value - 1] for die, value in enumerate(values)])


def colour_counts(values: Values) -> dict[str, int]:
    """How many dice show each colour."""
    counts = dict.fromkeys(COLOURS, 0)
    for die, value in enumerate(values):
        counts[COLOUR_OF[die][value - 1]] += 1
    return counts
