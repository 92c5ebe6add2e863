"""Distribute the tiles over the lines, once the number of lines of every family is known.

An *arrangement* says for each tile which lines contain it, and so which lines cross, but not where
the lines are. The search either finds a proof that no arrangement is possible, or lays the lines
of an arrangement out as a grid (`line_placement`). Hands get here only if counting leaves few cases
and random grids have failed, so this is plain Python.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from quincunx.games.pivit.grid import Cell
from quincunx.games.pivit.solver.budget import Budget
from quincunx.games.pivit.solver.line_placement import TileLines, place_lines
from quincunx.games.pivit.tiles import SIX, TEXT

Use = tuple[TileLines, ...]
"""The lines of each copy of a kind."""
Arrangement = Mapping[int, Use]
"""The uses of some or all kinds."""
LaidGrid = dict[Cell, int]
Sides = Sequence[int]
"""For each line, the group of connected lines to which it belongs, times 2, plus its side.

Lines of a group are on the same side if they must be parallel.
"""


def arrangement_steps(
    tiles: Sequence[int], lines_by_family: Sequence[int], shortest: int, budget: Budget
) -> Iterator[str | LaidGrid]:
    """Yield the steps of a proof that the tiles cannot be laid with these lines.

    A grid instead of a step shows that they can be laid. Raises `UndecidedError` if the search
    takes too long.
    """
    families = [family for family, count in enumerate(lines_by_family) for _ in range(count)]
    return _Search(families, shortest, budget).steps({}, _all_uses(tiles, families, budget))


def _all_uses(
    tiles: Sequence[int], families: Sequence[int], budget: Budget
) -> dict[int, list[Use]]:
    """Return for each kind every way to distribute its copies over the lines."""
    all_uses: dict[int, list[Use]] = {}
    for kind, copies in enumerate(tiles):
        if copies:
            own = (kind // SIX, SIX + kind % SIX)
            lines = [line for line, family in enumerate(families) if family in own]
            all_uses[kind] = []
            for use in _uses(copies, lines):
                budget.spend()
                all_uses[kind].append(use)
    return all_uses


def _uses(copies: int, lines: Sequence[int], after: TileLines = ()) -> Iterator[Use]:
    """Yield in order every way to distribute copies over lines; a line takes at most one."""
    if copies == 0:
        yield ()
        return
    for number, line in enumerate(lines):
        for place in ((line,), *((line, other) for other in lines[number + 1 :])):
            if place > after:
                rest = [other for other in lines if other not in place]
                for use in _uses(copies - 1, rest, place):
                    yield (place, *use)


def crossings(uses: Iterable[Use]) -> Iterator[TileLines]:
    """Yield the two lines of each tile that is in two lines."""
    return (lines for use in uses for lines in use if len(lines) == 2)


def _join(sides: Sides, lines: TileLines) -> Sides | None:
    """Return the sides after two lines cross, or `None` if they are on the same side."""
    one, other = sides[lines[0]], sides[lines[1]]
    if one == other:
        return None
    if one >> 1 == other >> 1:
        return sides
    turn = other ^ one ^ 1
    return [side ^ turn if side >> 1 == other >> 1 else side for side in sides]


def _swap(use: Use, one: int, other: int) -> Use:
    """Return the use with two lines swapped."""
    swapped = {one: other, other: one}
    return tuple(sorted(tuple(sorted(swapped.get(line, line) for line in tile)) for tile in use))


class _Search:
    """A search for an arrangement with lines of these families."""

    def __init__(self, families: Sequence[int], shortest: int, budget: Budget) -> None:
        self._families = families
        self._shortest = shortest
        self._budget = budget

    def steps(
        self, used: Arrangement, unused: Mapping[int, Sequence[Use]]
    ) -> Iterator[str | LaidGrid]:
        """Yield the proof for a case, or a grid; `unused` are the uses of all other kinds."""
        self._budget.spend(sum(map(len, unused.values())))
        sides = self._sides(used)
        crossed = {*crossings(used.values())}
        unused = {
            kind: [use for use in uses if _is_possible(use, sides, crossed)]
            for kind, uses in unused.items()
        }
        if unfilled := self._unfilled_lines(used, unused):
            yield " ".join(("unfilled", *(str(line + 1) for line in unfilled)))
        elif self._is_apart(sides, unused):
            yield "unjoined"
        elif not unused:
            yield self._lay(used, sides) or "unplaced"
        else:
            kind = min(unused, key=lambda kind: len(unused[kind]))
            yield f"use {TEXT[kind]}"
            others = {other: uses for other, uses in unused.items() if other != kind}
            equal = self._equal_lines(used)
            for use in unused[kind]:
                if all(use <= _swap(use, *pair) for pair in equal):
                    yield from self.steps({**used, kind: use}, others)

    def _sides(self, used: Arrangement) -> Sides:
        sides: Sides = [2 * line for line in range(len(self._families))]
        for lines in crossings(used.values()):
            joined = _join(sides, lines)
            assert joined is not None, "impossible uses are left out"
            sides = joined
        return sides

    def _unfilled_lines(
        self, used: Arrangement, unused: Mapping[int, Sequence[Use]]
    ) -> Sequence[int]:
        """Return lines that cannot get enough tiles: one line, or all that have too few so far."""
        missing = [self._shortest] * len(self._families)
        for use in used.values():
            for tile in use:
                for line in tile:
                    missing[line] -= 1
        options = [
            {sum(1 << line for tile in use for line in tile) for use in uses}
            for uses in unused.values()
        ]
        short = [line for line, lack in enumerate(missing) if lack > 0]
        for lines in (*([line] for line in short), short):
            chosen = sum(1 << line for line in lines)
            more = sum(
                max(((option & chosen).bit_count() for option in uses), default=0)
                for uses in options
            )
            if more < sum(missing[line] for line in lines):
                return lines
        return ()

    def _is_apart(self, sides: Sides, unused: Mapping[int, Sequence[Use]]) -> bool:
        """Return whether no further crossings can connect all lines."""
        groups = [side >> 1 for side in sides]
        for uses in unused.values():
            for one, other in crossings(uses):
                if groups[one] != groups[other]:
                    old, new = groups[one], groups[other]
                    groups = [new if group == old else group for group in groups]
        return len({*groups}) > 1

    def _equal_lines(self, used: Arrangement) -> list[tuple[int, int]]:
        """Return the pairs of lines of one family that nothing distinguishes so far."""
        return [
            (one, other)
            for one, family in enumerate(self._families)
            for other in range(one + 1, len(self._families))
            if family == self._families[other]
            and all(_swap(use, one, other) == use for use in used.values())
        ]

    def _lay(self, used: Arrangement, sides: Sides) -> LaidGrid | None:
        kinds = [kind for kind, use in used.items() for _ in use]
        tiles = [lines for use in used.values() for lines in use]
        cells = place_lines(tiles, [side & 1 == 0 for side in sides], self._budget)
        return None if cells is None else {cells[tile]: kind for tile, kind in enumerate(kinds)}


def _is_possible(use: Use, sides: Sides, crossed: set[TileLines]) -> bool:
    """Return whether the crossings of the use are new, each of a row and a column."""
    for lines in crossings((use,)):
        joined = None if lines in crossed else _join(sides, lines)
        if joined is None:
            return False
        sides = joined
    return True
