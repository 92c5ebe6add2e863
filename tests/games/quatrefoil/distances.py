"""Distances between arrangements, searched by brute force."""

from __future__ import annotations

from functools import cache
from itertools import permutations

from tests.games.quatrefoil.matches import ACTIONS, acted

ARRANGEMENTS = [f"{a}{b}/{c}{d} {e}" for a, b, c, d, e in permutations("BGPRY")]


FOUR_AWAY = "BG/YR P"
"""One of the two arrangements that are farthest from `START`."""


@cache
def searched(tokens: str) -> dict[str, int]:
    """The fewest actions from `tokens` to every arrangement, breadth first."""
    found = {tokens: 0}
    for reached in (queue := [tokens]):
        for action in ACTIONS:
            further = acted(reached, action)
            if further not in found:
                found[further] = found[reached] + 1
                queue.append(further)
    return found
