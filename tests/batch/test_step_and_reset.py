"""A step that deals anew is a step, and after the end of a game a new table."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from quincunx.batch import make, random_action
from quincunx.batch.randomness import NEXT_DEAL, random_key

TABLES, STEPS = 8, 64
OPTIONS: dict[str, dict[str, Any]] = {
    "quatrefoil": {"variant": "dual", "limit": 3},
    "coloryam": {"sheet": "random"},
    "quivvit": {"random_color": True},
}


@pytest.mark.parametrize("game", OPTIONS)
def test_a_finished_game_is_replaced_by_a_new_one(game: str) -> None:
    env = make(game, options=OPTIONS[game])

    def each(state: Any, key: Any) -> Any:
        # In some steps an action that is not allowed ends the game.
        allowed = jax.random.bernoulli(jax.random.fold_in(key, 1), 0.9)
        mask = jnp.where(allowed, state.legal_action_mask, True)
        action = random_action(key, mask)
        found = env.step_and_reset(state, action, key)
        stepped = env.step(state.replace(terminated=jnp.bool_(False)), action, key)
        return found, (found, stepped, env.init(random_key(key, NEXT_DEAL)))

    def play(keys: Any) -> Any:
        return jax.lax.scan(jax.vmap(each), jax.vmap(env.init)(keys[0]), keys)[1]

    keys = jax.random.split(jax.random.key(2), (STEPS, TABLES))
    found, stepped, dealt = jax.jit(play)(keys)
    ends = np.asarray(stepped.terminated)
    assert ends.any()
    assert not ends.all()
    assert np.array_equal(found.terminated, ends)
    assert np.array_equal(found.rewards, stepped.rewards)
    kept = [state.replace(terminated=ends, rewards=stepped.rewards) for state in (stepped, dealt)]
    for one, *others in zip(*map(jax.tree.leaves, (found, *kept)), strict=True):
        arrays = [np.asarray(other) for other in others]
        is_end = ends.reshape(ends.shape + (1,) * (arrays[0].ndim - ends.ndim))
        assert np.array_equal(one, np.where(is_end, arrays[1], arrays[0]))
