"""Decides exactly which cards can be laid out in sets together, without searching for the sets.

A *line* is one colour or one shape. There are twelve lines, and each kind belongs to two of them.
Cards can be laid out in sets if their copies can be divided between their two lines such that each
line is valid. A line is valid if it holds at least three cards for each copy of its most frequent
kind: that many sets can then be formed by dealing the cards round. The number of sets of a line is
its *level*.

The levels decide the question. A kind can give a line at most as many cards as the line's level, a
line needs three times its level in cards, and the levels of a kind's two lines must add up to at
least the copies of it that are on the table. Whether cards can be divided to fill given levels is a
flow problem. A level can be lowered as long as the cards on the table still fit: cards move to the
crossing lines, which only gain, and the line keeps enough, because its capacity grows more slowly
the higher its level is. So once the levels of the colours are chosen, the levels of the shapes need
only be as high as necessary, and few choices are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from operator import add, le, sub
from typing import Final, NamedTuple

from quincunx.games.qwirkle_cards.cards import (
    COPIES,
    KINDS,
    SIX,
    CardKinds,
    count_kinds,
    list_cards,
)
from quincunx.games.qwirkle_cards.sets import MIN_SET_SIZE

LINES: Final = 2 * SIX
"""The colours, then the shapes."""

LINE_KINDS: Final = (
    *(tuple(range(SIX * colour, SIX * colour + SIX)) for colour in range(SIX)),
    *(tuple(range(shape, KINDS, SIX)) for shape in range(SIX)),
)
"""The kinds of each line."""

COLOUR_LINE: Final = tuple(kind // SIX for kind in range(KINDS))
SHAPE_LINE: Final = tuple(SIX + kind % SIX for kind in range(KINDS))
"""By kind, the numbers of its two lines."""

MIN_CHOICES_FOR_BOUND: Final = 64
"""With more choices of levels than this, a lower bound on the sets is checked first."""

KindCounts = Sequence[int]
"""The number of cards of each kind."""
Levels = tuple[int, ...]
"""The number of sets of each line."""


class Division(NamedTuple):
    """How many cards of each kind are in sets of their colour, and in sets of their shape."""

    colours: list[int]
    shapes: list[int]

    def line(self, line: int) -> list[int]:
        """Return the number of cards in a line for each of its six kinds."""
        side = self.colours if line < SIX else self.shapes
        return [side[kind] for kind in LINE_KINDS[line]]


def divide(must: KindCounts, may: KindCounts) -> Division | None:
    """Return a division of all cards in `must` and any of those in `may`, or `None`."""
    most = [a + b for a, b in zip(must, may, strict=True)]
    for levels in _candidate_levels(must, most):
        if division := _fill_levels(must, most, levels):
            return division
    return None


def find_playable(table: KindCounts, hand: CardKinds) -> CardKinds | None:
    """Return some cards of the hand that can be played together, or `None`."""
    must, may = [*table], count_kinds(hand)
    for kind in sorted({*hand}):
        must[kind] += 1
        may[kind] -= 1
        if division := divide(must, may):
            laid_out = map(add, division.colours, division.shapes)
            return list_cards([*map(sub, laid_out, table)])
        must[kind] -= 1
        may[kind] += 1
    return None


def _highest_levels(most: KindCounts) -> list[int]:
    """Return the highest level that each line could fill if it got every card."""
    lines = ([most[kind] for kind in kinds] for kinds in LINE_KINDS)
    return [
        max(level for level in range(COPIES + 1) if _capacity(line, level) >= MIN_SET_SIZE * level)
        for line in lines
    ]


def _capacity(line: list[int], level: int) -> int:
    """Return how many cards the line can hold at that level."""
    return sum([min(count, level) for count in line])


def _candidate_levels(must: KindCounts, most: KindCounts) -> Iterator[Levels]:
    """Yield the levels that have room for all cards in `must` and none higher than necessary.

    Levels that need more cards than exist are left out.
    """
    tops, cards = _highest_levels(most), sum(most)
    rows = [must[SIX * colour : SIX * colour + SIX] for colour in range(SIX)]
    tops[:SIX] = map(min, tops, map(max, rows))
    has_many_choices = prod([top + 1 for top in tops[:SIX]]) > MIN_CHOICES_FOR_BOUND
    if has_many_choices and MIN_SET_SIZE * fewest_sets(must) > cards:
        return iter(())

    def from_colour(levels: Levels, needs: Levels) -> Iterator[Levels]:
        """Choose the levels of the remaining colours; `needs` are the levels the shapes need."""
        if MIN_SET_SIZE * (sum(levels) + sum(needs)) > cards:
            return
        if len(levels) == SIX:
            if _is_lowest(rows, levels, needs) and _has_enough_cards(most, levels, needs):
                yield (*levels, *needs)
            return
        row = rows[len(levels)]
        for level in range(tops[len(levels)] + 1):
            raised = tuple(
                [max(need, count - level) for need, count in zip(needs, row, strict=True)]
            )
            if all(map(le, raised, tops[SIX:])):
                yield from from_colour((*levels, level), raised)

    return from_colour((), (0,) * SIX)


def fewest_sets(must: KindCounts) -> int:
    """Return a lower bound on the number of sets that these cards need.

    Cards of which no two share a line cannot share a set, so the copies of six such kinds are a
    lower bound. This is the best one, found colour by colour for each set of shapes used so far.
    """
    copies = {0: 0}
    for colour in range(SIX):
        after: dict[int, int] = {}
        for shapes, before in copies.items():
            for shape in range(SIX):
                both = shapes | 1 << shape
                if both != shapes:
                    more = before + must[SIX * colour + shape]
                    after[both] = max(more, after.get(both, 0))
        copies = after
    return max(copies.values())


def _is_lowest(rows: Sequence[KindCounts], colours: Levels, shapes: Levels) -> bool:
    """Return whether each colour needs its level; if not, a lower choice is tried anyway."""
    return all(
        level == max(0, *map(sub, row, shapes)) for level, row in zip(colours, rows, strict=True)
    )


def _has_enough_cards(most: KindCounts, colours: Levels, shapes: Levels) -> bool:
    """Return whether there are as many cards as the levels need, however they are divided."""
    room = [colour + shape for colour in colours for shape in shapes]
    return sum(map(min, most, room)) >= MIN_SET_SIZE * (sum(colours) + sum(shapes))


def _fill_levels(must: KindCounts, most: KindCounts, levels: Levels) -> Division | None:
    """Return a division with these levels, or `None`."""
    free = [*most]
    colours, shapes = [0] * KINDS, [0] * KINDS

    def add_card(line: int, visited: set[int]) -> bool:
        """Give the line one more card, from a crossing line if that can replace it."""
        level = levels[line]
        own, others = (colours, shapes) if line < SIX else (shapes, colours)
        crossing = SHAPE_LINE if line < SIX else COLOUR_LINE
        wanted = [kind for kind in LINE_KINDS[line] if own[kind] < level]
        for kind in wanted:
            if free[kind]:
                free[kind] -= 1
                own[kind] += 1
                return True
        for kind in wanted:
            if others[kind] and crossing[kind] not in visited:
                visited.add(crossing[kind])
                if add_card(crossing[kind], visited):
                    others[kind] -= 1
                    own[kind] += 1
                    return True
        return False

    for line, level in enumerate(levels):
        for _ in range(MIN_SET_SIZE * level):
            if not add_card(line, {line}):
                return None
    for kind, count in enumerate(must):
        while colours[kind] + shapes[kind] < count:
            side = colours if colours[kind] < levels[COLOUR_LINE[kind]] else shapes
            side[kind] += 1
    return Division(colours, shapes)
