"""Lays a chosen play out so that as few cards as possible move and the table does not jump.

A card of the table has moved when it no longer lies with the others of its set. The search goes
from what lies there: a Qwirkle grows from a set of its line or from nothing, a card that is loose
joins a set or begins one, a set that lacks cards takes loose ones or lifts them from other sets,
and a set from which a card was lifted may lack one in turn, or be given up. Cheapest first (A*), so
what it finds is the best. Where that takes too long a second search hurries to an end, and where
that fails too a layout is made from the division.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final, NamedTuple

from quincunx.core.support.tuples import replace_item
from quincunx.games.qwirkle_cards.cards import SIX, Cards, counted
from quincunx.games.qwirkle_cards.layouts.bitsets import (
    LINE_BITS,
    bits_of,
    kinds_of,
    line_of,
    room_beside,
)
from quincunx.games.qwirkle_cards.layouts.division import (
    COLOUR,
    LINE,
    LINES,
    SHAPE,
    Division,
    divide,
)
from quincunx.games.qwirkle_cards.sets import SMALLEST, Layout, all_cards

EXPANSIONS: Final = 2_000
"""How many states each search expands before it gives up."""
STATES: Final = 40_000
"""How many states each search keeps before it gives up."""
HURRY: Final = 4
"""How many moved cards the second search pays to have one thing less to do."""

Taking = tuple[int, ...]
"""The lines that give Qwirkles, one for each."""


class _Task(NamedTuple):
    """A set that is not finished."""

    line: int
    bits: int
    goal: int
    """How many cards it is to have at least."""
    remnant: bool = False
    """Whether it is what a lifted card has left."""
    begun: bool = True
    """Whether it is settled from which set of the table it grows, if from any."""


class _Node(NamedTuple):
    lying: tuple[int, ...]
    """Finished sets as bits, in order; Qwirkles left out."""
    tasks: tuple[_Task, ...]
    loose: Cards


def rearranged(table: Layout, cards: Cards, taking: Taking = ()) -> Layout:
    """The table with these cards played and at least these Qwirkles made; it must be possible."""
    layout = _searched(table, cards, taking, hurry=0)
    if layout is None:
        layout = _searched(table, cards, taking, hurry=HURRY)
    if layout is None:
        layout = _from_division(all_cards((*table, cards)), taking)
    return (*layout, *(LINE[line] for line in taking))


def _searched(table: Layout, cards: Cards, taking: Taking, hurry: int) -> Layout | None:
    """What lies there in the end, Qwirkles left out; `None`: the search gave up.

    Without hurry it is a layout that moves the fewest cards.
    """
    lying = tuple(sorted(map(bits_of, table)))
    tasks = tuple(_Task(line, 0, SIX, begun=False) for line in taking)
    first = _Node(lying, tasks, tuple(sorted(cards)))
    numbers = count(1)
    waiting: list[tuple[int, int, int, int, _Node]] = [(0, 0, 0, 0, first)]
    met: set[_Node] = set()
    for _ in range(EXPANSIONS):
        if not waiting:
            return None
        _, _, _, cost, state = heappop(waiting)
        if not state.tasks and not state.loose:
            return tuple(map(kinds_of, state.lying))
        if state in met:
            continue
        met.add(state)
        for moves, after in _steps(state):
            spent, todo = cost + moves, _left_to_do(after)
            rank = spent + _at_least(after) + hurry * todo
            heappush(waiting, (rank, todo, next(numbers), spent, after))
        if len(waiting) > STATES:
            return None
    return None


def _left_to_do(state: _Node) -> int:
    return len(state.loose) + sum([2 - task.begun for task in state.tasks])


def _at_least(state: _Node) -> int:
    """So many cards will still have to move: what the sets lack and no loose card can give them."""
    loose = bits_of({*state.loose})
    moves = 0
    for task in state.tasks:
        line = LINE_BITS[task.line]
        beginnings = [task.bits] if task.begun else _beginnings(state.lying, task.line)
        most = max([(bits | loose & line).bit_count() for bits in beginnings])
        moves += max(0, task.goal - most)
    return moves


def _beginnings(lying: tuple[int, ...], line: int) -> list[int]:
    """What a Qwirkle of the line can grow from: a set of its line, or nothing."""
    return [0, *dict.fromkeys([bits for bits in lying if bits & ~LINE_BITS[line] == 0])]


def _steps(state: _Node) -> Iterator[tuple[int, _Node]]:
    """What can be done next about the first thing that is to do, and how many cards that moves."""
    lying, tasks, loose = state
    # Nothing is lifted before it is settled which sets the Qwirkles grow from.
    for place, (line, _, goal, _, begun) in enumerate(tasks):
        if not begun:
            for bits in _beginnings(lying, line):
                rest = _less(lying, bits) if bits else lying
                yield 0, _Node(rest, replace_item(tasks, place, _Task(line, bits, goal)), loose)
            return
    if tasks:
        yield from _task_steps(lying, tasks[0], tasks[1:], loose)
        return
    kind = loose[0]
    bit = 1 << kind
    for bits in dict.fromkeys(lying):
        if room_beside(bits) & bit:
            yield 0, _Node(_swapped(lying, bits, bits | bit), (), loose[1:])
    for line in (COLOUR[kind], SHAPE[kind]):
        yield 0, _Node(lying, (_Task(line, bit, SMALLEST),), loose[1:])


def _task_steps(
    lying: tuple[int, ...], task: _Task, others: tuple[_Task, ...], loose: Cards
) -> Iterator[tuple[int, _Node]]:
    line, bits, goal, remnant, _ = task
    if bits.bit_count() >= goal:
        done = lying if goal == SIX else tuple(sorted((*lying, bits)))
        yield 0, _Node(done, others, loose)
        return
    missing = kinds_of(LINE_BITS[line] & ~bits)
    # A Qwirkle needs them all, so one is as good to begin with as another.
    for kind in missing[:1] if goal == SIX else missing:
        grown = _Task(line, bits | 1 << kind, goal)
        if kind in loose:
            yield 0, _Node(lying, (grown, *others), _without(loose, kind))
            continue
        for source in dict.fromkeys(lying):
            if source >> kind & 1:
                left, tasks = _lifted(lying, source, kind)
                yield 1, _Node(left, (grown, *others, *tasks), loose)
        for other in others:
            if other.remnant and other.bits >> kind & 1:
                rest = tuple(task for task in others if task is not other)
                also = kinds_of(other.bits & ~(1 << kind))
                loosened = tuple(sorted((*loose, *also)))
                yield 1 + len(also), _Node(lying, (grown, *rest), loosened)
    if remnant:
        given_up = kinds_of(bits)
        yield len(given_up), _Node(lying, others, tuple(sorted((*loose, *given_up))))


def _lifted(lying: tuple[int, ...], source: int, kind: int) -> tuple[tuple[int, ...], list[_Task]]:
    """What lies there without that card of that set, and the set itself if it now lacks one."""
    rest = source & ~(1 << kind)
    if rest.bit_count() >= SMALLEST:
        return _swapped(lying, source, rest), []
    return _less(lying, source), [_Task(line_of(source), rest, SMALLEST, remnant=True)]


def _less(lying: tuple[int, ...], bits: int) -> tuple[int, ...]:
    place = lying.index(bits)
    return lying[:place] + lying[place + 1 :]


def _swapped(lying: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    place = lying.index(old)
    return tuple(sorted((*lying[:place], new, *lying[place + 1 :])))


def _without(loose: Cards, kind: int) -> Cards:
    place = loose.index(kind)
    return loose[:place] + loose[place + 1 :]


# Without regard to what lies where


def _from_division(cards: Cards, taking: Taking) -> Layout:
    left = counted(cards)
    for line in taking:
        for kind in LINE[line]:
            left[kind] -= 1
    division = divide(left, (0,) * len(left))
    assert division is not None, "such a play is not possible"
    return laid_out(division)


def laid_out(division: Division) -> Layout:
    """Sets for the division: as many in each line as its commonest kind has copies."""
    sets = []
    for line in range(LINES):
        counts = division.line(line)
        groups: list[list[int]] = [[] for _ in range(max(counts))]
        turns = count()
        # The sets take turns, the commonest kind first, so that none gets a kind twice.
        for kind, copies in sorted(zip(LINE[line], counts, strict=True), key=lambda k: -k[1]):
            for _ in range(copies):
                groups[next(turns) % len(groups)].append(kind)
        sets += [tuple(sorted(group)) for group in groups]
    return tuple(sets)
