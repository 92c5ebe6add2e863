"""The clocks for all moves of a game together: how much time each seat has left.

Everything follows from the times in the match's log and from the players' vacations, so nothing of
it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from quincunx.core.match import Match
from quincunx.server.common.seating import Seating
from quincunx.server.common.time_spans import TimeSpans, end_outside, time_outside
from quincunx.server.common.times import TableTime
from quincunx.wire import TotalTime


class TotalClock(msgspec.Struct, frozen=True):
    """Follows a match version by version.

    The clock of a seat runs while the game waits for it. A move adds the increment. An undo gives
    no time back.
    """

    total: TotalTime | None = None
    """`None` if the table has no total time."""
    left: Mapping[int, int] = {}
    """By seat, the milliseconds left when its clock was last started or stopped."""
    since: Mapping[int, TableTime] = {}
    """By seat whose clock runs, since when."""
    next_version: int = 0

    def followed(self, match: Match, seating: Seating) -> TotalClock:
        """Return the clocks after what has happened in the match since `next_version`."""
        if self.total is None:
            return self
        base_ms, increment_ms = self.total.base * 1000, self.total.increment * 1000
        left = dict(self.left) or dict.fromkeys(range(match.seats), base_ms)
        since = self.since
        for version in range(self.next_version, match.version + 1):
            entry = match.log[version]
            at = TableTime(entry.at)
            for seat, started in since.items():
                standstills = _standstills(match, seating, seat, version - 1)
                left[seat] -= time_outside(standstills, started, at)
            if entry.seat is not None and entry.seat in since and entry.back is None:
                left[entry.seat] += increment_ms
            since = dict.fromkeys(match.rules.awaited(match.state_at(version)), at)
        return TotalClock(self.total, left, since, match.version + 1)

    def limits(self, match: Match, seating: Seating) -> dict[int, int]:
        """Return, by seat whose clock runs, the table time at which its time is up."""
        return {
            seat: end_outside(
                _standstills(match, seating, seat, match.version), at, self.left[seat]
            )
            for seat, at in self.since.items()
        }


def _standstills(match: Match, seating: Seating, seat: int, version: int) -> TimeSpans:
    """Return when the clock of a seat stands still while that version is the last one."""
    if not seating.has_vacations:
        return ()
    return seating.standstills(seat, match.rules.member(match.state_at(version), seat))
