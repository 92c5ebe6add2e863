"""Measures the Qwirkle Cards solver, and CP-SAT on the same tables and hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Final

from quincunx.games.qwirkle_cards.cards import (
    COPIES,
    FULL_DECK,
    KINDS,
    SIX,
    CardKinds,
    count_kinds,
    list_cards,
)
from quincunx.games.qwirkle_cards.layouts.division import (
    COLOUR_LINE,
    LINE_KINDS,
    LINES,
    SHAPE_LINE,
    find_playable,
)
from quincunx.games.qwirkle_cards.layouts.plays import can_play
from quincunx.games.qwirkle_cards.sets import MIN_SET_SIZE, Layout, all_cards, sort_layout
from quincunx.games.qwirkle_cards.solver import choice_order, choices, lay_out, most_qwirkles

INSTANCES: Final = 1000
FOR_CP_SAT: Final = 100
"""Fewer instances, because CP-SAT is slow."""
TABLE: Final = 30
HAND: Final = 9

Instance = tuple[Layout, CardKinds]


def instances(number: int, hand: int = HAND) -> list[Instance]:
    """Return tables of thirty cards in random sets without Qwirkles, with random hands."""
    rng = Random(1)
    made: list[Instance] = []
    while len(made) < number:
        table: list[list[int]] = []
        while sum(map(len, table)) < TABLE:
            table.append(
                rng.sample(
                    LINE_KINDS[int(rng.random() * LINES)], rng.randint(MIN_SET_SIZE, SIX - 1)
                )
            )
        lying = Counter(kind for cards in table for kind in cards)
        if lying.total() == TABLE and max(lying.values()) <= COPIES:
            rest = list_cards([COPIES - lying[kind] for kind in range(KINDS)])
            made.append((sort_layout(table), tuple(sorted(rng.sample(rest, hand)))))
    return made


def milliseconds(ask: Callable[[Layout, CardKinds], object], asked: list[Instance]) -> list[float]:
    """Return the processor times, sorted."""
    taken = []
    for table, hand in asked:
        start = process_time()
        ask(table, hand)
        taken.append(1000 * (process_time() - start))
    return sorted(taken)


def show(what: str, taken: list[float]) -> None:
    print(f"{what:58} median {median(taken):8.3f} ms   slowest {taken[-1]:8.3f} ms")


def cp_sat(table: Layout, hand: CardKinds) -> int:
    """Answer the same question with CP-SAT, by the same reduction."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    must, may = count_kinds(all_cards(table)), count_kinds(hand)
    lying = [model.new_int_var(low, low + more, "") for low, more in zip(must, may, strict=True)]
    by_colour = [model.new_int_var(0, COPIES, "") for _ in FULL_DECK]
    by_shape = [model.new_int_var(0, COPIES, "") for _ in FULL_DECK]
    qwirkles = [model.new_int_var(0, COPIES, "") for _ in range(LINES)]
    levels = [model.new_int_var(0, COPIES, "") for _ in range(LINES)]
    for kind in range(KINDS):
        model.add(by_colour[kind] + by_shape[kind] == lying[kind])
        for part, line in ((by_colour, COLOUR_LINE[kind]), (by_shape, SHAPE_LINE[kind])):
            model.add(part[kind] >= qwirkles[line])
            model.add(part[kind] - qwirkles[line] <= levels[line])
    for line in range(LINES):
        part = by_colour if line < SIX else by_shape
        held = sum(part[kind] for kind in LINE_KINDS[line])
        model.add(held - SIX * qwirkles[line] >= MIN_SET_SIZE * levels[line])
    model.add(sum(lying) >= sum(must) + 1)
    model.maximize(sum(qwirkles))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else -1


def main() -> None:
    asked = instances(INSTANCES)
    start = process_time()
    choices(*asked[0])
    most_qwirkles(*asked[0])
    print(f"loading the compiled kernel, once a process: {process_time() - start:.1f} s")
    show(
        "most Qwirkles, 30 on the table, 9 in hand (goal 2 and 20)",
        milliseconds(most_qwirkles, asked),
    )
    show("every choice of cards with its Qwirkles", milliseconds(choices, asked))

    def best_layout(table: Layout, hand: CardKinds) -> object:
        found = choices(table, hand)
        return lay_out(table, min(found, key=choice_order)) if found else None

    show("and the best of them laid out", milliseconds(best_layout, asked[:300]))
    show("does a play exist, 9 in hand (goal 1)", milliseconds(can_play, asked))
    few = instances(INSTANCES, hand=1)
    show("does a play exist, 1 in hand", milliseconds(can_play, few))
    show("the same by levels alone, no glance at the sets", milliseconds(_by_levels, few))
    if find_spec("ortools") is None:
        print("CP-SAT is left out: ortools is not installed")
        return
    some = asked[:FOR_CP_SAT]
    for table, hand in some:
        most = most_qwirkles(table, hand)
        assert cp_sat(table, hand) == (-1 if most is None else most), "the two do not agree"
    theirs, ours = milliseconds(cp_sat, some), milliseconds(most_qwirkles, some)
    show("most Qwirkles by CP-SAT, one worker", theirs)
    print(f"CP-SAT takes {median(theirs) / median(ours):,.0f} times as long")


def _by_levels(table: Layout, hand: CardKinds) -> object:
    return find_playable(count_kinds(all_cards(table)), hand)
