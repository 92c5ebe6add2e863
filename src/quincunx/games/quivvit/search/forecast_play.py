"""Choose plays by what a trained network expects of the next turns; no playouts are needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from quincunx.games.quivvit.forecast.network import SEATS, TURNS, ForecastWeights, forecast
from quincunx.games.quivvit.kernel import KernelArray, take_cards
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.search.turn_statistics import (
    ANY_COLOUR,
    FutureTurn,
    double_worth,
    future_turns,
)
from quincunx.games.quivvit.solver import QuivvitPlay, kernel_grid, plays_of_view
from quincunx.games.quivvit.state import QuivvitView

CANDIDATES: Final = 8
"""How many plays are considered: those with the most points."""
CARD_WORTH: Final = 0.15
"""What a card is worth in points, because the most cards decide ties."""
_WORTH: Final = np.array((1.0, CARD_WORTH))


def can_forecast(rules: QuivvitRules) -> bool:
    """Return whether the network can judge plays under these rules.

    It has learnt the base game. With Double Rotate cards, Drain the Deck rounds or more decks a
    grid is worth about as much to later turns, but not if only one colour links or cards are
    covered.
    """
    options = rules.options
    return rules.seats in SEATS and not options.random_color and not options.color_blocking


def play_by_forecast(
    rules: QuivvitRules, view: QuivvitView, weights: ForecastWeights
) -> QuivvitPlay:
    """Return the play with the highest expected lead over the mean of the other seats."""
    later = future_turns(rules, view)[1:]
    cost_of_double = double_worth(ANY_COLOUR, sum(turn.seat == view.turn for turn in later))

    def points_less_cost(play: QuivvitPlay) -> float:
        return play.points - cost_of_double * play.spends

    plays = sorted(
        plays_of_view(view), key=lambda play: (points_less_cost(play), play.cards), reverse=True
    )
    found = plays[:CANDIDATES]
    turns_before = (view.round - 1) * rules.seats + view.played + 1
    expected = forecast(weights, _grids_after(view, found), rules.seats, turns_before)
    now = np.array([(points_less_cost(play), play.cards) for play in found])
    values = now @ _WORTH + expected @ _WORTH @ _signs(rules, view, later)
    return found[int(values.argmax())]


def _grids_after(view: QuivvitView, found: list[QuivvitPlay]) -> KernelArray:
    """Return the grid after each play, before its gaps are filled."""
    grids = np.tile(kernel_grid(view.grid), (len(found), 1))
    for play, grid in zip(found, grids, strict=True):
        take_cards(grid, play.number, play.mask)
    return grids


def _signs(rules: QuivvitRules, view: QuivvitView, later: Sequence[FutureTurn]) -> KernelArray:
    """Return the factors with which the next turns count towards the lead; 0 after the end."""
    signs = np.zeros(TURNS)
    for number, turn in enumerate(later[:TURNS]):
        signs[number] = 1.0 if turn.seat == view.turn else -1.0 / (rules.seats - 1)
    return signs
