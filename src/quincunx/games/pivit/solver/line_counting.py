"""Prove that a hand cannot be laid by counting the lines of each colour and each design.

There are twelve *families* of lines: the colours, then the designs. A hand allows each family a
largest number of lines, and its tiles need a smallest number; if these contradict each other, there
is no grid. The search writes a proof, an array of steps: a step that splits a case is followed by
the proofs of its cases (see `docs/explanation/solvers/pivit.md`).

Numba's cache notices changes only in a function's own file, so after a change here edit `search`
as well.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from quincunx.core.support.arrays import IntArray
from quincunx.core.support.jit import jit
from quincunx.games.pivit.solver.crossing_counts import MAX_STARTS, ROLES, overcounted
from quincunx.games.pivit.solver.grid_growth import PLAIN_KINDS, SIX

FAMILY_COUNT: Final = 12
MAX_LINES: Final = 16
"""More lines of one family than any hand of 24 tiles allows."""
SPLIT, UNCOVERED, SHORT, APART, OVERCOUNTED, OPEN = range(6)
"""The kinds of steps: a case is split in two, ends in one of four ways, or is left open."""
QUICK, FULL, COMPLETE = range(3)
"""How much work a proof may take. Only `COMPLETE` proofs without wild tiles have open cases."""
LINES_BITS: Final = 5
"""The bits for the number of lines of a family in an open case."""
MAX_PROOF_STEPS: Final = 1_000
"""The most steps of a proof for one choice of the wild tiles."""
MAX_OPEN_CASES: Final = 64
"""The most cases that are open at a time."""
POSSIBLE: Final = -1
"""Returned instead of the length of a proof: counting does not exclude a grid."""


@jit
def member_of(family: int, number: int) -> int:
    """Return one of the six kinds of a family."""
    return family * SIX + number if family < SIX else number * SIX + family - SIX


@jit
def most_lines(tiles: IntArray, wilds: int, family: int, least: int, bound: int, kept: int) -> int:
    """Return the most lines, up to a bound, that the family can have on its own.

    A tile is in two of them where they cross, and any two of them cross at most once. A tile that
    is `kept` for a line of another family has one place fewer.
    """
    for lines in range(bound, 0, -1):
        once = twice = 0
        for member in range(SIX):
            tile = member_of(family, member)
            once += min(tiles[tile], lines)
            twice += min(2 * tiles[tile] - (tile == kept), lines)
        if min(twice, once + lines * lines // 4) + 2 * wilds >= least * lines:
            return lines
    return 0


@jit
def shortage(tiles: IntArray, lines: IntArray, least: int) -> tuple[int, int]:
    """Return the largest number of places that some families lack, and these families.

    Once the colours are chosen, each design can be considered on its own.
    """
    worst = families = 0
    active = 0
    for colour in range(SIX):
        if lines[colour]:
            active |= 1 << colour
    chosen = active
    while True:
        lack, them = 0, chosen
        for colour in range(SIX):
            if chosen >> colour & 1:
                lack += least * lines[colour]
                for design in range(SIX):
                    lack -= min(2 * tiles[colour * SIX + design], lines[colour])
        for design in range(SIX):
            own = lines[SIX + design]
            if own == 0:
                continue
            more = least * own
            for colour in range(SIX):
                twice = 2 * tiles[colour * SIX + design]
                taken = min(twice, lines[colour]) if chosen >> colour & 1 else 0
                more -= min(twice - taken, own)
            if more > 0:
                lack += more
                them |= 1 << SIX + design
        if lack > worst:
            worst, families = lack, them
        if chosen == 0:
            return worst, families
        chosen = (chosen - 1) & active


@jit
def narrow(tiles: IntArray, low: IntArray, high: IntArray) -> int:
    """Raise the lower bounds so that each tile is in a line.

    Returns a kind for which that is impossible, or `PLAIN_KINDS`.
    """
    for tile in range(PLAIN_KINDS):
        colour, design, count = tile // SIX, SIX + tile % SIX, tiles[tile]
        if count > high[colour] + high[design]:
            return tile
        if count:
            low[colour] = max(low[colour], count - high[design])
            low[design] = max(low[design], count - high[colour])
    return PLAIN_KINDS


@jit
def undecided_family(tiles: IntArray, low: IntArray, high: IntArray) -> int:
    """Return a family that may need more lines to cover a tile, or `FAMILY_COUNT`."""
    tightest, family = 2 * MAX_LINES, FAMILY_COUNT
    for tile in range(PLAIN_KINDS):
        colour, design = tile // SIX, SIX + tile % SIX
        if low[colour] + low[design] < tiles[tile]:
            room = high[colour] - low[colour] + high[design] - low[design]
            if room < tightest:
                tightest = room
                family = colour if high[colour] > low[colour] else design
    return family


@jit
def can_cross(tiles: IntArray, low: IntArray, high: IntArray, least: int, tile: int) -> bool:
    """Return whether a line of the tile's colour and one of its design can cross in a copy of it.

    There is one line more than there are copies, because the other copies are in lines too.
    """
    colour, design = tile // SIX, SIX + tile % SIX
    across = most_lines(tiles, 0, colour, least, high[colour], tile)
    down = most_lines(tiles, 0, design, least, high[design], tile)
    enough = across >= max(1, low[colour]) and down >= max(1, low[design])
    return bool(enough and across + down > tiles[tile] > 0)


@jit
def crossings(tiles: IntArray, low: IntArray, high: IntArray, least: int) -> IntArray:
    """Return for each kind the two families whose lines can cross in it, as a bit set, or 0."""
    found = np.zeros(PLAIN_KINDS, np.int64)
    for tile in range(PLAIN_KINDS):
        if tiles[tile] and can_cross(tiles, low, high, least, tile):
            found[tile] = 1 << tile // SIX | 1 << SIX + tile % SIX
    return found


@jit
def piece_of(crossing: IntArray, family: int) -> int:
    """Return the families whose lines can be connected with this family's."""
    piece, before = 1 << family, 0
    while piece != before:
        before = piece
        for tile in range(PLAIN_KINDS):
            if crossing[tile] & piece:
                piece |= crossing[tile]
    return piece


