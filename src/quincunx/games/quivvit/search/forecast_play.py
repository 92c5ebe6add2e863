"""Choose plays by what a trained network expects of the next turns; no playouts are needed."""

from __future__ import annotations

from typing import Final

import numpy as np

from quincunx.games.quivvit.forecast.network import SEATS, TURNS, ForecastWeights, forecast
from quincunx.games.quivvit.kernel import KernelArray, take_cards
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.search.turn_statistics import future_turns
from quincunx.games.quivvit.solver import QuivvitPlay, kernel_grid, plays_of_view, points_order
from quincunx.games.quivvit.state import QuivvitView

CANDIDATES: Final = 8
"""How many plays are considered: those with the most points."""
CARD_WORTH: Final = 0.15
"""What a card is worth in points, because the most cards decide ties."""
_WORTH: Final = np.array((1.0, CARD_WORTH))


def can_forecast(rules: QuivvitRules) -> bool:
    """Return whether the network was trained for these rules: the base game, timed or not."""
    options = rules.options
    changes = (
        options.random_color,
        options.color_blocking,
        options.drain_the_deck,
        options.double_rotation,
        options.decks > 1,
    )
    return rules.seats in SEATS and not any(changes)


def play_by_forecast(
    rules: QuivvitRules, view: QuivvitView, weights: ForecastWeights
) -> QuivvitPlay:
    """Return the play with the highest expected lead over the mean of the other seats."""
    found = sorted(plays_of_view(view), key=points_order, reverse=True)[:CANDIDATES]
    turns_before = (view.round - 1) * rules.seats + view.played + 1
    expected = forecast(weights, _grids_after(view, found), rules.seats, turns_before)
    now = np.array([(play.points, play.cards) for play in found])
    values = now @ _WORTH + expected @ _WORTH @ _signs(rules, view)
    return found[int(values.argmax())]


def _grids_after(view: QuivvitView, found: list[QuivvitPlay]) -> KernelArray:
    """Return the grid after each play, before its gaps are filled."""
    grids = np.tile(kernel_grid(view.grid), (len(found), 1))
    for play, grid in zip(found, grids, strict=True):
        take_cards(grid, play.number, play.mask)
    return grids


def _signs(rules: QuivvitRules, view: QuivvitView) -> KernelArray:
    """Return the factors with which the next turns count towards the lead; 0 after the end."""
    signs = np.zeros(TURNS)
    later = future_turns(rules, view)[1 : TURNS + 1]
    for number, turn in enumerate(later):
        signs[number] = 1.0 if turn.seat == view.turn else -1.0 / (rules.seats - 1)
    return signs
