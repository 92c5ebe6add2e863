"""Programs written for pgx run on the batch backend, its own `api_test` first of all."""

from __future__ import annotations

from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
import pgx
import pytest
from pgx._src import api_test as pgx_tests
from pgx.experimental.wrappers import auto_reset as pgx_auto_reset

from quincunx.batch import auto_reset, make, random_action
from tests.batch.kit import BatchSetup, setup_id

GAMES = 8
"""Games that each part of `api_test` plays; it makes one step at a time."""
TABLES, STEPS = 4, 96

SETUPS = (
    BatchSetup("quatrefoil", 4),
    BatchSetup("quatrefoil", 4, {"variant": "dual", "limit": 5}),
    BatchSetup("quatrefoil", 4, {"signals": "by-hand", "deals": "5", "limit": 2}),
    BatchSetup("coloryam", 1, {"sheet": "3", "beginner": True}),
    BatchSetup("coloryam", 3, {"sheet": "random"}),
    BatchSetup("quivvit", 1),
    BatchSetup("quivvit", 4, {"random_color": True, "double_rotation": True}),
    BatchSetup("quivvit", 5, {"decks": 2, "direction": "counter-clockwise"}),
)


@pytest.fixture(autouse=True)
def _pgx_as_it_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `api_test` know our games, and choose actions with this version of JAX."""
    # It asks whether the name of the game is one of pgx's own.
    monkeypatch.setattr(pgx_tests, "EnvId", Literal["quatrefoil", "coloryam", "quivvit"])
    # It chooses the action of a single table along the second axis of a mask that has only one.
    # This version of JAX refuses that, for pgx's own games too.
    monkeypatch.setattr(pgx_tests, "act_randomly", jax.jit(_act_randomly))


def _act_randomly(key: Any, mask: Any) -> Any:
    """Choose as pgx's function does, along the last axis."""
    return jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=-1)


@pytest.mark.parametrize("setup", SETUPS, ids=setup_id)
def test_the_interface_is_as_pgx_wants_it(setup: BatchSetup) -> None:
    pgx_tests.api_test(setup.make(), num=GAMES)


def test_public_values_have_the_types_of_pgx() -> None:
    ours, theirs = (env.init(jax.random.key(0)) for env in (make("quivvit"), pgx.make("2048")))
    for name in ("current_player", "rewards", "terminated", "truncated", "legal_action_mask"):
        assert getattr(ours, name).dtype == getattr(theirs, name).dtype, name


@pytest.mark.parametrize("game", ["quatrefoil", "coloryam", "quivvit"])
def test_both_wrappers_deal_anew_in_the_same_way(game: str) -> None:
    env = make(game)
    keys = jax.random.split(jax.random.key(3), (STEPS, TABLES))

    def play(step: Any) -> Any:
        def each(state: Any, key: Any) -> Any:
            return step(state, random_action(key, state.legal_action_mask), key)

        def all_tables(states: Any, keys: Any) -> Any:
            states = jax.vmap(each)(states, keys)
            return states, (states.rewards, states.terminated, states.observation)

        def scan(keys: Any) -> Any:
            return jax.lax.scan(all_tables, jax.vmap(env.init)(keys[0]), keys)

        return jax.jit(scan)(keys)

    theirs = play(pgx_auto_reset(env.step, env.init))
    ours = play(auto_reset(env.step, env.init))
    assert theirs[1][1].any(), "no game came to its end"
    leaves = zip(jax.tree.leaves(ours), jax.tree.leaves(theirs), strict=True)
    assert all(np.array_equal(one, other) for one, other in leaves)
