"""Words made of keys are as random as they should be."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from quincunx.batch.randomness import ACTION, CHANCE, NEXT_DEAL, random_key, random_words
from tests.batch.kit import check_even

USES = (CHANCE, ACTION, NEXT_DEAL)
KEYS, WORDS = 4096, 8
BITS = 32


def _keys() -> Any:
    """Keys that differ in a few bits only, as those made of small seeds do."""
    return jax.vmap(jax.random.key)(jnp.arange(KEYS))


def _words(use: int) -> np.ndarray:
    return np.asarray(jax.vmap(lambda key: random_words(key, WORDS, use))(_keys()))


def _bits(words: np.ndarray) -> np.ndarray:
    return words[..., None] >> np.arange(BITS, dtype=np.uint32) & 1


@pytest.mark.parametrize("use", USES)
def test_each_byte_of_each_word_is_even(use: int) -> None:
    for word in _words(use).T:
        for shift in range(0, BITS, 8):
            check_even(word >> shift & 255, 256)


def test_no_bit_says_anything_about_another_one() -> None:
    """Neither about one of the same word, nor of another word, another use or the next key."""
    bits = np.concatenate([_bits(_words(use)[:, :2]).reshape(KEYS, -1) for use in USES], axis=1)
    signs = np.concatenate((bits[:-1], bits[1:]), axis=1) * 2.0 - 1
    correlations = signs.T @ signs / len(signs)
    np.fill_diagonal(correlations, 0)
    # The largest of some 70,000 correlations, each with a standard deviation of 1 / √4095.
    assert abs(correlations).max() < 5.5 / len(signs) ** 0.5


def test_no_word_comes_up_twice() -> None:
    words = np.concatenate([_words(use) for use in USES], axis=1)
    for row in words[:64]:
        assert len(set(row.tolist())) == len(row)
    for one, other in pairwise(words[:64]):
        assert not set(one.tolist()) & set(other.tolist())


@pytest.mark.parametrize("make", [jax.random.key, jax.random.PRNGKey])
def test_a_new_key_is_of_the_same_kind(make: Any) -> None:
    key = make(3)
    made = random_key(key, NEXT_DEAL)
    assert (made.dtype, made.shape) == (key.dtype, key.shape)
    assert not np.array_equal(jax.random.key_data(made), jax.random.key_data(key))
    assert np.array_equal(
        jax.random.key_data(made), jax.random.key_data(random_key(key, NEXT_DEAL))
    )
