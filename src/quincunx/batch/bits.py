"""Pack flags into words of 32 bits, and unpack them.

Most numbers of an observation are flags, 0 or 1. Looking up, selecting and joining whole words and
unpacking them at the end is several times as fast as doing this with every flag.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import jax
import jax.numpy as jnp
import numpy as np

from .fusion import computed_once
from .kernel import Array

BITS: Final = 32


def packed(flags: np.ndarray) -> np.ndarray:
    """Return constant flags packed along the last axis, as uint32; the first is the lowest bit."""
    missing = -flags.shape[-1] % BITS
    padded = np.pad(flags.astype(bool), [(0, 0)] * (flags.ndim - 1) + [(0, missing)])
    words = padded.reshape(*flags.shape[:-1], -1, BITS)
    return (words.astype(np.uint32) << np.arange(BITS, dtype=np.uint32)).sum(-1, dtype=np.uint32)


def packed_words(flags: Array) -> list[Array]:
    """Return the words of a boolean array, as uint32; the first flag is the lowest bit.

    Each word is summed separately, which is faster than summing the rows of one array.
    """
    parts = (flags[at : at + BITS] for at in range(0, len(flags), BITS))
    return [
        (part.astype(jnp.uint32) << jnp.arange(len(part), dtype=jnp.uint32)).sum(dtype=jnp.uint32)
        for part in parts
    ]


def place_of_bit(word: Array, number: Array) -> Array:
    """Return the place of the set bit that has `number` set bits below it, as uint32."""
    place, half = jnp.uint32(0), BITS // 2
    while half:
        below = jax.lax.population_count(word & jnp.uint32((1 << half) - 1))
        is_above = number >= below
        number = jnp.where(is_above, number - below, number)
        word = jnp.where(is_above, word >> half, word)
        place = jnp.where(is_above, place + half, place)
        half //= 2
    return place


def unpacked(parts: Iterable[tuple[Array, int]]) -> Array:
    """Return the bits of several words one after the other, as int16.

    Each part is a word and how many of its bits are used; the other bits must be 0.
    """
    words: list[Array] = []
    size = 0
    for word, width in parts:
        wide = word.astype(jnp.uint32)
        at = size % BITS
        if at == 0:
            words.append(wide)
        else:
            words[-1] |= wide << at
            if at + width > BITS:
                words.append(wide >> (BITS - at))
        size += width
    bits = computed_once(jnp.stack(words))[:, None] >> jnp.arange(BITS, dtype=jnp.uint32) & 1
    return bits.astype(jnp.int16).reshape(-1)[:size]
