"""How seats choose plays: by their points alone, or also by what the network expects to follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ...kernel import Array
from ..kernel import QUARTERS, ROUNDS
from ..links import CELLS
from .grids import RANK_PER_POINT, Grids, Plays, after_plays, all_plays, best_plays
from .network import TURNS, Weights, forecast, order_number

CANDIDATES: Final = 8
"""How many plays the network chooses from: those with the most points."""
NOISY_TURN_SHARE: Final = 0.2
"""The share of turns to which noise is added."""
CARD_WORTH: Final = 0.15
"""What a card is worth in points, because the most cards decide ties."""


class Turn(NamedTuple):
    """A turn at each table of a batch; all tables have the same seats and are at the same turn."""

    grids: Grids
    seats: int
    number: Array
    """The number of turns before it."""
    mover: Array
    """By table, the seat on turn."""
    key: Array


class Choice(NamedTuple):
    """A play for each table, and what it leads to."""

    action: Array
    taken: Array
    """What it takes: by points (0) or cards (1), and by table."""
    after: Grids
    """The grids before their gaps are filled."""


Player = Callable[[Turn], Choice]


def most_points(turn: Turn) -> Choice:
    """Take the most points, then the most cards."""
    plays = all_plays(turn.grids)
    return _chosen(turn, plays, plays.ranks)


def by_network(weights: Weights, noise: float = 0.0) -> Player:
    """Return a player that maximises the lead that the network expects after the next turns.

    In some turns, a random number of about `noise` points is added to the value of each play.
    """

    def choose(turn: Turn) -> Choice:
        plays = all_plays(turn.grids)
        plays = best_plays(plays, plays.ranks, CANDIDATES)
        values = worth_now(plays) + _lead_later(weights, turn, plays)
        if noise:
            values += noise * _deviations(turn.key, values.shape)
        return _chosen(turn, plays, values)

    return choose


def worth_now(plays: Plays) -> Array:
    """Return the points of each play plus the worth of its cards."""
    return plays.ranks // RANK_PER_POINT + CARD_WORTH * (plays.ranks % RANK_PER_POINT)


def _lead_later(weights: Weights, turn: Turn, plays: Plays) -> Array:
    """Return the lead that the next turns are expected to add after each play."""
    count, tables = plays.ranks.shape
    repeated = Grids(*(jnp.tile(each, (1, 1, count)) for each in turn.grids))
    after = after_plays(repeated, Plays(*(each.reshape(-1) for each in plays)))
    order = order_number(turn.seats, turn.number + 1)
    taken = forecast(weights, after, jnp.full(count * tables, order))
    worth = taken @ jnp.array((1.0, CARD_WORTH))
    return (worth @ signs(turn.seats, turn.number)).reshape(count, tables)


def signs(seats: int, number: Array) -> Array:
    """Return the factors with which the next turns count towards the lead of the seat on turn.

    The lead is that over the mean of the other seats. Turns after the end of the game count 0.
    """
    later = number + 1 + np.arange(TURNS)
    is_own = _place(seats, later) == _place(seats, number)
    return jnp.where(later < ROUNDS * seats, jnp.where(is_own, 1.0, -1.0 / (seats - 1)), 0.0)


def _place(seats: int, number: Array) -> Array:
    """Return the seat that has a turn, counted from the one that began the game.

    Each round begins one seat later than the round before it.
    """
    return (number // seats + number % seats) % seats


def _deviations(key: Array, shape: tuple[int, ...]) -> Array:
    """Return random numbers by play and table; at most tables they are all 0."""
    where_key, numbers_key = jax.random.split(key)
    is_noisy = jax.random.bernoulli(where_key, NOISY_TURN_SHARE, shape[-1:])
    return is_noisy * jax.random.gumbel(numbers_key, shape)


def _chosen(turn: Turn, plays: Plays, values: Array) -> Choice:
    play = Plays(*(each[0] for each in best_plays(plays, values, 1)))
    taken = jnp.stack((play.ranks // RANK_PER_POINT, play.ranks % RANK_PER_POINT))
    return Choice(actions_of(play), taken, after_plays(turn.grids, play))


def actions_of(plays: Plays) -> Array:
    """Return the plays in the encoding of actions."""
    return len(QUARTERS) * (plays.numbers % CELLS) + plays.numbers // CELLS
