"""Whole games at many tables, played by the rules of the batch backend."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp

from ...kernel import Array
from ..kernel import ROUNDS, QuivvitKernel
from ..table import QuivvitTable
from .grids import Grids, grids_of
from .players import Choice, Player, Turn


class Games(NamedTuple):
    """Finished games. The first axis of all arrays but `tables` is the turn."""

    after: Grids
    """The grids after each turn, before their gaps are filled."""
    taken: Array
    """What each turn took: by turn, by points (0) or cards (1), and by table."""
    tables: QuivvitTable


def play_games(seats: int, count: int, players: Sequence[Player], key: Array) -> Games:
    """Play `count` games at the same time, with a player for each seat or one for all seats."""
    kernel = QuivvitKernel(seats)
    deal_key, turns_key = jax.random.split(key)
    tables = jax.vmap(kernel.deal)(jax.random.split(deal_key, count))
    mover_of = jax.vmap(kernel.turn)

    def play(tables: QuivvitTable, step: tuple[Array, Array]) -> tuple[QuivvitTable, Choice]:
        number, key = step
        choice_key, cards_key = jax.random.split(key)
        mover = mover_of(tables)
        turn = Turn(grids_of(tables), seats, number, mover, choice_key)
        choice = _choice_of_movers(turn, players)
        keys = jax.random.split(cards_key, count)
        return jax.vmap(kernel.play)(tables, mover, choice.action, keys), choice

    turns = seats * ROUNDS
    keys = jax.random.split(turns_key, turns)
    tables, choices = jax.lax.scan(play, tables, (jnp.arange(turns), keys))
    return Games(choices.after, choices.taken, tables)


def _choice_of_movers(turn: Turn, players: Sequence[Player]) -> Choice:
    """Let each player choose at every table, and keep the choice of the seat on turn."""
    choice = players[0](turn)
    for seat, player in enumerate(players[1:], 1):
        is_mover = turn.mover == seat
        choice = jax.tree.map(partial(jnp.where, is_mover), player(turn), choice)
    return choice


def win_shares(seats: int, tables: QuivvitTable) -> Array:
    """Return each seat's share of the win in finished games, by table and seat."""
    rewards = jax.vmap(QuivvitKernel(seats).rewards)(tables)
    # Winners share a reward of 1; if all seats win, their rewards are 0.
    return jnp.where((rewards == 0).all(1, keepdims=True), 1 / seats, jnp.maximum(rewards, 0))
