"""What a seat knows of a table, in the numbers of the game's encoding."""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np

from ..fusion import computed_once
from ..kernel import Array
from .cards import COLOURS, FACE_BITS
from .links import CELLS
from .table import NO_COLOUR, OVER, QuivvitTable

_PHASES: Final = np.array((-1, 0, 1, 2), np.int8)
"""The phases in the order of the encoding; the first asks about blocking, which needs a clock."""


def observe(table: QuivvitTable, seat: Array, turn: Array) -> Array:
    """Return what a seat knows, as int16; `turn` is the seat that is awaited."""
    seats = len(table.points)
    in_order = (jnp.arange(seats) + seat) % seats
    nothing = jnp.zeros(seats, bool)
    apart, doubles = table.apart, table.doubles
    colour = jnp.int8(NO_COLOUR) if table.colour is None else table.colour
    by_seat = (
        (table.points if doubles is None else table.points + doubles.values)[in_order],
        table.cards[in_order],
        nothing if apart is None else apart.points[in_order],
        nothing if apart is None else apart.cards[in_order],
        nothing,
        nothing if doubles is None else doubles.held[in_order],
        nothing,
        nothing,
        (in_order == turn) & (table.phase != OVER),
        in_order == table.first,
    )
    bits = jnp.arange(FACE_BITS, dtype=jnp.uint16)
    corners = computed_once(table.faces)[:, None] >> bits & jnp.uint16(1)
    parts = (
        corners,
        table.points_in_cell,
        jnp.zeros(CELLS, bool),
        jnp.diff(table.ranks, prepend=jnp.zeros(1, table.ranks.dtype)),
        *by_seat,
        table.phase == _PHASES,
        jnp.arange(len(COLOURS)) == colour,
        table.round,
        table.played,
        jnp.zeros(1, bool),
    )
    return jnp.concatenate([part.astype(jnp.int16).reshape(-1) for part in parts])
