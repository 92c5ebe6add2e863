"""Points by rank within a line, and the rewards of a game."""

from __future__ import annotations

import jax.numpy as jnp

from ..kernel import Array
from .sheet import LINES, X


def line_points(entries: Array) -> Array:
    """Return the points by seat and line: 0 for an X, else 1 plus 1 for each seat with less."""
    less = entries[:, None] > entries[None, :]
    return jnp.where(entries == X, 0, 1 + less.sum(1, dtype=jnp.int8))


def rewards(entries: Array) -> Array:
    """Return the reward of each seat: its score if alone, else winners share 1 and losers −1."""
    seats = len(entries)
    if seats == 1:
        return entries.sum(1, dtype=jnp.int16).astype(jnp.float32)
    # Of the seats with the most points, the one with the most in the last line wins.
    rank = line_points(entries).sum(1, dtype=jnp.int16) * 64 + entries[:, LINES - 1]
    wins = rank == rank.max()
    winners = wins.sum()
    losers = seats - winners
    shares = jnp.where(wins, 1 / winners, -1 / jnp.maximum(losers, 1))
    return jnp.where(losers > 0, shares, 0.0).astype(jnp.float32)
