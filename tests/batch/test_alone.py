"""The folder of the batch backend runs where nothing but JAX and NumPy is installed."""

from __future__ import annotations

from tests.batch.kit import run_alone

PROGRAM = """
import jax

from batch import BatchEnv, random_action
from batch.quatrefoil import QuatrefoilKernel

env = BatchEnv(QuatrefoilKernel())
step = jax.jit(env.step)
state = jax.jit(env.init)(jax.random.key(0))
while not state.terminated:
    state = step(state, random_action(jax.random.key(state._step_count), state.legal_action_mask))
print(*state.rewards.tolist())
"""


def test_the_folder_needs_jax_and_numpy_alone() -> None:
    assert run_alone(PROGRAM) in ("1.0 1.0 1.0 1.0\n", "-1.0 -1.0 -1.0 -1.0\n")


def test_other_packages_cannot_be_imported_there() -> None:
    """Otherwise the other test would find nothing."""
    program = """
for name in ("quincunx", "msgspec"):
    try:
        __import__(name)
    except ModuleNotFoundError:
        print("no", name)
"""
    assert run_alone(program) == "no quincunx\nno msgspec\n"
