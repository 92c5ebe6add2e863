"""The rewards of a finished game."""

from __future__ import annotations

import jax.numpy as jnp

from ..kernel import Array


def rewards(points: Array, cards: Array) -> Array:
    """Return the reward of each seat: its score if alone, else winners share 1 and losers −1."""
    seats = len(points)
    if seats == 1:
        return points.astype(jnp.float32)
    # Of the seats with the most points, those with the most cards win.
    ranks = points.astype(jnp.int32) * 1024 + cards
    wins = ranks == ranks.max()
    winners = wins.sum()
    losers = seats - winners
    shares = jnp.where(wins, 1 / winners, -1 / jnp.maximum(losers, 1))
    return jnp.where(losers > 0, shares, 0.0).astype(jnp.float32)
