"""What a seat knows of a table, in the numbers of the game's encoding."""

from __future__ import annotations

import jax.numpy as jnp

from ..bits import unpacked
from ..kernel import Array
from .challenges import KIND, KIND_BITS, NAMED, NAMED_BITS
from .dice import COLOUR_BIT, COLOURS, DICE, FACES
from .sheet import EMPTY, LINES
from .table import ColorYamTable


def observe(
    table: ColorYamTable, seat: Array, challenges: Array, is_met: Array, beginner: bool
) -> Array:
    """Return what a seat knows, as int16; `is_met` is whether the dice meet the challenge."""
    shows = table.rolls > 0
    face = table.dice - 1
    faces = jnp.where(shows, jnp.uint32(1) << face.astype(jnp.uint32), 0)
    colours = jnp.where(shows, jnp.asarray(COLOUR_BIT)[jnp.arange(DICE), face], 0)
    flags = (
        *((kind, KIND_BITS) for kind in jnp.asarray(KIND)[challenges]),
        *((named, NAMED_BITS) for named in jnp.asarray(NAMED)[challenges]),
        *((bit, FACES) for bit in faces),
        *((bit, COLOURS) for bit in colours),
    )
    seats = len(table.entries)
    in_order = (jnp.arange(seats) + seat) % seats
    others = (
        jnp.roll(table.entries, -seat, axis=0),
        _order(table, in_order),
        table.line == jnp.arange(LINES),
        table.rolls,
        table.second_chances,
        is_met & shows & ~table.is_choosing,
        table.is_choosing,
        jnp.bool_(beginner),
    )
    numbers = [other.astype(jnp.int16).reshape(-1) for other in others]
    return jnp.concatenate((unpacked(flags), *numbers))


def _order(table: ColorYamTable, seats: Array) -> Array:
    """Return the places of seats, from 1, in the order of those that must still complete the line.

    The place of a seat that has completed it is 0.
    """
    count = len(table.entries)
    in_line = table.entries[:, jnp.minimum(table.line, LINES - 1)]
    distances = (seats - table.seat) % count
    places = jnp.zeros(count, jnp.int8)
    for distance in range(count):
        waits = in_line[(table.seat + distance) % count] == EMPTY
        places += waits & (distance <= distances)
    waits = (in_line[seats] == EMPTY) & (table.line < LINES)
    return jnp.where(waits, places, 0)
