"""Table time: how long a game has been played."""

from __future__ import annotations

import msgspec

from quincunx.server.common.times import ServerTime, TableTime


class TableClock(msgspec.Struct, frozen=True):
    """A table's clock showed `at` at server time `since`; it stands still while paused."""

    at: TableTime = TableTime(0)
    since: ServerTime = ServerTime(0)
    paused: bool = False

    def time(self, now: ServerTime) -> TableTime:
        """Return the table time at a server time.

        Never less than `at`: the server time of another process may be some milliseconds ahead.
        """
        return self.at if self.paused else TableTime(self.at + max(0, now - self.since))

    def server_time(self, at: TableTime) -> ServerTime:
        """Return the server time at which the clock will show `at` if it is not paused."""
        return ServerTime(self.since + at - self.at)

    def planned_time(self, at: ServerTime) -> TableTime:
        """Return what the clock will show at a server time if it is not paused until then."""
        return TableTime(self.at + at - self.since)

    def pause(self, now: ServerTime) -> TableClock:
        return TableClock(self.time(now), now, paused=True)

    def resume(self, now: ServerTime) -> TableClock:
        return TableClock(self.at, now)
