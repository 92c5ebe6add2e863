"""Check the end of a proof, where the number of lines of every family is known.

This part of a proof is about which lines contain which tiles. The checker shares no code with the
search; `docs/explanation/solvers/pivit.md` says what the steps mean and why they hold.
Lines are numbered from 1, in the order of their families, r o y g b p 1 2 3 4 5 6:

    use r1           splits a case: every way to distribute the copies of r1 over the lines
    unfilled 3 7     ends a case: those lines cannot get enough tiles
    unjoined         ends a case: the crossings cannot connect all lines
    unplaced         ends a case: all tiles are in lines, and these cannot be laid out as a grid
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Final, NamedTuple

from quincunx.games.pivit.proofs.work import UnprovedError, Work
from quincunx.games.pivit.tiles import TEXT, TILE

STEPS: Final = ("use", "unfilled", "unjoined", "unplaced")
"""The steps that this module checks."""

Lines = tuple[int, ...]
"""The one or two lines that contain a tile."""
Use = tuple[Lines, ...]
"""The lines of each copy of a kind."""
Cell = tuple[int, int]
Cells = Mapping[int, Cell]
"""The cells of the tiles that are placed, by their number."""


class LineCase(NamedTuple):
    """A case with known lines: the copies of each kind, the family of each line, and the uses.

    All cases of a certificate share its work.
    """

    copies: Mapping[int, int]
    families: str
    shortest: int
    used: Mapping[int, Use]
    work: Work

    def lines(self) -> range:
        return range(len(self.families))

    def unused(self) -> list[int]:
        return [kind for kind in self.copies if kind not in self.used]


def check_lines(steps: Iterator[str], case: LineCase) -> None:
    """Raise `UnprovedError` unless the next steps prove that the case is impossible."""
    match next(steps, "").split():
        case ["use", text] if TILE.get(text) in case.unused():
            kind = TILE[text]
            for use in different_uses(case, kind):
                check_lines(steps, case._replace(used={**case.used, kind: use}))
        case ["unfilled", *numbers] if _are_unfilled(case, numbers):
            return
        case ["unjoined"] if not _can_be_joined(case):
            return
        case ["unplaced"] if not case.unused() and not _can_be_placed(case):
            return
        case _:
            raise UnprovedError


def _possible_uses(case: LineCase, kind: int) -> Iterator[Use]:
    """Yield in order the ways to distribute the copies of a kind over the lines.

    A line takes at most one copy. Lines that cross do so once, and are a row and a column.
    """
    lines = [line for line in case.lines() if case.families[line] in TEXT[kind]]
    places = sorted([*combinations(lines, 1), *combinations(lines, 2)])
    crossings = [*_crossings(case.used.values())]
    for use in _choices(places, case.copies[kind], case.work):
        if _sides([*crossings, *_crossings([use])], len(case.families)) is not None:
            yield use


def _choices(places: Sequence[Lines], count: int, work: Work) -> Iterator[Use]:
    """Yield in order the ways to choose this many places that have no line in common."""
    work.spend()
    if count == 0:
        yield ()
    elif count > 0:
        for number, place in enumerate(places):
            rest = [other for other in places[number + 1 :] if not {*place} & {*other}]
            for others in _choices(rest, count - 1, work):
                yield (place, *others)


def different_uses(case: LineCase, kind: int) -> Iterator[Use]:
    """Yield the possible uses, without those that only swap two lines.

    Lines of a family can be swapped if that changes no use so far.
    """
    alike = [
        (one, other)
        for one, other in combinations(case.lines(), 2)
        if case.families[one] == case.families[other]
    ]
    case.work.spend(len(alike))
    equal = [
        pair for pair in alike if all(swapped(use, *pair) == use for use in case.used.values())
    ]
    for use in _possible_uses(case, kind):
        if all(use <= swapped(use, *pair) for pair in equal):
            yield use


def swapped(use: Use, one: int, other: int) -> Use:
    """Return the use after two lines have exchanged their numbers."""
    names = {one: other, other: one}
    return tuple(sorted(tuple(sorted(names.get(line, line) for line in tile)) for tile in use))


def _crossings(uses: Iterable[Use]) -> Iterator[Lines]:
    return (lines for use in uses for lines in use if len(lines) == 2)


def _sides(crossings: Sequence[Lines], count: int) -> dict[int, bool] | None:
    """Return whether each line is a row, or `None` if lines cannot cross like this."""
    if len({*crossings}) < len(crossings):
        return None
    across: list[list[int]] = [[] for _ in range(count)]
    for one, other in crossings:
        across[one].append(other)
        across[other].append(one)
    rows: dict[int, bool] = {}
    for first in range(count):
        rows.setdefault(first, True)
        reached = [first]
        for line in reached:
            for other in across[line]:
                if other not in rows:
                    rows[other] = not rows[line]
                    reached.append(other)
                elif rows[other] == rows[line]:
                    return None
    return rows


def _are_unfilled(case: LineCase, numbers: Sequence[str]) -> bool:
    """Return whether these lines lack tiles, however the remaining kinds are used."""
    chosen = {line for line in case.lines() if str(line + 1) in numbers}
    placed = sum(_places(use, chosen) for use in case.used.values())
    for kind in case.unused():
        placed += max((_places(use, chosen) for use in _possible_uses(case, kind)), default=0)
    return placed < case.shortest * len(chosen)


def _places(use: Use, lines: set[int]) -> int:
    return sum(len(lines & {*tile}) for tile in use)


def _can_be_joined(case: LineCase) -> bool:
    """Return whether the crossings so far and all possible ones together connect all lines."""
    possible = (use for kind in case.unused() for use in _possible_uses(case, kind))
    pieces = [{line} for line in case.lines()]
    for lines in _crossings(chain(case.used.values(), possible)):
        if len(pieces) <= 1:
            break
        joined = {*lines}.union(*(piece for piece in pieces if piece & {*lines}))
        pieces = [joined, *(piece for piece in pieces if not piece & joined)]
    return len(pieces) <= 1


def _can_be_placed(case: LineCase) -> bool:
    """Return whether the lines can be laid out as one connected grid."""
    tiles = [lines for use in case.used.values() for lines in use]
    rows = _sides([*_crossings(case.used.values())], len(case.families))
    assert rows is not None, "impossible uses are left out"
    crossings = Counter(line for lines in tiles if len(lines) == 2 for line in lines)
    # Around a tile in lines with many crossings, the other tiles have the fewest ways.
    start = max(range(len(tiles)), key=lambda tile: sum(crossings[line] for line in tiles[tile]))
    return _fits(_Layout(tiles, rows, case.work), {start: (0, 0)}, frozenset(case.lines()))


class _Layout(NamedTuple):
    """What is known before any tile is placed: the lines of each tile, and which are rows."""

    tiles: Sequence[Lines]
    rows: Mapping[int, bool]
    work: Work


def _fits(layout: _Layout, cells: Cells, open_lines: frozenset[int]) -> bool:
    """Return whether the open lines can be added to the placed tiles."""
    if not open_lines:
        return True
    begun = {line for tile in cells for line in layout.tiles[tile]} & open_lines
    choices = [(line, [*_ways(layout, line, cells)]) for line in begun]
    if not choices:
        return False
    # The line with the fewest ways comes next.
    line, ways = min(choices, key=lambda choice: len(choice[1]))
    return any(_fits(layout, way, open_lines - {line}) for way in ways)


def _ways(layout: _Layout, line: int, cells: Cells) -> Iterator[Cells]:
    """Yield the cells after a line with a placed tile is added in each possible way."""
    members = [tile for tile, lines in enumerate(layout.tiles) if line in lines]
    missing = [tile for tile in members if tile not in cells]
    placed = {cells[tile] for tile in members if tile in cells}
    x, y = min(placed)
    for before in range(len(members)):
        steps = range(-before, len(members) - before)
        run = [(x + step, y) if layout.rows[line] else (x, y + step) for step in steps]
        if placed == {*run} & {*cells.values()}:
            free = [cell for cell in run if cell not in placed]
            yield from _fillings(layout, missing, free, cells)


def _fillings(
    layout: _Layout, missing: Sequence[int], free: Sequence[Cell], cells: Cells
) -> Iterator[Cells]:
    """Yield the cells after the missing tiles of a line are placed in its free cells."""
    layout.work.spend()
    if not free:
        yield cells
    tried: set[Lines] = set()
    for tile in missing:
        # Tiles that are in no other line are interchangeable.
        if layout.tiles[tile] not in tried and _is_free(layout.tiles, tile, free[0], cells):
            rest = [other for other in missing if other != tile]
            yield from _fillings(layout, rest, free[1:], {**cells, tile: free[0]})
        tried.add(layout.tiles[tile])


def _is_free(tiles: Sequence[Lines], tile: int, cell: Cell, cells: Cells) -> bool:
    """Return whether the cell is empty and its neighbours share a line with the tile."""
    x, y = cell
    beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
    return cell not in cells.values() and all(
        {*tiles[tile]} & {*tiles[other]} for other, place in cells.items() if place in beside
    )
