"""Proofs that a hand cannot be laid: good ones pass the checker, all others do not."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from quincunx.games.pivit.grid import as_grid, choose_wilds
from quincunx.games.pivit.proofs import FAMILIES, NONE, proves
from quincunx.games.pivit.proofs.arrangement_checker import STEPS
from quincunx.games.pivit.proofs.proof_checker import need_of_lines, supply_of_tiles, whole_case
from quincunx.games.pivit.proofs.work import Work
from quincunx.games.pivit.solver import BOT_TRIES, disproof, solve
from quincunx.games.pivit.solver.line_counting import QUICK
from quincunx.games.pivit.tiles import FULL_MIDDLE, TEXT, WILD, PivitTiles
from tests.games.pivit.exhaustive import can_be_laid
from tests.games.pivit.hands import NEED_ARRANGEMENTS, decided, small, tiles
from tests.games.pivit.laid_lines import numbers_of_lines

WORDS = ("lines", "short", "apart", "count", *STEPS)
LINES_APART = "r1 r2 r3 o4 o5 o6"
"""Two lines that have nothing in common."""
SQUARE_AND_ONE = "r1 r2 r3 o1 o2 o3 y1 y2 y3 p5"
"""Nine tiles with three to six lines, and one that matches none of them."""


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
        # The numbers of lines are not known yet.
        (SQUARE_AND_ONE, ("use p5",)),
        (SQUARE_AND_ONE, ("unfilled 1",)),
        (SQUARE_AND_ONE, ("unjoined",)),
        (SQUARE_AND_ONE, ("unplaced",)),
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


def staircase(length: int) -> tuple[int, ...]:
    """Return the tiles of a staircase of red lines of three: each shares a tile with the next."""
    return tuple(number % 3 for number in range(length))


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        # Grids of such tiles are correct, but the game does not have as many or none of the kind.
        ((WILD,) * 39, ("uncovered **",)),
        ((WILD,) * 39, ("uncovered xyz",)),
        (staircase(129), ("uncovered r1",)),
        ((*tiles("r1 r2 r3"), 37), ("uncovered r1",)),
        ((*tiles("r1 r2 r3"), -1), ("uncovered r1",)),
        # What is no step is refused: not a text, a number with too many digits, and a split in
        # which one case is the whole.
        (tiles(LINES_APART), (1,)),
        (tiles(LINES_APART), (None, "apart r")),
        (tiles(LINES_APART), ("lines r " + "9" * 5_000,)),
        (tiles(LINES_APART), ("lines r ²", "apart r", "apart r")),
        (tiles(LINES_APART), ("lines r 0",) * 3_000),
        (tiles(LINES_APART), ("lines r 1",) * 3_000),
        (tiles(LINES_APART), ("lines r 2", "apart r", "apart r")),
        (tiles(LINES_APART), ("count r -",)),
    ],
)
def test_what_makes_no_sense_proves_nothing(hand: PivitTiles, steps: tuple[str, ...]) -> None:
    assert not proves(steps, hand)


RED = "r1 r2 r3 r4 r5 r6 " * 3


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        # Billions of uses, all in one step.
        (RED + "** " * 6, [*["wild r1"] * 6, "lines r 15", "unjoined"]),
        (RED + "o1 o2 o3 y1 y2 y3", ["lines r 12", *(f"lines {f} 1" for f in "12345"), "unjoined"]),
    ],
)
def test_work_is_limited(hand: str, steps: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate of a few steps could otherwise occupy the checker for hours."""
    monkeypatch.setattr("quincunx.games.pivit.proofs.work.MAX_WORK", 2_000)
    assert not proves(steps, tiles(hand))


def test_certificates_for_all_tiles_of_the_game_are_not_nested_too_deeply() -> None:
    middle = tuple(kind for kind, copies in enumerate(FULL_MIDDLE) for _ in range(copies))
    deep = [f"lines {family} {number}" for family in FAMILIES for number in range(1, 17)]
    assert not proves([*deep, "wild r1"] * 6, middle)


def test_the_checker_runs_without_the_solver() -> None:
    code = """
import sys
from quincunx.games.pivit.proofs import proves
assert proves(["apart r"], (0, 1, 2, 9, 10, 11))
assert "numba" not in sys.modules
assert not any(name.startswith("quincunx.games.pivit.solver") for name in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        (LINES_APART, ("apart r",)),
        (LINES_APART, ("apart o 4",)),
        ("r1 r2 r3 o4", ("uncovered o4",)),
        (LINES_APART, ("count - - r",)),
        (LINES_APART, ("unjoined",)),
        (SQUARE_AND_ONE, ("uncovered p5",)),
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


def test_tiles_of_correct_grids_supply_what_their_lines_need() -> None:
    rng = Random(3)
    tightest = []
    for hand, answer in decided(True, 25):
        assert answer.grid is not None
        grid = as_grid(answer.grid)
        ell = numbers_of_lines({**grid, **(choose_wilds(grid) or {})})
        case = whole_case(Counter(hand), 0, 3, Work())._replace(low=ell, high=ell)
        for _ in range(60):
            sets = _some(rng), _some(rng), _some(rng)
            supply = supply_of_tiles(case, *sets)
            need = need_of_lines(case, *sets)
            assert need <= supply
            tightest.append(supply - need)
    assert min(tightest) <= 2


def test_the_need_of_lines_is_the_least_within_the_bounds() -> None:
    """Places count with the lower bound, own crossings with the upper one."""
    ell = dict.fromkeys(FAMILIES, 0)
    case = whole_case(Counter(), 0, 3, Work())._replace(low=ell | {"r": 2}, high=ell | {"r": 6})
    assert need_of_lines(case, "r", "-", "-") == 6
    assert need_of_lines(case, "-", "r", "-") == -9
    assert need_of_lines(case, "-", "-", "r") == 1


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


@pytest.mark.parametrize("text", NEED_ARRANGEMENTS)
def test_each_case_of_the_lines_needs_a_proof(text: str) -> None:
    hand: PivitTiles = tiles(text)
    certificate = solve(hand, tries=BOT_TRIES).certificate
    assert certificate is not None
    assert proves(certificate, hand)
    assert not proves(certificate, hand, shortest=2)
    kinds = [step.split()[0] for step in certificate]
    for place in map(kinds.index, {"unfilled", "unjoined", "unplaced"} & {*kinds}):
        assert not proves((*certificate[:place], *certificate[place + 1 :]), hand)
        assert not proves((*certificate[: place + 1], *certificate[place:]), hand)
