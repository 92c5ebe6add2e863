"""What others have done before somebody comes with a browser."""

from __future__ import annotations

from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

from quincunx.client import Client
from quincunx.wire import NewTable, TableId
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import run

T = TypeVar("T")

TABLE = NewTable(
    "quatrefoil",
    {"variant": "nothing-to-hide"},
    bots={1: "easy", 2: "easy", 3: "easy"},
    # A profile leads strangers to public tables only.
    open=True,
)


class Played(NamedTuple):
    person: str
    table: str
    """The last of the games."""


def lose(server: ServerProcess, games: int = 1) -> Played:
    """Somebody called Ada stacks too early, so many times."""

    async def play() -> Played:
        ada = await Client.guest(server.url, "Ada")
        table = ""
        for _ in range(games):
            table = (await ada.create_table(TABLE)).id
            async with ada.join(table) as seat:
                await seat.ready()
                await seat.my_turn()
                if seat.outcome is None:
                    await seat.play("stack")
        return Played(ada.person.id, table)

    return _elsewhere(play())


def keep_seats(server: ServerProcess, address: str, *seats: int) -> None:
    """People sit down there, are ready, and go."""
    table, invite = address.rpartition("/")[2].split("#")

    async def sit_down() -> None:
        for seat in seats:
            person = await Client.guest(server.url, f"Guest {seat}")
            async with person.join(TableId(table), invite) as there:
                await there.sit(seat)
                await there.ready()

    _elsewhere(sit_down())


def _elsewhere(work: Coroutine[Any, Any, T]) -> T:
    """Playwright has an event loop in this thread already."""
    with ThreadPoolExecutor() as thread:
        return thread.submit(run, work).result()
