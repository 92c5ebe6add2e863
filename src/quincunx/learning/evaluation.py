"""How good an agent is: the scores of many games in which it always takes the best action."""

from __future__ import annotations

from functools import partial
from math import sqrt
from statistics import NormalDist
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from quincunx.batch import BatchEnv, BatchState
from quincunx.core.encoding import Layout
from quincunx.learning.network import Weights
from quincunx.learning.q_learning import Array, best_action, split
from quincunx.learning.result import Evaluation

GAMES: Final = 20_000
_GAMES_AT_ONCE: Final = 2_000
_Z: Final = NormalDist().inv_cdf(0.975)
_Playing = tuple[BatchState, Array, Array]
"""Tables, their scores, and a key."""


def evaluate(
    env: BatchEnv, features: Layout, weights: Weights, key: Array, games: int = GAMES
) -> Evaluation:
    """Play that many games, or a few more, and return their mean score with its interval."""
    rounds = -(-games // _GAMES_AT_ONCE)
    count = -(-games // rounds)
    scores = [
        _play_games(env, features, count, weights, each) for each in jax.random.split(key, rounds)
    ]
    return summarise(np.concatenate(scores))


def summarise(scores: NDArray[Any]) -> Evaluation:
    """Return the mean of scores with its interval."""
    mean, error = float(scores.mean()), _Z * float(scores.std(ddof=1)) / sqrt(len(scores))
    return Evaluation(len(scores), mean, mean - error, mean + error)


@partial(jax.jit, static_argnums=(0, 1, 2))
def _play_games(env: BatchEnv, features: Layout, count: int, weights: Weights, key: Array) -> Array:
    """Return the scores of games that are played at the same time."""
    tables = jax.vmap(env.init)(jax.random.split(key, count))

    def goes_on(playing: _Playing) -> Array:
        return ~playing[0].terminated.all()

    def act(playing: _Playing) -> _Playing:
        tables, scores, key = playing
        key, step_key = jax.random.split(key)
        action, _ = best_action(
            weights, split(features, tables.observation), tables.legal_action_mask
        )
        tables = jax.vmap(env.step)(tables, action, jax.random.split(step_key, count))
        return tables, scores + tables.rewards[:, 0], key

    scores: Array = jax.lax.while_loop(goes_on, act, (tables, jnp.zeros(count), key))[1]
    return scores
