"""Lays a chosen play out so that as few cards as possible move and the table does not jump.

A card of the table has moved when it no longer lies with the others of its set. The search goes
from what lies there: a card that is loose joins a set or begins one, a set that lacks cards takes
loose ones or lifts them from other sets, and a set from which a card was lifted may lack one in
turn, or be given up. Cheapest first, so what it finds is the best; only where that takes too long
a layout made from the division must do.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, product
from typing import Final, NamedTuple

from quincunx.games.qwirkle_cards.bitsets import (
    LINE_BITS,
    bits_of,
    kinds_of,
    line_of,
    room_beside,
)
from quincunx.games.qwirkle_cards.cards import SIX, Cards, counted
from quincunx.games.qwirkle_cards.division import COLOUR, LINE, LINES, SHAPE, Division, divide
from quincunx.games.qwirkle_cards.sets import SMALLEST, Layout, all_cards

PATIENCE: Final = 2000
"""How many steps are looked at before the layout need not be the best."""

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


class _State(NamedTuple):
    lying: tuple[int, ...]
    """Finished sets as bits, in order; Qwirkles left out."""
    tasks: tuple[_Task, ...]
    loose: Cards


def rearranged(table: Layout, cards: Cards, taking: Taking = ()) -> Layout:
    """The table with these cards played and at least these Qwirkles made; it must be possible."""
    layout = _fewest_moves(table, cards, taking)
    if layout is None:
        layout = _from_division(all_cards((*table, cards)), taking)
    return (*layout, *(LINE[line] for line in taking))


def _fewest_moves(table: Layout, cards: Cards, taking: Taking) -> Layout | None:
    """What lies there in the end, Qwirkles left out; `None`: patience is at its end."""
    waiting: list[tuple[int, int, int, int, _State]] = []
    numbers = count()
    met: set[_State] = set()
    for state in _beginnings(tuple(sorted(map(bits_of, table))), cards, taking):
        heappush(waiting, (_at_least(state), 0, next(numbers), 0, state))
    for _ in range(PATIENCE):
        if not waiting:
            return None
        _, _, _, cost, state = heappop(waiting)
        if not state.tasks and not state.loose:
            return tuple(map(kinds_of, state.lying))
        if state in met:
            continue
        met.add(state)
        for moves, after in _steps(state):
            spent = cost + moves
            todo = len(after.loose) + len(after.tasks)
            heappush(waiting, (spent + _at_least(after), todo, next(numbers), spent, after))
    return None


def _at_least(state: _State) -> int:
    """So many cards will still have to move: what the sets lack and no loose card can give them."""
    loose = bits_of({*state.loose})
    moves = 0
    for task in state.tasks:
        fitting = (loose & LINE_BITS[task.line] & ~task.bits).bit_count()
        moves += max(0, task.goal - task.bits.bit_count() - fitting)
    return moves


def _beginnings(lying: tuple[int, ...], cards: Cards, taking: Taking) -> Iterator[_State]:
    """Each Qwirkle grows from a set of its line, or from nothing."""
    choices = [{0, *(bits for bits in lying if bits & ~LINE_BITS[line] == 0)} for line in taking]
    for chosen in product(*map(sorted, choices)):
        rest = [*lying]
        try:
            for bits in filter(None, chosen):
                rest.remove(bits)
        except ValueError:
            continue
        tasks = (_Task(line, bits, SIX) for line, bits in zip(taking, chosen, strict=True))
        yield _State(tuple(rest), tuple(tasks), tuple(sorted(cards)))


def _steps(state: _State) -> Iterator[tuple[int, _State]]:
    """What can be done next about the first thing that is to do, and how many cards that moves."""
    lying, tasks, loose = state
    if tasks:
        yield from _task_steps(lying, tasks[0], tasks[1:], loose)
        return
    kind = loose[0]
    bit = 1 << kind
    for bits in dict.fromkeys(lying):
        if room_beside(bits) & bit:
            yield 0, _State(_swapped(lying, bits, bits | bit), (), loose[1:])
    for line in (COLOUR[kind], SHAPE[kind]):
        yield 0, _State(lying, (_Task(line, bit, SMALLEST),), loose[1:])


def _task_steps(
    lying: tuple[int, ...], task: _Task, others: tuple[_Task, ...], loose: Cards
) -> Iterator[tuple[int, _State]]:
    line, bits, goal, remnant = task
    if bits.bit_count() >= goal:
        done = lying if goal == SIX else tuple(sorted((*lying, bits)))
        yield 0, _State(done, others, loose)
        return
    missing = kinds_of(LINE_BITS[line] & ~bits)
    # A Qwirkle needs them all, so one is as good to begin with as another.
    for kind in missing[:1] if goal == SIX else missing:
        grown = _Task(line, bits | 1 << kind, goal)
        if kind in loose:
            yield 0, _State(lying, (grown, *others), _without(loose, kind))
            continue
        for source in dict.fromkeys(lying):
            if source >> kind & 1:
                left, tasks = _lifted(lying, source, kind)
                yield 1, _State(left, (grown, *others, *tasks), loose)
        for other in others:
            if other.remnant and other.bits >> kind & 1:
                rest = tuple(task for task in others if task is not other)
                also = kinds_of(other.bits & ~(1 << kind))
                loosened = tuple(sorted((*loose, *also)))
                yield 1 + len(also), _State(lying, (grown, *rest), loosened)
    if remnant:
        given_up = kinds_of(bits)
        yield len(given_up), _State(lying, others, tuple(sorted((*loose, *given_up))))


def _lifted(lying: tuple[int, ...], source: int, kind: int) -> tuple[tuple[int, ...], list[_Task]]:
    """What lies there without that card of that set, and the set itself if it now lacks one."""
    rest = source & ~(1 << kind)
    if rest.bit_count() >= SMALLEST:
        return _swapped(lying, source, rest), []
    place = lying.index(source)
    remnant = _Task(line_of(source), rest, SMALLEST, remnant=True)
    return lying[:place] + lying[place + 1 :], [remnant]


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
