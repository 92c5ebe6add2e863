"""The whole training: the network plays against itself, and learns what each turn led to.

Each update plays whole games and fits the network to them once. Players deviate at random in some
turns, so that the network also sees what follows other plays. The games are played by a copy of the
network that is renewed now and then. The first copy forecasts about the same for all plays, so it
takes the most points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from math import cos, pi
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ...kernel import Array
from .evaluation import SEATS, Wins, evaluate
from .files import load_checkpoint, save_checkpoint
from .learning import Optimizer, fit, play_samples, start_optimizer
from .network import Weights, first_weights
from .players import by_network
from .settings import DEFAULT_SETTINGS, Settings

UPDATES_PER_CHECKPOINT: Final = 50
"""At most this many updates are lost if the process is killed; an interrupt loses none."""
LAST_RATE: Final = 0.01
"""The share of the learning rate that is left at the end."""
_FORMAT: Final = "quincunx-quivvit-forecast-training/1"
_SEEDS: Final = 2**32
"""The number of different seeds."""


class State(NamedTuple):
    """A training between two updates: arrays only, so that all of it is in a checkpoint."""

    weights: Weights
    optimizer: Optimizer
    player: Weights
    """The copy that plays."""
    done: Any
    """The number of updates."""
    curve: Any
    """By update, how much of the variance of the next turn's points was explained."""


class Progress(NamedTuple):
    """How far a training has come."""

    done: int
    total: int
    explained: float | None


class Trained(NamedTuple):
    """A network, how it learnt, and how strong it is."""

    weights: Weights
    """Rounded to the precision of a file."""
    curve: tuple[float, ...]
    wins: list[Wins]


def train(
    settings: Settings = DEFAULT_SETTINGS,
    *,
    seed: int = 0,
    checkpoint: Path | None = None,
    report: Callable[[Progress], object] = lambda progress: None,
) -> Trained:
    """Train a network and measure it; call `report` before the first and after each update.

    If the file `checkpoint` exists, the training continues from it. It is written every
    `UPDATES_PER_CHECKPOINT` updates, and when the training ends or is interrupted.
    """
    start_key, updates_key, games_key = jax.random.split(jax.random.key(seed % _SEEDS), 3)
    header = {"format": _FORMAT, "seed": seed, **asdict(settings)}
    state = _start(settings, start_key)
    if checkpoint is not None:
        if checkpoint.exists():
            state = load_checkpoint(checkpoint, header, state)
        # Saved at once, so that a file that cannot be written is an error now and not later.
        save_checkpoint(checkpoint, header, state)
    report(_progress(state))
    try:
        while state.done < settings.updates:
            # The key belongs to the update's number, so it is the same after an interruption.
            state = _update(settings, state, jax.random.fold_in(updates_key, state.done))
            report(_progress(state))
            if checkpoint is not None and state.done % UPDATES_PER_CHECKPOINT == 0:
                save_checkpoint(checkpoint, header, state)
        rounded = Weights(*(each.astype(jnp.float16) for each in state.weights))
        exact = Weights(*(each.astype(jnp.float32) for each in rounded))
        seats = SEATS[: len(settings.tables)]
        wins = [evaluate(exact, number, settings.games, games_key) for number in seats]
    finally:
        if checkpoint is not None:
            save_checkpoint(checkpoint, header, state)
    return Trained(rounded, tuple(np.asarray(state.curve).tolist()), wins)


def _start(settings: Settings, key: Array) -> State:
    weights = first_weights(key, settings.width, settings.layers, settings.hidden)
    curve = np.zeros(settings.updates, np.float32)
    return State(weights, start_optimizer(weights), weights, np.int32(0), curve)


def _update(settings: Settings, state: State, key: Array) -> State:
    done = int(state.done)
    if done % settings.updates_per_copy == 0:
        state = state._replace(player=state.weights)
    weights, optimizer, explained = _played_and_fitted(
        settings, state.weights, state.optimizer, state.player, _rate(settings, done), key
    )
    curve = state.curve.copy()
    curve[done] = explained
    return State(weights, optimizer, state.player, np.int32(done + 1), curve)


@partial(jax.jit, static_argnums=0)
def _played_and_fitted(
    settings: Settings,
    weights: Weights,
    optimizer: Optimizer,
    player: Weights,
    rate: float,
    key: Array,
) -> tuple[Weights, Optimizer, Array]:
    play_key, fit_key = jax.random.split(key)
    samples = play_samples(by_network(player, settings.noise), settings.tables, play_key)
    return fit(weights, optimizer, samples, rate, settings.minibatch, fit_key)


def _rate(settings: Settings, done: int) -> float:
    """Return the learning rate, which falls along a cosine."""
    falls = 0.5 + 0.5 * cos(pi * done / settings.updates)
    return settings.learning_rate * (LAST_RATE + (1 - LAST_RATE) * falls)


def _progress(state: State) -> Progress:
    done = int(state.done)
    return Progress(done, len(state.curve), float(state.curve[done - 1]) if done else None)
