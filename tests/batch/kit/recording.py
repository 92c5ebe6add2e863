"""Random games of many tables at once, with every step kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from quincunx.batch import BatchEnv, BatchState, random_action

_ONCE_IN: Final = 64
"""Actions that are to be taken seldom are ruled out in all but one of so many steps."""
_KEYS_PER_STEP: Final = 3
"""For a deal, the choice of an action, and the action itself."""


class RecordedStep(NamedTuple):
    """One step of one table, as plain numbers and lists."""

    before: Any
    """The state, without its observation."""
    action: int
    after: Any
    seen: np.ndarray
    """What each seat observes before the action."""


class RandomPlay:
    """Plays all tables of a batch at random, dealing anew where a game is over."""

    def __init__(
        self, env: BatchEnv, *, tables: int, steps: int, seldom: tuple[int, ...], seed: int
    ) -> None:
        self._env, self._tables, self._steps = env, tables, steps
        self._seldom = np.isin(np.arange(env.num_actions), seldom)
        self._key = jax.random.key(seed)
        self._deal = jax.vmap(env.init)
        self._states = self._before_the_first_deal()
        self._play = jax.jit(self._scan)

    def steps(self) -> Iterator[Iterator[RecordedStep]]:
        """Go on with all tables; yield the next steps of each table in order."""
        self._key, play_key = jax.random.split(self._key)
        # Outside of the compiled function, because random keys take long to compile.
        keys = jax.random.split(play_key, (self._steps, _KEYS_PER_STEP, self._tables))
        self._states, recorded = self._play(self._states, keys)
        before, actions, after, seen = recorded
        seen, actions = np.asarray(seen), np.asarray(actions).tolist()
        plain_before, plain_after = _PlainStates(before), _PlainStates(after)
        for table in range(self._tables):
            yield (
                RecordedStep(
                    plain_before.at(step, table),
                    actions[step][table],
                    plain_after.at(step, table),
                    seen[step, table],
                )
                for step in range(self._steps)
            )

    def _before_the_first_deal(self) -> BatchState:
        """Return tables whose games are over, so that the first step deals."""
        keys = jax.eval_shape(lambda: jax.random.split(self._key, self._tables))
        shapes = jax.eval_shape(self._deal, keys)
        states: BatchState = jax.tree.map(lambda shape: jnp.zeros(shape.shape, shape.dtype), shapes)
        return states.replace(terminated=jnp.ones(self._tables, bool))

    def _scan(self, states: BatchState, keys: Any) -> Any:
        seats = jnp.arange(self._env.num_players)
        observe = jax.vmap(jax.vmap(self._env.observe, (None, 0)), (0, None))

        def step(states: BatchState, keys: Any) -> Any:
            before = _chosen(states.terminated, self._deal(keys[0]), states)
            actions = jax.vmap(self._choose)(keys[1], before.legal_action_mask)
            after = jax.vmap(self._env.step)(before, actions, keys[2])
            return after, (_without_observation(before), actions, after, observe(before, seats))

        return jax.lax.scan(step, states, keys)

    def _choose(self, key: Any, mask: Any) -> Any:
        if not self._seldom.any():
            return random_action(key, mask)
        often = mask & ~self._seldom
        is_seldom = jax.random.bits(jax.random.fold_in(key, 1)) % _ONCE_IN == 0
        return random_action(key, jnp.where(is_seldom | ~often.any(), mask, often))


def _chosen(conditions: Any, new: BatchState, old: BatchState) -> BatchState:
    """Return for each table the new state if its condition holds, and the old one otherwise."""
    choose = jax.vmap(
        lambda condition, *states: jax.tree.map(partial(jnp.where, condition), *states)
    )
    chosen: BatchState = choose(conditions, new, old)
    return chosen


def _without_observation(states: BatchState) -> BatchState:
    """Leave out the observations, which `seen` has for all seats."""
    return states.replace(observation=None)


class _PlainStates:
    """States of many steps and tables as plain numbers and lists."""

    def __init__(self, states: BatchState) -> None:
        leaves, tree = jax.tree.flatten(_without_observation(states))
        self._tree: Any = tree
        self._leaves = [np.asarray(leaf).tolist() for leaf in leaves]

    def at(self, step: int, table: int) -> Any:
        return self._tree.unflatten([leaf[step][table] for leaf in self._leaves])
