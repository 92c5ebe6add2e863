"""Commands that the operator leaves in the store for the running server, or for the next one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Literal

from sqlalchemy import delete, insert, select
from sqlalchemy.engine import RowMapping

from quincunx.server.common.background import BackgroundService
from quincunx.server.common.times import wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store

CommandKind = Literal["close", "ban", "remove", "rename", "reload"]
"""Close a table; disconnect a banned person; forget a deleted person; show a person under a new
name; reload the database, which was replaced by a backup."""

CommandHandler = Callable[[str], Awaitable[None]]
"""Gets the target of the command: the id of a table or person, or a server time."""

POLL_INTERVAL_S: Final = 1.0

log = logging.getLogger(__name__)


async def queue_command(connection: StoreConnection, kind: CommandKind, target: str) -> None:
    """Store a command for the running server."""
    await connection.execute(
        insert(schema.operator_commands).values(kind=kind, target=target, at=wall_clock())
    )


class CommandRunner(BackgroundService):
    """Runs stored commands while it is open (`async with`), with the handler for each kind."""

    def __init__(self, store: Store, handlers: Mapping[CommandKind, CommandHandler]) -> None:
        self._store = store
        self._handlers = handlers

    async def _run(self) -> None:
        query = select(schema.operator_commands).order_by("id")
        while True:
            try:
                for command in await self._store.fetch_all(query):
                    await self._run_command(command)
            except Exception:
                # The commands are still stored when the database is available again.
                log.exception("could not read the operator’s commands")
            await asyncio.sleep(POLL_INTERVAL_S)

    async def _run_command(self, command: RowMapping) -> None:
        """Run a command, then delete it. After a crash in between it runs again, harmlessly."""
        try:
            await self._handlers[command["kind"]](command["target"])
        except Exception:
            log.exception("the command “%s %s” failed", command["kind"], command["target"])

        # Compare the time as well: a database restored from a backup reuses the ids.
        commands = schema.operator_commands.c
        is_done = (commands.id == command["id"]) & (commands.at == command["at"])

        async def job(connection: StoreConnection) -> None:
            await connection.execute(delete(schema.operator_commands).where(is_done))

        await self._store.write(job)
