"""The solver: against trying everything on small hands, against the referee on whole ones."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quincunx.games.pivit.grid import MIN_LINE, as_grid, grid_faults
from quincunx.games.pivit.proofs import proves
from quincunx.games.pivit.solver import (
    BOT_TRIES,
    PATIENT_TRIES,
    HandSolution,
    complete_grid,
    disproof,
    largest_grid,
    solve,
    trade_prospects,
    unseen_by,
)
from quincunx.games.pivit.solver.hand_solver import decide_by_lines
from quincunx.games.pivit.solver.line_counting import COMPLETE, QUICK
from quincunx.games.pivit.tiles import TEXT, WILD, PivitTiles
from tests.games.pivit.exhaustive import can_be_laid, shapes
from tests.games.pivit.hands import (
    IMPOSSIBLE,
    NEED_ARRANGEMENTS,
    POSSIBLE_BUT_HARD,
    full,
    small,
    tiles,
)

SMALL = 150


def is_right(grid: object, hand: PivitTiles, *, younger: bool = False) -> bool:
    assert isinstance(grid, tuple)
    return next(grid_faults(as_grid(grid), hand, pairs_allowed=younger), None) is None


def test_small_shapes() -> None:
    """A line, or two lines of three that cross in one of six ways, up to turning over."""
    assert [len(shapes(size)) for size in (3, 4, 5)] == [1, 1, 7]


def test_small_hands_against_trying_everything() -> None:
    undecided = 0
    for seed in range(SMALL):
        hand = small(seed)
        answer, possible = solve(hand, tries=400), can_be_laid(hand)
        if answer.grid is not None:
            assert possible
            assert is_right(answer.grid, hand)
        elif answer.certificate is not None:
            assert not possible
            assert proves(answer.certificate, hand)
        else:
            assert not possible, f"a grid of {hand} is missed"
            undecided += 1
    assert undecided < 0.05 * SMALL


@pytest.mark.exhaustive
def test_many_small_hands_against_trying_everything() -> None:
    for seed in range(SMALL, 3_000):
        hand = small(seed)
        answer = solve(hand, tries=1_000)
        assert (answer.grid is not None) == can_be_laid(hand), f"a grid of {hand} is missed"


def test_whole_hands_are_decided_and_right() -> None:
    answers = {hand: solve(hand, tries=3_000) for hand in map(full, range(150))}
    for hand, answer in answers.items():
        assert answer.grid is None or answer.certificate is None
        if answer.grid is not None:
            assert is_right(answer.grid, hand)
        elif answer.certificate is not None:
            assert proves(answer.certificate, hand)
    undecided = [hand for hand, answer in answers.items() if answer == HandSolution()]
    assert len(undecided) <= 3


def check_decision_by_lines(hand: PivitTiles, shortest: int) -> None:
    """Decide a small hand without growing grids, and compare with trying everything."""
    answer = decide_by_lines(hand, shortest, COMPLETE, PATIENT_TRIES)
    if answer.certificate is None:
        assert is_right(answer.grid, hand, younger=shortest == 2)
    else:
        assert not can_be_laid(hand, shortest), f"a grid of {hand} is missed"
        assert proves(answer.certificate, hand, shortest)


@pytest.mark.parametrize(("shortest", "count"), [(3, 150), (2, 60)])
def test_small_hands_are_decided_without_luck(shortest: int, count: int) -> None:
    for hand in map(small, range(count)):
        check_decision_by_lines(hand, shortest)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("shortest", "count"), [(3, 3_000), (2, 600)])
def test_many_small_hands_are_decided_without_luck(shortest: int, count: int) -> None:
    for hand in map(small, range(count)):
        check_decision_by_lines(hand, shortest)


@pytest.mark.parametrize("text", NEED_ARRANGEMENTS)
def test_hands_that_only_arrangements_exclude(text: str) -> None:
    hand = tiles(text)
    assert disproof(hand) is None
    certificate = solve(hand, tries=BOT_TRIES).certificate
    assert certificate is not None
    assert any(step.startswith("use") for step in certificate)
    assert proves(certificate, hand)


def test_a_grid_that_random_growth_rarely_finds() -> None:
    hand = tiles(POSSIBLE_BUT_HARD)
    grid = decide_by_lines(hand, MIN_LINE, COMPLETE, BOT_TRIES).grid
    assert is_right(grid, hand)
    assert solve(hand, tries=BOT_TRIES).grid is not None


def test_a_hand_that_takes_too_long_stays_undecided() -> None:
    hand = tiles(NEED_ARRANGEMENTS[0])
    assert solve(hand, tries=500) == HandSolution()
    assert decide_by_lines(hand, MIN_LINE, COMPLETE, work=1) == HandSolution()


@pytest.mark.exhaustive
def test_thousands_of_whole_hands_are_decided() -> None:
    for hand in map(full, range(2_000)):
        answer = solve(hand, tries=PATIENT_TRIES)
        if answer.grid is not None:
            assert is_right(answer.grid, hand)
        else:
            assert answer.certificate is not None
            assert proves(answer.certificate, hand)


def test_the_same_hand_gets_the_same_grid() -> None:
    hand = full(1)
    first = solve(hand, tries=2_000)
    solve.cache_clear()
    assert solve(hand, tries=2_000) == first


def test_one_tile_is_a_grid() -> None:
    assert solve((WILD,)).grid == ((0, 0, WILD),)


def test_lines_of_two_make_it_easier() -> None:
    hand = tiles("r1 r2 o2 o3")
    assert solve(hand).certificate is not None
    grid = solve(hand, 2).grid
    assert grid is not None
    assert is_right(grid, hand, younger=True)
    assert solve(tiles("r1 o2"), 2).certificate is not None


def test_as_far_as_it_goes() -> None:
    hand = tiles(IMPOSSIBLE)
    assert solve(hand).certificate is not None
    grid = largest_grid(hand)
    laid = tuple(sorted(tile for _, _, tile in grid))
    assert 3 <= len(grid) < len(hand)
    assert is_right(grid, laid)
    assert all(laid.count(tile) <= hand.count(tile) for tile in laid)


def test_placed_tiles_stay_in_place() -> None:
    hand = tiles("r1 r2 r3 g2 b2 g1 g3")
    fixed = as_grid([(5, -3, tile) for tile in tiles("r2")])
    grid = complete_grid(hand, fixed)
    assert as_grid(grid)[5, -3] == tiles("r2")[0]
    assert len(grid) == len(hand)
    assert is_right(grid, hand)


def test_a_placed_pair_is_completed_or_given_up() -> None:
    pair = as_grid([(0, 0, tiles("r1")[0]), (1, 0, tiles("r2")[0])])
    grid = complete_grid(tiles("r1 r2 r3 g5"), pair)
    assert sorted(TEXT[tile] for _, _, tile in grid) == ["r1", "r2", "r3"]
    assert complete_grid(tiles("r1 r2 g5 b6"), pair) == ()
    far = as_grid([(0, 0, tiles("r1")[0]), (90, 0, tiles("r2")[0])])
    assert complete_grid(tiles("r1 r2 r3"), far) == ()


def test_a_placed_wild_tile_is_one_tile() -> None:
    fixed = as_grid([(0, 0, tiles("r1")[0]), (1, 0, WILD), (2, 0, tiles("r3")[0])])
    hand = tiles("r1 ** r3 g2 b2")
    grid = complete_grid(hand, fixed)
    assert len(grid) == len(hand)
    assert is_right(grid, hand)
    assert as_grid(grid)[1, 0] == WILD


def test_a_trade_is_worth_what_the_hands_after_it_are() -> None:
    """Without b6 these can be laid; with a tile instead of it if that one goes with them."""
    hand = tiles("r1 r2 r3 g1 g2 g3 b6")
    unseen = unseen_by((hand,))
    best, *others = trade_prospects(hand, unseen, tries=50)
    assert TEXT[best.tile] == "b6"
    rest = tiles("r1 r2 r3 g1 g2 g3")
    count = sum(
        many
        for kind, many in enumerate(unseen)
        if many and can_be_laid(tuple(sorted((*rest, kind))))
    )
    assert best.solvable <= count / sum(unseen) <= best.solvable + best.undecided
    assert all(each.solvable < best.solvable for each in others)


def test_proofs_need_no_luck() -> None:
    for seed in range(40):
        if disproof(full(seed), effort=QUICK) is not None:
            assert disproof(full(seed), MIN_LINE) is not None


@pytest.mark.parametrize("module", ["quincunx", "quincunx.games.pivit"])
def test_importing_the_package_does_not_load_numba(module: str) -> None:
    code = f"import sys, {module}; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
