"""The conventions are what the search finds, and the search finds the best."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

import pytest

from quincunx.games.quatrefoil.conventions.belief_search import UNLIMITED, ConventionSolver
from quincunx.games.quatrefoil.conventions.convention_tree import (
    FOLDER,
    Convention,
    load_convention,
)
from quincunx.games.quatrefoil.conventions.search import solve_mode
from quincunx.games.quatrefoil.conventions.situations import (
    ALL_UP,
    DISTANCE,
    MODES,
    MOVES,
    NEXT_SITUATION,
    SIGNALS,
    SITUATIONS,
    beliefs_after,
    group_by_hand,
)
from quincunx.games.quatrefoil.moves import QuatrefoilMove


def plain_cost(belief: frozenset[int], limit: int) -> int:
    """The least cost of `belief` if it is at most `limit`, else limit + 1.

    The definition itself, with every prescription tried and no cuts but the limit.
    """
    if sum(DISTANCE[situation] for situation in belief) > limit:
        return limit + 1
    if len(belief) == 1:
        return DISTANCE[next(iter(belief))]
    hands = list(group_by_hand(belief).values())
    best = limit + 1
    for prescription in product(range(len(MOVES)), repeat=len(hands)):
        cost = len(belief)
        for move in set(prescription):
            sharing = [
                situation
                for hand, chosen in zip(hands, prescription, strict=True)
                if chosen == move
                for situation in hand
            ]
            for following in beliefs_after(move, sharing).values():
                if cost < best:
                    cost += plain_cost(following, best - 1 - cost)
        best = min(best, cost)
    return best


def test_the_search_agrees_with_the_bare_definition() -> None:
    rng = random.Random(1)
    solver = ConventionSolver()
    for size in (2, 2, 2, 3, 3, 3, 3, 4):
        for _ in range(10):
            signals = rng.choice([bits for bits in SIGNALS if bits != ALL_UP])
            alike = [index for index, bits in enumerate(SIGNALS) if bits == signals]
            # Half of the beliefs have few hands, so that they must share moves.
            if rng.random() < 0.5:
                alike = list(rng.choice(list(group_by_hand(alike).values())))
            belief = frozenset(rng.sample(alike, min(size, len(alike))))
            cost = solver.cost(belief, UNLIMITED)
            assert plain_cost(belief, cost) == cost


def test_situations_know_the_game() -> None:
    assert [DISTANCE.count(length) // 24 for length in range(5)] == [1, 10, 53, 54, 2]
    for index, signals in enumerate(SIGNALS):
        assert (signals == ALL_UP) == (DISTANCE[index] == 0)
    for after in NEXT_SITUATION:
        assert sorted(after) == list(range(len(SITUATIONS))), "every move can be taken back"


@pytest.mark.parametrize("mode", ["positions-open", "colours-open"])
def test_the_small_conventions_are_found_again_and_proved(mode: str) -> None:
    _found_again(mode)


@pytest.mark.exhaustive
def test_the_base_convention_is_found_again_and_proved() -> None:
    _found_again("base")


def _found_again(mode: str) -> None:
    with _deep_recursion():
        found = solve_mode(mode, seed=1, budget=3600)
    assert found == json.loads((FOLDER / f"{mode}.json").read_text("utf-8"))
    assert found["total"] == found["proved"], "no convention needs fewer actions"


@contextmanager
def _deep_recursion() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


def test_a_move_outside_the_convention_is_noticed() -> None:
    history = [
        (QuatrefoilMove.CLOCKWISE, 0),
        (QuatrefoilMove.ANTICLOCKWISE, 0),
        (QuatrefoilMove.CLOCKWISE, 0),
    ]
    assert load_convention("base").action((), 0, history, 1, 0) is None


def test_a_file_with_letters_left_over_is_refused() -> None:
    openings = json.loads((FOLDER / "base.json").read_text("utf-8"))["openings"]
    openings[0] += "a"
    with pytest.raises(ValueError, match="letters left over"):
        Convention("base", openings)


def test_there_is_a_convention_for_every_mode() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(MODES)
