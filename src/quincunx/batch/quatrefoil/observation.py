"""What a seat knows of a table, in the numbers of the game's encoding."""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np

from ..bits import BITS, packed, unpacked
from ..kernel import Array
from .arrangements import ARRANGEMENTS, COLOURS, PLACES
from .cards import CARD_FLAGS, SEATS
from .table import QuatrefoilTable

_PLANES: Final = packed(np.eye(COLOURS, dtype=bool)[ARRANGEMENTS].reshape(len(ARRANGEMENTS), -1))
"""_PLANES[arrangement]: for each place which colour is there, in one word."""
_LOOKED: Final = (1 << SEATS) - 1
"""Without a clock, all seats have looked at their cards from the start."""
_SECONDS_LEFT: Final = 0


def observe(
    table: QuatrefoilTable,
    seat: Array,
    *,
    known_cards: np.ndarray,
    signals_shown: Array,
    signals_up: Array,
    shows_turn: bool,
    max_actions: int,
) -> Array:
    """Return what a seat knows, as int16; signals are given as bits by seat."""
    planes = jnp.asarray(_PLANES)[:, 0]
    cards = jnp.asarray(known_cards)[
        table.target, table.positions, seat, table.is_over.astype(jnp.int8)
    ]
    turn = (1 << (table.seat - seat) % SEATS) * shows_turn
    flags = (
        (planes[table.tokens], PLACES * COLOURS),
        (planes[table.dealt], PLACES * COLOURS),
        (cards[0], BITS),
        (cards[1], CARD_FLAGS - BITS),
        (_from_seat(signals_shown, seat), SEATS),
        (_from_seat(signals_up, seat), SEATS),
        (turn, SEATS),
        (jnp.uint8(_LOOKED), SEATS),
    )
    finished = table.finished
    counts = (
        table.actions,
        max_actions - table.actions,
        _SECONDS_LEFT,
        0 if finished is None else finished.count,
        0 if finished is None else finished.total,
    )
    return jnp.concatenate((unpacked(flags), jnp.stack([jnp.int16(count) for count in counts])))


def _from_seat(bits: Array, seat: Array) -> Array:
    """Return the bits of the seats, beginning with that of `seat`."""
    wide = bits.astype(jnp.uint32)
    return (wide >> seat | wide << (SEATS - seat)) & ((1 << SEATS) - 1)
