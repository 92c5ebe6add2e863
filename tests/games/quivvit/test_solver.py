"""Every play of a grid, against a graph of squares that is built anew here."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from random import Random
from types import ModuleType

import numpy as np
import pytest

from quincunx.core.support import jit
from quincunx.games.quivvit import kernel
from quincunx.games.quivvit.moves import ClaimFreeLink, QuivvitMove, Rotate
from quincunx.games.quivvit.solver import find_plays, kernel_grid
from tests.games.quivvit.matches import CardsByCell

COLUMNS = "abcde"
CELLS = [f"{column}{row}" for row in range(1, 6) for column in COLUMNS]
LAYOUTS = ("RGBY", "RGYB", "RBGY", "RBYG", "RYGB", "RYBG")
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Clockwise from the top left, as steps to the right and down."""
QUARTERS = {"right": 1, "half": 2, "left": 3}


Square = tuple[str, tuple[int, int]]
"""A cell, and the point where its corner is."""


def random_cards(rng: Random) -> CardsByCell:
    """Some cells are empty, now and then most of them."""
    filled = rng.choice((0.3, 0.8, 1.0))
    cards = {}
    for cell in CELLS:
        colours, turn = rng.choice(LAYOUTS), rng.randrange(4)
        if rng.random() < filled:
            cards[cell] = colours[turn:] + colours[:turn] + rng.choice(("1", "2", "3", "-1"))
    return cards


def turned(card: str, quarters: int) -> str:
    colours = card[:4]
    return colours[4 - quarters :] + colours[: 4 - quarters] + card[4:]


def squares(cards: CardsByCell) -> Iterator[tuple[Square, str]]:
    for cell, card in cards.items():
        column, row = COLUMNS.index(cell[0]), int(cell[1])
        for (right, down), colour in zip(CORNERS, card[:4], strict=True):
            yield (cell, (column + right, row + down)), colour


def side_by_side(one: str, other: str) -> bool:
    across = abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0]))
    return across + abs(int(one[1]) - int(other[1])) == 1


def component(cards: CardsByCell, start: Square, colours: dict[Square, str]) -> set[str]:
    """The cells of the squares that hang together with one, edge by edge."""
    found, fresh = {start}, [start]
    while fresh:
        cell, point = fresh.pop()
        for other in cards:
            square = (other, point)
            if (
                square not in found
                and side_by_side(cell, other)
                and colours.get(square) == colours[start]
            ):
                found.add(square)
                fresh.append(square)
    return {cell for cell, _ in found}


def brute_force(cards: CardsByCell, cell: str, quarters: int, only: str | None) -> list[set[str]]:
    """The links of that card, each with its cells."""
    laid = {**cards, cell: turned(cards[cell], quarters)}
    colours = dict(squares(laid))
    own = [square for square in colours if square[0] == cell and only in (None, colours[square])]
    return [link for link in (component(laid, square, colours) for square in own) if len(link) > 1]


def expected(cards: CardsByCell, only: str | None) -> dict[QuivvitMove, tuple[int, set[str]]]:
    found: dict[QuivvitMove, tuple[int, set[str]]] = {}
    for cell in cards:
        for way, quarters in QUARTERS.items():
            cells = set[str]().union(*brute_force(cards, cell, quarters, only))
            found[Rotate(cell, way)] = (sum(int(cards[each][4:]) for each in cells), cells)  # type: ignore[arg-type]
        links = brute_force(cards, cell, 0, only)
        if any(len(link) == 4 for link in links):
            cells = set[str]().union(*links)
            found[ClaimFreeLink(cell)] = (sum(int(cards[each][4:]) for each in cells), cells)
    return found


@pytest.mark.rule("quivvit:R4", "quivvit:R8")
@pytest.mark.parametrize("seed", range(40))
def test_every_play_takes_what_hangs_together(seed: int) -> None:
    rng = Random(seed)
    cards = random_cards(rng)
    only = rng.choice((None, None, *"RGBY"))
    found = find_plays(kernel_grid(map(cards.get, CELLS)), only, double=True)
    for play in found:
        assert play.cards == len(play.cells)
    assert {play.move: (play.points, {*play.cells}) for play in found} == expected(cards, only)


