"""Games that are over before anybody had to think."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from quincunx.client import Client
from quincunx.wire import NewTable
from tests.server.serving import Serving

TABLE = NewTable(
    "quatrefoil", {"variant": "nothing-to-hide"}, bots={1: "easy", 2: "easy", 3: "easy"}
)


class Played(NamedTuple):
    person: str
    table: str
    """The last of the games."""


def lose(server: Serving, games: int = 1) -> Played:
    """Somebody called Ada stacks too early, so many times."""

    async def play() -> Played:
        ada = await Client.guest(server.url, "Ada")
        table = ""
        for _ in range(games):
            table = (await ada.open_table(TABLE)).id
            async with ada.join(table) as seat:
                await seat.ready()
                await seat.my_turn()
                if seat.outcome is None:
                    await seat.play("stack")
        return Played(ada.person.id, table)

    # Playwright has an event loop in this thread already.
    with ThreadPoolExecutor() as elsewhere:
        return elsewhere.submit(asyncio.run, play()).result()
