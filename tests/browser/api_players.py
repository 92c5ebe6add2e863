"""Players at a table who have a connection to the server, but no browser."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Any, TypeVar

from quincunx.client import Client, TableConnection
from quincunx.wire import NewTable, TableId, Wish
from tests.helpers.waiting import MAX_WAIT_S

T = TypeVar("T")


class ApiPlayers:
    """Runs all connections in an event loop of its own; Playwright has one in the test's thread."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._all: list[ApiPlayer] = []

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(MAX_WAIT_S)

    def join(self, name: str, address: str) -> ApiPlayer:
        """Join the table at that address as a new guest."""
        table, _, invite = address.rpartition("/")[2].partition("#")
        player = ApiPlayer(self, self.run(Client.guest(self._url, name)), table, invite)
        self._all.append(player)
        player.connect()
        return player

    def create_table(self, name: str, wanted: NewTable) -> ApiPlayer:
        """Create a table as a new guest, and join it."""
        client = self.run(Client.guest(self._url, name))
        created = self.run(client.create_table(wanted))
        player = ApiPlayer(self, client, created.id, created.invite)
        self._all.append(player)
        player.connect()
        return player

    def close(self) -> None:
        for player in self._all:
            player.disconnect()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class ApiPlayer:
    """One player; every call returns when the server has answered."""

    def __init__(self, players: ApiPlayers, client: Client, table: str, invite: str) -> None:
        self._players = players
        self._client = client
        self._address = TableId(table), invite
        self._exit_stack: AsyncExitStack | None = None
        self._connection: TableConnection | None = None

    @property
    def address(self) -> str:
        """The path of the table, with the invitation."""
        return "/table/{}#{}".format(*self._address)

    @property
    def connection(self) -> TableConnection:
        assert self._connection is not None, "the player is not connected"
        return self._connection

    def connect(self) -> None:
        self._exit_stack = AsyncExitStack()
        joining = self._exit_stack.enter_async_context(self._client.join(*self._address))
        self._connection = self._players.run(joining)

    def disconnect(self) -> None:
        if self._exit_stack is not None:
            self._players.run(self._exit_stack.aclose())
        self._exit_stack = self._connection = None

    def sit(self, seat: int) -> None:
        self._players.run(self.connection.sit(seat))

    def get_ready(self) -> None:
        self._players.run(self.connection.ready())

    def say(self, text: str) -> None:
        self._players.run(self.connection.say(text))

    def rename(self, name: str) -> None:
        self._players.run(self._client.rename(name))

    def propose(self, wish: Wish) -> None:
        self._players.run(self.connection.propose(wish))

    def withdraw(self, wish: Wish) -> None:
        self._players.run(self.connection.answer(wish, agree=False))

    def agree(self, wish: Wish) -> None:
        self._players.run(self.connection.answer(wish, agree=True))

    def resume(self) -> None:
        self._players.run(self.connection.resume())

    def draft(self, draft: Any) -> None:
        self._players.run(self.connection.draft(draft))

    def take_turn(self, choose: Callable[[list[str]], str]) -> None:
        """Wait for the turn, and play one of the offered moves, unless the game is over."""

        async def turn() -> None:
            await self.connection.my_turn()
            if self.connection.outcome is None:
                await self.connection.play(
                    choose([offer.move for offer in self.connection.position.moves])
                )

        self._players.run(turn())

    def play(self, move: str) -> None:
        self._players.run(self.connection.play(move))

    def wait_for_version(self, version: int) -> None:
        """Wait until the game has reached that version."""
        self._players.run(
            self.connection.until(lambda: self.connection.position.version >= version)
        )

    def wait_until_begun(self) -> None:
        self._players.run(self.connection.until(lambda: self.connection.latest is not None))
