"""Games over real sockets on a server inside the test process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from litestar import Litestar
from sqlalchemy import select

from quincunx.client import Client, Refusal, TableConnection
from quincunx.server.http.app import create_app
from quincunx.server.storage import schema
from quincunx.wire import (
    NewTable,
    SeatMember,
    TableOpened,
)
from tests.helpers.in_process_server import advance_clock, serve_app
from tests.helpers.stores import sqlite_url

PAIR = NewTable("coloryam", seats=2)
BOTS = NewTable("coloryam", seats=2, bots={1: "easy"}, rated=True)


class LocalServer(NamedTuple):
    app: Litestar
    url: str


class Game(NamedTuple):
    """A game in play, with its players in the order of their seats."""

    app: Litestar
    opened: TableOpened
    clients: list[Client]
    tables: list[TableConnection]

    async def advance(self, milliseconds: int) -> None:
        """Move the server's clock forward."""
        await advance_clock(self.app, self.opened.id, milliseconds)

    def member(self, seat: int) -> SeatMember:
        """Return the first member of a seat, as the first player sees it."""
        found = self.tables[0].table.seats[seat].members[0]
        assert found is not None
        return found

    async def until(self, condition: Callable[[TableConnection], bool]) -> None:
        """Wait until the condition is true for every player."""
        for table in self.tables:
            await table.until(lambda table=table: condition(table))  # type: ignore[misc]


@asynccontextmanager
async def serve(folder: Path) -> AsyncIterator[LocalServer]:
    app = create_app(sqlite_url(folder))
    async with serve_app(app) as url:
        yield LocalServer(app, url)


@asynccontextmanager
async def new_game(server: LocalServer, wanted: NewTable, *names: str) -> AsyncIterator[Game]:
    clients = [await Client.guest(server.url, name) for name in names]
    opened = await clients[0].create_table(wanted)
    async with AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(client.join(opened.id, opened.invite))
            for client in clients
        ]
        for seat, table in enumerate(tables[1:], 1):
            await table.sit(seat)
        for table in tables:
            await table.ready()
        game = Game(server.app, opened, clients, tables)
        await game.until(lambda table: table.latest is not None)
        yield game


async def refusal_id(work: Coroutine[Any, Any, Any]) -> str:
    """Return the message id of the expected refusal."""
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value.refused.message.id


async def play_first_move(game: Game) -> None:
    """Let the player whose turn it is make the first legal move."""
    mover = next(table for table in game.tables if table.position.moves)
    made = await mover.play(mover.position.moves[0].move)
    await game.until(lambda table: table.position.version >= made)


class Result(NamedTuple):
    won: bool
    rating: float | None


async def results(app: Litestar) -> dict[str, Result]:
    """Return the stored result of each person, by name."""
    mine = schema.results.c
    rows = await app.state.tables._store.fetch_all(
        select(schema.people.c.name, mine.won, mine.rating).join(
            schema.results, schema.people.c.id == mine.person
        )
    )
    return {row["name"]: Result(row["won"], row["rating"]) for row in rows}


@asynccontextmanager
async def absent(game: Game, seat: int) -> AsyncIterator[None]:
    """Disconnect a player, and wait until the others see it."""
    table = game.tables[seat]
    await table.close()
    await game.tables[0].until(lambda: not game.member(seat).here)
    yield
