"""Measures finding every play of a Quivvit grid: rules, solver and kernel."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import numpy as np

from bench.contest import rates
from quincunx.games.quivvit import kernel
from quincunx.games.quivvit.cards import CARD_VALUES, CARDS, NO_CARD, rotated
from quincunx.games.quivvit.grid import CELLS, QuivvitGrid, free_link_cells
from quincunx.games.quivvit.rules.link_tables import linked_cells
from quincunx.games.quivvit.solver import find_plays

GRIDS: Final = 60
GOAL_US: Final = 100

_RNG: Final = Random(1)
_GRIDS: Final[list[list[int]]] = [
    [*(_RNG.randrange(CARDS) for _ in range(CELLS)), NO_CARD] for _ in range(GRIDS)
]
_KERNEL_GRIDS: Final = [np.array(grid) for grid in _GRIDS]


def by_the_rules() -> int:
    for grid in _GRIDS:
        for cell in range(CELLS):
            for quarters in (1, 2, 3):
                _points(grid, cell, quarters)
        for cell in free_link_cells(grid):
            _points(grid, cell, 0)
    return GRIDS


def _points(grid: QuivvitGrid, cell: int, quarters: int) -> int:
    cells = linked_cells(grid, cell, rotated(grid[cell], quarters))
    return sum(CARD_VALUES[grid[each]] for each in cells)


def by_the_solver() -> int:
    for grid in _KERNEL_GRIDS:
        find_plays(grid, double=True)
    return GRIDS


def by_the_kernel(survey: Callable[..., None]) -> Callable[[], int]:
    board, found = kernel.empty_board(), np.zeros((3, kernel.PLAYS), np.int64)

    def run() -> int:
        for grid in _KERNEL_GRIDS:
            survey(grid, -1, board, *found)
        return GRIDS

    return run


def uncompiled() -> int:
    """Run the kernel as plain Python, down to the functions that it calls."""
    names = ("_fill_board", "_write_ranks", "_taken_neighbours")
    kept = {name: getattr(kernel, name) for name in names}
    try:
        for name, function in kept.items():
            setattr(kernel, name, getattr(function, "py_func", function))
        return by_the_kernel(getattr(kernel.survey_plays, "py_func", kernel.survey_plays))()
    finally:
        for name, function in kept.items():
            setattr(kernel, name, function)


def main() -> None:
    measured = rates(
        {
            "the rules' linked": by_the_rules,
            "solver, as plays": by_the_solver,
            "kernel, as arrays": by_the_kernel(kernel.survey_plays),
            "kernel, uncompiled": uncompiled,
        }
    )
    plain = measured["the rules' linked"]
    print(f"{'':22}{'µs a grid':>10}{'/ linked':>10}")
    for name, rate in measured.items():
        print(f"{name:22}{1e6 / rate:>10.1f}{rate / plain:>10.1f}")
    print(f"goal: {GOAL_US} µs for all rotations and claims of a grid")