@jit
def families_with_lines(low: IntArray) -> int:
    """Return the families that must have lines, as a bit set."""
    families = 0
    for family in range(FAMILY_COUNT):
        if low[family]:
            families |= 1 << family
    return families


@jit
def is_one_piece(crossing: IntArray, families: int) -> bool:
    """Return whether the lines of all these families can be connected."""
    for family in range(FAMILY_COUNT):
        if families >> family & 1:
            return bool(piece_of(crossing, family) == families)
    return True


@jit
def neighbour_of(crossing: IntArray, low: IntArray, high: IntArray, piece: int) -> int:
    """Return a family that may have more lines, which can connect the piece with others."""
    for tile in range(PLAIN_KINDS):
        if crossing[tile] & piece and crossing[tile] & ~piece:
            colour, design = tile // SIX, SIX + tile % SIX
            return colour if high[colour] > low[colour] else design
    return FAMILY_COUNT


@jit
def loose_piece(tiles: IntArray, low: IntArray, high: IntArray, least: int) -> tuple[int, int]:
    """Return one of several unconnected pieces, and a family that may connect it with others."""
    fewest = crossings(tiles, low, low, least)
    rest = families_with_lines(low)
    found, neighbour = 0, FAMILY_COUNT
    if is_one_piece(fewest, rest):
        return found, neighbour
    most = crossings(tiles, low, high, least)
    for family in range(FAMILY_COUNT):
        if rest >> family & 1:
            piece = piece_of(fewest, family)
            rest &= ~piece
            beside = neighbour_of(most, low, high, piece)
            if found == 0 or beside == FAMILY_COUNT:
                found, neighbour = piece, beside
    return found, neighbour


@jit
def lack_of(tiles: IntArray, lines: IntArray, least: int, families: int) -> int:
    """Return how many places these families lack for their lines."""
    lack = 0
    for family in range(FAMILY_COUNT):
        if families >> family & 1:
            lack += least * lines[family]
    for tile in range(PLAIN_KINDS):
        colour, design = tile // SIX, SIX + tile % SIX
        wanted = 0
        if families >> colour & 1:
            wanted += lines[colour]
        if families >> design & 1:
            wanted += lines[design]
        lack -= min(2 * tiles[tile], wanted)
    return lack


@jit
def has_way_out(
    tiles: IntArray, low: IntArray, crossing: IntArray, piece: int, spare: bool
) -> bool:
    """Return whether a line of the piece can cross a line outside it.

    With no tile to spare, the crossing must not use a tile that the piece needs twice.
    """
    for tile in range(PLAIN_KINDS):
        if crossing[tile] & piece and crossing[tile] & ~piece:
            colour = tile // SIX
            inside = colour if piece >> colour & 1 else SIX + tile % SIX
            if spare or low[inside] < 2 * tiles[tile]:
                return True
    return False


