"""Random actions, for tests, measurements and the first moves of a learner."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from .bits import BITS, packed_words, place_of_bit
from .fusion import computed_once
from .kernel import Array
from .randomness import ACTION, random_words


def random_action(key: Array, mask: Array) -> Array:
    """Return an allowed action, each with the same probability, as int32.

    At least one action must be allowed. This takes one random word, whereas sampling from logits
    takes one for each action. With a hundred allowed actions, the remainder of the word is uniform
    to within one part in ten million.
    """
    first, *others = packed_words(mask)
    ends = [jax.lax.population_count(first)]
    for other in others:
        ends.append(ends[-1] + jax.lax.population_count(other))
    (word,) = random_words(key, 1, ACTION)
    chosen = word % ends[-1]
    # The word with the chosen action, its first action, and the number of allowed actions before.
    word, start, before = first, jnp.uint32(0), jnp.uint32(0)
    for number, (other, end) in enumerate(zip(others, ends[:-1], strict=True), start=1):
        is_beyond = chosen >= end
        word = jnp.where(is_beyond, other, word)
        start = jnp.where(is_beyond, jnp.uint32(BITS * number), start)
        before = jnp.where(is_beyond, end, before)
    action = (start + place_of_bit(word, chosen - before)).astype(jnp.int32)
    # Nearly everything that a step computes depends on it.
    return computed_once(action[None])[0]
