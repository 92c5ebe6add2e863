"""Quivvit on arrays is the same game as in the engine."""

from __future__ import annotations

from dataclasses import replace as changed
from typing import Any, Final

import jax.numpy as jnp
import numpy as np
import pytest

from quincunx.batch import BatchEnv
from quincunx.batch.quivvit import QuivvitKernel, QuivvitTable, kernel, links
from tests.batch.kit import BatchSetup, every_batch_setup, replay, setup_id

EVERYTHING: Final = {"random_color": True, "drain_the_deck": True, "double_rotation": True}
SAMPLE: Final = (
    BatchSetup("quivvit", 4, EVERYTHING),
    BatchSetup("quivvit", 5, {"decks": 2, "direction": "counter-clockwise"}),
)
EVERY: Final = [
    *every_batch_setup("quivvit"),
    *(BatchSetup("quivvit", seats, options) for seats in (2, 3) for options in ({}, EVERYTHING)),
]
TABLES: Final = 32
STEPS: Final = -(-1_000_000 // (len(EVERY) * TABLES))
"""The steps of each table, for a million in all: more than 400 turns, after which games end."""


class FewCards(QuivvitKernel):
    """Games that begin with a few cards: in the deck, or with an empty deck in the grid.

    Random play hardly ever takes so many cards that the deck cannot refill the grid.
    """

    def deal(self, key: Any) -> QuivvitTable:
        table = super().deal(key)
        number = table.ranks[0] % 32
        in_grid = jnp.arange(links.CELLS) < jnp.where(number < 16, links.CELLS, number - 12)
        in_deck = jnp.where(number < 16, number, 0)
        return changed(
            table,
            faces=table.faces * in_grid,
            points_in_cell=table.points_in_cell * in_grid,
            ranks=jnp.minimum(table.ranks, in_deck),
        )


FEW_CARDS: Final = (
    FewCards(3, double_rotation=True),
    FewCards(2, drains=True, random_colour=True, is_clockwise=False),
)


@pytest.mark.parametrize("setup", SAMPLE, ids=setup_id)
def test_a_sample_of_games_is_the_same_in_the_engine(setup: BatchSetup) -> None:
    assert replay(setup.make(), tables=8, steps=128).ends > 0


def test_the_deck_and_the_grid_run_out_as_in_the_engine() -> None:
    assert replay(BatchEnv(FEW_CARDS[0]), tables=16, steps=64, is_dealt=False).ends > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("setup", EVERY, ids=setup_id)
def test_games_of_every_option_set_are_the_same_in_the_engine(setup: BatchSetup) -> None:
    compared = replay(setup.make(), tables=TABLES, steps=STEPS)
    assert compared.steps >= STEPS * TABLES
    assert compared.ends > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("few", FEW_CARDS, ids=["double", "drains"])
def test_many_games_with_few_cards_are_the_same_in_the_engine(few: FewCards) -> None:
    assert replay(BatchEnv(few), tables=128, steps=512, is_dealt=False).ends > 0


_ALONE: Final = np.where(np.arange(256) == 0, 0, links._PLACES_OF_RING & ~(1 << links.MIDDLE))
"""By the linked places of the ring, these alone."""


@pytest.mark.parametrize(
    ("owner", "name", "mutated", "difference"),
    [
        # The card that was rotated would stay.
        (links, "_PLACES_OF_RING", _ALONE.astype(np.int16), "state|refused"),
        # A half turn would be a quarter turn, and take other cards, more or fewer.
        (kernel, "QUARTERS", (3, 1, 1), "state|refused|unused results"),
        # The game would last a round longer.
        (kernel, "ROUNDS", 6, "state|refused"),
    ],
    ids=["links", "half turns", "rounds"],
)
def test_a_mutation_is_noticed(
    owner: Any, name: str, mutated: Any, difference: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, mutated)
    with pytest.raises(AssertionError, match=rf"\A({difference})"):
        replay(BatchEnv(QuivvitKernel(2, double_rotation=True)), tables=8, steps=64)
