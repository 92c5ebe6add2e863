"""Other people at a table: each has a connection to the server, and no browser."""

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


class Company:
    """Runs all connections in an event loop of its own; Playwright has one in the test's thread."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._guests: list[Guest] = []

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(MAX_WAIT_S)

    def guest(self, name: str, address: str) -> Guest:
        """Come to the table at that address."""
        table, _, invite = address.rpartition("/")[2].partition("#")
        guest = Guest(self, self.do(Client.guest(self._url, name)), table, invite)
        self._guests.append(guest)
        guest.connect()
        return guest

    def host(self, name: str, wanted: NewTable) -> Guest:
        """Create a table, and come to it."""
        client = self.do(Client.guest(self._url, name))
        opened = self.do(client.create_table(wanted))
        guest = Guest(self, client, opened.id, opened.invite)
        self._guests.append(guest)
        guest.connect()
        return guest

    def close(self) -> None:
        for guest in self._guests:
            guest.disconnect()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Guest:
    """One person; every call returns when the server has answered."""

    def __init__(self, company: Company, client: Client, table: str, invite: str) -> None:
        self._company = company
        self._client = client
        self._address = TableId(table), invite
        self._line: AsyncExitStack | None = None
        self._at: TableConnection | None = None

    @property
    def address(self) -> str:
        """Where a browser finds the table."""
        return "/table/{}#{}".format(*self._address)

    @property
    def at(self) -> TableConnection:
        assert self._at is not None, "the guest is not connected"
        return self._at

    def connect(self) -> None:
        self._line = AsyncExitStack()
        joining = self._line.enter_async_context(self._client.join(*self._address))
        self._at = self._company.do(joining)

    def disconnect(self) -> None:
        if self._line is not None:
            self._company.do(self._line.aclose())
        self._line = self._at = None

    def sit(self, seat: int) -> None:
        self._company.do(self.at.sit(seat))

    def be_ready(self) -> None:
        self._company.do(self.at.ready())

    def say(self, text: str) -> None:
        self._company.do(self.at.say(text))

    def rename(self, name: str) -> None:
        self._company.do(self._client.rename(name))

    def propose(self, wish: Wish) -> None:
        self._company.do(self.at.propose(wish))

    def withdraw(self, wish: Wish) -> None:
        self._company.do(self.at.answer(wish, agree=False))

    def agree(self, wish: Wish) -> None:
        self._company.do(self.at.answer(wish, agree=True))

    def resume(self) -> None:
        self._company.do(self.at.resume())

    def draft(self, draft: Any) -> None:
        self._company.do(self.at.draft(draft))

    def take_turn(self, choose: Callable[[list[str]], str]) -> None:
        """Wait for the turn, and play one of the offered moves, unless the game is over."""

        async def turn() -> None:
            await self.at.my_turn()
            if self.at.outcome is None:
                await self.at.play(choose([offer.move for offer in self.at.position.moves]))

        self._company.do(turn())

    def play(self, move: str) -> None:
        self._company.do(self.at.play(move))

    def has(self, move: str) -> bool:
        return any(each.move == move for each in self.at.position.moves)

    def see(self, version: int) -> None:
        """Wait until the game has come that far."""
        self._company.do(self.at.until(lambda: self.at.position.version >= version))

    def wait_until_begun(self) -> None:
        self._company.do(self.at.until(lambda: self.at.latest is not None))
