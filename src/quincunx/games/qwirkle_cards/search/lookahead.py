"""Weighs plays by what comes after them: what the next player can make of the table, and oneself.

The hands to come are drawn from the cards that are not seen, the same for every play, and each
makes as many Qwirkles as it can: that is worked out exactly, so only the draw is left to chance.
After each round the worse half of the plays is given up. When one more player is to come, what
counts is who then wins; with two seats that player's hand is known, and the end is exact.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from quincunx.games.qwirkle_cards import kernel
from quincunx.games.qwirkle_cards.cards import CARD, COPIES, KINDS, Cards, counted, listed
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.puzzle.answer import best_answer
from quincunx.games.qwirkle_cards.rules import HAND, QwirkleCardsView
from quincunx.games.qwirkle_cards.search.win_chances import beats, luck_left
from quincunx.games.qwirkle_cards.sets import Layout, all_cards
from quincunx.games.qwirkle_cards.solver import (
    MOST_CHOICES,
    PLAYS_STEPS,
    SEARCH_STEPS,
    QwirkleCardsChoice,
    chosen,
    lines,
)

Worths = npt.NDArray[np.float64]

AGAIN: Final = 0.4
"""What a Qwirkle that one can make in one's next turn is worth now."""
MARGIN: Final = 0.01
"""What a Qwirkle more is worth in the end, beside the win."""
MOST_TRIED: Final = 2_000
"""How many plays are weighed at most, those with the most Qwirkles first; few tables offer more."""
REPLY_STEPS: Final = 1_000
"""Steps after which the search for what a hand makes of a table is cut off.

Random tables of up to 99 cards take fewer than 100.
"""


