"""Games that are played over connections to the server, without a browser."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from quincunx.client import Client, TableConnection
from quincunx.wire import Me, NewTable, TableId
from tests.browser.visitor import Visitor
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import run_in_thread

EASY_QUATREFOIL = NewTable(
    "quatrefoil",
    {"variant": "nothing-to-hide"},
    bots={1: "easy", 2: "easy", 3: "easy"},
    # Other people's profiles link to public tables only.
    open=True,
)


class PlayedGame(NamedTuple):
    person: str
    table: str


def lose_games(server: ServerProcess, name: str = "Ada", games: int = 1) -> PlayedGame:
    """Let a new guest lose games of Quatrefoil by stacking too early; return the last one."""

    async def play() -> PlayedGame:
        guest = await Client.guest(server.url, name)
        table = ""
        for _ in range(games):
            table = (await guest.create_table(EASY_QUATREFOIL)).id
            async with guest.join(table) as connection:
                await connection.ready()
                await connection.my_turn()
                if connection.outcome is None:
                    await connection.play("stack")
        return PlayedGame(guest.person.id, table)

    return run_in_thread(play())


def play_coloryam_to_the_end(visitor: Visitor, server: ServerProcess, table: str) -> None:
    """Let the visitor, whose page has started the game, play over another connection.

    All dice are rolled every time.
    """

    # Playwright can be asked in this thread only.
    client = client_of(visitor, server)

    async def play() -> None:
        async with client.join(TableId(table)) as connection:
            await connection.until(lambda: connection.latest is not None)
            await roll_to_the_end(connection)

    run_in_thread(play())


def client_of(visitor: Visitor, server: ServerProcess) -> Client:
    """Return a client with the session of the visitor's browser."""
    request = visitor.page.request
    person = msgspec.json.decode(request.get("/api/me").body(), type=Me).person
    cookies = visitor.page.context.cookies()
    cookie = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in cookies)
    return Client(server.url, cookie, person)


async def roll_to_the_end(connection: TableConnection) -> None:
    """Play ColorYam without ever keeping a die."""
    while connection.outcome is None:
        await connection.my_turn()
        if connection.outcome is None:
            offered = [offer.move for offer in connection.position.moves]
            move = next(move for move in ("roll", "cross", "enter") if move in offered)
            await connection.play(move)


def fill_seats(server: ServerProcess, address: str, *seats: int) -> None:
    """Let people take these seats, get ready and disconnect."""
    table, invite = address.rpartition("/")[2].split("#")

    async def sit_down() -> None:
        for seat in seats:
            guest = await Client.guest(server.url, f"ApiPlayer {seat}")
            async with guest.join(TableId(table), invite) as connection:
                await connection.sit(seat)
                await connection.ready()

    run_in_thread(sit_down())
