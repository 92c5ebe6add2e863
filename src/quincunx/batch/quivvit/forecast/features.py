"""What the network sees of a grid with gaps, for each cell.

For each of the four directions in which the card of a cell can lie, this is what it takes now, what
it can be expected to take after the gaps are filled, and the chance of each match with a neighbour.
Which colours match makes no difference. `quincunx.games.quivvit.forecast` computes the same without
JAX.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import jax.numpy as jnp

from ...kernel import Array
from ..cards import CORNERS, NO_FACE, ORIENTATIONS
from .grids import STEPS, Grids, at, matches, taken_by, total

FEATURES: Final = 3 + ORIENTATIONS * (4 + 3 * CORNERS)
"""The number of features of each cell."""
GAP_MATCH: Final = 0.25
"""The chance that a card that is still to be dealt matches a corner."""
GAP_POINTS: Final = 1.5
"""The mean points of a card that is still to be dealt."""
POINTS_UNIT: Final = 4.0
CARDS_UNIT: Final = 3.0


def features(grids: Grids) -> Array:
    """Return the features by row, column, feature and table."""
    is_gap = grids.faces == NO_FACE
    points = grids.points.astype(jnp.float32)
    cards = 1.0 - is_gap
    ones = jnp.ones_like(points)
    points_later = jnp.where(is_gap, GAP_POINTS, points)
    found = [points / 2, is_gap, ones]
    for quarters in range(ORIENTATIONS):
        matching = matches(grids, quarters)
        now = taken_by(matching)
        chances = _chances(matching, is_gap)
        later = _likely_taken(chances)
        found += [total(now, points / POINTS_UNIT), total(now, cards / CARDS_UNIT)]
        found += [total(later, points_later / POINTS_UNIT), total(later, ones / CARDS_UNIT)]
        found += [chance for step in chances for chance in step]
    return jnp.stack([each.astype(jnp.bfloat16) for each in found], axis=2)


def _chances(matching: Sequence[Sequence[Array]], is_gap: Array) -> list[list[Array]]:
    """Return the chance of a match after the gaps are filled, by step and corner."""
    inside = jnp.ones_like(is_gap)
    return [
        [
            is_match + GAP_MATCH * ((is_gap | at(is_gap, way)) & at(inside, way))
            for is_match, way in zip(step, ways, strict=True)
        ]
        for step, ways in zip(matching, STEPS, strict=True)
    ]


def _likely_taken(chances: Sequence[Sequence[Array]]) -> list[Array]:
    """Return the chance that each place is taken, as if matches were independent."""
    before, across, after = chances
    apart = [(1 - before[corner]) * (1 - after[corner]) for corner in range(CORNERS)]
    beside = [
        1 - (1 - after[corner]) * (1 - before[(corner + 1) % CORNERS]) for corner in range(CORNERS)
    ]
    diagonal = [across[corner] * (1 - apart[corner]) for corner in range(CORNERS)]
    return [*beside, *diagonal, 1 - apart[0] * apart[1] * apart[2] * apart[3]]
