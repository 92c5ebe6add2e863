"""All the ways in which the cards can be dealt."""

from __future__ import annotations

from itertools import permutations
from typing import Final

import msgspec

from quincunx.games.quatrefoil.tokens import COLOURS, POSITIONS, Arrangement


class Deal(msgspec.Struct, frozen=True):
    """One way in which the cards can be dealt."""

    target: Arrangement
    positions: tuple[str, ...]
    places: tuple[int, ...]
    """By seat, the index of its position in an arrangement."""

    def colour(self, seat: int) -> str:
        return self.target[self.places[seat]]

    def signals(self, tokens: Arrangement) -> tuple[bool, ...]:
        """Return by seat whether its token is in place in that arrangement."""
        return tuple([tokens[place] == self.target[place] for place in self.places])


ALL_DEALS: Final = tuple(
    Deal((a, b, c, d, e), tuple(POSITIONS[place] for place in places), places)
    for a, b, c, d, e in permutations(COLOURS)
    for places in permutations(range(4))
)
"""All 2880 deals."""
