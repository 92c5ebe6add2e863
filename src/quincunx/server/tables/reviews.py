"""The analysis of finished games: each is made once, however many people ask for it."""

from __future__ import annotations

import asyncio
from typing import Final

from quincunx.server.bots.pools import BotPools
from quincunx.server.common.errors import WrongPhase
from quincunx.server.common.slices import Slices
from quincunx.server.storage.table_store import replayable_record
from quincunx.server.tables.live import LiveTable
from quincunx.server.tables.records import Charge

KEPT: Final = 100
"""Reviews that are kept, those that were asked for last."""


async def review_of(
    table: LiveTable, bot_pools: BotPools, slices: Slices, requester: str = ""
) -> bytes:
    """Return the review of the table's game, as compressed JSON; refused before its end."""
    match = table.finished()
    if match.outcome is None:
        raise WrongPhase("table.refusal.not_over")
    # Only moves and chance: scenes would be most of what is sent to the other process.
    return await bot_pools.review(await replayable_record(match, slices), requester)


class Reviews:
    """The reviews that were asked for last."""

    def __init__(self, bot_pools: BotPools, slices: Slices) -> None:
        self._bot_pools = bot_pools
        self._slices = slices
        self._made: dict[str, asyncio.Task[bytes]] = {}
        """By table, the one that was asked for last at the end."""

    def knows(self, table_id: str) -> bool:
        """Return whether the table's review is there or being made, so that it costs nothing."""
        return table_id in self._made

    async def known(self, table_id: str) -> bytes:
        """Return a review that is there, or being made."""
        task = self._made[table_id] = self._made.pop(table_id)
        # Others may be waiting for it when one of them disconnects.
        return await asyncio.shield(task)

    async def of(
        self, table: LiveTable, requester: str = "", charge: Charge = lambda _: None
    ) -> bytes:
        """Return the review as compressed JSON; parallel requests wait for the same one."""
        name = table.sheet.id
        if name not in self._made:
            charge(table.finished().version + 1)
            self._made[name] = self._begin(name, table, requester)
            while len(self._made) > KEPT:
                del self._made[next(iter(self._made))]
        return await self.known(name)

    def _begin(self, name: str, table: LiveTable, requester: str) -> asyncio.Task[bytes]:
        task = asyncio.create_task(review_of(table, self._bot_pools, self._slices, requester))

        def forget_if_it_failed(task: asyncio.Task[bytes]) -> None:
            if (task.cancelled() or task.exception()) and self._made.get(name) is task:
                del self._made[name]

        task.add_done_callback(forget_if_it_failed)
        return task
