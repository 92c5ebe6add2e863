"""Drawing cards at random from a deck without an order.

A deck is given by its *ranks*: for each kind the number of cards of this kind and of those before
it. If the cards are sorted by kind and numbered, card `n` is of the first kind whose rank is more
than `n`.
"""

from __future__ import annotations

from typing import Final

import jax
import jax.numpy as jnp

from ..kernel import Array

_STEP: Final = 0x9E3779B9
_FACTORS: Final = (0x7FEB352D, 0x846CA68B)
_SHIFTS: Final = (16, 15, 16)
_UNROLLED: Final = 8


def random_words(key: Array, count: int) -> Array:
    """Return random words of 32 bits.

    They are hashes of the key and of their number. Asking JAX for each word would take more time
    than all the rest of a step.
    """
    words = jnp.arange(1, count + 1, dtype=jnp.uint32) * jnp.uint32(_STEP)
    for part in jax.random.key_data(key).reshape(-1):
        words = _mixed(words ^ part)
    return words


def _mixed(words: Array) -> Array:
    """Return words in which each bit depends on all bits of the given ones."""
    first, second, third = _SHIFTS
    words = (words ^ words >> first) * jnp.uint32(_FACTORS[0])
    words = (words ^ words >> second) * jnp.uint32(_FACTORS[1])
    return words ^ words >> third


def draw(
    ranks: Array, words: Array, sizes: Array, is_drawn: Array, largest: int
) -> tuple[Array, Array]:
    """Draw a card in each place where `is_drawn` says so, and return the ranks of what is left.

    `sizes` says for these places how many cards are left when their card is drawn; the deck never
    has more than `largest`. The cards are numbers among the sorted cards of the deck.
    """
    none = jnp.array(jnp.iinfo(ranks.dtype).max, ranks.dtype)
    picks = jnp.where(is_drawn, _below(words, sizes, largest).astype(ranks.dtype), none)
    last = len(words) - 1

    def put_back(step: Array, numbers: Array) -> Array:
        """Count also the card that was drawn in a place, for all cards that were drawn after it."""
        place = last - 1 - step
        is_later = jnp.arange(len(words)) > place
        return numbers + (numbers >= jnp.where(is_later, picks[place], none))

    # A loop, because a compiler that fuses all steps repeats them wherever the numbers are used.
    numbers = jax.lax.fori_loop(0, last, put_back, picks, unroll=_UNROLLED)
    numbers = jnp.where(is_drawn, numbers, none)
    left = ranks
    for number in numbers:
        left -= number < ranks
    return numbers, left


def _below(words: Array, sizes: Array, largest: int) -> Array:
    """Return numbers from 0 to below the sizes, none of which is more than `largest`.

    They are made of the upper bits of the words, as many as fit into a product of 32 bits. So the
    chances of two numbers differ by less than one part in 7,000.
    """
    bits = 32 - largest.bit_length()
    return (words >> 32 - bits) * sizes.astype(jnp.uint32) >> bits
