"""Quatrefoil on arrays is the same game as in the engine."""

from __future__ import annotations

import json
from typing import Any, Final

import jax.numpy as jnp
import numpy as np
import pytest

from quincunx.batch.engine.quatrefoil_par import pars
from quincunx.batch.quatrefoil import QuatrefoilKernel, arrangements, cards, kernel
from quincunx.batch.quatrefoil.par import FILE
from tests.batch.kit import BatchSetup, every_batch_setup, replay, setup_id

SAMPLE: Final = (
    BatchSetup("quatrefoil", 4, {"limit": 6}),
    BatchSetup("quatrefoil", 4, {"variant": "dual", "deals": "5"}),
    BatchSetup(
        "quatrefoil",
        4,
        {
            "variant": "half-and-half",
            "half": "positions",
            "signals": "by-hand",
            "deals": "5",
            "limit": 3,
        },
    ),
)
EVERY: Final = every_batch_setup("quatrefoil")
WITHOUT_LIMIT: Final = [setup for setup in EVERY if "limit" not in setup.options]
TABLES: Final = 32
STEPS: Final = -(-1_000_000 // ((len(EVERY) + len(WITHOUT_LIMIT)) * TABLES))
"""The steps of each table, for a million in all."""
LONGER: Final = 4
"""Games that are played until no action is left have as many more steps, at fewer tables."""


@pytest.mark.parametrize("setup", SAMPLE, ids=setup_id)
def test_a_sample_of_games_is_the_same_in_the_engine(setup: BatchSetup) -> None:
    assert replay(setup.make(), tables=12, steps=96).ends > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("setup", EVERY, ids=setup_id)
def test_games_of_every_option_set_are_the_same_in_the_engine(setup: BatchSetup) -> None:
    compared = replay(setup.make(), tables=TABLES, steps=STEPS)
    assert compared.steps >= STEPS * TABLES
    assert compared.ends > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("setup", WITHOUT_LIMIT, ids=setup_id)
def test_games_until_no_action_is_left_are_the_same_in_the_engine(setup: BatchSetup) -> None:
    tables, steps = TABLES // LONGER, STEPS * LONGER
    compared = replay(setup.make(), tables=tables, steps=steps, seldom=(kernel.STACK,))
    assert compared.steps >= STEPS * TABLES
    assert compared.ends > 0


def _never_solved(self: QuatrefoilKernel, table: Any) -> Any:
    return jnp.full(4, -1, jnp.float32)


@pytest.mark.parametrize(
    ("owner", "name", "mutated", "difference"),
    [
        # The last two pushes enter at the same position but push the other way round.
        (kernel, "NEXT", arrangements.NEXT[:, [0, 1, 2, 3, 4, 5, 7, 6, 8, 9]], "state"),
        # Signals are shown for the next seat's cards.
        (kernel, "SIGNALS", np.roll(cards.SIGNALS, 1, axis=1), "observation of signals_up"),
        (QuatrefoilKernel, "rewards", _never_solved, "rewards"),
    ],
    ids=["pushes", "signals", "rewards"],
)
def test_a_mutation_is_noticed(
    owner: Any, name: str, mutated: Any, difference: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, mutated)
    with pytest.raises(AssertionError, match=difference):
        replay(BatchSetup("quatrefoil", 4, {"limit": 1}).make(), tables=32, steps=32)


def test_the_pars_are_those_of_the_conventions() -> None:
    assert json.loads(FILE.read_text("utf-8")) == pars()
