"""The bots compute the same forecast with NumPy as the training with JAX."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import quincunx
from quincunx.batch.quivvit.forecast import network, weights_file
from quincunx.batch.quivvit.forecast.features import features
from quincunx.batch.quivvit.forecast.players import signs
from quincunx.games.quivvit.forecast import features as bot_features
from quincunx.games.quivvit.forecast.network import FORMAT, ForecastWeights, forecast, read_weights
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.search.forecast_play import _signs
from quincunx.games.quivvit.search.turn_statistics import future_turns
from tests.batch.quivvit.forecast.grids import random_grids

ROUNDING = 0.01
"""The training computes with the precision of bfloat16."""


def test_the_features_are_the_same() -> None:
    grids = random_grids(40)
    seen = np.asarray(jax.jit(features)(grids.for_training), np.float32)
    expected = bot_features.features(grids.for_bots)
    np.testing.assert_allclose(np.moveaxis(seen, -1, 0), expected, rtol=ROUNDING)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_forecasts_are_the_same(seats: int) -> None:
    grids = random_grids(40)
    weights = read_weights()
    for turns_before in range(1, 1 + seats):
        orders = network.order_number(seats, jnp.full(40, turns_before))
        trained = network.Weights(*map(jnp.asarray, weights))
        found = jax.jit(network.forecast)(trained, grids.for_training, orders)
        expected = forecast(weights, grids.for_bots, seats, turns_before)
        np.testing.assert_allclose(found, expected, atol=0.2)
        assert float(np.abs(found - expected).mean()) < 0.03


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_turns_count_for_the_lead(seats: int) -> None:
    match = quincunx.new("quivvit", seats=seats, seed=1)
    rules = match.rules
    assert isinstance(rules, QuivvitRules)
    for number in range(5 * seats):
        turn = match.turn(seed=1)
        np.testing.assert_allclose(
            _signs(rules, turn.view, future_turns(rules, turn.view)[1:]),
            signs(seats, jnp.int32(number)),
            rtol=1e-6,
        )
        match.play(turn.legal_moves.sample(turn.rng))
    assert match.outcome is not None


def test_the_files_are_the_same() -> None:
    assert weights_file.FORMAT == FORMAT
    assert ForecastWeights._fields == network.Weights._fields
