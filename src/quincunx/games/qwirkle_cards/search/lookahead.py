"""Ranks plays by what the next player, and then the same player again, can make of the table.

The next hands are sampled from the unseen cards, the same for every play, and each makes as many
Qwirkles as it can. That number is exact, so only the sample is random. After each round of samples
the worse half of the plays is dropped (sequential halving). If only one more player is to come, the
result of the game counts instead; with two seats that player's hand is known, and the end is exact.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final, NamedTuple

import numpy as np

from quincunx.core.support.arrays import FloatArray, IntArray
from quincunx.games.qwirkle_cards.cards import (
    COPIES,
    HAND_SIZE,
    KIND_BY_TEXT,
    KINDS,
    CardKinds,
    count_kinds,
    list_cards,
)
from quincunx.games.qwirkle_cards.layouts import kernel
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.puzzle.answer import best_answer
from quincunx.games.qwirkle_cards.search.win_chances import lead_variance, win_probability
from quincunx.games.qwirkle_cards.sets import Layout, all_cards
from quincunx.games.qwirkle_cards.solver import (
    MAX_ALL_PLAYS_STEPS,
    MAX_CHOICES,
    MAX_SEARCH_STEPS,
    QwirkleCardsChoice,
    cards_from_bits,
    lines_from_bits,
)
from quincunx.games.qwirkle_cards.state import QwirkleCardsView

NEXT_TURN_WEIGHT: Final = 0.4
"""What a Qwirkle that the player can make in the next turn is worth now."""
MARGIN_WEIGHT: Final = 0.01
"""What one more Qwirkle is worth at the end, compared with the win."""
MAX_PLAYS_TRIED: Final = 2_000
"""The most plays that are compared, those with the most Qwirkles first."""
MAX_REPLY_STEPS: Final = 1_000
"""The steps after which the search for the Qwirkles of a hand is cut off.

