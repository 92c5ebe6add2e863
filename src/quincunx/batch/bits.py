"""Numbers that are 0 or 1, packed into words of 32 bits.

Most numbers of an observation say yes or no. Looking up, choosing and joining whole words and
unpacking them in the end is several times as fast as doing that with every number.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import jax.numpy as jnp
import numpy as np

from .fusion import computed_once
from .kernel import Array

BITS: Final = 32


def packed(flags: np.ndarray) -> np.ndarray:
    """Return constants packed along the last axis, as uint32; the first is the lowest bit."""
    missing = -flags.shape[-1] % BITS
    padded = np.pad(flags.astype(bool), [(0, 0)] * (flags.ndim - 1) + [(0, missing)])
    words = padded.reshape(*flags.shape[:-1], -1, BITS)
    return (words.astype(np.uint32) << np.arange(BITS, dtype=np.uint32)).sum(-1, dtype=np.uint32)


def unpacked(parts: Iterable[tuple[Array, int]]) -> Array:
    """Return the bits of several words one after the other, as int16.

    Each part is a word with how many of its bits are used; the others have to be 0.
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
