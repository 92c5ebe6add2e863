"""How strong a network is: how often it wins against players who take the most points."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import Final, NamedTuple

import jax
import numpy as np

from ...kernel import Array
from .games import play_games, win_shares
from .network import Weights
from .players import by_network, most_points

SEATS: Final = (2, 3, 4)
"""The numbers of seats for which a network is trained."""
GAMES_AT_ONCE: Final = 8192
_STANDARD_ERRORS: Final = 1.96
"""Half the width of a 95% interval."""


class Wins(NamedTuple):
    """The share of games that the network wins; `margin` is half the width of a 95% interval."""

    seats: int
    games: int
    share: float
    margin: float


def evaluate(weights: Weights, seats: int, games: int, key: Array) -> Wins:
    """Let a seat with the network play against seats that take the most points.

    The number of games is rounded up so that all batches have the same size.
    """
    batches = -(-games // GAMES_AT_ONCE)
    count = -(-games // batches)
    keys = jax.random.split(jax.random.fold_in(key, seats), batches)
    shares = np.concatenate([_shares(weights, seats, count, each) for each in keys])
    margin = _STANDARD_ERRORS * float(shares.std()) / sqrt(len(shares))
    return Wins(seats, len(shares), float(shares.mean()), margin)


@partial(jax.jit, static_argnums=(1, 2))
def _shares(weights: Weights, seats: int, count: int, key: Array) -> Array:
    """Return the share of the win that the first seat gets in each game; any seat may begin."""
    others = [most_points] * (seats - 1)
    games = play_games(seats, count, [by_network(weights), *others], key)
    return win_shares(seats, games.tables)[:, 0]
