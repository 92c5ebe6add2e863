"""A person at a server: accounts, tables, daily games, the lobby."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from http.client import HTTPResponse
from typing import Any

import msgspec
from websockets.asyncio.client import connect

from quincunx.client.errors import Disconnected, Refusal
from quincunx.client.http import DAILY_TIMEOUT_S, HTTP_TIMEOUT_S, http_request
from quincunx.client.lobby import apply_changes, with_own_cards
from quincunx.client.table import TableConnection
from quincunx.client.table_socket import TableSocket
from quincunx.wire import (
    BotToken,
    Daily,
    DailyMonth,
    DealResults,
    Hello,
    LobbyChanged,
    LobbySnapshot,
    Me,
    NewTable,
    OwnBotAccount,
    Person,
    PlayNow,
    PlayOn,
    Refused,
    TableId,
    TableOpened,
    Welcome,
)


class Client:
    """A person at a server, identified by a session cookie, or a bot account by its token."""

    def __init__(self, url: str, cookie: str, person: Person, token: str = "") -> None:
        self.url = url.rstrip("/")
        self.cookie = cookie
        self.person = person
        self._token = token

    @classmethod
    async def with_token(cls, url: str, token: str) -> Client:
        """Act as the bot account with that token; raise `Refusal` if there is none."""
        base = url.rstrip("/")
        _, body = await http_request(base, "GET", "/api/me", None, _bearer(token))
        return cls(base, "", _person(body), token)

    @classmethod
    async def guest(cls, url: str, name: str) -> Client:
        """Start a session as a guest with that name."""
        response, body = await http_request(url, "POST", "/api/guest", {"name": name})
        return cls(url, _cookie(response), _person(body))

    @classmethod
    async def log_in(cls, url: str, login: str, password: str) -> Client:
        """Start a session with an account."""
        account = {"login": login, "password": password}
        response, body = await http_request(url, "POST", "/api/login", account)
        return cls(url, _cookie(response), _person(body))

    async def register(self, login: str, password: str) -> None:
        """Turn the guest into an account; all games are kept."""
        account = {"login": login, "password": password}
        response, _ = await http_request(self.url, "POST", "/api/account", account, self._headers)
        self.cookie = _cookie(response)

    async def rename(self, name: str) -> None:
        """Change the name that others see."""
        self.person = _person(await self._call("POST", "/api/guest", {"name": name}))

    async def bot_accounts(self) -> list[OwnBotAccount]:
        """Return this person's bot accounts."""
        return msgspec.json.decode(await self._call("GET", "/api/bots"), type=list[OwnBotAccount])

    async def create_bot_account(self, name: str) -> BotToken:
        """Create a bot account of this person, with a token that is shown only now."""
        body = await self._call("POST", "/api/bots", {"name": name})
        return msgspec.json.decode(body, type=BotToken)

    async def create_table(self, wanted: NewTable) -> TableOpened:
        """Create a table as its host."""
        body = await self._call("POST", "/api/tables", msgspec.to_builtins(wanted, str_keys=True))
        return msgspec.json.decode(body, type=TableOpened)

    async def play_now(self, wanted: PlayNow) -> TableOpened:
        """Take a seat at a public table, or create one that bots will fill."""
        body = await self._call("POST", "/api/play", msgspec.to_builtins(wanted))
        return msgspec.json.decode(body, type=TableOpened)

    async def play_on(self, table_id: TableId, version: int, seat: int) -> TableOpened:
        """Create a table that continues a finished game from that version, against bots."""
        wanted = msgspec.to_builtins(PlayOn(version, seat))
        body = await self._call("POST", f"/api/tables/{table_id}/play-on", wanted)
        return msgspec.json.decode(body, type=TableOpened)

    async def play_same_deal(self, table_id: TableId, seat: int) -> TableOpened:
        """Create a table with the deal of a finished game, against bots."""
        body = await self._call("POST", f"/api/tables/{table_id}/challenge", {"seat": seat})
        return msgspec.json.decode(body, type=TableOpened)

    async def dailies(self, day: str | None = None) -> list[Daily]:
        """Return the daily games of a day; of today without one."""
        body = await self._call("GET", "/api/daily" if day is None else f"/api/daily/{day}")
        return msgspec.json.decode(body, type=list[Daily])

    async def daily_month(self, game: str, month: str) -> DailyMonth:
        """Return the days of a month such as 2026-11 on which this person finished a daily game."""
        body = await self._call("GET", f"/api/daily/{game}/calendar/{month}")
        return msgspec.json.decode(body, type=DailyMonth)

    async def play_daily(self, game: str) -> TableOpened:
        """Create or find this person's table with today's daily game."""
        body = await self._call("POST", f"/api/daily/{game}", timeout_s=DAILY_TIMEOUT_S)
        return msgspec.json.decode(body, type=TableOpened)

    async def try_daily(self, day: str, game: str) -> TableOpened:
        """Create or find this person's table with the daily game of a past day."""
        body = await self._call("POST", f"/api/daily/{day}/{game}", timeout_s=DAILY_TIMEOUT_S)
        return msgspec.json.decode(body, type=TableOpened)

    async def results_of(self, table_id: TableId) -> DealResults:
        """Return the results of everybody who played the deal of a finished game."""
        body = await self._call("GET", f"/api/deals/{table_id}")
        return msgspec.json.decode(body, type=DealResults)

    async def lobby(self) -> AsyncGenerator[LobbySnapshot]:
        """Yield the lobby at once and whenever it changes."""
        address = f"ws{self.url.removeprefix('http')}/api/lobby/socket?changes=true"
        async with connect(address, additional_headers=self._headers) as socket:
            lobby = LobbySnapshot((), (), ())
            async for text in socket:
                message = msgspec.json.decode(text, type=LobbySnapshot | LobbyChanged)
                if isinstance(message, LobbySnapshot):
                    lobby = message
                else:
                    lobby = apply_changes(lobby, message)
                yield with_own_cards(lobby)

    async def record(self, table_id: TableId, seat: int | None = None) -> str:
        """Return the record of a game as JSON, with what this person is allowed to see."""
        query = "" if seat is None else f"?seat={seat}"
        return (await self._call("GET", f"/api/tables/{table_id}/record{query}")).decode()

    async def _call(
        self, method: str, path: str, body: Any = None, timeout_s: float = HTTP_TIMEOUT_S
    ) -> bytes:
        _, content = await http_request(self.url, method, path, body, self._headers, timeout_s)
        return content

    @property
    def _headers(self) -> dict[str, str]:
        return _bearer(self._token) if self._token else {"Cookie": self.cookie}

    @asynccontextmanager
    async def join(
        self, table_id: TableId, invite: str = "", since: int | None = None
    ) -> AsyncIterator[TableConnection]:
        """Join a table. With `since`, the last version seen, `steps` begins after it."""
        address = f"ws{self.url.removeprefix('http')}/api/tables/{table_id}/socket"
        async with connect(address, additional_headers=self._headers) as socket:
            table_socket = TableSocket(socket)
            # A server that does not know the cookie refuses and closes before it reads anything.
            with contextlib.suppress(Disconnected):
                await table_socket.send(Hello(invite, since))
            first = await table_socket.receive()
            if isinstance(first, Refused):
                raise Refusal(first)
            assert isinstance(first, Welcome)
            table = TableConnection(table_socket, first, since)
            reader = asyncio.create_task(table.read())
            try:
                await table.fetch_earlier()
                yield table
            finally:
                reader.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await reader
                await table.stop_fetching()


def _cookie(response: HTTPResponse) -> str:
    """Return the cookie of the session that the response starts."""
    return (response.getheader("Set-Cookie") or "").partition(";")[0]


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _person(body: bytes) -> Person:
    return msgspec.json.decode(body, type=Me).person
