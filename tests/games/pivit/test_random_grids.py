"""Grids for random play: all tiles, or right, or none; and quickly."""

from __future__ import annotations

from random import Random
from time import process_time

from quincunx.games.pivit.grid import as_grid, grid_faults, normalise, pieces
from quincunx.games.pivit.random_grids import any_grid, correct_grid
from tests.games.pivit.hands import full


def test_any_grid_holds_all_tiles_in_one_piece() -> None:
    for seed in range(20):
        grid = any_grid(full(seed), Random(seed))
        assert tuple(sorted(tile for _, _, tile in grid)) == full(seed)
        assert len(pieces(as_grid(grid))) == 1
        assert grid == normalise(as_grid(grid))


def test_right_grids_are_right() -> None:
    rng = Random(1)
    found = 0
    for seed in range(40):
        grid = correct_grid(full(seed), rng)
        if grid is not None:
            found += 1
            assert not [*grid_faults(as_grid(grid), full(seed), pairs_allowed=False)]
            assert grid == normalise(as_grid(grid))
    assert found >= 4


def test_it_gives_up_soon() -> None:
    rng = Random(1)
    times = []
    for seed in range(20):
        start = process_time()
        correct_grid(full(seed), rng)
        times.append(process_time() - start)
    assert sorted(times)[10] < 0.05
