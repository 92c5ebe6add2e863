"""The network: how many points and cards each of the next turns will take, given a grid with gaps.

The features of each cell go through convolutions of three by three cells with residual connections,
as in AlphaZero, but with a few small layers. The mean and the maximum over the cells and the order
of the next turns then give two numbers for each turn.
"""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp

from ...kernel import Array
from ..links import SIDE
from .features import FEATURES, features
from .grids import Grids

TURNS: Final = 8
"""The turns that are forecast."""
ORDERS: Final = 9
"""The number of orders of the next turns: with two to four seats, by the place in the round."""
MEANS: Final = (8.0, 4.9)
"""About how many points and cards a turn takes: the first forecast of the training."""
_AROUND: Final = tuple(product(range(3), repeat=2))


class Weights(NamedTuple):
    """What is learnt; files store these arrays by name."""

    cells: Array
    cells_bias: Array
    convolutions: Array
    """By layer."""
    convolutions_bias: Array
    hidden: Array
    hidden_bias: Array
    orders: Array
    """By order of the next turns, what is added to the hidden layer."""
    output: Array
    """To points and cards, turn by turn."""
    output_bias: Array


def first_weights(key: Array, width: int, layers: int, hidden: int) -> Weights:
    """Return random weights for these numbers of planes, convolutions and hidden units."""
    keys = iter(jax.random.split(key, 4))

    def normal(*shape: int, variance: float) -> Array:
        return variance**0.5 * jax.random.normal(next(keys), shape)

    return Weights(
        cells=normal(FEATURES, width, variance=2 / FEATURES),
        cells_bias=jnp.zeros(width),
        # Small, so that at first the convolutions add little to the output of the first layer.
        convolutions=normal(layers, 9 * width, width, variance=1 / (9 * width)),
        convolutions_bias=jnp.zeros((layers, width)),
        hidden=normal(2 * width, hidden, variance=1 / width),
        hidden_bias=jnp.zeros(hidden),
        orders=jnp.zeros((ORDERS, hidden)),
        # So small that at first the plays with the most points are chosen.
        output=normal(hidden, TURNS * len(MEANS), variance=1e-4 / hidden),
        output_bias=jnp.tile(jnp.array(MEANS), TURNS),
    )


def order_number(seats: int, turns_before: Array) -> Array:
    """Return the number of the order of the next turns, by how many turns were played before."""
    return seats * (seats - 1) // 2 - 1 + turns_before % seats


def forecast(weights: Weights, grids: Grids, orders: Array) -> Array:
    """Return what the next turns will take: by table, by turn, and by points (0) or cards (1).

    `orders` is the number of the order of the next turns at each table.
    """
    seen = features(grids)
    cells = jnp.einsum("rcft,fw->rctw", seen, weights.cells.astype(seen.dtype))
    planes = jax.nn.relu(cells + weights.cells_bias.astype(seen.dtype))
    for layer in range(0, len(weights.convolutions), 2):
        middle = jax.nn.relu(_convolved(weights, layer, planes))
        planes = jax.nn.relu(planes + _convolved(weights, layer + 1, middle))
    found = planes.reshape(SIDE * SIDE, *planes.shape[2:]).astype(jnp.float32)
    pooled = jnp.concatenate((found.mean(0), found.max(0)), axis=-1)
    hidden = pooled @ weights.hidden + weights.hidden_bias + weights.orders[orders]
    taken = jax.nn.relu(hidden) @ weights.output + weights.output_bias
    return taken.reshape(-1, TURNS, len(MEANS))


def _convolved(weights: Weights, layer: int, planes: Array) -> Array:
    # A product of large matrices is faster than XLA's convolution of such small grids.
    bordered = jnp.pad(planes, ((1, 1), (1, 1), (0, 0), (0, 0)))
    around = jnp.concatenate(
        [bordered[row : row + SIDE, column : column + SIDE] for row, column in _AROUND], axis=-1
    )
    products = around @ weights.convolutions[layer].astype(planes.dtype)
    return products + weights.convolutions_bias[layer].astype(planes.dtype)
