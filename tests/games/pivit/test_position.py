"""Hands written as text, and what the solver says of them."""

from __future__ import annotations

import pytest

from quincunx.core.errors import MalformedPosition
from quincunx.core.messages import render
from quincunx.games.pivit.certificate import proves
from quincunx.games.pivit.grid import as_grid, wrongs
from quincunx.games.pivit.position import parse_position, solve
from quincunx.games.pivit.tiles import TILE
from quincunx.registry import register
from tests.games.pivit.hands import IMPOSSIBLE, tiles

BLOCK = " ".join(colour + design for colour in "royg" for design in "123456")


@pytest.fixture(autouse=True)
def _open() -> None:
    from quincunx.games.pivit import PIVIT

    register(PIVIT)


def test_a_hand_that_can_be_laid() -> None:
    solution = solve(BLOCK)
    assert solution.data["solvable"] is True
    grid = as_grid((x, y, TILE[tile]) for x, y, tile in solution.data["grid"])
    assert not [*wrongs(grid, tiles(BLOCK), pairs_allowed=False)]
    said = [render(line) for line in solution.lines]
    assert said[0] == "All tiles fit into one grid:"
    assert sorted(" ".join(said[1:]).replace("..", "").split()) == sorted(BLOCK.split())


def test_a_hand_that_cannot() -> None:
    solution = solve(IMPOSSIBLE)
    assert solution.data["solvable"] is False
    assert proves(solution.data["certificate"], tiles(IMPOSSIBLE))
    assert all(0 <= trade["solvable"] <= 1 for trade in solution.data["trades"])
    assert render(solution.lines[0]).startswith("There is no grid of all these tiles.")


def test_a_grid_that_is_begun() -> None:
    solution = solve(f"{BLOCK} : r1 r2 r3 / o1 .. o3")
    assert solution.data["solvable"] in (True, None)
    shown = solution.data.get("grid") or solution.data["laid"]
    assert [0, 0, "r1"] in shown
    assert [2, 1, "o3"] in shown
    assert [render(line) for line in solution.lines]


def test_what_wild_tiles_stand_for() -> None:
    hand = BLOCK.replace("r1", "**").replace("g6", "**")
    solution = solve(hand)
    assert solution.data["solvable"] is True
    assert len(solution.data["wilds"]) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BLOCK.replace("r1", "x1"), "pivit.refusal.unknown_tile"),
        (BLOCK.replace("r1 r2 r3 r4", "o1 o1 o1 o1"), "pivit.refusal.too_many"),
        (" ".join(["**"] * 24), "pivit.refusal.too_many"),
        (BLOCK[3:], "pivit.refusal.not_a_hand"),
        ("", "pivit.refusal.not_a_hand"),
        (f"{BLOCK}: r1 and r2", "pivit.refusal.unknown_grid"),
        (f"{BLOCK} | r1 b1", "pivit.refusal.foreign"),
        (f"{BLOCK} : r1 r1", "pivit.refusal.foreign"),
    ],
)
def test_what_is_no_position(text: str, message: str) -> None:
    with pytest.raises(MalformedPosition) as refused:
        parse_position(text)
    assert refused.value.message.id == message
    assert render(refused.value.message)
