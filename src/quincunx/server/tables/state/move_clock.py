"""The clock for single moves: since when each seat is awaited, and how long it may take."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from quincunx.core.match import Match
from quincunx.server.common.seating import Seating
from quincunx.server.common.time_spans import end_outside
from quincunx.server.common.times import TableTime


class MoveClock(msgspec.Struct, frozen=True):
    """Follows a match version by version."""

    allowed_ms: int | None = None
    """Milliseconds for a move; `None` if the table has no move clock."""
    since: Mapping[int, TableTime] = {}
    """By awaited seat, since when it is awaited."""
    next_version: int = 0

    @classmethod
    def with_pace(cls, seconds: int | None) -> MoveClock:
        return cls(None if seconds is None else seconds * 1000)

    def followed(self, match: Match) -> MoveClock:
        """Return the clock after what has happened in the match since `next_version`."""
        if self.allowed_ms is None:
            return self
        since = self.since
        for version in range(self.next_version, match.version + 1):
            entry = match.log[version]
            # A seat whose turn goes on after its own move has the full time again.
            is_restarted = entry.back is not None
            at = TableTime(entry.at)
            since = {
                seat: at if is_restarted or entry.seat == seat else since.get(seat, at)
                for seat in match.rules.awaited(match.state_at(version))
            }
        return MoveClock(self.allowed_ms, since, match.version + 1)

    def limits(self, match: Match, seating: Seating) -> dict[int, int]:
        """Return, by awaited seat, the table time at which its time is up."""
        if self.allowed_ms is None:
            return {}
        if not seating.has_vacations:
            return {seat: at + self.allowed_ms for seat, at in self.since.items()}
        limits: dict[int, int] = {}
        for seat, at in self.since.items():
            standstills = seating.standstills(seat, match.rules.member(match.state, seat))
            limits[seat] = end_outside(standstills, at, self.allowed_ms)
        return limits
