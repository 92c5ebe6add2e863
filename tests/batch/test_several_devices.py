"""Tables that are spread over several devices play the same games, without exchanging data."""

from __future__ import annotations

from tests.batch.kit import run_alone

DEVICES = 4

PROGRAM = """
import re

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from batch import BatchEnv, random_action
from batch.coloryam import ColorYamKernel
from batch.quatrefoil import QuatrefoilKernel
from batch.quivvit import QuivvitKernel

TABLES, STEPS = 32, 48
EXCHANGES = re.compile("all-gather|all-reduce|all-to-all|collective|reduce-scatter")

mesh = Mesh(jax.devices(), ("tables",))
by_step_and_table = NamedSharding(mesh, PartitionSpec(None, "tables"))
keys = jax.random.split(jax.random.key(0), (STEPS, TABLES))
spread_keys = jax.device_put(keys, by_step_and_table)


def check(kernel):
    env = BatchEnv(kernel)

    def each(state, key):
        return env.step_and_reset(state, random_action(key, state.legal_action_mask), key)

    def all_tables(states, keys):
        states = jax.vmap(each)(states, keys)
        return states, states.rewards

    @jax.jit
    def play(keys):
        return jax.lax.scan(all_tables, jax.vmap(env.init)(keys[0]), keys)

    states, rewards = play(keys)
    assert len(rewards.devices()) == 1
    assert rewards.any(), "no game came to its end"
    compiled = play.lower(spread_keys).compile()
    assert not EXCHANGES.search(compiled.as_text())
    spread_states, spread_rewards = compiled(spread_keys)
    assert spread_rewards.sharding.is_equivalent_to(by_step_and_table, rewards.ndim)
    assert np.array_equal(rewards, spread_rewards)
    for one, other in zip(*map(jax.tree.leaves, (states, spread_states)), strict=True):
        assert np.array_equal(one, other)


check(QuatrefoilKernel(max_actions=3))
check(ColorYamKernel(1, challenges=None, beginner=True))
check(QuivvitKernel(3))
print(jax.device_count())
"""


def test_several_devices_play_the_same_games_as_one() -> None:
    assert run_alone(PROGRAM, devices=DEVICES) == f"{DEVICES}\n"
