"""Points for complete lines: by rank within a line, ties take the lower place, an X scores 0."""

from __future__ import annotations

from quincunx.games.coloryam.sheet import LINES, SECTION_OF_LINE, X
from quincunx.games.coloryam.state import Column


def line_points(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Return the points of each seat for the totals of one line.

    The last place is worth one point and each place above it one more. Players who tie take the
    lower place, so what counts is how many others have less.

    >>> line_points((26, 31, 24, 17, 0))
    (4, 5, 3, 2, 0)
    """
    ranking = sorted(totals)
    return tuple([0 if mine == X else 1 + ranking.index(mine) for mine in totals])


def line_entries(entries: tuple[Column, ...], line: int) -> tuple[int, ...]:
    """Return the entries of a complete line by seat."""
    return tuple([column[line] or X for column in entries])


def points_by_line(entries: tuple[Column, ...], lines_done: int) -> tuple[Column, ...]:
    """Return by seat and line what the complete lines are worth; alone, the entries themselves."""
    seats = len(entries)
    by_line: list[Column] = [(None,) * seats] * LINES
    for line in range(lines_done):
        totals = line_entries(entries, line)
        by_line[line] = totals if seats == 1 else line_points(totals)
    return tuple(zip(*by_line, strict=True))


def row_above(entries: tuple[Column, ...], line: int) -> tuple[int, ...]:
    """Return by seat what is directly above a line: the line before, or a section's score row."""
    if SECTION_OF_LINE[line] == SECTION_OF_LINE[line - 1]:
        return line_entries(entries, line - 1)
    section = [
        above for above in range(line) if SECTION_OF_LINE[above] == SECTION_OF_LINE[line - 1]
    ]
    points = [line_points(line_entries(entries, above)) for above in section]
    return tuple(map(sum, zip(*points, strict=True)))
