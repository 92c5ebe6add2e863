"""Searches for the hardest positions of Qwirkle Cards: hill climbing on the solver's steps.

Two players who avoid Qwirkles on purpose can bring about any table of sets, with any nine of the
other cards in hand. The climber takes sets away, adds and changes some, or changes the hand, and
keeps what costs as many steps or more. The tests keep the hardest positions found so far, in
`tests/games/qwirkle_cards/hard_positions.txt`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import process_time
from types import ModuleType
from typing import Final, NamedTuple

import numpy as np

from quincunx.games.qwirkle_cards.cards import (
    COPIES,
    HAND_SIZE,
    KINDS,
    CardKinds,
    count_kinds,
    list_cards,
)
from quincunx.games.qwirkle_cards.layouts import division, kernel, rearrangement
from quincunx.games.qwirkle_cards.layouts.division import LINE_KINDS, LINES
from quincunx.games.qwirkle_cards.layouts.plays import can_play
from quincunx.games.qwirkle_cards.position import QwirkleCardsPosition, format_position
from quincunx.games.qwirkle_cards.sets import all_cards, sort_layout
from quincunx.games.qwirkle_cards.solver import choice_order, find_choices, lay_out

CPU_SECONDS: Final = 20.0
"""The time for each question."""
MAX_STALE_CHANGES: Final = 300
"""The climber starts again after so many changes in a row that make the position no harder."""
MAX_CARDS_ON_TABLE: Final = 99
"""When the deck is empty, one of two players holds nine cards and the other plays."""
UNLIMITED: Final = 10**9


class Record(NamedTuple):
    """The hardest position for a question."""

    steps: int
    position: QwirkleCardsPosition


def most_qwirkles_steps(position: QwirkleCardsPosition) -> int:
    lying, held = count_kinds(all_cards(position.table)), count_kinds(position.hand)
    return kernel.most_qwirkles(np.array(lying), np.array(held), UNLIMITED)[3]


def choices_steps(position: QwirkleCardsPosition) -> int:
    return find_choices(*position, UNLIMITED).steps


def can_play_steps(position: QwirkleCardsPosition) -> int:
    """Return the number of choices of levels that the rules check or try to fill."""
    with counting(division, "_is_lowest", "_fill_levels") as calls:
        can_play(*position)
    return sum(calls.values())


def layout_steps(position: QwirkleCardsPosition) -> int:
    """Return the number of nodes that laying out the best choice evaluates."""
    found = find_choices(*position).choices
    if not found:
        return 0
    with counting(rearrangement, "_lower_bound") as calls:
        lay_out(position.table, min(found, key=choice_order))
    return sum(calls.values())


@contextmanager
def counting(module: ModuleType, *names: str) -> Iterator[Counter[str]]:
    """Count the calls of these functions of the module."""
    calls: Counter[str] = Counter()
    functions = {name: getattr(module, name) for name in names}

    def count_calls(name: str) -> Callable[..., object]:
        def call(*args: object) -> object:
            calls[name] += 1
            return functions[name](*args)

        return call

    for name in names:
        setattr(module, name, count_calls(name))
    try:
        yield calls
    finally:
        for name, function in functions.items():
            setattr(module, name, function)


QUESTIONS: Final[dict[str, Callable[[QwirkleCardsPosition], int]]] = {
    "most Qwirkles": most_qwirkles_steps,
    "every choice of cards": choices_steps,
    "does a play exist": can_play_steps,
    "the best choice laid out": layout_steps,
}


def random_set(rng: Random) -> CardKinds:
    return tuple(rng.sample(LINE_KINDS[int(rng.random() * LINES)], rng.choice((3, 3, 4, 5))))


def legal(sets: list[CardKinds], hand: CardKinds, rng: Random) -> QwirkleCardsPosition:
    """Return a legal position: what does not fit is dropped, and the hand is filled up."""
    left, kept, lying = [COPIES] * KINDS, [], 0
    for cards in sets:
        if lying + len(cards) <= MAX_CARDS_ON_TABLE and all(left[kind] for kind in cards):
            kept.append(cards)
            lying += len(cards)
            for kind in cards:
                left[kind] -= 1
    held: list[int] = []
    rest = [*list_cards(tuple(left))]
    rng.shuffle(rest)
    for kind in (*hand, *rest):
        if left[kind] and len(held) < HAND_SIZE:
            held.append(kind)
            left[kind] -= 1
    return QwirkleCardsPosition(sort_layout(kept), tuple(sorted(held)))


def changed(position: QwirkleCardsPosition, rng: Random) -> QwirkleCardsPosition:
    sets, hand = [*position.table], [*position.hand]
    for _ in range(rng.choice((1, 1, 2, 3))):
        kind_of_change = rng.random()
        if kind_of_change < 0.3 and sets:
            sets.pop(int(rng.random() * len(sets)))
        elif kind_of_change < 0.6:
            sets.insert(0, random_set(rng))
        elif kind_of_change < 0.8 and sets:
            sets[int(rng.random() * len(sets))] = random_set(rng)
        else:
            for place in rng.sample(range(len(hand)), rng.randint(1, 3)):
                hand[place] = int(rng.random() * KINDS)
    rng.shuffle(sets)
    return legal(sets, tuple(hand), rng)


def climb(
    steps: Callable[[QwirkleCardsPosition], int], rng: Random, seconds: float = CPU_SECONDS
) -> Record:
    """Return the hardest position found in that time, from several starts."""
    end = process_time() + seconds
    hardest = Record(-1, QwirkleCardsPosition((), ()))
    while process_time() < end:
        sets = [random_set(rng) for _ in range(rng.choice((4, 8, 12, 20, 40)))]
        position = legal(sets, (), rng)
        here, stale = Record(steps(position), position), 0
        while stale < MAX_STALE_CHANGES and process_time() < end:
            position = changed(here.position, rng)
            there = Record(steps(position), position)
            stale = 0 if there.steps > here.steps else stale + 1
            if there.steps >= here.steps:
                here = there
        hardest = max(hardest, here, key=lambda record: record.steps)
    return hardest


def main() -> None:
    for question, steps in QUESTIONS.items():
        hardest = climb(steps, Random(1))
        start = process_time()
        steps(hardest.position)
        taken = 1000 * (process_time() - start)
        print(f"{question}: {hardest.steps:,} steps, {taken:.1f} ms")
        print(f"    {format_position(hardest.position)}")
