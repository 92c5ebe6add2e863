"""Random grids, as arrays of the bots and of the training."""

from __future__ import annotations

from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from quincunx.batch.quivvit.cards import FACE_BITS
from quincunx.batch.quivvit.forecast.grids import Grids
from quincunx.batch.quivvit.links import CELLS, SIDE
from quincunx.games.quivvit.cards import CARD_VALUES, CARDS, CORNER_COLOURS, CORNERS, NO_CARD

_FACES: Final = np.array(
    [
        sum(1 << corner * FACE_BITS // CORNERS + colour for corner, colour in enumerate(colours))
        for colours in CORNER_COLOURS[:CARDS]
    ]
    + [0],
    np.uint16,
)


class SameGrids(NamedTuple):
    """The same grids twice."""

    for_bots: NDArray[np.int64]
    for_training: Grids


def random_grids(count: int, gaps: float = 0.25, seed: int = 0) -> SameGrids:
    """Return grids in which about this share of the cells is empty."""
    rng = np.random.default_rng(seed)
    cards = rng.integers(CARDS, size=(count, CELLS + 1))
    cards[rng.random(cards.shape) < gaps] = NO_CARD
    cards[:, CELLS] = NO_CARD
    in_grid = cards[:, :CELLS].T.reshape(SIDE, SIDE, count)
    points = np.array(CARD_VALUES, np.int8)[in_grid]
    return SameGrids(cards, Grids(jnp.asarray(_FACES[in_grid]), jnp.asarray(points)))
