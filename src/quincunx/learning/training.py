"""Train an agent: repeat the update, keep the learning curve, and store checkpoints."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from quincunx.batch import BatchEnv, make
from quincunx.core.encoding import Layout
from quincunx.learning.agent import Agent
from quincunx.learning.checkpoint import (
    FORMAT,
    TrainingHeader,
    load_checkpoint,
    save_checkpoint,
)
from quincunx.learning.errors import BadTraining
from quincunx.learning.evaluation import GAMES, evaluate
from quincunx.learning.q_learning import Array, Learner, QLearning
from quincunx.learning.result import CurvePoint, FinishedTraining, TrainingProgress
from quincunx.learning.settings import DEFAULT_SETTINGS, LearningSettings
from quincunx.learning.task import GAME, Task
from quincunx.registry import find

UPDATES_PER_CHECKPOINT: Final = 50
"""At most this many updates are lost if the process is killed; an interrupt loses none."""
_SEEDS: Final = 2**32
"""The number of different seeds."""
_UPDATES_SHOWN: Final = 10
"""The mean score that is shown while training covers the games of this many updates."""


class _State(NamedTuple):
    """A training between two updates: arrays only, so that all of it is in a checkpoint."""

    learner: Learner
    done: Any
    """The number of updates."""
    games: Any
    scores: Any
    """By update, how many games ended, and the sum of their scores."""


def train(
    task: Task,
    *,
    settings: LearningSettings = DEFAULT_SETTINGS,
    seed: int = 0,
    checkpoint: Path | None = None,
    games: int = GAMES,
    report: Callable[[TrainingProgress], object] = lambda progress: None,
) -> FinishedTraining:
    """Train an agent and evaluate it; call `report` before the first and after each update.

    If the file `checkpoint` exists, the training continues from it. It is written every
    `UPDATES_PER_CHECKPOINT` updates, and when the training ends or is interrupted. The evaluation
    plays that many `games`.
    """
    if settings.updates < 1:
        raise BadTraining("lab.less_than_one", what="updates", number=settings.updates)
    optimum = task.optimum()
    env, features = environment(task)
    learning = QLearning(env, features, settings)
    start_key, updates_key, games_key = jax.random.split(jax.random.key(seed % _SEEDS), 3)
    header = TrainingHeader(FORMAT, task, settings, seed, find(GAME).version)
    state = _start(learning, start_key)
    if checkpoint is not None:
        if checkpoint.exists():
            state = load_checkpoint(checkpoint, header, state)
        # Saved at once, so that a file that cannot be written is an error now and not later.
        save_checkpoint(checkpoint, header, state)
    report(_progress(state, optimum))
    try:
        while state.done < settings.updates:
            state = _update(learning, updates_key, state)
            report(_progress(state, optimum))
            if checkpoint is not None and state.done % UPDATES_PER_CHECKPOINT == 0:
                save_checkpoint(checkpoint, header, state)
        evaluation = evaluate(env, features, state.learner.weights, games_key, games)
    finally:
        if checkpoint is not None:
            save_checkpoint(checkpoint, header, state)
    agent = Agent(task, jax.tree.map(np.asarray, state.learner.weights))
    return FinishedTraining(agent, _curve(state), evaluation, optimum)


@lru_cache(1)
def environment(task: Task) -> tuple[BatchEnv, Layout]:
    """Return the environment of a task, and the features of its observations."""
    game = find(GAME)
    env = make(GAME, seats=1, options=task.options())
    rules = game.rules(game.options(**task.options()), 1)
    return env, game.encoding(rules).features


@partial(jax.jit, static_argnums=0)
def _start(learning: QLearning, key: Array) -> _State:
    nothing = jnp.zeros(learning.settings.updates, jnp.int32)
    return _State(learning.start(key), jnp.int32(0), nothing, nothing.astype(jnp.float32))


@partial(jax.jit, static_argnums=0)
def _update(learning: QLearning, key: Array, state: _State) -> _State:
    # The key belongs to the update's number, so it is the same after an interruption.
    done = state.done
    learner, finished = learning.update(state.learner, done, jax.random.fold_in(key, done))
    return _State(
        learner,
        done + 1,
        state.games.at[done].set(finished.games),
        state.scores.at[done].set(finished.score),
    )


def _progress(state: _State, optimum: float) -> TrainingProgress:
    done = int(state.done)
    latest = slice(max(0, done - _UPDATES_SHOWN), done)
    games = int(state.games[latest].sum())
    share = float(state.scores[latest].sum()) / games / optimum if games else None
    return TrainingProgress(done, len(state.games), share)


def _curve(state: _State) -> tuple[CurvePoint, ...]:
    return tuple(
        CurvePoint(int(games), float(score) / int(games))
        for games, score in zip(np.asarray(state.games), np.asarray(state.scores), strict=True)
        if games
    )