@jit
def closed_piece(tiles: IntArray, low: IntArray, high: IntArray, least: int) -> int:
    """Return a proper subset of the families with lines that cannot cross the others, or 0."""
    crossing = crossings(tiles, low, high, least)
    active = families_with_lines(low)
    piece = (active - 1) & active
    while piece:
        lack = lack_of(tiles, low, least, piece)
        if not has_way_out(tiles, low, crossing, piece, lack < 0):
            return piece
        piece = (piece - 1) & active
    return 0


@jit
def loosest_family(low: IntArray, high: IntArray) -> int:
    """Return a family whose number of lines is not known yet, or `FAMILY_COUNT`."""
    for family in range(FAMILY_COUNT):
        if low[family] == 0 and high[family]:
            return family
    for family in range(FAMILY_COUNT):
        if low[family] < high[family]:
            return family
    return FAMILY_COUNT


@jit
def end_of_case(
    tiles: IntArray,
    wilds: int,
    low: IntArray,
    high: IntArray,
    least: int,
    effort: int,
    table: IntArray,
    step: IntArray,
) -> bool:
    """Write how the case ends or splits into `step`; return whether it does either."""
    tile = narrow(tiles, low, high)
    if tile < PLAIN_KINDS:
        step[0], step[1] = UNCOVERED, tile
        return True
    lack, families = shortage(tiles, low, least)
    if lack > 2 * wilds:
        step[0], step[1] = SHORT, families
        return True
    if effort >= FULL:
        roles = overcounted(tiles, wilds, low, high, least, ROLES, table)
        if roles >= 0:
            step[0], step[1] = OVERCOUNTED, roles
            return True
    family = undecided_family(tiles, low, high)
    if family == FAMILY_COUNT and wilds == 0:
        # A wild tile could connect two pieces.
        piece, family = loose_piece(tiles, low, high, least)
        if piece == 0 and effort:
            piece = closed_piece(tiles, low, high, least)
            if piece == 0:
                family = loosest_family(low, high)
        if piece and family == FAMILY_COUNT:
            step[0], step[1] = APART, piece
            return True
    if family == FAMILY_COUNT and effort >= FULL:
        roles = overcounted(tiles, wilds, low, high, least, MAX_STARTS, table)
        if roles >= 0:
            step[0], step[1] = OVERCOUNTED, roles
            return True
    if family == FAMILY_COUNT and effort == COMPLETE and wilds == 0:
        # All numbers of lines are known.
        step[0], step[1] = OPEN, 0
        for other in range(FAMILY_COUNT):
            step[1] |= low[other] << LINES_BITS * other
        return True
    step[0], step[1] = SPLIT, family
    return family < FAMILY_COUNT


@jit
def disprove(
    tiles: IntArray, wilds: int, least: int, effort: int, table: IntArray, proof: IntArray
) -> int:
    """Write a proof that the hand cannot be laid; return its number of steps, or `POSSIBLE`."""
    low = np.zeros((MAX_OPEN_CASES, FAMILY_COUNT), np.int64)
    high = np.empty((MAX_OPEN_CASES, FAMILY_COUNT), np.int64)
    for family in range(FAMILY_COUNT):
        high[0, family] = most_lines(tiles, wilds, family, least, MAX_LINES, PLAIN_KINDS)
    open_cases, size = 1, 0
    while open_cases:
        case = open_cases - 1
        step = proof[size]
        if size + 1 == len(proof) or open_cases == MAX_OPEN_CASES:
            return POSSIBLE
        if not end_of_case(tiles, wilds, low[case], high[case], least, effort, table, step):
            return POSSIBLE
        size += 1
        if step[0] != SPLIT:
            open_cases -= 1
            continue
        # The case with fewer lines of the family stays on the stack below the case with more.
        family = step[1]
        step[2] = low[case, family] + 1
        # A loop instead of `low[case + 1] = low[case]`, which takes seconds to compile.
        for other in range(FAMILY_COUNT):
            low[case + 1, other], high[case + 1, other] = low[case, other], high[case, other]
        low[case + 1, family] += 1
        high[case, family] = low[case, family]
        open_cases += 1
    return size
