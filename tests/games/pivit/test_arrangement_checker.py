"""Proofs about which lines contain which tiles: against trying everything, and changed ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from quincunx.games.pivit.grid import as_grid, choose_wilds, grid_faults
from quincunx.games.pivit.proofs import FAMILIES
from quincunx.games.pivit.proofs.arrangement_checker import STEPS, LineCase, check_lines
from quincunx.games.pivit.proofs.work import UnprovedError, Work
from quincunx.games.pivit.solver.arrangements import LaidGrid, arrangement_steps
from quincunx.games.pivit.solver.budget import Budget, UndecidedError
from quincunx.games.pivit.tiles import PLAIN_KINDS, TEXT, WILD, PivitTiles
from tests.games.pivit.exhaustive import can_be_laid
from tests.games.pivit.hands import decided as decided_hands
from tests.games.pivit.hands import small, tiles
from tests.games.pivit.laid_lines import laid_case

ENDS = ("unfilled 1", "unjoined", "unplaced")
PLENTY = 1_000_000
"""More possibilities than a small hand has."""
MANY_CHOICES = 200
"""Small hands with more choices of the numbers of lines take too long."""


def is_proved(steps: Sequence[str], case: LineCase) -> bool:
    """Return whether the steps, all of them, prove that the case is impossible."""
    rest = iter(steps)
    try:
        check_lines(rest, case._replace(work=Work()))
    except UnprovedError:
        return False
    return next(rest, None) is None


def case_of(hand: PivitTiles, families: str, shortest: int = 3) -> LineCase:
    return LineCase(Counter(hand), families, shortest, {}, Work())


def decided(case: LineCase) -> LaidGrid | list[str]:
    """Return a grid with the lines of the case, or the proof that there is none."""
    copies = [case.copies.get(kind, 0) for kind in range(PLAIN_KINDS)]
    numbers = [case.families.count(family) for family in FAMILIES]
    proof: list[str] = []
    for step in arrangement_steps(copies, numbers, case.shortest, Budget(PLENTY)):
        if isinstance(step, dict):
            return step
        proof.append(step)
    return proof


def all_cases(hand: PivitTiles, shortest: int) -> list[LineCase]:
    """Return a case for all numbers of lines for which the families have enough places."""
    most = [
        2 * sum(family in TEXT[tile] for tile in hand) // shortest
        if len({tile for tile in hand if family in TEXT[tile]}) >= shortest
        else 0
        for family in FAMILIES
    ]
    return [
        case_of(hand, "".join(map(str.__mul__, FAMILIES, numbers)), shortest)
        for numbers in product(*(range(number + 1) for number in most))
        if shortest * sum(numbers) <= 2 * len(hand)
    ]


def check_all_cases(hand: PivitTiles, shortest: int) -> Counter[str]:
    """Decide all cases of the hand, check the answers, and count the steps of the proofs."""
    steps: Counter[str] = Counter()
    possible = False
    for case in all_cases(hand, shortest):
        answer = decided(case)
        if isinstance(answer, dict):
            possible = True
            assert not [*grid_faults(answer, hand, pairs_allowed=shortest == 2)]
            laid = laid_case(answer, shortest)
            assert laid.families == case.families
            assert not any(is_proved([end], laid) for end in ENDS)
        else:
            assert is_proved(answer, case)
            steps.update(step.split()[0] for step in answer)
    assert possible == can_be_laid(hand, shortest), f"{hand} with lines of {shortest}"
    return steps


def small_hands(seeds: range, shortest: int) -> Iterator[PivitTiles]:
    for hand in map(small, seeds):
        if WILD not in hand and len(all_cases(hand, shortest)) <= MANY_CHOICES:
            yield hand


@pytest.mark.parametrize(
    ("shortest", "count", "expected"), [(3, 200, {*STEPS} - {"unplaced"}), (2, 60, {*STEPS})]
)
def test_small_hands_against_trying_everything(
    shortest: int, count: int, expected: set[str]
) -> None:
    """No numbers of lines are left out, so this does not rely on counting."""
    steps: Counter[str] = Counter()
    for hand in small_hands(range(count), shortest):
        steps += check_all_cases(hand, shortest)
    assert {*steps} == expected


def test_no_end_of_a_proof_excludes_the_lines_of_whole_grids() -> None:
    for _, answer in decided_hands(True, 25):
        assert answer.grid is not None
        grid = as_grid(answer.grid)
        laid = laid_case({**grid, **(choose_wilds(grid) or {})})
        assert not any(is_proved([end], laid) for end in ENDS)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("shortest", "count"), [(3, 2_500), (2, 600)])
def test_many_small_hands_against_trying_everything(shortest: int, count: int) -> None:
    for hand in small_hands(range(300, count), shortest):
        check_all_cases(hand, shortest)


def test_no_changed_proof_excludes_lines_that_can_be_laid() -> None:
    rng = Random(1)
    words = [*STEPS, *TEXT[:8], *"12345"]
    proofs: list[list[str]] = []
    possible: list[LineCase] = []
    for shortest, count in ((3, 150), (2, 20)):
        for hand in small_hands(range(count), shortest):
            for case in all_cases(hand, shortest):
                answer = decided(case)
                if isinstance(answer, dict):
                    possible.append(case)
                else:
                    proofs.append(answer)
    assert len(possible) > 40
    for case in possible:
        for proof in rng.sample(proofs, 40):
            assert not is_proved(proof, case)
            place = rng.randrange(len(proof))
            step = proof[place].split()
            step[rng.randrange(len(step))] = rng.choice(words)
            assert not is_proved([*proof[:place], " ".join(step), *proof[place + 1 :]], case)


LINE = "r1 r2 r3"
SQUARE = "r1 r2 r3 g1 g2 g3 b1 b2 b3"
"""Nine tiles that can be laid in three rows and three columns."""


@pytest.mark.parametrize(
    ("hand", "families", "steps"),
    [
        # The line lacks a tile; together the lines lack one, because only r1 can be in both.
        ("r1 r2", "r", ["unfilled 1"]),
        ("r1 r2 r3 g1", "r1", ["unfilled 1 2"]),
        # There is only one red line for two equal tiles, and none for a green one.
        ("r1 r1 r2 r3", "r", ["use r1"]),
        ("r1 r2 r3 g1", "r", ["use g1"]),
        # No tile is red and green.
        ("r1 r2 r3 g1 g2 g3", "rg", ["unjoined"]),
        # Each red line contains one of two equal tiles, so none is where they cross.
        ("r1 r1 r2 r2 r3 r3", "rr", ["unjoined"]),
    ],
)
def test_proofs_by_hand(hand: str, families: str, steps: list[str]) -> None:
    assert is_proved(steps, case_of(tiles(hand), families))


@pytest.mark.parametrize(
    ("hand", "families", "steps"),
    [
        # Nothing, nonsense, and a step too many.
        (LINE, "r", []),
        (LINE, "r", [""]),
        (LINE, "r", ["perhaps"]),
        ("r1 r2", "r", ["unfilled 1", "unfilled 1"]),
        # The line has enough tiles, is joined with all lines, and can be placed.
        (LINE, "r", ["unfilled 1"]),
        (LINE, "r", ["unfilled"]),
        (LINE, "r", ["unfilled 2"]),
        (LINE, "r", ["unjoined"]),
        (LINE, "r", ["use r1", "use r2", "use r3", "unplaced"]),
        # Not all tiles are in lines yet.
        (LINE, "r", ["unplaced"]),
        (LINE, "r", ["use r1", "unplaced"]),
        # A kind that the hand does not have, no kind at all, and one kind twice.
        (LINE, "r", ["use r4"]),
        (LINE, "r", ["use x1"]),
        (LINE, "r", ["use **"]),
        (LINE, "r", ["use"]),
        ("r1 r2", "r", ["use r1", "use r1", "unfilled 1"]),
        (SQUARE, "rgb123", ["unfilled 1 2 3 4 5 6"]),
        (SQUARE, "rgb123", ["unjoined"]),
    ],
)
def test_what_is_no_proof(hand: str, families: str, steps: list[str]) -> None:
    assert not is_proved(steps, case_of(tiles(hand), families))


def test_each_case_of_a_step_needs_a_proof() -> None:
    case = case_of(tiles("r1 r2 g1"), "r1")
    proof = ["use r1", *["unfilled 1 2"] * 3]
    assert is_proved(proof, case)
    for place in range(len(proof)):
        assert not is_proved([*proof[:place], *proof[place + 1 :]], case)
    assert is_proved(proof[1:2], case)
    assert not is_proved(proof, case._replace(shortest=2))


def test_equal_lines_are_swapped_only_while_nothing_distinguishes_them() -> None:
    """The first r1 is in one of two equal lines, so one case is enough; for r2 both differ."""
    case = case_of(tiles("r1 r2"), "rr")
    once = ["use r1", *["unfilled 1 2"] * 2]
    assert is_proved(once, case)
    used = case._replace(used={tiles("r1")[0]: ((0,),)})
    assert is_proved(["use r2", *["unfilled 1 2"] * 3], used)
    assert not is_proved(["use r2", *["unfilled 1 2"] * 2], used)


def test_lines_that_cannot_be_placed() -> None:
    case = case_of(tiles("r2 o1 o2 o3 y1 y2"), "ooy122", shortest=2)
    proof = decided(case)
    assert isinstance(proof, list)
    assert is_proved(proof, case)
    place = proof.index("unplaced")
    for end in ("unjoined", "unfilled 1 2 3 4 5 6"):
        assert not is_proved([*proof[:place], end, *proof[place + 1 :]], case)


def test_a_search_ends_with_its_budget() -> None:
    case = case_of(tiles(SQUARE), "rgb123")
    assert isinstance(decided(case), dict)
    numbers = [case.families.count(family) for family in FAMILIES]
    copies = [case.copies[kind] for kind in range(PLAIN_KINDS)]
    for budget in (0, 10, 40):
        with pytest.raises(UndecidedError):
            list(arrangement_steps(copies, numbers, 3, Budget(budget)))
