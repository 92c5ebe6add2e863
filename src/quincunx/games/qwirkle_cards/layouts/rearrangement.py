"""Lays out a chosen play so that as few cards of the table as possible move.

A card of the table has moved if it is no longer with the others of its set. The search is A* from
the sets on the table: a Qwirkle grows from a set of its line or from nothing, a loose card joins a
set or begins one, a set that lacks cards takes loose ones or lifts them from other sets, and a set
that lost a card is completed or broken up. If that takes too long, a second search gives more
weight to unfinished sets and soon finds some layout; if that fails too, the layout is made from the
division.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple

from quincunx.core.support.tuples import replace_item
from quincunx.games.qwirkle_cards.cards import SIX, CardKinds, count_kinds
from quincunx.games.qwirkle_cards.layouts.bitsets import (
    LINE_BITS,
    addable_kinds,
    bits_of,
    kinds_of,
    line_of,
)
from quincunx.games.qwirkle_cards.layouts.division import (
    COLOUR_LINE,
    LINE_KINDS,
    LINES,
    SHAPE_LINE,
    Division,
    divide,
)
from quincunx.games.qwirkle_cards.sets import MIN_SET_SIZE, Layout, all_cards

MAX_EXPANSIONS: Final = 2_000
"""The most nodes that a search expands before it gives up."""
MAX_QUEUED_NODES: Final = 40_000
"""The most nodes that a search keeps in its queue before it gives up."""
HURRY_WEIGHT: Final = 4
"""How many moved cards one unfinished task counts as in the second search."""

Taking = tuple[int, ...]
"""The line of each Qwirkle that is taken."""


class _Task(NamedTuple):
    """A set that is not complete yet."""

    line: int
    bits: int
    goal: int
    """The number of cards it needs at least."""
    remnant: bool = False
    """Whether it is the rest of a set from which a card was lifted."""
    begun: bool = True
    """Whether it is decided from which set of the table it grows, if from any."""


class _Node(NamedTuple):
    """A partly rearranged table."""

    sets: tuple[int, ...]
    """The complete sets as bits, in order, without Qwirkles."""
    tasks: tuple[_Task, ...]
    loose: CardKinds


def rearrange(table: Layout, cards: CardKinds, taking: Taking = ()) -> Layout:
    """Return the table with these cards played and these Qwirkles made, which must be possible."""
    layout = _search(table, cards, taking, hurry=0)
    if layout is None:
        layout = _search(table, cards, taking, hurry=HURRY_WEIGHT)
    if layout is None:
        layout = _from_division(all_cards((*table, cards)), taking)
    return (*layout, *(LINE_KINDS[line] for line in taking))


def _search(table: Layout, cards: CardKinds, taking: Taking, hurry: int) -> Layout | None:
    """Return the rearranged table without Qwirkles, or `None` if the search gave up.

    With `hurry=0` the layout moves the fewest cards possible.
    """
    sets = tuple(sorted(map(bits_of, table)))
    tasks = tuple(_Task(line, 0, SIX, begun=False) for line in taking)
    first = _Node(sets, tasks, tuple(sorted(cards)))
    numbers = count(1)
    waiting: list[tuple[int, int, int, int, _Node]] = [(0, 0, 0, 0, first)]
    met: set[_Node] = set()
    for _ in range(MAX_EXPANSIONS):
        if not waiting:
            return None
        _, _, _, cost, node = heappop(waiting)
        if not node.tasks and not node.loose:
            return tuple(map(kinds_of, node.sets))
        if node in met:
            continue
        met.add(node)
        for moves, after in _steps(node):
            spent, todo = cost + moves, _open_tasks(after)
            rank = spent + _lower_bound(after) + hurry * todo
            heappush(waiting, (rank, todo, next(numbers), spent, after))
        if len(waiting) > MAX_QUEUED_NODES:
            return None
    return None


def _open_tasks(node: _Node) -> int:
    return len(node.loose) + sum([2 - task.begun for task in node.tasks])


def _lower_bound(node: _Node) -> int:
    """Return a lower bound on the cards still to move: those that no loose card can provide."""
    loose = bits_of({*node.loose})
    moves = 0
    for task in node.tasks:
        line = LINE_BITS[task.line]
        beginnings = [task.bits] if task.begun else _beginnings(node.sets, task.line)
        most = max([(bits | loose & line).bit_count() for bits in beginnings])
        moves += max(0, task.goal - most)
    return moves


def _beginnings(sets: tuple[int, ...], line: int) -> list[int]:
    """Return what a Qwirkle of the line can grow from: a set of its line, or nothing (0)."""
    return [0, *dict.fromkeys([bits for bits in sets if bits & ~LINE_BITS[line] == 0])]


def _steps(node: _Node) -> Iterator[tuple[int, _Node]]:
    """Yield the nodes after the next step, with the number of cards that the step moves."""
    sets, tasks, loose = node
    # Decide which sets the Qwirkles grow from before any card is lifted.
    for place, (line, _, goal, _, begun) in enumerate(tasks):
        if not begun:
            for bits in _beginnings(sets, line):
                rest = _without_set(sets, bits) if bits else sets
                yield 0, _Node(rest, replace_item(tasks, place, _Task(line, bits, goal)), loose)
            return
    if tasks:
        yield from _task_steps(sets, tasks[0], tasks[1:], loose)
        return
    kind = loose[0]
    bit = 1 << kind
    for bits in dict.fromkeys(sets):
        if addable_kinds(bits) & bit:
            yield 0, _Node(_with_set_replaced(sets, bits, bits | bit), (), loose[1:])
    for line in (COLOUR_LINE[kind], SHAPE_LINE[kind]):
        yield 0, _Node(sets, (_Task(line, bit, MIN_SET_SIZE),), loose[1:])


def _task_steps(
    sets: tuple[int, ...], task: _Task, others: tuple[_Task, ...], loose: CardKinds
) -> Iterator[tuple[int, _Node]]:
    line, bits, goal, remnant, _ = task
    if bits.bit_count() >= goal:
        done = sets if goal == SIX else tuple(sorted((*sets, bits)))
        yield 0, _Node(done, others, loose)
        return
    missing = kinds_of(LINE_BITS[line] & ~bits)
    # A Qwirkle needs all of them, so their order does not matter.
    for kind in missing[:1] if goal == SIX else missing:
        grown = _Task(line, bits | 1 << kind, goal)
        if kind in loose:
            yield 0, _Node(sets, (grown, *others), _without_card(loose, kind))
            continue
        for source in dict.fromkeys(sets):
            if source >> kind & 1:
                left, tasks = _lift(sets, source, kind)
                yield 1, _Node(left, (grown, *others, *tasks), loose)
        for other in others:
            if other.remnant and other.bits >> kind & 1:
                rest = tuple(task for task in others if task is not other)
                also = kinds_of(other.bits & ~(1 << kind))
                more_loose = tuple(sorted((*loose, *also)))
                yield 1 + len(also), _Node(sets, (grown, *rest), more_loose)
    if remnant:
        broken_up = kinds_of(bits)
        yield len(broken_up), _Node(sets, others, tuple(sorted((*loose, *broken_up))))


def _lift(sets: tuple[int, ...], source: int, kind: int) -> tuple[tuple[int, ...], list[_Task]]:
    """Return the sets after lifting a card, and the set it came from if that is now incomplete."""
    rest = source & ~(1 << kind)
    if rest.bit_count() >= MIN_SET_SIZE:
        return _with_set_replaced(sets, source, rest), []
    return _without_set(sets, source), [_Task(line_of(source), rest, MIN_SET_SIZE, remnant=True)]


def _without_set(sets: tuple[int, ...], bits: int) -> tuple[int, ...]:
    place = sets.index(bits)
    return sets[:place] + sets[place + 1 :]


def _with_set_replaced(sets: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    place = sets.index(old)
    return tuple(sorted((*sets[:place], new, *sets[place + 1 :])))


def _without_card(loose: CardKinds, kind: int) -> CardKinds:
    place = loose.index(kind)
    return loose[:place] + loose[place + 1 :]


# Fallback: a layout that ignores where the cards were


def _from_division(cards: CardKinds, taking: Taking) -> Layout:
    left = count_kinds(cards)
    for line in taking:
        for kind in LINE_KINDS[line]:
            left[kind] -= 1
    division = divide(left, (0,) * len(left))
    assert division is not None, "the play is possible"
    return layout_of_division(division)


def layout_of_division(division: Division) -> Layout:
    """Return sets for a division: in each line as many as its most frequent kind has copies."""
    sets = []
    for line in range(LINES):
        counts = division.line(line)
        groups: list[list[int]] = [[] for _ in range(max(counts))]
        numbers = count()
        # Dealing the most frequent kind first ensures that no set gets a kind twice.
        for kind, copies in sorted(zip(LINE_KINDS[line], counts, strict=True), key=lambda k: -k[1]):
            for _ in range(copies):
                groups[next(numbers) % len(groups)].append(kind)
        sets += [tuple(sorted(group)) for group in groups]
    return tuple(sets)
