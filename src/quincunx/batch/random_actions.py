"""Actions at random, for tests, measurements and the first moves of a learner."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from .kernel import Array


def random_action(key: Array, mask: Array) -> Array:
    """Return an allowed action, each with the same probability, as int32.

    It takes one random word, where sampling from logits takes one for each action. The remainder
    of the word is uniform to less than one part in ten million for a hundred allowed actions.
    """
    order = jnp.cumsum(mask, dtype=jnp.int32)
    chosen = (jax.random.bits(key) % jnp.maximum(order[-1], 1).astype(jnp.uint32)).astype(jnp.int32)
    return (order <= chosen).sum(dtype=jnp.int32)
