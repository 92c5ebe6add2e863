"""The network: what the value of an action depends on."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx.core.match import Match
from quincunx.games.coloryam.dice import ALL_DICE
from quincunx.games.coloryam.encoding import ACTIONS
from quincunx.learning.network import ALL_ACTIONS, action_values
from tests.learning.agents import untrained_agent

WEIGHTS = untrained_agent().weights
CROSS, ENTER = ACTIONS.first("cross"), ACTIONS.first("enter")


def features(match: Match, seat: int = 0) -> dict[str, Any]:
    encoding = match.game.encoding(match.rules)
    return encoding.features.split(encoding.observe(match.state, seat, None, match.now))


def rolled(seed: int, seats: int = 1) -> dict[str, Any]:
    """Return the features after a first roll."""
    match = quincunx.new("coloryam", seats=seats, seed=seed)
    (seat,) = match.awaited
    match.play("roll")
    return features(match, seat)


def test_dice_that_are_rolled_again_do_not_matter() -> None:
    one, other = rolled(1), rolled(2)
    other["dice"][:2] = one["dice"][:2]
    assert (one["dice"] != other["dice"]).any()
    both = [action_values(WEIGHTS, seen, ALL_ACTIONS) for seen in (one, other)]
    same = np.isclose(*both)
    kept_in_common = [action for action in range(ALL_DICE) if action < 2**2]
    assert same[kept_in_common].all()
    assert same[CROSS]
    assert not same[[2**5, ALL_DICE, ENTER]].any()


def test_a_met_challenge_matters_only_for_stopping() -> None:
    seen = rolled(1)
    met = {**seen, "met": 1 - seen["met"]}
    differs = action_values(WEIGHTS, seen, ALL_ACTIONS) != action_values(WEIGHTS, met, ALL_ACTIONS)
    assert np.flatnonzero(differs).tolist() == [ALL_DICE]


def test_other_players_do_not_matter() -> None:
    alone, together = rolled(1), rolled(1, seats=3)
    together["dice"][:] = alone["dice"]
    together["met"][...] = alone["met"]
    values = [action_values(WEIGHTS, seen, ALL_ACTIONS) for seen in (alone, together)]
    np.testing.assert_allclose(*values)


def test_batches_and_single_actions_have_the_same_values() -> None:
    pytest.importorskip("jax")
    import jax.numpy as jnp

    tables = [rolled(seed) for seed in range(5)]
    single = np.stack([action_values(WEIGHTS, seen, ALL_ACTIONS) for seen in tables])
    batch = {name: np.stack([seen[name] for seen in tables]) for name in tables[0]}
    np.testing.assert_allclose(action_values(WEIGHTS, batch, ALL_ACTIONS), single, rtol=1e-4)
    chosen = np.array([3, 7, ALL_DICE, CROSS, ENTER])
    one_each = action_values(WEIGHTS, batch, chosen[:, None])[:, 0]
    np.testing.assert_allclose(one_each, single[np.arange(5), chosen], rtol=1e-4)
    on_jax = {name: jnp.asarray(array) for name, array in batch.items()}
    np.testing.assert_allclose(
        np.asarray(action_values(WEIGHTS, on_jax, ALL_ACTIONS)), single, rtol=1e-3, atol=1e-2
    )
