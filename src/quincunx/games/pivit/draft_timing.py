"""How a grid comes to lie on the table: tile by tile, with detours, no faster than hands can.

People lay some tiles aside as a group before they know where it goes, and take some back when they
see that it will not do. So do these states of a grid, and the last of them is the grid itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from quincunx.games.pivit.grid import Cell, PlacedTiles

MIN_TILE_MS: Final = 1_000
"""Milliseconds that a hand needs for a tile, at the least."""
ASIDE_PROBABILITY: Final = 0.15
"""How often, before a tile is laid, a few others are laid aside as a group."""
TAKE_BACK_PROBABILITY: Final = 0.08
"""How often a few tiles are taken back after one was laid."""

Tiles = tuple[tuple[int, int, int], ...]


def draft_states(grid: PlacedTiles, rng: Random) -> Iterator[Tiles]:
    """What lies there after each movement of a hand, until it is the whole grid."""
    order = _touching_order(grid, rng)
    table: dict[int, Cell] = {}
    below = 2 + max((y for _, y, _ in grid), default=0)

    def seen() -> Tiles:
        return tuple((*cell, order[number][2]) for number, cell in table.items())

    for number, (x, y, _) in enumerate(order):
        if rng.random() < ASIDE_PROBABILITY:
            below += 2
            for place, other in enumerate(_some_later(number, len(order), table, rng)):
                table[other] = (place, below)
                yield seen()
        table.pop(number, None)
        table[number] = (x, y)
        yield seen()
        if rng.random() < TAKE_BACK_PROBABILITY:
            taken = range(max(0, number - rng.randint(0, 2)), number + 1)
            for other in taken:
                del table[other]
            yield seen()
            for other in taken:
                table[other] = order[other][:2]
                yield seen()


def _touching_order(grid: PlacedTiles, rng: Random) -> Tiles:
    """The tiles from one of them on, each beside one that comes before it where that can be."""
    left = list(grid)
    order: list[tuple[int, int, int]] = []
    while left:
        beside = [tile for tile in left if any(_touch(tile, other) for other in order[-8:])]
        chosen = rng.choice(beside or left)
        left.remove(chosen)
        order.append(chosen)
    return tuple(order)


def _touch(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _some_later(number: int, count: int, table: dict[int, Cell], rng: Random) -> list[int]:
    free = [other for other in range(number + 1, count) if other not in table]
    return sorted(rng.sample(free, min(len(free), rng.randint(2, 3))))


def draft_times(count: int, begins: int, ends: int, rng: Random) -> list[int]:
    """When each of so many movements is done: the last at the end, or later if that is too fast."""
    spare = max(0, ends - begins - count * MIN_TILE_MS)
    weights = [rng.expovariate(1) for _ in range(count)]
    at, done = float(begins), []
    for weight in weights:
        at += MIN_TILE_MS + spare * weight / sum(weights)
        done.append(round(at))
    return done


def speed_up(done: list[int], began_at: int | None, part: float) -> list[int]:
    """The same movements, in `part` of the time from when a last minute began.

    A hand still needs its time for each of them.
    """
    if began_at is None:
        return done
    faster: list[int] = []
    for at in done:
        if at <= began_at:
            faster.append(at)
            continue
        earliest = max(began_at, faster[-1] if faster else 0) + MIN_TILE_MS
        faster.append(min(at, max(earliest, began_at + round((at - began_at) * part))))
    return faster
