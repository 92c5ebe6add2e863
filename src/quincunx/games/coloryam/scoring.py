"""Points: by rank within a line, ties to the lower place, nothing for an X."""

from __future__ import annotations

from quincunx.games.coloryam.sheet import X


def line_points(totals: tuple[int, ...]) -> tuple[int, ...]:
    """The points of each seat for the totals of one line.

    The last place is worth one point and each place above one more; who ties takes the lower
    place, so what counts is how many one has left behind.

    >>> line_points((26, 31, 24, 17, 0))
    (4, 5, 3, 2, 0)
    """
    return tuple(0 if mine == X else 1 + sum(total < mine for total in totals) for mine in totals)
