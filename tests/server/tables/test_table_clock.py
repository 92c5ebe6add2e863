"""Table time never runs backwards, although the server times of two processes differ a little."""

from __future__ import annotations

from quincunx.server.common.times import ServerTime, TableTime
from quincunx.server.tables.state.table_clock import TableClock


def test_a_process_whose_server_time_is_behind_does_not_turn_table_time_back() -> None:
    stored_by_another_process = TableClock(TableTime(54_042), ServerTime(100_000))
    assert stored_by_another_process.time(ServerTime(99_928)) == 54_042
    assert stored_by_another_process.time(ServerTime(100_010)) == 54_052


def test_a_paused_clock_stands_still() -> None:
    clock = TableClock(TableTime(0), ServerTime(1_000)).pause(ServerTime(1_500))
    assert clock.time(ServerTime(9_000)) == 500
    assert clock.resume(ServerTime(9_000)).time(ServerTime(9_100)) == 600
