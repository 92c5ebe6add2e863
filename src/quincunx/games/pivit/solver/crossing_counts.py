"""Weigh the places and crossings that the lines need against those that the tiles allow.

Three sets of families are chosen. A place counts 1 in a line of the first set. A crossing of two
lines of one family of the second set counts −1, because there are few of them. A crossing with a
line of the third set counts 1, because each such line must be joined with the others. If the lines
must count more than the tiles can, there is no grid (see `docs/explanation/solvers/pivit.md`).

Numba's cache notices changes only in a function's own file, so after a change here edit `search`
and `line_counting` as well.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from quincunx.core.support.arrays import IntArray
from quincunx.core.support.jit import jit
from quincunx.games.pivit.solver.grid_growth import random_below

SIX: Final = 6
FAMILY_COUNT: Final = 12
ROLES: Final = 8
"""The sets that a family can be in, as bits: its places, its own crossings, all its crossings."""
OWN: Final = 2
"""A role that cannot help: only the family's own crossings count, which lowers the need."""
MAX_STARTS: Final = 32
"""How often the choice of roles starts: with the same role for all colours, then at random."""
MAX_COPIES: Final = 4
"""With more copies of a kind than this nothing is proved."""
MAX_ROOM: Final = 2 * MAX_COPIES
NO_WAY: Final = -1_000
"""The count of copies that cannot all be in lines."""
MAX_ROUNDS: Final = 8


@jit
def most_counted(copies: int, across: int, down: int, one: int, other: int) -> int:
    """Return the most that the copies of a kind can count, all in lines of two families.

    `across` and `down` are the numbers of lines of the families, `one` and `other` their roles.
    """
    both = (one & 1) + (other & 1) + ((one | other) >> 2 & 1)
    twice_one = 2 * (one & 1) - (one >> 1 & 1) + (one >> 2 & 1)
    twice_other = 2 * (other & 1) - (other >> 1 & 1) + (other >> 2 & 1)
    best = NO_WAY
    for crossed in range(min(copies, across, down) + 1):
        for doubled in range(min(copies - crossed, (across - crossed) // 2) + 1):
            rest = copies - crossed - doubled
            for redoubled in range(min(rest, (down - crossed) // 2) + 1):
                for single in range(rest - redoubled + 1):
                    last = rest - redoubled - single
                    if (
                        crossed + 2 * doubled + single <= across
                        and crossed + 2 * redoubled + last <= down
                    ):
                        count = both * crossed + twice_one * doubled + twice_other * redoubled
                        count += (one & 1) * single + (other & 1) * last
                        best = max(best, count)
    return best


@jit
def fill_table(table: IntArray) -> None:
    """Fill the table of `most_counted` by copies, numbers of lines and roles."""
    for copies in range(MAX_COPIES + 1):
        for across in range(2 * copies + 1):
            for down in range(2 * copies + 1):
                for one in range(ROLES):
                    for other in range(ROLES):
                        table[copies, across, down, one, other] = most_counted(
                            copies, across, down, one, other
                        )


@cache
def count_table() -> IntArray:
    """Return the table of `most_counted` by copies, numbers of lines and roles."""
    table = np.zeros((MAX_COPIES + 1, MAX_ROOM + 1, MAX_ROOM + 1, ROLES, ROLES), np.int64)
    fill_table(table)
    return table


@jit
def needed(role: int, low: int, high: int, least: int) -> int:
    """Return the least that the lines of a family with this role count."""
    need = 0
    if role & 1:
        need += least * low
    if role & OWN:
        need -= high * high // 4
    if role & 4:
        need += low
    return need


@jit
def choose_role(
    tiles: IntArray,
    low: IntArray,
    high: IntArray,
    least: int,
    family: int,
    roles: IntArray,
    table: IntArray,
) -> int:
    """Choose the best role of a family; return how much more its lines count than its tiles can."""
    best = NO_WAY * FAMILY_COUNT
    for role in range(ROLES):
        if role == OWN:
            continue
        excess = needed(role, low[family], high[family], least)
        for number in range(SIX):
            if family < SIX:
                other, tile = SIX + number, family * SIX + number
            else:
                other, tile = number, number * SIX + family - SIX
            copies = tiles[tile]
            if copies:
                across, down = min(high[other], 2 * copies), min(high[family], 2 * copies)
                excess -= table[copies, across, down, roles[other], role]
        if excess > best:
            best = excess
            roles[family] = role
    return best


@jit
def best_roles(
    tiles: IntArray, low: IntArray, high: IntArray, least: int, roles: IntArray, table: IntArray
) -> int:
    """Improve the roles, given those of the colours; return how much more lines count than tiles.

    While the roles of the colours are fixed, the role of each design can be chosen on its own, and
    vice versa.
    """
    total = before = NO_WAY * FAMILY_COUNT
    for turn in range(MAX_ROUNDS):
        total = 0
        first = 0 if turn % 2 else SIX
        for number in range(SIX):
            total += choose_role(tiles, low, high, least, first + number, roles, table)
            other = SIX - first + number
            total += needed(roles[other], low[other], high[other], least)
        if total <= before:
            break
        before = total
    joined = alone = 0
    for family in range(FAMILY_COUNT):
        if roles[family] & 4:
            joined += low[family]
        else:
            alone += low[family]
    return total - (joined > 0 and alone == 0)


@jit
def overcounted(
    tiles: IntArray,
    wilds: int,
    low: IntArray,
    high: IntArray,
    least: int,
    starts: int,
    table: IntArray,
) -> int:
    """Return roles with which the lines count more than the tiles can, or −1.

    The roles are three sets of families as bits, one after the other.
    """
    for tile in range(SIX * SIX):
        if tiles[tile] > MAX_COPIES:
            return -1
    roles = np.zeros(FAMILY_COUNT, np.int64)
    seed = np.array([1])
    for start in range(starts):
        for colour in range(SIX):
            roles[colour] = start if start < ROLES else random_below(seed, ROLES)
        excess = best_roles(tiles, low, high, least, roles, table)
        places = joined = 0
        for family in range(FAMILY_COUNT):
            places |= roles[family] & 1
            joined |= roles[family] >> 2
        if excess > wilds * (2 * places + joined):
            found = 0
            for family in range(FAMILY_COUNT):
                for part in range(3):
                    found |= (roles[family] >> part & 1) << (part * FAMILY_COUNT + family)
            return found
    return -1
