"""Which cards can lie in sets together, without looking for the sets.

The sets of one colour, or of one shape, make a *line*: there are twelve, and each kind of card
lies where two of them cross. So cards lie in sets when their copies are divided between their two
lines and each line is right, and a line is right when it holds three cards for each copy of its
commonest kind: that many sets take turns in picking. Call that number of sets the line's *level*.

Levels settle it. A kind can give a line as many cards as the line's level, a line needs three
times its level, and a card that must lie somewhere needs two levels that add up to its copies.
Whether cards can be divided to fill given levels is a question of flow. A level can be lowered as
long as what must lie there still can: cards give way to the crossing lines, which only gain, and
the line itself keeps enough, because what it can hold grows the slower the higher its level is.
So once the levels of the colours are chosen, those of the shapes need only be as high as they
must, and there are few choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from operator import add, le, sub
from typing import Final, NamedTuple

from quincunx.games.qwirkle_cards.cards import COPIES, KINDS, SIX, Cards, counted, listed
from quincunx.games.qwirkle_cards.sets import SMALLEST

LINES: Final = 2 * SIX
"""The colours, then the shapes."""

LINE: Final = (
    *(tuple(range(SIX * colour, SIX * colour + SIX)) for colour in range(SIX)),
    *(tuple(range(shape, KINDS, SIX)) for shape in range(SIX)),
)
"""The kinds of each line."""

COLOUR: Final = tuple(kind // SIX for kind in range(KINDS))
SHAPE: Final = tuple(SIX + kind % SIX for kind in range(KINDS))
"""The two lines of each kind."""

MANY_LEVELS: Final = 64
"""With more choices of levels than this it is worth while to look for a reason against all."""

Counts = Sequence[int]
"""How many there are of each kind."""
Levels = tuple[int, ...]
"""How many sets each line makes."""


class Division(NamedTuple):
    """How many of each kind lie in sets of their colour, and how many in sets of their shape."""

    colours: list[int]
    shapes: list[int]

    def line(self, line: int) -> list[int]:
        """What lies in that line, by its six kinds."""
        side = self.colours if line < SIX else self.shapes
        return [side[kind] for kind in LINE[line]]


def divide(must: Counts, may: Counts) -> Division | None:
    """A division of all cards that must lie there and any that may; `None`: there is none."""
    most = [a + b for a, b in zip(must, may, strict=True)]
    for levels in _levels(must, most):
        if division := _filled(must, most, levels):
            return division
    return None


def playable(table: Counts, hand: Cards) -> Cards | None:
    """Some cards of the hand that can be played together; `None`: nothing can be played."""
    must, may = [*table], counted(hand)
    for kind in sorted({*hand}):
        must[kind] += 1
        may[kind] -= 1
        if division := divide(must, may):
            lying = map(add, division.colours, division.shapes)
            return listed([*map(sub, lying, table)])
        must[kind] -= 1
        may[kind] += 1
    return None


def _highest(most: Counts) -> list[int]:
    """The highest level that each line can fill if it gets every card."""
    lines = ([most[kind] for kind in kinds] for kinds in LINE)
    return [
        max(level for level in range(COPIES + 1) if _held(line, level) >= SMALLEST * level)
        for line in lines
    ]


def _held(line: list[int], level: int) -> int:
    """How many cards the line can hold at that level."""
    return sum([min(count, level) for count in line])


def _levels(must: Counts, most: Counts) -> Iterator[Levels]:
    """Levels that have room for all that must lie there, none of them higher than it need be.

    Those for which there are not enough cards are left out.
    """
    tops, cards = _highest(most), sum(most)
    rows = [must[SIX * colour : SIX * colour + SIX] for colour in range(SIX)]
    tops[:SIX] = map(min, tops, map(max, rows))
    many = prod([top + 1 for top in tops[:SIX]]) > MANY_LEVELS
    if many and SMALLEST * fewest_sets(must) > cards:
        return iter(())

    def from_colour(levels: Levels, needs: Levels) -> Iterator[Levels]:
        """Goes on after the colours that have a level; these leave the shapes such needs."""
        if SMALLEST * (sum(levels) + sum(needs)) > cards:
            return
        if len(levels) == SIX:
            if _is_lowest(rows, levels, needs) and _are_enough(most, levels, needs):
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


def fewest_sets(must: Counts) -> int:
    """How many sets at least these cards lie in.

    Cards of which no two are in one line share no set. So the copies of six such kinds are a
    bound; this is the best one, colour by colour, for each choice of the shapes used so far.
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


def _is_lowest(rows: Sequence[Counts], colours: Levels, shapes: Levels) -> bool:
    """Whether each colour needs its level. A lower one is tried too, and filled if this one is."""
    return all(
        level == max(0, *map(sub, row, shapes)) for level, row in zip(colours, rows, strict=True)
    )


def _are_enough(most: Counts, colours: Levels, shapes: Levels) -> bool:
    """Whether there are as many cards as the levels ask for, wherever they go."""
    room = [colour + shape for colour in colours for shape in shapes]
    return sum(map(min, most, room)) >= SMALLEST * (sum(colours) + sum(shapes))


def _filled(must: Counts, most: Counts, levels: Levels) -> Division | None:
    """A division with these levels."""
    free = [*most]
    colours, shapes = [0] * KINDS, [0] * KINDS

    def take(line: int, asked: set[int]) -> bool:
        """Gets one card more for the line, from a crossing line if that finds another."""
        level = levels[line]
        own, others = (colours, shapes) if line < SIX else (shapes, colours)
        crossing = SHAPE if line < SIX else COLOUR
        wanted = [kind for kind in LINE[line] if own[kind] < level]
        for kind in wanted:
            if free[kind]:
                free[kind] -= 1
                own[kind] += 1
                return True
        for kind in wanted:
            if others[kind] and crossing[kind] not in asked:
                asked.add(crossing[kind])
                if take(crossing[kind], asked):
                    others[kind] -= 1
                    own[kind] += 1
                    return True
        return False

    for line, level in enumerate(levels):
        for _ in range(SMALLEST * level):
            if not take(line, {line}):
                return None
    for kind, count in enumerate(must):
        while colours[kind] + shapes[kind] < count:
            side = colours if colours[kind] < levels[COLOUR[kind]] else shapes
            side[kind] += 1
    return Division(colours, shapes)
