"""What viewers are shown of a match at this moment.

The server sends nothing of a match that does not come through a `Window`: here, and nowhere else,
it is decided that a paused real-time game shows nothing. `tests/server/tables/test_window.py`
checks that no other module reads a view, a step, a draft or a record.
"""

from __future__ import annotations

from typing import NamedTuple

from quincunx.core.match import Match
from quincunx.core.viewers import Viewer
from quincunx.server.common.errors import Paused
from quincunx.server.common.times import Now
from quincunx.server.tables.state.absence import must_be_connected
from quincunx.server.tables.state.permissions import help_refusal
from quincunx.server.tables.state.table_state import TableState, table_time
from quincunx.server.tables.state.wake_up import move_limits, time_left, total_limits
from quincunx.server.tables.view import showing
from quincunx.server.tables.view.records import WantedRecord
from quincunx.server.tables.view.showing import Moment
from quincunx.wire import Step, ViewerPosition


class Window(NamedTuple):
    """A match as viewers may see it now."""

    match: Match
    moment: Moment
    covered: bool
    """Whether a pause hides the game from everybody."""
    can_undo: bool
    """Whether moves may be taken back at this table."""

    def position(self, seat: int | None) -> ViewerPosition:
        """Return where the game stands for that seat; `None` is a spectator."""
        if self.covered:
            return self._covered_position()
        return showing.position(self.match, seat, self.moment, can_undo=self.can_undo)

    def _covered_position(self) -> ViewerPosition:
        """Return the version, the clocks and whose turn it is: nothing that can be worked on."""
        moment = self.moment
        return ViewerPosition(
            version=moment.version,
            now=moment.now,
            view=None,
            active=moment.active,
            awaited=moment.awaited,
            member=None,
            moves=(),
            all_moves=False,
            deadline=moment.deadline,
            progress={},
            limits=moment.limits,
            clocks=moment.clocks,
            covered=True,
        )

    def steps(self, seat: int | None, since: int) -> tuple[Step, ...]:
        """Return what that seat saw happen after version `since`."""
        return () if self.covered else showing.steps(self.match, seat, since)

    def latest_steps(self, seat: int | None, since: int | None) -> tuple[Step, ...]:
        """Return the last page of what that seat saw happen after version `since`."""
        return () if self.covered else showing.latest_steps(self.match, seat, since)

    def earlier_steps(self, seat: int | None, before: int, count: int) -> tuple[Step, ...]:
        """Return the last page of what that seat saw happen before version `before`."""
        self.must_be_open()
        return showing.earlier_steps(self.match, seat, before, count)

    @property
    def progress(self) -> dict[int, int] | None:
        """How far each seat's draft has come; `None` while that is hidden."""
        return None if self.covered else self.match.progress

    def record(self, viewer: Viewer, *, final: bool) -> WantedRecord:
        """Return which record is to be built: the game as that viewer knows it."""
        self.must_be_open()
        return WantedRecord(self.match, viewer, final)

    def must_be_open(self) -> None:
        """Refuse to show anything of a paused real-time game."""
        if self.covered:
            raise Paused("table.refusal.covered")


def is_covered(state: TableState) -> bool:
    """Return whether a pause hides the game, so that players cannot use it to think."""
    if state.match is None or not (state.clock.paused and state.in_play):
        return False
    has_fast_clock = state.config.is_timed and must_be_connected(state)
    return state.match.rules.is_real_time or has_fast_clock


def window_of(state: TableState, now: Now) -> Window | None:
    """Return what viewers are shown of a table's match now; `None` before the deal."""
    match = state.match
    if match is None:
        return None
    limits = {**move_limits(state), **total_limits(state)}
    moment = Moment.of(match, table_time(state, now), limits, time_left(state))
    return Window(match, moment, is_covered(state), help_refusal(state, "undo") is None)