Random tables of up to 99 cards take fewer than 100.
"""


def best_choice(view: QwirkleCardsView, work: int, rng: Random) -> QwirkleCardsChoice:
    """Return the best play; `work` is the number of hands that are tried in all."""
    if len(view.sizes) == 1:
        return best_answer(view)[0]
    lookahead = PlayLookahead(view)
    return lookahead.choice(lookahead.best(work, rng))


def advise(view: QwirkleCardsView, work: int, rng: Random) -> tuple[QwirkleCardsChoice, bool]:
    """Return the best of the plays that make the most Qwirkles now.

    Also returns whether it is proved that no play makes more.
    """
    if len(view.sizes) == 1:
        return best_answer(view)
    lookahead = PlayLookahead(view)
    return lookahead.choice(lookahead.best(work, rng, greedy=True)), lookahead.proved


class PlayChances(NamedTuple):
    """What a play leads to on average."""

    to_win: float
    left: float
    """The Qwirkles that the next player can make."""


class PlayLookahead:
    """The plays of a seat, and what the seat knows about what follows."""

    def __init__(self, view: QwirkleCardsView) -> None:
        assert view.seat is not None, "only a seated viewer has plays"
        table, self.cards = position_of(view)
        self.view = view
        self.hand = np.array(self.cards, np.int64)
        table_counts = np.array(count_kinds(all_cards(table)))
        self.plays, cut_off, _ = kernel.all_plays(
            table_counts, self.hand, MAX_CHOICES, MAX_SEARCH_STEPS, MAX_ALL_PLAYS_STEPS
        )
        self.proved = not cut_off
        self.after = kernel.tables_after(table_counts, self.hand, self.plays)
        self.unseen = _unseen(view)
        self.seat, self.next_seat = view.seat, (view.seat + 1) % len(view.sizes)

    def choice(self, row: int) -> QwirkleCardsChoice:
        bits, _, taking = self.plays[row].tolist()
        return QwirkleCardsChoice(cards_from_bits(self.cards, bits), lines_from_bits(taking))

    def best(self, work: int, rng: Random, *, greedy: bool = False) -> int:
        """Return the row of the best play.

        If `greedy`, only plays that make the most Qwirkles now are considered.
        """
        gains = self.plays[:, 1]
        rows = np.arange(len(gains))
        if greedy or self.view.turns_left == 1:
            rows = rows[gains == gains.max()]
        if len(rows) > MAX_PLAYS_TRIED:
            rows = np.sort(rows[np.argsort(-gains[rows], kind="stable")[:MAX_PLAYS_TRIED]])
        rounds = len(rows).bit_length()
        total = np.zeros(len(gains))
        while len(rows) > 1:
            hands = max(1, work // (rounds * len(rows)))
            total[rows] += self.values(rows, hands, rng)
            best_first = np.argsort(-total[rows], kind="stable")
            rows = rows[best_first[: (len(rows) + 1) // 2]]
        return int(rows[0])

    def add(self, cards: CardKinds, qwirkles: int, left: Layout) -> int:
        """Add a play that was made, perhaps with fewer Qwirkles than possible; return its row."""
        spare, bits = Counter(cards), 0
        for place, kind in enumerate(self.cards):
            if spare[kind]:
                spare[kind] -= 1
                bits |= 1 << place
        self.plays = np.vstack([self.plays, [bits, qwirkles, 0]])
        self.after = np.vstack([self.after, count_kinds(all_cards(left))])
        return len(self.plays) - 1

    def values(self, rows: IntArray, hands: int, rng: Random) -> FloatArray:
        """Return the values of the plays, summed over so many sampled hands."""
        gains = self.plays[rows, 1:2]
        given, again = self._sample_qwirkles(rows, hands, rng)
        values: FloatArray = gains - given + NEXT_TURN_WEIGHT * again
        if self.view.turns_left == 2:
            values = self._results(gains, given)
        total: FloatArray = values.sum(axis=1)
        return total

    def chances(self, rows: IntArray, hands: int, rng: Random) -> list[PlayChances]:
        """Return what each play leads to, averaged over so many sampled hands."""
        view, made = self.view, [len(each) for each in self.view.qwirkles]
        given, again = self._sample_qwirkles(rows, hands, rng)
        mine = made[self.seat] + self.plays[rows, 1:2] + NEXT_TURN_WEIGHT * again
        # In the last two turns nothing random follows what is sampled.
        ends = view.turns_left in (1, 2)
        variance = 0.0 if ends else lead_variance(view.turns_left, view.deck, len(made))
        wins: FloatArray = np.ones_like(mine)
        for other in range(len(made)):
            if other != self.seat:
                gets = given if other == self.next_seat and view.turns_left != 1 else 0
                wins *= win_probability(mine - made[other] - gets, variance)
        means = zip(wins.mean(axis=1).tolist(), given.mean(axis=1).tolist(), strict=True)
        return [PlayChances(*each) for each in means]

    def _sample_qwirkles(
        self, rows: IntArray, hands: int, rng: Random
    ) -> tuple[FloatArray, FloatArray]:
        """Return, by play and hand, the Qwirkles of the next player and then of this one."""
        tables, plays = self.after[rows], self.plays[rows]
        size, draws = self.view.sizes[self.next_seat], min(self.view.deck, HAND_SIZE)
        piles = np.array([rng.sample(self.unseen, size + draws) for _ in range(hands)], np.int64)
        theirs = _one_hot(piles[:, :size]).sum(axis=1)
        given: FloatArray = np.maximum(
            kernel.best_replies(tables, theirs[np.newaxis], MAX_REPLY_STEPS), 0.0
        )
        if self.view.turns_left is not None:
            return given, np.zeros_like(given)
        mine = self._next_hands(plays[:, 0], piles[:, size:])
        return given, np.maximum(kernel.best_replies(tables, mine, MAX_REPLY_STEPS), 0.0)

    def _next_hands(self, bits: IntArray, draws: IntArray) -> IntArray:
        """Return the hand of the player after each play and each draw."""
        played = bits[:, np.newaxis] >> np.arange(len(self.hand)) & 1
        kept = (1 - played) @ _one_hot(self.hand)
        drawn = np.zeros((HAND_SIZE + 1, len(draws), KINDS), np.int64)
        for number in range(1, HAND_SIZE + 1):
            drawn[number] = _one_hot(draws[:, :number]).sum(axis=1)
        hands: IntArray = kept[:, np.newaxis] + drawn[played.sum(axis=1)]
        return hands

    def _results(self, gains: IntArray, given: FloatArray) -> FloatArray:
        """Return the result if the next player is the last one, and a little for the margin."""
        made = [len(each) for each in self.view.qwirkles]
        done = [made[seat] for seat in range(len(made)) if seat not in (self.seat, self.next_seat)]
        best = np.maximum(made[self.next_seat] + given, max(done, default=0))
        ahead = made[self.seat] + gains - best
        results: FloatArray = np.sign(ahead) + MARGIN_WEIGHT * ahead
        return results


def _one_hot(cards: IntArray) -> IntArray:
    """Return each card as a row with a one at its kind."""
    return np.eye(KINDS, dtype=np.int64)[cards]


def _unseen(view: QwirkleCardsView) -> list[int]:
    """Return the cards that are not on the table, in the own hand or in a Qwirkle."""
    left = [COPIES] * KINDS
    hands = (hand for hand in view.hands if hand is not None)
    for cards in (*view.table, *(each for made in view.qwirkles for each in made), *hands):
        for card in cards:
            left[KIND_BY_TEXT[card]] -= 1
    return [*list_cards(left)]
