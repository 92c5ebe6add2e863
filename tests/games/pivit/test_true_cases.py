"""No step may end a case that contains a correct grid: the true numbers of lines and their uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

import pytest

from quincunx.games.pivit.grid import PivitGrid, as_grid, choose_wilds, grid_faults
from quincunx.games.pivit.proofs import FAMILIES, NONE
from quincunx.games.pivit.proofs.arrangement_checker import (
    LineCase,
    Use,
    check_lines,
    different_uses,
    swapped,
)
from quincunx.games.pivit.proofs.proof_checker import Case, check_case, raised, whole_case
from quincunx.games.pivit.proofs.work import UnprovedError, Work
from quincunx.games.pivit.tiles import TEXT, WILD
from tests.games.pivit.hands import decided
from tests.games.pivit.laid_lines import grid_of, laid_case, numbers_of_lines

SPARE = "y1 .. .. / o1 .. .. / r1 r2 r3 / .. r4 .. / .. r5 .. / .. r6 .."
"""The two red lines have tiles to spare, so a crossing may use one of r1’s two places."""
GRIDS = [
    # Squares, in which all tiles are in two lines: of different families, and of only one.
    ("r1 r2 r3 / o1 o2 o3 / y1 y2 y3", 3),
    ("r1 r2 r3 / r2 r3 r1 / r3 r1 r2", 3),
    ("r1 r2 r3 / o1 .. .. / y1 .. ..", 3),
    ("r1 r2 r3 / o1 .. o3 / y1 y2 y3", 3),
    (SPARE, 3),
    ("r1 r2 / o1 o2", 2),
    ("r1 r2 .. / o1 .. .. / y1 y3 .. / .. g3 g2", 2),
]


def holds(steps: Sequence[str], case: Case | LineCase) -> bool:
    """Return whether the steps prove that the case is impossible."""
    try:
        if isinstance(case, Case):
            check_case(iter(steps), case._replace(work=Work()))
        else:
            check_lines(iter(steps), case._replace(work=Work()))
    except UnprovedError:
        return False
    return True


def some_families(rng: Random) -> str:
    share = rng.random()
    return "".join(family for family in FAMILIES if rng.random() < share)


def true_case(tiles: Iterable[int], ell: dict[str, int], shortest: int, rng: Random) -> Case:
    """Return a case whose bounds contain the numbers of lines, some of them exactly."""
    case = whole_case(Counter(tiles), 0, shortest, Work())
    assert all(ell[family] <= case.high[family] for family in FAMILIES), "crowd"
    exact_low, exact_high = (rng.choice((0, 0.5, 1)) for _ in range(2))
    return case._replace(
        low={
            family: count if rng.random() < exact_low else rng.randint(0, count)
            for family, count in ell.items()
        },
        high={
            family: count if rng.random() < exact_high else rng.randint(count, case.high[family])
            for family, count in ell.items()
        },
    )


def ends(case: Case, ell: dict[str, int], rng: Random, count: int) -> list[str]:
    """Return steps that could end the case: all for small groups of families, and random ones."""
    active = [family for family in FAMILIES if ell[family]]
    groups = [group for size in (1, 2, 3) for group in combinations(active, size)]
    groups = [*rng.sample(groups, min(len(groups), count)), tuple(active), *some_groups(rng, count)]
    numbers = " ".join(str(number + 1) for number in range(sum(ell.values())))
    return [
        *(f"uncovered {TEXT[tile]}" for tile in case.tiles),
        *(" ".join((end, *group)) for end in ("short", "apart") for group in groups),
        *(
            " ".join(("count", *(some_families(rng) or NONE for _ in range(3))))
            for _ in range(count)
        ),
        *("unjoined", "unplaced", f"unfilled {numbers}"),
    ]


def some_groups(rng: Random, count: int) -> list[tuple[str, ...]]:
    return [tuple(some_families(rng)) for _ in range(count)]


def check_true_cases(grid: PivitGrid, shortest: int, rng: Random, trials: int, count: int) -> None:
    """Try to end cases that contain the grid, with some of its tiles exchanged for wild ones."""
    ell = numbers_of_lines(grid)
    for _ in range(trials):
        wilds = rng.sample(sorted(grid), min(len(grid), rng.choice((0, 0, 0, 1, 2, 6))))
        tiles = [WILD if cell in wilds else tile for cell, tile in grid.items()]
        case = true_case(tiles, ell, shortest, rng)
        low = raised(case)
        assert all(low[family] <= ell[family] for family in FAMILIES), "cover"
        for step in ends(case, ell, rng, count):
            assert not holds([step], case), f"{step}: {case}"


@pytest.mark.parametrize(("text", "shortest"), GRIDS)
def test_no_step_ends_a_case_with_the_lines_of_a_grid(text: str, shortest: int) -> None:
    grid = grid_of(text)
    assert not [*grid_faults(grid, tuple(grid.values()), pairs_allowed=shortest == 2)]
    check_true_cases(grid, shortest, Random(1), trials=20, count=15)


def laid_hands(count: int) -> list[PivitGrid]:
    """Return the grids of random hands, with what their wild tiles stand for."""
    grids = [as_grid(answer.grid or ()) for _, answer in decided(True, count)]
    return [{**grid, **(choose_wilds(grid) or {})} for grid in grids]


@pytest.mark.exhaustive
def test_no_step_ends_a_case_with_the_lines_of_a_whole_hand() -> None:
    rng = Random(2)
    for grid in laid_hands(20):
        check_true_cases(grid, 3, rng, trials=6, count=30)
    for text, shortest in GRIDS:
        check_true_cases(grid_of(text), shortest, rng, trials=60, count=30)


def smallest(uses: dict[int, Use], case: LineCase, kind: int) -> dict[int, Use]:
    """Swap lines that nothing in the case distinguishes, until the use of the kind is smallest."""
    pairs = [
        pair
        for pair in combinations(case.lines(), 2)
        if len({case.families[line] for line in pair}) == 1
        and all(swapped(use, *pair) == use for use in case.used.values())
    ]
    while smaller := [pair for pair in pairs if swapped(uses[kind], *pair) < uses[kind]]:
        uses = {each: swapped(use, *smaller[0]) for each, use in uses.items()}
    return uses


def check_use_by_use(grid: PivitGrid, shortest: int, rng: Random) -> None:
    """Follow the uses of a grid, kind by kind: one of the cases always contains it."""
    laid = laid_case(grid, shortest)
    uses = dict(laid.used)
    case = laid._replace(used={})
    for kind in rng.sample(sorted(uses), len(uses)):
        groups = [[line] for line in case.lines()]
        groups += [rng.sample(case.lines(), rng.randint(1, len(case.lines()))) for _ in range(4)]
        steps = [" ".join(("unfilled", *(str(line + 1) for line in group))) for group in groups]
        for step in ("unjoined", "unplaced", *steps):
            assert not holds([step], case), f"{step}: {case}"
        uses = smallest(uses, case, kind)
        assert uses[kind] in different_uses(case._replace(work=Work()), kind)
        case = case._replace(used={**case.used, kind: uses[kind]})
    assert not holds(["unplaced"], case)


@pytest.mark.parametrize(("text", "shortest"), GRIDS)
def test_a_grid_is_in_one_of_the_cases_of_each_use(text: str, shortest: int) -> None:
    rng = Random(3)
    for _ in range(2):
        check_use_by_use(grid_of(text), shortest, rng)


@pytest.mark.exhaustive
def test_the_grid_of_a_whole_hand_is_in_one_of_the_cases_of_each_use() -> None:
    rng = Random(4)
    for grid in laid_hands(10):
        check_use_by_use(grid, 3, rng)


def test_a_family_with_tiles_to_spare_can_be_left() -> None:
    ell = dict.fromkeys(FAMILIES, 0) | {"r": 2, "1": 1}
    assert numbers_of_lines(grid_of(SPARE)) == ell
    case = whole_case(Counter(grid_of(SPARE).values()), 0, 3, Work())
    assert not holds(["apart r"], case._replace(low=ell, high=ell))
