"""Random hands for tests of the solver."""

from __future__ import annotations

from functools import cache
from random import Random

from quincunx.games.pivit.notation import format_hand
from quincunx.games.pivit.solver import HandSolution, solve
from quincunx.games.pivit.tiles import FULL_MIDDLE, TILE, WILD, PivitTiles

IMPOSSIBLE = "r1 r2 r3 r4 r5 r6 o1 o2 o3 o4 o5 o6 y1 y2 y3 y4 y5 y6 g1 g2 g3 b6 b6 b6"
"""Three equal tiles without others of their colour would need three lines of their design."""


POSSIBLE_BUT_HARD = "r2 r2 r2 r3 o2 o5 o5 o6 y1 y1 y4 g4 g5 b2 b4 b5 b5 b5 b6 p3 p6 ** ** **"
NEED_ARRANGEMENTS = [
    "r1 r2 r2 r4 r5 r5 o4 o6 o6 y2 y3 y4 y4 y5 y5 g3 g5 g6 b2 b2 b3 p1 p6 **",
    "r3 r4 r5 r6 o4 o5 o6 y2 y3 y3 g4 g4 g5 b1 b1 b3 b6 p1 p1 p1 p3 p4 p5 **",
    "r1 o1 o3 o4 o6 y4 y5 y6 y6 y6 g2 g5 b3 b3 b3 b4 b6 b6 p2 p2 p3 p4 p6 **",
    "r2 r3 r3 r4 o1 o2 o3 y4 y4 y5 y5 y6 y6 g1 b3 b3 b4 b4 b6 p1 p3 p4 p5 p5",
    "r1 r1 r5 r6 r6 o1 o2 o5 o5 o6 y1 y1 y6 g2 g3 b1 b2 b3 b4 b4 b4 p2 p4 **",
]
"""Hands that cannot be laid, although counting lines and tiles does not exclude them."""


def tiles(text: str) -> PivitTiles:
    return tuple(sorted(TILE[word] for word in text.split()))


def full(seed: int, count: int = 24) -> PivitTiles:
    """Return a random hand of this many tiles."""
    middle = [tile for tile, copies in enumerate(FULL_MIDDLE) for _ in range(copies)]
    return tuple(sorted(Random(seed).sample(middle, count)))


def small(seed: int) -> PivitTiles:
    """Return a random hand of three to seven tiles of few colours and designs, sometimes wild."""
    rng = Random(seed)
    colours, designs = rng.randint(1, 4), rng.randint(1, 4)
    middle = [6 * c + d for c in range(colours) for d in range(designs) for _ in range(3)]
    middle += [WILD] * rng.randint(0, 1)
    return tuple(sorted(rng.sample(middle, min(len(middle), rng.choice((3, 5, 5, 6, 6, 7))))))


@cache
def decided(solvable: bool, count: int) -> tuple[tuple[PivitTiles, HandSolution], ...]:
    """Return the first random hands that can be laid, or that provably cannot."""
    found: list[tuple[PivitTiles, HandSolution]] = []
    seed = 0
    while len(found) < count:
        seed += 1
        answer = solve(full(seed), tries=300)
        if (answer.grid if solvable else answer.certificate) is not None:
            found.append((full(seed), answer))
    return tuple(found)


def text_of(hand: PivitTiles) -> str:
    return format_hand(hand)


HARDEST_WILDS = [
    ".. .. .. g2 / .. g1 ** ** / ** p1 ** g1 / .. ** .. .. / .. ** .. ..",
    "y1 o1 ** .. / .. ** ** .. / .. ** o1 o3 / .. ** ** ..",
]
"""The grids with six wild tiles that took the most work of 75,000 random ones."""
