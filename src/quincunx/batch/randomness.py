"""Random numbers from keys, at the cost of a few operations for each.

Asking JAX for them would take a good part of the time of a step, because it computes twenty rounds
of a cipher for each pair of words. Here a word is a hash of the key and of its number.
"""

from __future__ import annotations

from typing import Final

import jax
import jax.numpy as jnp

from .kernel import Array

CHANCE, ACTION, NEXT_DEAL = range(3)
"""What words are used for. The same key gives different words for each use."""
_WORDS_PER_USE: Final = 2**16

_STEP: Final = 0x9E3779B9
_FACTORS: Final = (0x7FEB352D, 0x846CA68B)
_SHIFTS: Final = (16, 15, 16)


def random_words(key: Array, count: int, use: int = CHANCE) -> Array:
    """Return random words of 32 bits."""
    first = 1 + use * _WORDS_PER_USE
    words = jnp.arange(first, first + count, dtype=jnp.uint32) * jnp.uint32(_STEP)
    for part in jax.random.key_data(key).reshape(-1):
        words = _mixed(words ^ part)
    return words


def random_key(key: Array, use: int) -> Array:
    """Return a key of the same kind as another one."""
    words = random_words(key, jax.random.key_data(key).size, use)
    if not jnp.issubdtype(key.dtype, jax.dtypes.prng_key):
        return words
    return jax.random.wrap_key_data(words, impl=jax.random.key_impl(key))


def _mixed(words: Array) -> Array:
    """Return words in which each bit depends on all bits of the given ones."""
    first, second, third = _SHIFTS
    words = (words ^ words >> first) * jnp.uint32(_FACTORS[0])
    words = (words ^ words >> second) * jnp.uint32(_FACTORS[1])
    return words ^ words >> third
