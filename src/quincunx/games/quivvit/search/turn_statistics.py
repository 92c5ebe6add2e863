"""What turns are like on average, and which turns are still to come.

The averages were measured by `python -m bench quivvit_statistics` over 2,000 games each with two
and with four seats and Drain the Deck; see docs/explanation/solvers/quivvit.md.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from quincunx.games.quivvit.rules import (
    DRAIN_STOP_CARDS,
    MAX_DRAIN_TURNS_PER_DECK,
    ROUNDS,
    QuivvitRules,
)
from quincunx.games.quivvit.state import QuivvitView

TURNS_BEFORE: Final = (0, 1, 2, 3, 5, 8, 11, 15, 20)
"""The numbers of earlier turns for which `TurnStatistics.cards` and `.points` were measured."""
FULL_DECK_MEAN: Final = 1.5
"""The mean value of a card of the whole deck, at which `TurnStatistics.double` was measured."""


class FutureTurn(NamedTuple):
    """A turn that is still to be played."""

    seat: int
    round: int
    place: int
    """The number of earlier turns in its round."""
    ends_round: bool


class TurnStatistics(NamedTuple):
    """Averages over the turns of players who take the most points."""

    cards: tuple[float, ...]
    """The mean number of cards that a turn takes, by `TURNS_BEFORE`."""
    points: tuple[float, ...]
    """The mean number of points that a turn scores, by `TURNS_BEFORE`."""
    variance: float
    """The variance of a turn's points within a game."""
    covered: float
    """The factor by which each covered card reduces cards and points."""
    double: tuple[float, ...]
    """The points that a held Double Rotate card is worth, by the own turns that are left."""
    block: tuple[float, ...]
    """The points that a held Color Block card is worth, by the turns of others that are left."""


ANY_COLOUR: Final = TurnStatistics(
    cards=(5.31, 5.11, 5.02, 4.94, 4.89, 4.81, 4.78, 4.73, 4.67),
    points=(10.2, 9.3, 8.9, 8.6, 8.2, 7.9, 7.6, 7.5, 7.3),
    variance=2.9,
    covered=0.95,
    double=(1.5, 1.9, 2.3, 2.6, 3.0, 3.2),
    block=(0.0, 1.6, 2.1, 2.4, 2.6, 2.7),
)
ONE_COLOUR: Final = TurnStatistics(
    cards=(3.18, 3.11, 3.07, 3.05, 2.99, 2.95, 2.93, 2.87, 2.86),
    points=(6.6, 6.2, 6.0, 5.8, 5.4, 5.1, 5.0, 4.8, 4.6),
    variance=1.4,
    covered=0.96,
    double=(1.5, 1.7, 1.9, 2.0, 2.2, 2.3),
    block=(0.0, 0.6, 0.8, 1.0, 1.1, 1.2),
)


def double_worth(statistics: TurnStatistics, own_turns_left: int) -> float:
    """Return the points that a held Double Rotate card is worth."""
    return statistics.double[min(own_turns_left, len(statistics.double) - 1)]


class TurnEstimates:
    """Estimates for the later turns of a game."""

    def __init__(self, rules: QuivvitRules, view: QuivvitView) -> None:
        self.statistics = ONE_COLOUR if rules.options.random_color else ANY_COLOUR
        self._seats = rules.seats
        self._factor = self.statistics.covered ** sum(cell is not None for cell in view.blocks)

    def cards(self, turn: FutureTurn) -> float:
        """Estimate how many cards the turn takes."""
        return self._interpolated(self.statistics.cards, turn)

    def points(self, turn: FutureTurn) -> float:
        """Estimate how many points the turn scores."""
        return self._interpolated(self.statistics.points, turn)

    def _interpolated(self, means: tuple[float, ...], turn: FutureTurn) -> float:
        turns_before = (turn.round - 1) * self._seats + turn.place
        return self._factor * float(np.interp(turns_before, TURNS_BEFORE, means))


def future_turns(rules: QuivvitRules, view: QuivvitView) -> list[FutureTurn]:
    """Return the turns from the current one on; how long the deck lasts is estimated."""
    order, round_, played = view.order, view.round, view.played
    estimates = TurnEstimates(rules, view)
    deck = float(sum(view.deck))
    turns: list[FutureTurn] = []
    while True:
        this_round = [
            FutureTurn(order[place], round_, place, place == rules.seats - 1)
            for place in range(played, rules.seats)
        ]
        turns += this_round
        deck -= sum(map(estimates.cards, this_round))
        drains = rules.options.drain_the_deck and deck > DRAIN_STOP_CARDS
        drains = drains and round_ * rules.seats < MAX_DRAIN_TURNS_PER_DECK * rules.options.decks
        if round_ >= ROUNDS and not drains:
            return turns
        order, round_, played = order[1:] + order[:1], round_ + 1, 0
