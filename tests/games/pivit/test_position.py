"""Hands written as text, and what the solver says of them."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from quincunx.cli import main
from quincunx.core.errors import MalformedPosition
from quincunx.core.messages import render
from quincunx.games.pivit.grid import as_grid, grid_faults
from quincunx.games.pivit.position import parse_position, solve
from quincunx.games.pivit.proofs import proves
from quincunx.games.pivit.solver.completion import try_all_completions
from quincunx.games.pivit.tiles import TILE
from quincunx.registry import register
from tests.games.pivit.exhaustive import can_be_laid
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
    assert not [*grid_faults(grid, tiles(BLOCK), pairs_allowed=False)]
    said = [render(line) for line in solution.lines]
    assert said[0] == "All tiles fit into one grid:"
    assert sorted(" ".join(said[1:]).replace("..", "").split()) == sorted(BLOCK.split())


def test_a_hand_that_cannot() -> None:
    solution = solve(IMPOSSIBLE)
    assert solution.data["solvable"] is False
    assert proves(solution.data["certificate"], tiles(IMPOSSIBLE))
    assert all(0 <= trade["solvable"] <= 1 for trade in solution.data["trades"])
    assert render(solution.lines[0]).startswith("These tiles do not fit into one grid.")


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


@pytest.mark.parametrize(
    ("begun", "because"),
    [
        ("r1 o2", "mixed"),
        ("r1 / o2", "mixed"),
        ("r1 ** o2", "mixed"),
        ("r1 r2 o1", "mixed"),
        ("r1 r1", "twice"),
        ("r1 r2 r3 r4 r5 r6 **", "long"),
        ("** r1 r2 / o3 / o4", "wild"),
    ],
)
@pytest.mark.parametrize("younger", ["", "younger "])
def test_a_started_grid_that_can_never_be_right_is_refused(
    begun: str, because: str, younger: str
) -> None:
    hand = f"{BLOCK} ".replace("g6", "**").replace("g5", "r1").strip()
    solution = solve(f"{younger}{hand} : {begun}")
    assert (solution.data["solvable"], solution.data["because"]) == (False, because)
    said = [render(line) for line in solution.lines]
    assert (
        said[0] == "Impossible: the tiles in the grid so far can never be part of a correct grid."
    )
    assert len(said) == 2


def test_two_tiles_that_match_may_become_right() -> None:
    assert solve(f"{BLOCK} : r1 r2").data["solvable"] is True
    assert solve(f"{BLOCK} : r1 .. o2").data["solvable"] in (True, None)


@pytest.mark.parametrize("left", [1, 2])
def test_with_few_tiles_left_every_way_is_tried(left: int) -> None:
    rows_ = [BLOCK.split()[row * 6 : row * 6 + 6] for row in range(4)]
    whole = " / ".join(map(" ".join, rows_))
    assert solve(f"{BLOCK} : {whole}").data["solvable"] is True
    missing = whole.rsplit(" ", left)[0]
    assert solve(f"{BLOCK} : {missing}").data["solvable"] is True
    hand = BLOCK.split()
    hand[-left:] = ["r2", "r3"][:left]
    solution = solve(f"{' '.join(hand)} : {missing}")
    assert solution.data["solvable"] is False
    if "because" in solution.data:
        assert render(solution.lines[0]).startswith("Impossible: every way")
    else:
        assert proves(solution.data["certificate"], tiles(" ".join(hand)))


def test_trying_out_agrees_with_trying_every_shape() -> None:
    """Small hands, one tile laid: the same answer as from every shape with every tile in it."""
    rng = Random(5)
    found = Counter[bool]()
    for _ in range(60):
        hand = tuple(sorted(rng.choices([*range(6), 6, 12, 18, 36], k=rng.choice([3, 4, 5]))))
        tried = try_all_completions(hand, {(0, 0): hand[0]}, pairs_allowed=False)
        assert tried.decided
        assert (tried.grid is not None) == can_be_laid(hand), hand
        found[tried.grid is not None] += 1
    assert min(found[True], found[False]) > 5


def test_too_many_ways_are_left_undecided() -> None:
    assert try_all_completions(tiles(BLOCK), {(0, 0): TILE["r1"]}, pairs_allowed=False) == (
        None,
        False,
    )


def test_a_position_can_use_the_rules_for_younger_players() -> None:
    plain = solve(IMPOSSIBLE)
    younger = solve(f"younger {IMPOSSIBLE}")
    assert (plain.data["younger"], younger.data["younger"]) == (False, True)
    assert younger.data["solvable"] is True
    assert plain.data["solvable"] is not True
    grid = as_grid((x, y, TILE[tile]) for x, y, tile in younger.data["grid"])
    assert not [*grid_faults(grid, tiles(IMPOSSIBLE), pairs_allowed=True)]
    assert [*grid_faults(grid, tiles(IMPOSSIBLE), pairs_allowed=False)]


def test_the_command_line_asks_for_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", "pivit", IMPOSSIBLE, "--younger", "--json"])
    assert json.loads(capsys.readouterr().out)["younger"] is True
