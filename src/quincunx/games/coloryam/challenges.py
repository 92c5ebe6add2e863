"""The sixteen kinds of challenge. They depend only on the colours of the dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from quincunx.games.coloryam.dice import COLOURS, Values, colour_counts

Counts = Mapping[str, int]


class Kind(msgspec.Struct, frozen=True):
    """A kind of challenge: its section, how many colours it names, and when it is met."""

    section: str
    colours: int
    met: Callable[..., bool]
    """A predicate on the colour counts and the named colours."""


def _colours_appearing(counts: Counts, number: int) -> int:
    """Return how many colours appear exactly `number` times."""
    return sum(count == number for count in counts.values())


KINDS: Final[dict[str, Kind]] = {
    # Defined colours
    "none": Kind("red", 1, lambda n, a: n[a] == 0),
    "none of two": Kind("red", 2, lambda n, a, b: n[a] == n[b] == 0),
    "one": Kind("red", 1, lambda n, a: n[a] == 1),
    "two": Kind("red", 1, lambda n, a: n[a] == 2),
    "one and none": Kind("red", 2, lambda n, a, b: n[a] == 1 and n[b] == 0),
    # Any colours
    "three alike": Kind("yellow", 0, lambda n: _colours_appearing(n, 3) == 1),
    "never three": Kind("yellow", 0, lambda n: _colours_appearing(n, 3) == 0),
    "two pairs": Kind("yellow", 0, lambda n: _colours_appearing(n, 2) == 2),
    "four alike": Kind("yellow", 0, lambda n: _colours_appearing(n, 4) == 1),
    "three colours": Kind("yellow", 0, lambda n: _colours_appearing(n, 0) == 3),
    "never two": Kind("yellow", 0, lambda n: _colours_appearing(n, 2) == 0),
    # Comparison
    "more": Kind("blue", 2, lambda n, a, b: n[a] > n[b]),
    "equal": Kind("blue", 2, lambda n, a, b: n[a] == n[b]),
    "different": Kind("blue", 2, lambda n, a, b: n[a] != n[b]),
    "all different": Kind("blue", 3, lambda n, a, b, c: len({n[a], n[b], n[c]}) == 3),
    "most": Kind("blue", 1, lambda n, a: all(n[a] > n[c] for c in COLOURS if c != a)),
}


class Challenge(msgspec.Struct, frozen=True):
    """A kind of challenge with its colours."""

    kind: str
    colours: tuple[str, ...] = ()

    def met_by(self, counts: Counts) -> bool:
        return KINDS[self.kind].met(counts, *self.colours)

    def met(self, values: Values) -> bool:
        """Return whether these dice meet it."""
        return self.met_by(colour_counts(values))
