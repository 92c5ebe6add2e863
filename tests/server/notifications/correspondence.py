"""Games by correspondence: both players come, move and close the page."""

from __future__ import annotations

from typing import Any

from quincunx.client import Client, TableConnection
from quincunx.wire import NewTable

DAY_S = 24 * 3600
BY_CORRESPONDENCE = NewTable("coloryam", seats=2, pace=DAY_S, rated=False)


async def start_game(ada: Client, ben: Client) -> tuple[str, str]:
    """Begin a game by correspondence; both players then close the page."""
    opened = await ada.create_table(BY_CORRESPONDENCE)
    async with ada.join(opened.id) as hers, ben.join(opened.id, opened.invite) as his:
        await his.sit(1)
        await hers.ready()
        await his.ready()
        await hers.until(lambda: hers.latest is not None)
    return opened.id, opened.invite


def is_on_turn(table: TableConnection) -> bool:
    return table.seat is not None and table.seat in table.position.awaited


async def play_until_the_turn_passes(table: TableConnection) -> None:
    await table.until(lambda: table.latest is not None)
    while is_on_turn(table):
        version = await table.play(table.position.moves[-1].move)
        await table.until(lambda: table.position.version >= version)  # noqa: B023


async def play_turn(clients: tuple[Client, Client], table: Any) -> Client:
    """The player whose turn it is plays until it passes; returns the other one."""
    for client, other in (clients, clients[::-1]):
        async with client.join(table) as connection:
            await connection.until(lambda: connection.latest is not None)
            if is_on_turn(connection):
                await play_until_the_turn_passes(connection)
                return other
    raise AssertionError("it is nobody's turn")
