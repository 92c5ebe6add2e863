"""What a live table needs from the server around it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.cluster.presence import Presence
from quincunx.server.common.slices import Slices
from quincunx.server.common.times import Now, ServerTime, wall_clock
from quincunx.server.storage.store import Store
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import Person, PersonId, TableId


class Services(NamedTuple):
    """The same for all tables of a process."""

    store: Store
    clock: ServerClock
    presence: Presence
    bot_pools: BotPools
    runs_bots: bool
    """Whether bots' turns are taken in this process, and not only in others."""
    slices: Slices
    schedule: Callable[[TableId, ServerTime | None], None]
    """Wake a table up at a server time; `None` cancels that."""
    table_changed: Callable[[TableId], None]
    """Called when lists of tables may look different."""
    on_commit: Callable[[TableState, TableState], None]
    """Called with the states before and after each change that this process has stored."""
    unload: Callable[[TableId], None]
    """Drop a table from memory, so that the next client gets it from the store."""
    create_rematch: Callable[[TableState, Person], Awaitable[TableId]]
    """Create the table of a rematch, and return its id."""

    vacation_ended: Callable[[PersonId], None]
    """Called when a move has ended a vacation: the player's other tables are to be read again."""

    def now(self) -> Now:
        return Now(self.clock.now(), wall_clock())
