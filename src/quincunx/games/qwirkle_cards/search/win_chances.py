"""How likely each seat is to win: by what is made, what is in reach, and the luck of the deck.

For looking back, when all hands are known. The figures were found by letting experts play each
other; a test holds them to other games.
"""

from __future__ import annotations

from math import prod
from typing import Final

import numpy as np
import numpy.typing as npt

from quincunx.games.qwirkle_cards.rules import QwirkleCardsState
from quincunx.games.qwirkle_cards.solver import most_qwirkles

Numbers = npt.NDArray[np.float64]

STILL_THERE: Final = 0.75
"""What is left, when one's turn comes, of each Qwirkle that one could make now."""
LAST_ROUND: Final = 0.1
"""The variance of a lead when nobody draws any more."""
LAST_DRAWS: Final = 1.0
"""The same before that, without the luck of the deck."""
A_CARD: Final = 0.25
"""What each card in the deck adds to it, divided by the seats."""


def chances_to_win(state: QwirkleCardsState) -> list[float]:
    """By seat, each reckoned for itself."""
    seats = range(len(state.hands))
    hopes = [_hope(state, seat) for seat in seats]
    luck = luck_left(state.turns_left, sum(state.deck), len(seats))
    leads = np.array([[mine - theirs for theirs in hopes] for mine in hopes])
    ahead = beats(leads, luck)
    return [prod(float(ahead[me, other]) for other in seats if other != me) for me in seats]


def _hope(state: QwirkleCardsState, seat: int) -> float:
    """The Qwirkles of a seat, with those that it can make as the table lies."""
    made, away = len(state.qwirkles[seat]), (seat - state.turn) % len(state.hands)
    if state.turns_left is not None and away >= state.turns_left:
        return made
    in_reach = most_qwirkles(state.table, state.hands[seat]) or 0
    return made + in_reach * (1 if away == 0 else STILL_THERE)


def luck_left(turns_left: int | None, deck: int, seats: int) -> float:
    """The variance of a lead, before a turn."""
    if turns_left is not None:
        return LAST_ROUND if turns_left > 1 else 0.0
    return LAST_DRAWS + A_CARD * deck / seats


def beats(lead: Numbers, luck: float) -> Numbers:
    """How likely it is that a lead lasts; without luck it does, and no lead is half a win."""
    if luck == 0:
        return np.asarray((np.sign(lead) + 1) / 2)
    # The logistic curve that is nearest to the normal one.
    return np.asarray(1 / (1 + np.exp(-1.702 * lead / luck**0.5)))
