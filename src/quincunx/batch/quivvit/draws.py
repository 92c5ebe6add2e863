"""Drawing cards at random from a deck without an order.

A deck is given by its *ranks*: for each kind the number of cards of this kind and of those before
it. If the cards are sorted by kind and numbered, card `n` is of the first kind whose rank is more
than `n`.
"""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np

from ..fusion import computed_once
from ..kernel import Array


def draw(
    ranks: Array, words: Array, sizes: Array, is_drawn: Array, *, places: int, largest: int
) -> tuple[Array, Array]:
    """Draw a card in each place where `is_drawn` says so, and return the ranks of what is left.

    `sizes` is how many cards are left when the card of each place is drawn, never more than
    `largest`. Only the first `places` places ever draw. A card is returned as its number among the
    sorted cards of the deck.
    """
    none = jnp.array(jnp.iinfo(ranks.dtype).max, ranks.dtype)
    picks = _below(words, sizes, largest).astype(ranks.dtype)
    picks = computed_once(jnp.where(is_drawn, picks, none))
    numbers = picks
    for place in reversed(range(places - 1)):
        # Later picks are numbered without the card drawn in this place: count it as well.
        is_later = np.arange(len(words)) > place
        numbers += numbers >= jnp.where(is_later, picks[place], none)
    numbers = computed_once(jnp.where(is_drawn, numbers, none))
    left = ranks
    for number in numbers[:places]:
        left -= number < ranks
    return numbers, left


def _below(words: Array, sizes: Array, largest: int) -> Array:
    """Return a random number from 0 to below each size; no size is more than `largest`.

    The numbers are made of the upper bits of the words, as many as fit into a product of 32 bits,
    so the chances of two numbers differ by less than one part in 7,000.
    """
    bits = 32 - largest.bit_length()
    return (words >> 32 - bits) * sizes.astype(jnp.uint32) >> bits
