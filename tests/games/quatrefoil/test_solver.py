"""The solver against a plain search that knows the actions by their pictures alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest

import quincunx
from tests.games.quatrefoil.distances import ARRANGEMENTS, FOUR_AWAY, searched
from tests.games.quatrefoil.matches import (
    ACTIONS,
    START,
    Choice,
    acted,
    all_look,
    deal,
    legal,
    play,
)


def solved(tokens: str, target: str) -> dict[str, Any]:
    return quincunx.solve("quatrefoil", f"{tokens} > {target}").data


def sequences(tokens: str, target: str, length: int) -> Iterator[tuple[str, ...]]:
    """Every sequence of so many actions that leads to the target, by trying them all."""
    for actions in product(ACTIONS, repeat=length):
        reached = tokens
        for action in actions:
            reached = acted(reached, action)
        if reached == target:
            yield actions


@pytest.mark.rule("quatrefoil:R26")
@pytest.mark.parametrize("target", [START, "BG/PR Y", "PY/BG R"])
def test_how_many_arrangements_are_how_far_away(target: str) -> None:
    distances = Counter(solved(tokens, target)["distance"] for tokens in ARRANGEMENTS)
    assert distances == {0: 1, 1: 10, 2: 53, 3: 54, 4: 2}


@pytest.mark.rule("quatrefoil:R12", "quatrefoil:R26")
@pytest.mark.parametrize("tokens", ARRANGEMENTS[::7])
def test_distances_are_what_a_plain_search_finds(tokens: str) -> None:
    for target in ARRANGEMENTS:
        assert solved(tokens, target)["distance"] == searched(tokens)[target]


def test_shortest_solutions_are_all_there_is_and_nothing_else() -> None:
    for target in ARRANGEMENTS:
        found = solved(START, target)
        if found["distance"] > 3:
            continue
        ways = [tuple(way) for way in found["ways"]]
        assert len(set(ways)) == len(ways)
        assert set(ways) == set(sequences(START, target, found["distance"]))
        assert set(found["best"]) == {way[0] for way in ways if way}


def test_shortest_solutions_to_the_farthest_arrangements() -> None:
    farthest = [target for target, away in searched(START).items() if away == 4]
    assert FOUR_AWAY in farthest
    for target in farthest:
        ways = {tuple(way) for way in solved(START, target)["ways"]}
        assert ways == set(sequences(START, target, 4))


def test_a_solution_repeats_the_position_and_has_words() -> None:
    solution = quincunx.solve("quatrefoil", " rg / yb  p>YR/BG P")
    assert solution.data == {
        "position": "RG/YB P",
        "target": "YR/BG P",
        "distance": 1,
        "best": ("twist clockwise",),
        "ways": [("twist clockwise",)],
    }
    assert [quincunx.render(line) for line in solution.lines] == [
        "1 action before the stack, in 1 way.",
        "twist clockwise, stack",
    ]
    assert msgspec.json.decode(msgspec.json.encode(solution.data))["ways"] == [["twist clockwise"]]


def test_a_solved_position_is_only_to_be_stacked() -> None:
    solution = quincunx.solve("quatrefoil", f"{START} > {START}")
    assert (solution.data["distance"], list(solution.data["best"])) == (0, [])
    assert [quincunx.render(line) for line in solution.lines] == ["Solved: stack.", "stack"]


@pytest.mark.parametrize(
    "text",
    ["", START, f"{START} >", f"> {START}", f"{START} > RG/YB R", f"{START} > {START} > {START}"],
)
def test_other_text_is_no_position(text: str) -> None:
    with pytest.raises(quincunx.MalformedPosition):
        quincunx.solve("quatrefoil", text)


# Hints


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"signals": "by-hand"},
        {"clock": True},
        {"variant": "half-and-half", "half": "colours"},
        {"variant": "half-and-half", "half": "positions"},
    ],
)
def test_where_cards_are_hidden_there_are_no_hints(options: Choice) -> None:
    match = deal("GB/RY P", target=START, **options)
    if options.get("clock"):
        all_look(match)
    assert [match.hints(seat) for seat in range(4)] == [()] * 4


@pytest.mark.parametrize("tokens", ARRANGEMENTS[::3])
def test_nothing_to_hide_hints_lead_to_the_target(tokens: str) -> None:
    match = deal(tokens, target=START, variant="nothing-to-hide")
    for away in range(searched(tokens)[START], 0, -1):
        gentle, *_, plain = match.hints(match.awaited[0])
        assert gentle.move is None
        assert gentle.message.args == {"distance": away}
        assert plain.move is not None
        play(match, plain.move)
    (stack,) = match.hints(match.awaited[0])
    assert stack.move == "stack"
    play(match, stack.move)
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2, 3)
    assert match.hints(0) == ()


def test_dual_hints_advise_what_that_seat_may_do() -> None:
    for tokens in ARRANGEMENTS:
        match = deal(tokens, target=START, variant="dual")
        for seat in range(4):
            advised = {hint.move for hint in match.hints(seat)} - {None}
            assert advised <= legal(match, seat), f"{tokens}: seat {seat} may not do that"
