"""How a bot's grid grows on screen: tile by tile, with detours, no faster than a person could.

People put some tiles aside as a group before they know where it goes, and take tiles back when
they do not fit. The drafts of a bot do the same, and the last draft is the whole grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from quincunx.games.pivit.grid import Cell, PlacedTiles

MIN_TILE_MS: Final = 1_000
"""The shortest time for moving one tile."""
ASIDE_PROBABILITY: Final = 0.15
"""The probability that a few other tiles are put aside before a tile is placed."""
TAKE_BACK_PROBABILITY: Final = 0.08
"""The probability that a few tiles are removed back after one was placed."""

DraftTiles = tuple[tuple[int, int, int], ...]


def draft_states(grid: PlacedTiles, rng: Random) -> Iterator[DraftTiles]:
    """Yield the draft after each movement of a tile, up to the whole grid."""
    order = _touching_order(grid, rng)
    placed: dict[int, Cell] = {}
    aside_row = 2 + max((y for _, y, _ in grid), default=0)

    def draft() -> DraftTiles:
        return tuple((*cell, order[number][2]) for number, cell in placed.items())

    for number, (x, y, _) in enumerate(order):
        if rng.random() < ASIDE_PROBABILITY:
            aside_row += 2
            for place, other in enumerate(_choose_later_tiles(number, len(order), placed, rng)):
                placed[other] = (place, aside_row)
                yield draft()
        placed.pop(number, None)
        placed[number] = (x, y)
        yield draft()
        if rng.random() < TAKE_BACK_PROBABILITY:
            removed = range(max(0, number - rng.randint(0, 2)), number + 1)
            for other in removed:
                del placed[other]
            yield draft()
            for other in removed:
                placed[other] = order[other][:2]
                yield draft()


def _touching_order(grid: PlacedTiles, rng: Random) -> DraftTiles:
    """Return the tiles in an order in which each touches an earlier one if possible."""
    left = list(grid)
    order: list[tuple[int, int, int]] = []
    while left:
        beside = [tile for tile in left if any(_are_adjacent(tile, other) for other in order[-8:])]
        chosen = rng.choice(beside or left)
        left.remove(chosen)
        order.append(chosen)
    return tuple(order)


def _are_adjacent(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _choose_later_tiles(number: int, count: int, placed: dict[int, Cell], rng: Random) -> list[int]:
    free = [other for other in range(number + 1, count) if other not in placed]
    return sorted(rng.sample(free, min(len(free), rng.randint(2, 3))))


def draft_times(count: int, begins: int, ends: int, rng: Random) -> list[int]:
    """Return the time of each movement; the last is at `ends`, or later if that is too fast."""
    spare = max(0, ends - begins - count * MIN_TILE_MS)
    weights = [rng.expovariate(1) for _ in range(count)]
    at, done = float(begins), []
    for weight in weights:
        at += MIN_TILE_MS + spare * weight / sum(weights)
        done.append(round(at))
    return done


def speed_up(done: list[int], began_at: int | None, part: float) -> list[int]:
    """Shorten the times after the start of a last minute to the fraction `part`.

    No movement gets less than `MIN_TILE_MS`.
    """
    if began_at is None:
        return done
    times: list[int] = []
    for at in done:
        if at <= began_at:
            times.append(at)
            continue
        earliest = max(began_at, times[-1] if times else 0) + MIN_TILE_MS
        times.append(min(at, max(earliest, began_at + round((at - began_at) * part))))
    return times
