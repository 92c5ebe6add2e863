"""One update: the network plays against itself, and is fitted to what the turns took."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp

from ...kernel import Array
from .evaluation import SEATS
from .games import Games, play_games
from .grids import Grids
from .network import TURNS, Weights, forecast, order_number
from .players import Player

_DECAYS: Final = (0.9, 0.999)
"""How much of Adam's moments is kept in each step."""
_EPSILON: Final = 1e-8


class Optimizer(NamedTuple):
    """The moments of the gradients (Adam, Kingma and Ba 2014)."""

    mean: Weights
    square: Weights
    steps: Array


class Samples(NamedTuple):
    """Grids after turns, with what the following turns took."""

    grids: Grids
    orders: Array
    taken: Array
    """What each turn took: by sample, by turn, and by points (0) or cards (1)."""
    is_played: Array
    """By sample and turn, whether the game had this turn."""


def start_optimizer(weights: Weights) -> Optimizer:
    nothing = jax.tree.map(jnp.zeros_like, weights)
    return Optimizer(nothing, nothing, jnp.int32(0))


def play_samples(player: Player, tables: Sequence[int], key: Array) -> Samples:
    """Play games; `tables` are the numbers of tables by number of seats, as listed in `SEATS`."""
    parts = [
        _samples(seats, play_games(seats, count, [player], jax.random.fold_in(key, seats)))
        for seats, count in zip(SEATS, tables, strict=False)
    ]
    joined: Samples = jax.tree.map(lambda *arrays: jnp.concatenate(arrays), *parts)
    return joined


def _samples(seats: int, games: Games) -> Samples:
    turns, _, tables = games.taken.shape
    after = jnp.arange(turns)
    later = after[:, None] + 1 + jnp.arange(TURNS)
    taken = jnp.moveaxis(games.taken[jnp.minimum(later, turns - 1)], -1, 1)
    is_played = jnp.broadcast_to((later < turns)[:, None], taken.shape[:-1])
    orders = jnp.broadcast_to(order_number(seats, after + 1)[:, None], (turns, tables))
    # Nothing follows the last turn, so it is no sample.
    by_turn = Samples(
        Grids(*(jnp.moveaxis(each, -1, 1) for each in games.after)), orders, taken, is_played
    )
    kept: Samples = jax.tree.map(lambda each: each[:-1].reshape(-1, *each.shape[2:]), by_turn)
    return kept


def fit(
    weights: Weights, optimizer: Optimizer, samples: Samples, rate: float, size: int, key: Array
) -> tuple[Weights, Optimizer, Array]:
    """Fit the network in one pass through the samples, in minibatches of this size.

    The third value is how much of the variance of the next turn's points the network explained.
    """

    def learn(state: tuple[Weights, Optimizer], chosen: Array) -> Any:
        weights, optimizer = state
        minibatch = jax.tree.map(lambda each: each[chosen], samples)
        gradients, errors = jax.grad(_error, has_aux=True)(weights, minibatch)
        return _step(weights, optimizer, gradients, rate), errors[0]

    count = len(samples.orders)
    order = jax.random.permutation(key, count)[: count // size * size]
    state, errors = jax.lax.scan(learn, (weights, optimizer), order.reshape(-1, size))
    return *state, 1 - errors.mean() / samples.taken[:, 0, 0].astype(jnp.float32).var()


def _error(weights: Weights, samples: Samples) -> tuple[Array, Array]:
    """Return the sum of the mean squared errors, and those of the points by turn."""
    grids = Grids(*(jnp.moveaxis(each, 0, -1) for each in samples.grids))
    squares = (forecast(weights, grids, samples.orders) - samples.taken) ** 2
    counts = samples.is_played[..., None]
    errors = (squares * counts).sum(0) / jnp.maximum(counts.sum(0), 1)
    return errors.sum(), errors[:, 0]


def _step(
    weights: Weights, optimizer: Optimizer, gradients: Weights, rate: float
) -> tuple[Weights, Optimizer]:
    kept_mean, kept_square = _DECAYS
    steps = optimizer.steps + 1
    mean = jax.tree.map(
        lambda old, new: kept_mean * old + (1 - kept_mean) * new, optimizer.mean, gradients
    )
    square = jax.tree.map(
        lambda old, new: kept_square * old + (1 - kept_square) * new**2, optimizer.square, gradients
    )
    mean_unit, square_unit = 1 - kept_mean**steps, 1 - kept_square**steps
    moved = jax.tree.map(
        lambda old, one, other: (
            old - rate * (one / mean_unit) / (jnp.sqrt(other / square_unit) + _EPSILON)
        ),
        weights,
        mean,
        square,
    )
    return moved, Optimizer(mean, square, steps)
