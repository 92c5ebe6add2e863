"""The 306 challenges, numbered, and which dice meet each of them.

A challenge is a kind and the colours that it names, in order. Its code is its place in
`CHALLENGES`: the kinds follow each other as in the rules, and the colours of a kind are in
lexicographic order.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import perm
from typing import Any, Final

import numpy as np

from ..bits import packed
from .dice import COLOUR_COUNTS, COLOURS

Predicate = Callable[..., Any]
"""Whether dice meet a challenge: a function of the counts of all colours, by class of rolls, and
then of the count of each colour that the challenge names."""


def _appearing(counts: np.ndarray, number: int) -> np.ndarray:
    """Return how many colours appear exactly `number` times."""
    appearing: np.ndarray = (counts == number).sum(1)
    return appearing


KINDS: Final[dict[str, tuple[int, int, Predicate]]] = {
    "none": (0, 1, lambda n, a: a == 0),
    "none of two": (0, 2, lambda n, a, b: (a == 0) & (b == 0)),
    "one": (0, 1, lambda n, a: a == 1),
    "two": (0, 1, lambda n, a: a == 2),
    "one and none": (0, 2, lambda n, a, b: (a == 1) & (b == 0)),
    "three alike": (1, 0, lambda n: _appearing(n, 3) == 1),
    "never three": (1, 0, lambda n: _appearing(n, 3) == 0),
    "two pairs": (1, 0, lambda n: _appearing(n, 2) == 2),
    "four alike": (1, 0, lambda n: _appearing(n, 4) == 1),
    "three colours": (1, 0, lambda n: _appearing(n, 0) == 3),
    "never two": (1, 0, lambda n: _appearing(n, 2) == 0),
    "more": (2, 2, lambda n, a, b: a > b),
    "equal": (2, 2, lambda n, a, b: a == b),
    "different": (2, 2, lambda n, a, b: a != b),
    "all different": (2, 3, lambda n, a, b, c: (a != b) & (b != c) & (a != c)),
    "most": (2, 1, lambda n, a: (n >= a[:, None]).sum(1) == 1),
}
"""The kinds: the section of the sheet (0 is red), the number of colours, and the predicate."""

MAX_COLOURS_NAMED: Final = 3

CHALLENGES: Final = tuple(
    (kind, colours)
    for kind, (_, named, _) in KINDS.items()
    for colours in permutations(range(COLOURS), named)
)
_CODES: Final = {challenge: code for code, challenge in enumerate(CHALLENGES)}


def code_of(kind: str, colours: tuple[int, ...] = ()) -> int:
    """Return the code of a challenge.

    >>> CHALLENGES[code_of("more", (4, 0))]
    ('more', (4, 0))
    """
    return _CODES[kind, colours]


def _met() -> np.ndarray:
    """Return whether the dice meet each challenge, by challenge and class of rolls."""
    met = np.empty((len(CHALLENGES), len(COLOUR_COUNTS)), bool)
    for code, (kind, colours) in enumerate(CHALLENGES):
        met[code] = KINDS[kind][2](COLOUR_COUNTS, *COLOUR_COUNTS.T[list(colours)])
    return met


MET: Final = _met()
"""MET[code][class of rolls]: whether the dice meet the challenge."""


def _named() -> np.ndarray:
    """Return which colour each challenge names at each place, as a flag for each colour."""
    named = np.zeros((len(CHALLENGES), MAX_COLOURS_NAMED, COLOURS), bool)
    for code, (_, colours) in enumerate(CHALLENGES):
        named[code, np.arange(len(colours)), list(colours)] = True
    return named


KIND_BITS: Final = len(KINDS)
KIND: Final = packed(np.array([[kind == each for each in KINDS] for kind, _ in CHALLENGES]))[:, 0]
"""KIND[code]: a word with a bit for each kind, of which that of the challenge is set."""

NAMED_BITS: Final = MAX_COLOURS_NAMED * COLOURS
NAMED: Final = packed(_named().reshape(len(CHALLENGES), -1))[:, 0]
"""NAMED[code]: a word with a bit for each colour, for each place at which one can be named."""

TRIPLES: Final = perm(COLOURS, MAX_COLOURS_NAMED)
"""The ways to draw three colours in order."""


def _kinds_of_section(section: int) -> list[tuple[int, int]]:
    """Return for each kind its first code, and how many triples begin with the colours it names."""
    found = []
    for kind, (of_section, named, _) in KINDS.items():
        if of_section == section:
            first = next(code for code, challenge in enumerate(CHALLENGES) if challenge[0] == kind)
            found.append((first, TRIPLES // perm(COLOURS, named)))
    return found


KINDS_OF_SECTION: Final = tuple(np.array(_kinds_of_section(section)) for section in range(3))
"""By section and kind: the first code, and the divisor that turns the number of a triple of colours
into the number of the colours that the kind names."""
