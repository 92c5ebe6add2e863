"""Rewards at the end of a game; before it all rewards are 0.

- Alone, the reward is the score, so that a learner sees how much better a game went. Where a lower
  score is better (Pivit alone: seconds), it is 1 for a solved hand and −1 otherwise.
- In a cooperative game everybody gets 1 if they win and −1 if they do not.
- Otherwise the winners share 1 and the others share −1, so that the rewards add up to 0. If
  everybody wins, everybody gets 0.

A learner that takes an action which the mask does not allow ends the game with `ILLEGAL_REWARD`.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.game import Game
from quincunx.core.outcome import Outcome

ILLEGAL_REWARD: Final = -1.0
"""The reward of an action that the mask does not allow; it ends the episode."""


def rewards(game: Game, outcome: Outcome) -> tuple[float, ...]:
    """Return the reward of each seat for the outcome."""
    seats, winners = len(outcome.scores), outcome.winners
    if seats == 1 and not game.low_score_wins(1):
        return (float(outcome.scores[0]),)
    if game.cooperative or seats == 1:
        return (1.0 if winners else -1.0,) * seats
    losers = seats - len(winners)
    if not losers:
        return (0.0,) * seats
    won, lost = 1 / len(winners), -1 / losers
    return tuple(won if seat in winners else lost for seat in range(seats))
