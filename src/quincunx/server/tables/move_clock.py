"""A table's own clock for moves: since when each seat is awaited, and how long it may think."""

from __future__ import annotations

from quincunx.core.match import Match


class Pace:
    """Follows a match version by version."""

    def __init__(self, seconds: int | None) -> None:
        self._allowed = None if seconds is None else seconds * 1000
        self._since: dict[int, int] = {}
        self._next = 0

    def follow(self, match: Match) -> None:
        """Takes in what has happened since the last look."""
        if self._allowed is None:
            return
        for version in range(self._next, match.version + 1):
            entry = match.log[version]
            # A seat that goes on after a move of its own has a new one to make.
            anew = entry.back is not None
            self._since = {
                seat: entry.at if anew or entry.seat == seat else self._since.get(seat, entry.at)
                for seat in match.rules.awaited(match.state_at(version))
            }
        self._next = match.version + 1

    def limits(self) -> dict[int, int]:
        """By awaited seat, the table time at which its time is up."""
        if self._allowed is None:
            return {}
        return {seat: since + self._allowed for seat, since in self._since.items()}
