"""Pivit's puzzles: a grid is almost finished, and the last tiles need a place."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Final

from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.puzzles import Puzzle, PuzzleSetup, Verdict
from quincunx.core.seeds import Seed
from quincunx.games.pivit.grid import (
    Cell,
    PlacedTiles,
    as_grid,
    format_grid,
    grid_faults,
    lines,
    normalise,
)
from quincunx.games.pivit.moves import ClaimGrid, PivitMove
from quincunx.games.pivit.options import PivitOptions
from quincunx.games.pivit.random_grids import correct_grid
from quincunx.games.pivit.state import PivitDraft
from quincunx.games.pivit.tiles import TEXT, TILE, PivitTiles

if TYPE_CHECKING:
    from quincunx.core.game import Game

TILES_LEFT: Final = (4, 6, 8)
"""By level, how many tiles are left to place."""
MAX_TRIES: Final = 12
"""How often tiles are taken out of a grid until none of them fits by itself."""


def generate(game: Game, seed: Seed, level: int) -> Puzzle | None:
    """Deal a hand, build a correct grid, and take tiles out of it."""
    match = Match(game, PivitOptions(), 1, seed=seed)
    match.play("ready", 0)
    assert match.deadline is not None, "the tiles are turned over a moment later"
    match.tick(match.deadline)
    rng, hand = Random(seed.secret), match.state.hands[0]
    grid = correct_grid(hand, rng)
    if grid is None:
        return None
    started = _unfinished(grid, hand, TILES_LEFT[level], rng)
    if started is None:
        return None
    return Puzzle(
        match=match,
        question=Message("pivit.puzzle.question", {"tiles": TILES_LEFT[level]}),
        solution=lambda: str(ClaimGrid(grid)),
        draft=PivitDraft(tuple((x, y, TEXT[tile]) for (x, y), tile in sorted(started.items()))),
    )


def _unfinished(
    grid: PlacedTiles, hand: PivitTiles, count: int, rng: Random
) -> dict[Cell, int] | None:
    """Return the grid without that many tiles, of which none fits by itself.

    So the player has to find a line for several of them, or to rearrange the grid.
    """
    for _ in range(MAX_TRIES):
        started = _without_lines(as_grid(grid), count, rng)
        if started is not None and not _one_fits(started, hand):
            return started
    return None


def _without_lines(grid: dict[Cell, int], count: int, rng: Random) -> dict[Cell, int] | None:
    """Take tiles out of the grid, whole lines at a time, so that the rest is still correct.

    A tile where two lines cross stays with the other line. Return `None` if no lines with exactly
    that many tiles can be taken out.
    """
    while count:
        removable = [
            rest for line in lines(grid) if (rest := _without_line(grid, line, count)) is not None
        ]
        if not removable:
            return None
        smaller = rng.choice(removable)
        count -= len(grid) - len(smaller)
        grid = smaller
    return grid


def _without_line(
    grid: dict[Cell, int], line: tuple[Cell, ...], most: int
) -> dict[Cell, int] | None:
    """Return the grid without the tiles that are only in this line, if it is still correct."""
    crossed = {cell for other in lines(grid) if other != line for cell in other}
    rest = {cell: tile for cell, tile in grid.items() if cell not in line or cell in crossed}
    return rest if 0 < len(grid) - len(rest) <= most and _is_correct(rest) else None


def _one_fits(grid: dict[Cell, int], hand: PivitTiles) -> bool:
    """Return whether one of the tiles that are left can be placed without any other."""
    left = Counter(hand) - Counter(grid.values())
    free = {
        cell
        for x, y in grid
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        if cell not in grid
    }
    return any(_is_correct({**grid, cell: tile}) for tile in left for cell in free)


def _is_correct(grid: dict[Cell, int]) -> bool:
    hand = tuple(sorted(grid.values()))
    return next(grid_faults(grid, hand, pairs_allowed=False), None) is None


def judge(puzzle: Puzzle, match: Match, move: PivitMove) -> Verdict:
    """Accept every grid that the rules accept; they refuse a wrong one."""
    return Verdict(loss=0.0, best=(str(move),), message=Message("pivit.puzzle.right"), solved=True)


def offers(move: PivitMove) -> bool:
    """Return whether the move is a grid: the puzzle needs no trade."""
    return isinstance(move, ClaimGrid)


def describe(move: PivitMove) -> Message:
    """Say where the solution is shown: a grid is too long for a sentence."""
    return Message("pivit.puzzle.solution")


def format_draft(draft: PivitDraft) -> str:
    """Return the tiles that are placed at the beginning, row by row."""
    grid = normalise({(x, y): TILE[text] for x, y, text in draft.tiles})
    return format_grid(grid).replace(" / ", "\n")


PUZZLES: Final = PuzzleSetup(
    generate=generate, judge=judge, offers=offers, describe=describe, format_draft=format_draft
)
