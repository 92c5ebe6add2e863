"""Weighs plays by what comes after them: what the next player can make of the table, and oneself.

The hands to come are drawn from the cards that are not seen, the same for every play, and each
makes as many Qwirkles as it can: that is reckoned exactly, so only the draw is left to chance.
After each round the worse half of the plays is given up. When one more player is to come, what
counts is who then wins; with two seats that player's hand is known, and the end is exact.
"""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from quincunx.games.qwirkle_cards import kernel
from quincunx.games.qwirkle_cards.cards import CARD, COPIES, KINDS, counted, listed
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.rules import HAND, View
from quincunx.games.qwirkle_cards.sets import all_cards
from quincunx.games.qwirkle_cards.solver import MOST_CHOICES, Choice, chosen, lines

Worths = npt.NDArray[np.float64]

AGAIN: Final = 0.4
"""What a Qwirkle that one can make in one's next turn is worth now."""
MARGIN: Final = 0.01
"""What a Qwirkle more is worth in the end, beside the win."""


def best_choice(view: View, work: int, rng: Random, *, greedy: bool = False) -> Choice:
    """The play with the best prospects; `greedy`: of those that make the most Qwirkles now.

    `work` is how many hands are tried in all.
    """
    prospects = Prospects(view)
    gains = prospects.plays[:, 1]
    rows = np.arange(len(gains))
    if greedy or view.turns_left == 1:
        rows = rows[gains == gains.max()]
    rounds = len(rows).bit_length()
    total = np.zeros(len(gains))
    while len(rows) > 1:
        hands = max(1, work // (rounds * len(rows)))
        total[rows] += prospects.worth(rows, hands, rng)
        best_first = np.argsort(-total[rows], kind="stable")
        rows = rows[best_first[: (len(rows) + 1) // 2]]
    return prospects.choice(int(rows[0]))


class Prospects:
    """A seat's plays, and all that it knows of what they lead to."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None, "only who holds cards can weigh them"
        table, self.cards = position_of(view)
        self.view = view
        self.hand = np.array(self.cards, np.int64)
        lying = np.array(counted(all_cards(table)))
        self.plays = kernel.all_plays(lying, self.hand, MOST_CHOICES)
        self.after = kernel.tables_after(lying, self.hand, self.plays)
        self.unseen = _unseen(view)
        self.seat, self.next_seat = view.seat, (view.seat + 1) % len(view.sizes)

    def choice(self, row: int) -> Choice:
        bits, _, taking = self.plays[row].tolist()
        return Choice(chosen(self.cards, bits), lines(taking))

    def worth(self, rows: kernel.Array, hands: int, rng: Random) -> Worths:
        """What those plays are worth, summed over so many hands that may come."""
        tables, plays = self.after[rows], self.plays[rows]
        size, draws = self.view.sizes[self.next_seat], min(self.view.deck, HAND)
        piles = np.array([rng.sample(self.unseen, size + draws) for _ in range(hands)], np.int64)
        theirs = _one_by_one(piles[:, :size]).sum(axis=1)
        given = np.maximum(kernel.replies(tables, theirs[np.newaxis]), 0)
        worth: Worths = np.asarray(plays[:, 1:2] - given, np.float64)
        if self.view.turns_left == 2:
            worth = self._results(plays[:, 1:2], given)
        elif self.view.turns_left is None:
            mine = self._next_hands(plays[:, 0], piles[:, size:])
            worth += AGAIN * np.maximum(kernel.replies(tables, mine), 0)
        total: Worths = worth.sum(axis=1)
        return total

    def _next_hands(self, bits: kernel.Array, draws: kernel.Array) -> kernel.Array:
        """What one holds after each play and each draw."""
        played = bits[:, np.newaxis] >> np.arange(len(self.hand)) & 1
        kept = (1 - played) @ _one_by_one(self.hand)
        drawn = np.zeros((HAND + 1, len(draws), KINDS), np.int64)
        for number in range(1, HAND + 1):
            drawn[number] = _one_by_one(draws[:, :number]).sum(axis=1)
        hands: kernel.Array = kept[:, np.newaxis] + drawn[played.sum(axis=1)]
        return hands

    def _results(self, gains: kernel.Array, given: kernel.Array) -> Worths:
        """Whether one wins if the next player is the last one, and a little for the margin."""
        made = [len(each) for each in self.view.qwirkles]
        done = [made[seat] for seat in range(len(made)) if seat not in (self.seat, self.next_seat)]
        best = np.maximum(made[self.next_seat] + given, max(done, default=0))
        ahead = made[self.seat] + gains - best
        results: Worths = np.sign(ahead) + MARGIN * ahead
        return results


def _one_by_one(cards: kernel.Array) -> kernel.Array:
    """Each card as a row with a one at its kind."""
    return np.eye(KINDS, dtype=np.int64)[cards]


def _unseen(view: View) -> list[int]:
    """The cards that are neither on the table nor in the own hand nor in anybody's Qwirkles."""
    left = [COPIES] * KINDS
    hands = (hand for hand in view.hands if hand is not None)
    for cards in (*view.table, *(each for made in view.qwirkles for each in made), *hands):
        for card in cards:
            left[CARD[card]] -= 1
    return [*listed(left)]
