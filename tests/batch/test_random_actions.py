"""Random actions are allowed ones, each as likely as the others."""

from __future__ import annotations

from typing import Final

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from quincunx.batch import random_action
from tests.batch.kit import check_chances, sample

ACTIONS: Final = (1, 14, 32, 66, 130)
"""Fewer actions than the bits of a word, as many, and more."""


@pytest.mark.parametrize("actions", ACTIONS)
@pytest.mark.parametrize("one_in", [1, 3, 40])
def test_each_allowed_action_is_as_likely(actions: int, one_in: int) -> None:
    mask = np.arange(actions) % one_in == (actions - 1) % one_in
    chosen = sample(lambda key: random_action(key, mask))
    check_chances(chosen, mask / mask.sum())


def test_the_only_allowed_action_is_chosen() -> None:
    masks = jnp.eye(max(ACTIONS), dtype=bool)
    keys = jax.random.split(jax.random.key(2), len(masks))
    assert (jax.vmap(random_action)(keys, masks) == np.arange(len(masks))).all()
