"""Estimates how likely each seat is to win, for reviews, where all hands are known.

The estimate uses the Qwirkles made, those that can be made now, and the size of the deck. Its
constants were fitted to games of experts; a test checks them on other games.
"""

from __future__ import annotations

from math import prod
from typing import Final

import numpy as np

from quincunx.core.support.arrays import FloatArray
from quincunx.games.qwirkle_cards.solver import most_qwirkles
from quincunx.games.qwirkle_cards.state import QwirkleCardsState

REMAINING_SHARE: Final = 0.75
"""The share of the Qwirkles possible now that is left when the turn of a waiting seat comes."""
LAST_ROUND_VARIANCE: Final = 0.1
"""The variance of a lead after the last card was drawn."""
BASE_VARIANCE: Final = 1.0
"""The variance before that, with an empty deck."""
VARIANCE_PER_CARD: Final = 0.25
"""What each card in the deck adds to the variance, divided by the seats."""


def chances_to_win(state: QwirkleCardsState) -> list[float]:
    """Return the chance of each seat to win; they need not add up to 1."""
    seats = range(len(state.hands))
    expected = [_expected_qwirkles(state, seat) for seat in seats]
    variance = lead_variance(state.turns_left, sum(state.deck), len(seats))
    leads = np.array([[mine - theirs for theirs in expected] for mine in expected])
    ahead = win_probability(leads, variance)
    return [prod(float(ahead[me, other]) for other in seats if other != me) for me in seats]


def _expected_qwirkles(state: QwirkleCardsState, seat: int) -> float:
    """Return the Qwirkles of a seat plus those it can expect to make of the table."""
    made, away = len(state.qwirkles[seat]), (seat - state.turn) % len(state.hands)
    if state.turns_left is not None and away >= state.turns_left:
        return made
    in_reach = most_qwirkles(state.table, state.hands[seat]) or 0
    return made + in_reach * (1 if away == 0 else REMAINING_SHARE)


def lead_variance(turns_left: int | None, deck: int, seats: int) -> float:
    """Return the variance of a lead before a turn."""
    if turns_left is not None:
        return LAST_ROUND_VARIANCE if turns_left > 1 else 0.0
    return BASE_VARIANCE + VARIANCE_PER_CARD * deck / seats


def win_probability(lead: FloatArray, variance: float) -> FloatArray:
    """Return the chance that each lead holds; without variance a tie counts half."""
    if variance == 0:
        return np.asarray((np.sign(lead) + 1) / 2)
    # The logistic function closest to the normal distribution function.
    return np.asarray(1 / (1 + np.exp(-1.702 * lead / variance**0.5)))