def test_covered_cards_count_as_gaps() -> None:
    for seed in range(10):
        rng = Random(seed)
        cards = random_cards(rng)
        covered = rng.sample(sorted(cards), min(4, len(cards)))
        bare = {cell: card for cell, card in cards.items() if cell not in covered}
        found = find_plays(kernel_grid(map(cards.get, CELLS), covered))
        assert found == find_plays(kernel_grid(map(bare.get, CELLS)))


def test_half_turns_and_claims_need_the_card() -> None:
    cards = random_cards(Random(1))
    found = find_plays(kernel_grid(map(cards.get, CELLS)))
    assert {play.move.way for play in found if isinstance(play.move, Rotate)} == {"left", "right"}
    assert not any(isinstance(play.move, ClaimFreeLink) for play in found)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The kernel as it is where numba is missing."""
    monkeypatch.setattr(jit, "HAS_NUMBA", False)
    assert kernel.__file__ is not None
    spec = spec_from_file_location("plain_kernel", kernel.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_without_a_compiler_the_plays_are_the_same(plain: ModuleType) -> None:
    grid = kernel_grid(map(random_cards(Random(2)).get, CELLS))
    results = np.zeros((2, 3, kernel.PLAYS), np.int64)
    for module, result in zip((kernel, plain), results, strict=True):
        module.survey_plays(grid, -1, module.empty_board(), *result)
    assert (results[0] == results[1]).all()


def test_without_a_compiler_what_is_imagined_is_the_same(plain: ModuleType) -> None:
    """Three seats that hold Double Rotate cards, at the end of the last ordinary round."""
    rng = Random(6)
    grids = np.array([kernel_grid(map(random_cards(rng).get, CELLS)) for _ in range(2)])
    tables = np.zeros((2, 5, 3))
    tables[:, kernel.POINTS] = 30, 31, 32
    tables[:, kernel.HOLDS_DOUBLE] = 1
    turns = np.array([[2, 0, 1, 2], [0, 1, 1, 1], [1, 0, 0, 1], [1, 2, 2, 2]])
    rest = np.array([[8.0, 8, 8], [2, 2, 2], [1, 1, 1]])
    numbers = np.array([[rng.random() for _ in range(43)] for _ in range(3)])
    values = np.zeros((2, 2))
    for module, value in zip((kernel, plain), values, strict=True):
        deals = module.sample_deals(np.repeat(np.arange(24), 2), numbers)
        dice, worth = np.array([[0, 1, -1]] * 3), np.array([1.5, 1.9])
        alive = np.arange(2)
        module.run_playouts(grids, tables, alive, deals, dice, turns, rest, worth, 0, 48, value)
    assert values[0] == pytest.approx(values[1])
    assert ((values > 0) & (values < 3)).all()


def test_taking_leaves_gaps() -> None:
    cards = random_cards(Random(3))
    for play in find_plays(kernel_grid(map(cards.get, CELLS))):
        grid = kernel_grid(map(cards.get, CELLS))
        kernel.take_cards(grid, play.number, play.mask)
        left = {**cards, play.move.cell: turned(cards[play.move.cell], play.number % 4)}
        left = {cell: card for cell, card in left.items() if cell not in play.cells}
        assert (grid == kernel_grid(map(left.get, CELLS))).all()


def test_the_same_cards_are_not_taken_twice() -> None:
    rng = Random(4)
    numbers = np.array([[rng.random() for _ in range(60)] for _ in range(20)])
    deck = np.repeat(np.arange(24), 3)
    for deal in kernel.sample_deals(deck, numbers):
        kinds = [int(card) // 4 for card in deal]
        assert all(kinds.count(kind) <= 3 for kind in kinds)
    deals = kernel.sample_deals(deck, numbers)
    assert not any((one == other).all() for one, other in combinations(deals, 2))
