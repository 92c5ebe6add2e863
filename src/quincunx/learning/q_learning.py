"""Q(λ) on many tables at once: play with the current weights, then fit them to the results.

Each update has three parts. `_play` takes the best action at every table, or occasionally a random
one. `_targets` looks back from the end: an action should have the value of the points that it
brought, plus what the next position turned out to be worth. `_fit` moves the weights towards these
targets. There is no replay buffer and no target network, because the many tables give enough
different positions (as in PQN, Gallici and others, 2024).

The reward of the environment is the score at the end. Here it is divided among the actions: each
gets the points that it enters. This is potential-based shaping, which does not change the best
policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import optax

from quincunx.batch import BatchEnv, BatchState
from quincunx.core.encoding import Layout
from quincunx.learning.network import ALL_ACTIONS, Features, Weights, action_values, shapes
from quincunx.learning.settings import LearningSettings

Array = jax.Array

LAST_LEARNING_RATE: Final = 0.02
LAST_EXPLORATION: Final = 0.1
"""The shares of the learning rate and of the exploration that are left at the end."""
MAX_GRADIENT: Final = 10.0
ERROR_UNIT: Final = 10.0
"""Errors are counted in tens of points."""
_FIRST_SPREAD: Final = 0.2
"""The standard deviation of the first layer's weights; about 25 of them are added up."""


class Learner(NamedTuple):
    """Everything that changes while an agent learns."""

    weights: Weights
    optimizer: Any
    tables: BatchState


class Experience(NamedTuple):
    """An action at each table, and what it led to."""

    observation: Array
    action: Array
    was_best: Array
    """Whether it was the best action according to the weights at that time."""
    best_value: Array
    """The value of the best action."""
    points: Array
    is_end: Array
    score: Array
    """At the end of a game its score, otherwise 0."""


class Finished(NamedTuple):
    """The games that ended during an update."""

    games: Array
    score: Array
    """The sum of their scores."""


