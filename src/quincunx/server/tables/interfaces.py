"""A live table as the modules see it that need only a part of `TableRuntime`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from quincunx.server.common.times import Now
from quincunx.server.tables.commands.change import Change
from quincunx.server.tables.services import Services
from quincunx.server.tables.state.table_state import TableState
from quincunx.server.tables.state.wake_up import Duty

LocalUpdate = Callable[[TableState], TableState]
"""An update of what only this process knows: connections, names, bots' plans."""


class ReadableTable(Protocol):
    """A table for queries and reviews, which never change it."""

    @property
    def state(self) -> TableState: ...

    @property
    def services(self) -> Services: ...


class RunnableTable(ReadableTable, Protocol):
    """A table for what runs commands on it when something is due."""

    @property
    def duty(self) -> Duty:
        """What this process does at the table by itself."""

    async def run(self, command: Callable[[TableState, Now], Change]) -> Change:
        """Run a command on the newest state, store its change and broadcast it."""

    def update_locally(self, update: LocalUpdate) -> None:
        """Update what is not stored."""

    def schedule_wake_up(self) -> None:
        """Have the table woken up when something is due."""
