"""Reviews of finished games: each is made once, however many clients request it."""

from __future__ import annotations

import asyncio
from typing import Final

from quincunx.server.bots.pools import BotPools
from quincunx.server.common.errors import WrongPhase
from quincunx.server.common.slices import Slices
from quincunx.server.storage.table_data.matches import replayable_record
from quincunx.server.tables.interfaces import ReadableTable
from quincunx.server.tables.state.permissions import finished_match
from quincunx.server.tables.view.records import Charge
from quincunx.wire import TableId

MAX_CACHED_REVIEWS: Final = 100
"""How many of the most recently requested reviews are kept."""


async def review_of(
    table: ReadableTable, bot_pools: BotPools, slices: Slices, requester: str = ""
) -> bytes:
    """Return the review of the table's game, as compressed JSON; refused before its end."""
    match = finished_match(table.state, table.services.now())
    if match.outcome is None:
        raise WrongPhase("table.refusal.not_over")
    # Only moves and chance: scenes would be most of what is sent to the other process.
    return await bot_pools.review(await replayable_record(match, slices), requester)


class Reviews:
    """The most recently requested reviews."""

    def __init__(self, bot_pools: BotPools, slices: Slices) -> None:
        self._bot_pools = bot_pools
        self._slices = slices
        self._made: dict[TableId, asyncio.Task[bytes]] = {}
        """By table, in the order of the latest request."""

    def knows(self, table_id: TableId) -> bool:
        """Return whether the table's review exists or is being made, so that it costs nothing."""
        return table_id in self._made

    async def known(self, table_id: TableId) -> bytes:
        """Return a review that exists or is being made."""
        task = self._made[table_id] = self._made.pop(table_id)
        # Others may be waiting for it when one of them disconnects.
        return await asyncio.shield(task)

    async def of(
        self, table: ReadableTable, requester: str = "", charge: Charge = lambda _: None
    ) -> bytes:
        """Return the review as compressed JSON; parallel requests wait for the same one."""
        table_id = table.state.id
        if table_id not in self._made:
            charge(finished_match(table.state, table.services.now()).version + 1)
            self._made[table_id] = self._begin(table, requester)
            while len(self._made) > MAX_CACHED_REVIEWS:
                del self._made[next(iter(self._made))]
        return await self.known(table_id)

    def _begin(self, table: ReadableTable, requester: str) -> asyncio.Task[bytes]:
        task = asyncio.create_task(review_of(table, self._bot_pools, self._slices, requester))
        table_id = table.state.id

        def forget_if_it_failed(task: asyncio.Task[bytes]) -> None:
            if (task.cancelled() or task.exception()) and self._made.get(table_id) is task:
                del self._made[table_id]

        task.add_done_callback(forget_if_it_failed)
        return task