def best_choice(view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsChoice:
    """The play with the best prospects; `work` is how many hands are tried in all."""
    if len(view.sizes) == 1:
        return best_answer(view)[0]
    prospects = PlayLookahead(view)
    return prospects.choice(prospects.best(work, rng))


def advise(view: QwirkleCardsView, work: int, rng: Random) -> tuple[QwirkleCardsChoice, bool]:
    """Of the plays that make the most Qwirkles now the one with the best prospects.

    Also whether it is proved that none makes more.
    """
    if len(view.sizes) == 1:
        return best_answer(view)
    prospects = PlayLookahead(view)
    return prospects.choice(prospects.best(work, rng, greedy=True)), prospects.proved


class PlayChances(NamedTuple):
    """What comes of a play on average."""

    to_win: float
    left: float
    """The Qwirkles that the next player makes of the table."""


class PlayLookahead:
    """A seat's plays, and all that it knows of what they lead to."""

    def __init__(self, view: QwirkleCardsView) -> None:
        assert view.seat is not None, "only who holds cards can weigh them"
        table, self.cards = position_of(view)
        self.view = view
        self.hand = np.array(self.cards, np.int64)
        lying = np.array(counted(all_cards(table)))
        self.plays, cut_off, _ = kernel.all_plays(
            lying, self.hand, MOST_CHOICES, SEARCH_STEPS, PLAYS_STEPS
        )
        self.proved = not cut_off
        self.after = kernel.tables_after(lying, self.hand, self.plays)
        self.unseen = _unseen(view)
        self.seat, self.next_seat = view.seat, (view.seat + 1) % len(view.sizes)

    def choice(self, row: int) -> QwirkleCardsChoice:
        bits, _, taking = self.plays[row].tolist()
        return QwirkleCardsChoice(chosen(self.cards, bits), lines(taking))

    def best(self, work: int, rng: Random, *, greedy: bool = False) -> int:
        """The row of the play with the best prospects.

        `greedy`: of those that make the most Qwirkles now.
        """
        gains = self.plays[:, 1]
        rows = np.arange(len(gains))
        if greedy or self.view.turns_left == 1:
            rows = rows[gains == gains.max()]
        if len(rows) > MOST_TRIED:
            rows = np.sort(rows[np.argsort(-gains[rows], kind="stable")[:MOST_TRIED]])
        rounds = len(rows).bit_length()
        total = np.zeros(len(gains))
        while len(rows) > 1:
            hands = max(1, work // (rounds * len(rows)))
            total[rows] += self.worth(rows, hands, rng)
            best_first = np.argsort(-total[rows], kind="stable")
            rows = rows[best_first[: (len(rows) + 1) // 2]]
        return int(rows[0])

    def add(self, cards: Cards, qwirkles: int, left: Layout) -> int:
        """The row of a play as somebody made it, who may have seen fewer Qwirkles than it gives."""
        spare, bits = Counter(cards), 0
        for place, kind in enumerate(self.cards):
            if spare[kind]:
                spare[kind] -= 1
                bits |= 1 << place
        self.plays = np.vstack([self.plays, [bits, qwirkles, 0]])
        self.after = np.vstack([self.after, counted(all_cards(left))])
        return len(self.plays) - 1

    def worth(self, rows: kernel.Array, hands: int, rng: Random) -> Worths:
        """What those plays are worth, summed over so many hands that may come."""
        gains = self.plays[rows, 1:2]
        given, again = self._tried(rows, hands, rng)
        worth: Worths = gains - given + AGAIN * again
        if self.view.turns_left == 2:
            worth = self._results(gains, given)
        total: Worths = worth.sum(axis=1)
        return total

    def chances(self, rows: kernel.Array, hands: int, rng: Random) -> list[PlayChances]:
        """How likely each of those plays is to win, and what it leaves, over so many hands."""
        view, made = self.view, [len(each) for each in self.view.qwirkles]
        given, again = self._tried(rows, hands, rng)
        mine = made[self.seat] + self.plays[rows, 1:2] + AGAIN * again
        # When the next player is the last one, or oneself, no luck comes after what is tried.
        ends = view.turns_left in (1, 2)
        luck = 0.0 if ends else luck_left(view.turns_left, view.deck, len(made))
        wins: Worths = np.ones_like(mine)
        for other in range(len(made)):
            if other != self.seat:
                gets = given if other == self.next_seat and view.turns_left != 1 else 0
                wins *= beats(mine - made[other] - gets, luck)
        means = zip(wins.mean(axis=1).tolist(), given.mean(axis=1).tolist(), strict=True)
        return [PlayChances(*each) for each in means]

    def _tried(self, rows: kernel.Array, hands: int, rng: Random) -> tuple[Worths, Worths]:
        """By play and hand: the Qwirkles that the next player makes, and oneself after that."""
        tables, plays = self.after[rows], self.plays[rows]
        size, draws = self.view.sizes[self.next_seat], min(self.view.deck, HAND)
        piles = np.array([rng.sample(self.unseen, size + draws) for _ in range(hands)], np.int64)
        theirs = _one_by_one(piles[:, :size]).sum(axis=1)
        given: Worths = np.maximum(kernel.replies(tables, theirs[np.newaxis], REPLY_STEPS), 0.0)
        if self.view.turns_left is not None:
            return given, np.zeros_like(given)
        mine = self._next_hands(plays[:, 0], piles[:, size:])
        return given, np.maximum(kernel.replies(tables, mine, REPLY_STEPS), 0.0)

    def _next_hands(self, bits: kernel.Array, draws: kernel.Array) -> kernel.Array:
        """What one holds after each play and each draw."""
        played = bits[:, np.newaxis] >> np.arange(len(self.hand)) & 1
        kept = (1 - played) @ _one_by_one(self.hand)
        drawn = np.zeros((HAND + 1, len(draws), KINDS), np.int64)
        for number in range(1, HAND + 1):
            drawn[number] = _one_by_one(draws[:, :number]).sum(axis=1)
        hands: kernel.Array = kept[:, np.newaxis] + drawn[played.sum(axis=1)]
        return hands

    def _results(self, gains: kernel.Array, given: Worths) -> Worths:
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


def _unseen(view: QwirkleCardsView) -> list[int]:
    """The cards that are neither on the table nor in the own hand nor in anybody's Qwirkles."""
    left = [COPIES] * KINDS
    hands = (hand for hand in view.hands if hand is not None)
    for cards in (*view.table, *(each for made in view.qwirkles for each in made), *hands):
        for card in cards:
            left[CARD[card]] -= 1
    return [*listed(left)]
