"""Deals puzzles: sets on the table and a hand that can make a Qwirkle."""

from __future__ import annotations

from typing import Final

from quincunx.core.chance import Chance
from quincunx.games.qwirkle_cards.cards import (
    FULL_DECK,
    HAND_SIZE,
    KINDS,
    CardKinds,
    count_kinds,
    list_cards,
)
from quincunx.games.qwirkle_cards.layouts.division import LINE_KINDS, LINES, divide, find_playable
from quincunx.games.qwirkle_cards.sets import Layout, all_cards, sort_layout

SET_COUNT: Final = 9
"""The number of sets on the table, or fewer if the cards of a line run out."""
SET_SIZES: Final = (3, 4)
MAX_QUESTIONS: Final = 200
"""The most divisions that may be needed to solve a puzzle; harder ones are not dealt."""


def deal_position(chance: Chance, number: int) -> tuple[Layout, CardKinds]:
    """Return sets of random lines and a hand from the other cards; `number` names the streams."""
    left, table = [*FULL_DECK], []
    lines = chance.roll(f"lines {number}", LINES, SET_COUNT)
    sizes = chance.roll(f"sizes {number}", len(SET_SIZES), SET_COUNT)
    for line, size in zip(lines, sizes, strict=True):
        one_each = tuple(min(1, left[kind]) * (kind in LINE_KINDS[line]) for kind in range(KINDS))
        if sum(one_each) >= SET_SIZES[size]:
            table.append(chance.draw(f"table {number}", one_each, SET_SIZES[size]))
            for kind in table[-1]:
                left[kind] -= 1
    hand = chance.draw(f"deal {number}", tuple(left), HAND_SIZE, to=0)
    return sort_layout(table), tuple(sorted(hand))


def most_qwirkles(table: Layout, hand: CardKinds) -> int | None:
    """Return the most Qwirkles that the hand can make, or `None` if that is too hard to decide.

    This is the solver's answer in plain Python: a deal does not wait until the kernel is compiled.
    """
    search = _QwirkleSearch(count_kinds(all_cards(table)), count_kinds(hand))
    search.explore(0, search.must, search.may, 0)
    return None if search.questions > MAX_QUESTIONS else max(0, search.best)


class _QwirkleSearch:
    """Takes Qwirkles one by one, line after line, as long as they may beat the best so far.

    Six cards can always be laid out as three and three. So if some Qwirkles can be taken, so can
    any part of them, and one answer also holds for everything taken on the way to it.
    """

    def __init__(self, must: list[int], may: list[int]) -> None:
        self.must, self.may = must, may
        self.hand_size = sum(may)
        self.best = -1
        self.questions = 0
        """How many divisions were computed."""

    def explore(self, first: int, must: list[int], may: list[int], taken: int) -> bool | None:
        """Return whether the remaining cards can be laid out; `None` if it was not needed."""
        possible: bool | None = None
        available = [
            min([must[kind] + may[kind] for kind in LINE_KINDS[line]]) for line in range(LINES)
        ]
        for line in range(first, LINES):
            if not available[line] or taken + sum(available[line:]) <= self.best:
                continue
            must_after, may_after = [*must], [*may]
            for kind in LINE_KINDS[line]:
                (must_after if must_after[kind] else may_after)[kind] -= 1
            deeper = self.explore(line, must_after, may_after, taken + 1)
            if deeper:
                possible = True
            elif deeper is False and possible is None:
                possible = self._can_lay_out(must, may)
                if not possible:
                    return False
        if possible is None and taken > self.best:
            possible = self._can_lay_out(must, may)
        if possible:
            self.best = max(self.best, taken)
        return possible

    def _can_lay_out(self, must: list[int], may: list[int]) -> bool:
        """Return whether the rest fits in sets so that at least one card of the hand is used."""
        self.questions += 1
        if self.questions > MAX_QUESTIONS:
            return False
        played = sum(may) < self.hand_size
        return (divide(must, may) if played else find_playable(must, list_cards(may))) is not None
