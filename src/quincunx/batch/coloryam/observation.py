"""What a seat knows of a table, in the numbers of the game's encoding."""

from __future__ import annotations

import jax.numpy as jnp

from ..kernel import Array
from .challenges import KINDS, PLANES
from .dice import COLOUR_OF, COLOURS, DICE, FACES
from .sheet import EMPTY, LINES
from .table import ColorYamTable


def observe(
    table: ColorYamTable, seat: Array, challenges: Array, is_met: Array, beginner: bool
) -> Array:
    """Return what a seat knows, as int16; `is_met` is whether the dice meet the challenge."""
    planes = jnp.asarray(PLANES)[challenges]
    face = table.dice - 1
    colours = jnp.asarray(COLOUR_OF)[jnp.arange(DICE), face]
    shows = table.rolls > 0
    in_order = (jnp.arange(len(table.entries)) + seat) % len(table.entries)
    parts = (
        planes[:, : len(KINDS)],
        planes[:, len(KINDS) :],
        (face[:, None] == jnp.arange(FACES)) & shows,
        (colours[:, None] == jnp.arange(COLOURS)) & shows,
        table.entries[in_order],
        _order(table)[in_order],
        table.line == jnp.arange(LINES),
        table.rolls,
        table.second_chances,
        is_met & shows & ~table.is_choosing,
        table.is_choosing,
        jnp.bool_(beginner),
    )
    return jnp.concatenate([part.astype(jnp.int16).reshape(-1) for part in parts])


def _order(table: ColorYamTable) -> Array:
    """Return by seat its place among those that have to complete the line, from 1; 0 if it has."""
    seats = len(table.entries)
    others = jnp.arange(seats)
    waits = (table.entries[:, jnp.minimum(table.line, LINES - 1)] == EMPTY) & (table.line < LINES)
    distance = (others - table.seat) % seats
    before = waits[None, :] & (distance[None, :] < distance[:, None])
    return jnp.where(waits, 1 + before.sum(1), 0)
