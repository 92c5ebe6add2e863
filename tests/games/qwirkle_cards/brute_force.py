"""Tables laid out by trying every set, to hold the solver to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random

from quincunx.games.qwirkle_cards.cards import COPIES, KINDS, SIX, CardKinds, list_cards
from quincunx.games.qwirkle_cards.sets import Layout

CountsByKind = tuple[int, ...]


def world(colours: int, shapes: int) -> CardKinds:
    """The kinds of a game with fewer colours and shapes."""
    return tuple(SIX * colour + shape for colour in range(colours) for shape in range(shapes))


def counts_of(cards: Sequence[int]) -> CountsByKind:
    return tuple(cards.count(kind) for kind in range(KINDS))


@cache
def sets_with(kind: int) -> tuple[frozenset[int], ...]:
    """All sets that hold the kind."""
    colour = [SIX * (kind // SIX) + shape for shape in range(SIX)]
    shape = [SIX * colour + kind % SIX for colour in range(SIX)]
    return tuple(
        frozenset({kind, *others})
        for line in (colour, shape)
        for size in (2, 3, 4, 5)
        for others in combinations([each for each in line if each != kind], size)
    )


def layouts(counts: CountsByKind) -> Iterator[tuple[frozenset[int], ...]]:
    """Every way to lay these cards out; some more than once, in another order."""
    if not any(counts):
        yield ()
        return
    first = next(kind for kind, count in enumerate(counts) if count)
    for cards in sets_with(first):
        if all(counts[kind] for kind in cards):
            left = tuple(count - (kind in cards) for kind, count in enumerate(counts))
            for rest in layouts(left):
                yield (cards, *rest)


def most(counts: CountsByKind) -> int | None:
    """The most Qwirkles among all layouts; `None`: there is none."""
    return max((sum(len(cards) == SIX for cards in each) for each in layouts(counts)), default=None)


def most_with(table: CountsByKind, hand: CardKinds) -> dict[CardKinds, int]:
    """For every choice of cards that can be played the most Qwirkles it makes."""
    chosen = {
        cards for size in range(1, len(hand) + 1) for cards in combinations(sorted(hand), size)
    }
    found = ((cards, most(_with(table, cards))) for cards in chosen)
    return {cards: qwirkles for cards, qwirkles in found if qwirkles is not None}


def _with(table: CountsByKind, cards: CardKinds) -> CountsByKind:
    return tuple(count + cards.count(kind) for kind, count in enumerate(table))


def moved(table: Layout, layout: Sequence[Sequence[int] | frozenset[int]]) -> int:
    """How many cards of the table no longer lie with others of their set.

    Each set stays in one place, and each place has one set.
    """

    @cache
    def stay(number: int, taken: frozenset[int]) -> int:
        if number == len(table):
            return 0
        best = stay(number + 1, taken)
        for place, cards in enumerate(layout):
            together = len({*table[number]} & {*cards})
            if together > 1 and place not in taken:
                best = max(best, together + stay(number + 1, taken | {place}))
        return best

    return sum(map(len, table)) - stay(0, frozenset())


def random_layout(kinds: CardKinds, sets: int, rng: Random) -> Layout:
    """Some sets of these kinds, as they may lie on a table."""
    layout: list[CardKinds] = []
    while len(layout) < sets:
        kind = rng.choice(kinds)
        cards = rng.choice([each for each in sets_with(kind) if {*each} <= {*kinds}])
        after = counts_of([*cards, *(kind for each in layout for kind in each)])
        if len(cards) < SIX and max(after) < COPIES:
            layout.append(tuple(sorted(cards)))
    return tuple(sorted(layout))


def random_hand(kinds: CardKinds, table: Layout, size: int, rng: Random) -> CardKinds:
    """Cards of these kinds that the table leaves."""
    lying = counts_of([kind for cards in table for kind in cards])
    left = list_cards([(COPIES - lying[kind]) * (kind in kinds) for kind in range(KINDS)])
    return tuple(sorted(rng.sample(left, size)))