@dataclass(frozen=True)
class QLearning:
    """The algorithm for an environment; its functions are pure, for `jax.jit`."""

    env: BatchEnv
    features: Layout
    """The features of an observation."""
    settings: LearningSettings

    def start(self, key: Array) -> Learner:
        """Return new weights and new tables."""
        weights_key, tables_key = jax.random.split(key)
        weights = _first_weights(weights_key, self.settings)
        tables = jax.vmap(self.env.init)(jax.random.split(tables_key, self.settings.tables))
        return Learner(weights, self._optimizer().init(weights), tables)

    def update(self, learner: Learner, number: Array, key: Array) -> tuple[Learner, Finished]:
        """Play at all tables and learn from it; `number` counts the updates from 0."""
        play_key, fit_key = jax.random.split(key)
        tables, played = self._play(learner, number, play_key)
        targets = self._targets(played, self._best(learner.weights, tables)[1])
        weights, optimizer = self._fit(learner, played, targets, fit_key)
        finished = Finished(played.is_end.sum(), played.score.sum())
        return Learner(weights, optimizer, tables), finished

    def _play(self, learner: Learner, number: Array, key: Array) -> tuple[BatchState, Experience]:
        """Return the tables after some actions, and the actions, by step and table."""
        count = self.settings.tables
        progress = number / self.settings.updates
        exploration = self.settings.exploration * (1 - progress * (1 - LAST_EXPLORATION))
        step = jax.vmap(self.env.step_and_reset)

        def act(tables: BatchState, key: Array) -> tuple[BatchState, Experience]:
            explore_key, random_key, step_key = jax.random.split(key, 3)
            best, best_value = self._best(learner.weights, tables)
            explores = jax.random.bernoulli(explore_key, exploration, (count,))
            at_random = jax.random.uniform(random_key, tables.legal_action_mask.shape)
            random = jnp.where(tables.legal_action_mask, at_random, -1).argmax(-1)
            action = jnp.where(explores, random, best)
            after = step(tables, action, jax.random.split(step_key, count))
            # After the end of a game the table is a new one, in which no points are entered.
            score = after.rewards[:, 0]
            points = score + self._entered(after) - self._entered(tables)
            return after, Experience(
                observation=tables.observation,
                action=action,
                was_best=action == best,
                best_value=best_value,
                points=points,
                is_end=after.terminated,
                score=score,
            )

        return jax.lax.scan(act, learner.tables, jax.random.split(key, self.settings.steps))

    def _targets(self, played: Experience, last_value: Array) -> Array:
        """Return what each action should have been worth.

        The future is a mixture (λ) of what the weights expected and what happened. What followed a
        random action says nothing about the best one, so the mixing ends there.
        """
        td_lambda = self.settings.td_lambda

        def back(later: tuple[Array, Array, Array], step: Experience) -> Any:
            value, target, was_best = later
            mixed = jnp.where(was_best, td_lambda * target + (1 - td_lambda) * value, value)
            target = step.points + jnp.where(step.is_end, 0, mixed)
            return (step.best_value, target, step.was_best), target

        last = (last_value, last_value, jnp.ones_like(last_value, bool))
        return jax.lax.scan(back, last, played, reverse=True)[1]

    def _fit(
        self, learner: Learner, played: Experience, targets: Array, key: Array
    ) -> tuple[Weights, Any]:
        """Move the weights towards the targets, by the mean squared error."""
        optimizer = self._optimizer()
        size = targets.size
        seen, action, target = (
            array.reshape(size, *array.shape[2:])
            for array in (played.observation, played.action, targets)
        )

        def loss(weights: Weights, chosen: Array) -> Array:
            features = self._split(seen[chosen])
            values = action_values(weights, features, action[chosen][:, None])[:, 0]
            return (((values - target[chosen]) / ERROR_UNIT) ** 2).mean()

        def learn(state: tuple[Weights, Any], chosen: Array) -> tuple[tuple[Weights, Any], None]:
            weights, moments = state
            changes, moments = optimizer.update(jax.grad(loss)(weights, chosen), moments)
            return (optax.apply_updates(weights, changes), moments), None

        orders = [
            jax.random.permutation(epoch_key, size)[: self._minibatches * self.settings.minibatch]
            for epoch_key in jax.random.split(key, self.settings.epochs)
        ]
        minibatches = jnp.concatenate(orders).reshape(-1, self.settings.minibatch)
        return jax.lax.scan(learn, (learner.weights, learner.optimizer), minibatches)[0]

    def _best(self, weights: Weights, tables: BatchState) -> tuple[Array, Array]:
        """Return the best action at each table and its value."""
        return best_action(weights, self._split(tables.observation), tables.legal_action_mask)

    def _split(self, observation: Array) -> Features:
        return split(self.features, observation)

    def _entered(self, tables: BatchState) -> Array:
        """Return the points on the sheet of each table."""
        entries = self._split(tables.observation)["entries"]
        return jnp.maximum(entries, 0).sum((-2, -1))

    @property
    def _minibatches(self) -> int:
        return self.settings.tables * self.settings.steps // self.settings.minibatch

    def _optimizer(self) -> Any:
        settings = self.settings
        gradients = settings.updates * settings.epochs * self._minibatches
        rate = optax.linear_schedule(
            settings.learning_rate, settings.learning_rate * LAST_LEARNING_RATE, gradients
        )
        return optax.chain(optax.clip_by_global_norm(MAX_GRADIENT), optax.adam(rate, b2=0.99))


def best_action(weights: Weights, seen: Features, mask: Array) -> tuple[Array, Array]:
    """Return the allowed action with the highest value at each table, and the value."""
    values = jnp.where(mask, action_values(weights, seen, ALL_ACTIONS), -jnp.inf)
    return values.argmax(-1), values.max(-1)


def split(features: Layout, observation: Array) -> Features:
    """Return the features of observations by name."""
    # Slices and shapes are the same for arrays of NumPy and JAX.
    seen: Features = features.split(observation)  # type: ignore[arg-type]
    return seen


def _first_weights(key: Array, settings: LearningSettings) -> Weights:
    """Return random weights, and biases of 0."""
    by_array = shapes(settings.width, settings.hidden)
    spreads = Weights(
        dice=_FIRST_SPREAD,
        facts=_FIRST_SPREAD,
        endings=_FIRST_SPREAD,
        hidden=(2 / settings.width) ** 0.5,
        hidden_bias=0.0,
        output=(1 / settings.hidden) ** 0.5,
        output_bias=0.0,
    )
    keys = jax.random.split(key, len(by_array))
    return Weights(
        *(
            spread * jax.random.normal(each, shape)
            for each, shape, spread in zip(keys, by_array, spreads, strict=True)
        )
    )
