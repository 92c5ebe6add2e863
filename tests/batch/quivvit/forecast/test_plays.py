"""The plays of the training are those of the rules."""

from __future__ import annotations

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from quincunx.batch.quivvit.forecast.games import play_games, win_shares
from quincunx.batch.quivvit.forecast.grids import (
    IMPOSSIBLE,
    PLAY_QUARTERS,
    PLAYS,
    RANK_PER_POINT,
    after_plays,
    all_plays,
    best_plays,
)
from quincunx.batch.quivvit.forecast.network import TURNS
from quincunx.batch.quivvit.forecast.players import most_points, signs
from quincunx.batch.quivvit.links import CELLS
from quincunx.games.quivvit.cards import NO_CARD, ORIENTATIONS
from quincunx.games.quivvit.kernel import take_cards
from quincunx.games.quivvit.rules import ROUNDS
from quincunx.games.quivvit.solver import find_plays
from tests.batch.quivvit.forecast.grids import random_grids

GRIDS = 60


def test_plays_take_what_the_solver_says() -> None:
    grids = random_grids(GRIDS)
    plays = jax.jit(all_plays)(grids.for_training)
    for table, grid in enumerate(grids.for_bots):
        ranks = np.full(PLAYS, IMPOSSIBLE)
        for play in find_plays(grid):
            cell, quarters = divmod(play.number, ORIENTATIONS)
            ranks[PLAY_QUARTERS.index(quarters) * CELLS + cell] = (
                RANK_PER_POINT * play.points + play.cards
            )
        np.testing.assert_array_equal(plays.ranks[:, table], ranks)


def test_plays_leave_gaps_where_they_take_cards() -> None:
    grids = random_grids(GRIDS)
    plays = jax.jit(all_plays)(grids.for_training)
    best = best_plays(plays, plays.ranks, 1)
    after = after_plays(grids.for_training, jax.tree.map(lambda each: each[0], best))
    for table, grid in enumerate(grids.for_bots):
        side, cell = divmod(int(best.numbers[0, table]), CELLS)
        play = next(
            play
            for play in find_plays(grid)
            if divmod(play.number, ORIENTATIONS) == (cell, PLAY_QUARTERS[side])
        )
        take_cards(grid, play.number, play.mask)
        is_gap = np.asarray(after.faces[..., table]).reshape(-1) == 0
        np.testing.assert_array_equal(is_gap, grid[:CELLS] == NO_CARD)


@pytest.mark.parametrize("seats", [2, 3])
def test_games_take_what_their_tables_count(seats: int) -> None:
    play = jax.jit(partial(play_games, seats, 8, [most_points]))
    games = play(jax.random.key(1))
    assert games.taken.shape == (ROUNDS * seats, 2, 8)
    np.testing.assert_array_equal(games.taken[:, 0].sum(0), games.tables.points.sum(1))
    np.testing.assert_array_equal(games.taken[:, 1].sum(0), games.tables.cards.sum(1))
    shares = win_shares(seats, games.tables)
    np.testing.assert_allclose(shares.sum(1), 1)
    has_most = games.tables.points == games.tables.points.max(1, keepdims=True)
    assert bool(jnp.all(has_most | (shares == 0)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_signs_follow_the_order_of_turns(seats: int) -> None:
    """Each round begins with the seat after the one that began the round before."""
    movers = [(round_ + place) % seats for round_ in range(ROUNDS) for place in range(seats)]
    for number, mover in enumerate(movers):
        later = movers[number + 1 : number + 1 + TURNS]
        expected = [1.0 if seat == mover else -1 / (seats - 1) for seat in later]
        expected += [0.0] * (TURNS - len(later))
        np.testing.assert_allclose(signs(seats, jnp.int32(number)), expected, rtol=1e-6)
