"""The sixteen kinds of challenge. They depend only on the colours of the dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from quincunx.games.coloryam.dice import COLOURS, Values, colour_counts

ColourCounts = Mapping[str, int]


class ChallengeKind(msgspec.Struct, frozen=True):
    """A kind of challenge: its section, how many colours it names, and when it is met."""

    section: str
    colours: int
    met: Callable[..., bool]
    """A predicate on the colour counts and the named colours."""


def _colours_appearing(counts: ColourCounts, number: int) -> int:
    """Return how many colours appear exactly `number` times."""
    return [*counts.values()].count(number)


KINDS: Final[dict[str, ChallengeKind]] = {
    # Defined colours
    "none": ChallengeKind("red", 1, lambda n, a: n[a] == 0),
    "none of two": ChallengeKind("red", 2, lambda n, a, b: n[a] == n[b] == 0),
    "one": ChallengeKind("red", 1, lambda n, a: n[a] == 1),
    "two": ChallengeKind("red", 1, lambda n, a: n[a] == 2),
    "one and none": ChallengeKind("red", 2, lambda n, a, b: n[a] == 1 and n[b] == 0),
    # Any colours
    "three alike": ChallengeKind("yellow", 0, lambda n: _colours_appearing(n, 3) == 1),
    "never three": ChallengeKind("yellow", 0, lambda n: _colours_appearing(n, 3) == 0),
    "two pairs": ChallengeKind("yellow", 0, lambda n: _colours_appearing(n, 2) == 2),
    "four alike": ChallengeKind("yellow", 0, lambda n: _colours_appearing(n, 4) == 1),
    "three colours": ChallengeKind("yellow", 0, lambda n: _colours_appearing(n, 0) == 3),
    "never two": ChallengeKind("yellow", 0, lambda n: _colours_appearing(n, 2) == 0),
    # Comparison
    "more": ChallengeKind("blue", 2, lambda n, a, b: n[a] > n[b]),
    "equal": ChallengeKind("blue", 2, lambda n, a, b: n[a] == n[b]),
    "different": ChallengeKind("blue", 2, lambda n, a, b: n[a] != n[b]),
    "all different": ChallengeKind("blue", 3, lambda n, a, b, c: len({n[a], n[b], n[c]}) == 3),
    "most": ChallengeKind("blue", 1, lambda n, a: all(n[a] > n[c] for c in COLOURS if c != a)),
}


class Challenge(msgspec.Struct, frozen=True):
    """A kind of challenge with its colours."""

    kind: str
    colours: tuple[str, ...] = ()

    def met_by(self, counts: ColourCounts) -> bool:
        return KINDS[self.kind].met(counts, *self.colours)

    def met(self, values: Values) -> bool:
        """Return whether these dice meet it."""
        return self.met_by(colour_counts(values))
