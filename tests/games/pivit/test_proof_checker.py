"""Proofs that a hand cannot be laid: good ones pass the checker, all others do not."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from quincunx.games.pivit.grid import as_grid, choose_wilds, lines
from quincunx.games.pivit.solver import disproof
from quincunx.games.pivit.solver.hand_solver import HandSolution
from quincunx.games.pivit.solver.line_counting import QUICK
from quincunx.games.pivit.solver.proof_checker import (
    FAMILIES,
    NONE,
    need_of_lines,
    proves,
    supply_of_tiles,
)
from quincunx.games.pivit.tiles import TEXT, PivitTiles
from tests.games.pivit.exhaustive import can_be_laid
from tests.games.pivit.hands import decided, small, tiles

WORDS = ("lines", "short", "apart", "count")
LINES_APART = "r1 r2 r3 o4 o5 o6"
"""Two lines that have nothing in common."""


def test_proofs_are_accepted() -> None:
    for hand, answer in decided(False, 12):
        assert answer.certificate is not None
        assert proves(answer.certificate, hand)


def test_a_proof_is_about_one_hand() -> None:
    for _, answer in decided(False, 12):
        for hand, _ in decided(True, 12):
            assert answer.certificate is not None
            assert not proves(answer.certificate, hand)


def test_proofs_that_were_changed_prove_nothing_false() -> None:
    """Whatever becomes of a proof, it does not exclude a hand that can be laid."""
    rng = Random(1)
    possible = [hand for hand, _ in decided(True, 6)]
    possible += [hand for hand in map(small, range(60)) if can_be_laid(hand)]
    for _, answer in decided(False, 12):
        assert answer.certificate is not None
        for hand in possible:
            assert not proves(_changed(answer.certificate, rng), hand)


def _changed(steps: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    """The proof with one of its words changed."""
    place = rng.randrange(len(steps))
    words = steps[place].split()
    words[rng.randrange(len(words))] = rng.choice([*FAMILIES, *TEXT, *WORDS, NONE, _some(rng)])
    return (*steps[:place], " ".join(words), *steps[place + 1 :])


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        # Too short, too long, cut, and nonsense.
        (LINES_APART, ()),
        (LINES_APART, ("apart r", "apart r")),
        (LINES_APART, ("lines r 1",)),
        (LINES_APART, ("lines r x", "apart r")),
        (LINES_APART, ("lines w 1", "apart r", "apart r")),
        (LINES_APART, ("perhaps",)),
        (LINES_APART, ("",)),
        (LINES_APART, ("apart x",)),
        (LINES_APART, ("short x",)),
        (LINES_APART, ("uncovered x9",)),
        (LINES_APART, ("uncovered **",)),
        (LINES_APART, ("count - -",)),
        (LINES_APART, ("count x - -",)),
        (LINES_APART, ("count r - -",)),
        # Not so: red can have a line; the two families are all there are; nothing is short.
        (LINES_APART, ("uncovered r1",)),
        (LINES_APART, ("apart r o",)),
        (LINES_APART, ("apart",)),
        (LINES_APART, ("short r o",)),
        # A wild tile may be where the lines meet.
        (LINES_APART + " **", ("apart r",)),
        (LINES_APART, ("wild r1", *["apart r"] * 36)),
        (LINES_APART + " **", ("wild r2", *["apart r"] * 35)),
        # One tile needs no line.
        ("r1", ("uncovered r1",)),
    ],
)
def test_what_is_no_proof(hand: str, steps: tuple[str, ...]) -> None:
    assert not proves(steps, tiles(hand))


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        (LINES_APART, ("apart r",)),
        (LINES_APART, ("apart o 4",)),
        ("r1 r2 r3 o4", ("uncovered o4",)),
        (LINES_APART, ("count - - r",)),
        # Three red lines would need nine places, and there are not so many.
        ("r1 r1 r2 r3", ("uncovered r1",)),
        ("r1 r2 r3 r1 r2 r3", ("apart r",)),
    ],
)
def test_the_ends_of_a_case(hand: str, steps: tuple[str, ...]) -> None:
    expected = steps != ("apart r",) or "o" in hand
    assert proves(steps, tiles(hand)) is expected


def test_small_hands_that_are_disproved_cannot_be_laid() -> None:
    proved = 0
    for seed in range(1_000, 1_150):
        hand = small(seed)
        certificate = disproof(hand)
        if certificate is not None:
            proved += 1
            assert proves(certificate, hand)
            assert not can_be_laid(hand)
    assert proved > 30


def _some(rng: Random) -> str:
    """A random set of families."""
    share = rng.random()
    return "".join(name for name in FAMILIES if rng.random() < share) or NONE


def test_no_count_excludes_a_small_hand_that_can_be_laid() -> None:
    rng = Random(2)
    for hand in filter(can_be_laid, map(small, range(100))):
        for _ in range(40):
            assert not proves((" ".join(("count", _some(rng), _some(rng), _some(rng))),), hand)


def test_tiles_of_right_grids_supply_what_their_lines_need() -> None:
    rng = Random(3)
    tightest = []
    for hand, answer in decided(True, 25):
        ell = _lines_by_family(answer)
        for _ in range(60):
            sets = _some(rng), _some(rng), _some(rng)
            supply = supply_of_tiles(Counter(hand), ell, *sets)
            need = need_of_lines(ell, ell, *sets, shortest=3)
            assert need <= supply
            tightest.append(supply - need)
    assert min(tightest) <= 2


def _lines_by_family(answer: HandSolution) -> dict[str, int]:
    assert answer.grid is not None
    grid = as_grid(answer.grid)
    grid |= choose_wilds(grid) or {}
    count = dict.fromkeys(FAMILIES, 0)
    for line in lines(grid):
        (family,) = set.intersection(*({*TEXT[grid[cell]]} for cell in line))
        count[family] += 1
    return count


NEED_COUNTS = [
    "r2 r6 r6 o1 o4 o4 o5 o6 y2 y3 y3 y4 y6 g1 g5 b2 b2 b3 b6 p1 p1 p2 p3 p5",
    "r4 o1 o3 o3 o4 o4 y1 y2 y2 y3 y5 g3 g4 g6 b1 b1 b1 b4 b6 p1 p3 p5 p5 p6",
    "r2 r5 r6 r6 o2 o2 o3 o5 y1 y1 y4 y4 y5 g1 g1 g1 g2 g3 g3 g5 b6 b6 p5 **",
    "r4 r5 o2 o6 o6 y5 y5 y6 g1 g1 g2 g4 g5 g6 g6 b1 b1 b2 b6 p3 p3 p5 ** **",
]
"""Hands for which the other conditions are not enough."""


@pytest.mark.parametrize("text", NEED_COUNTS)
def test_hands_that_only_counts_exclude(text: str) -> None:
    hand: PivitTiles = tiles(text)
    certificate = disproof(hand)
    assert certificate is not None
    assert any(step.startswith("count") for step in certificate)
    assert disproof(hand, effort=QUICK) is None
    assert proves(certificate, hand)
