"""The end of a session also ends everything that depends on it, such as open sockets."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from argon2 import PasswordHasher
from sqlalchemy import update
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from quincunx.client import Client, Disconnected, Refusal, TableConnection
from quincunx.server.common import limits
from quincunx.server.common.limits import RateLimit
from quincunx.server.common.times import wall_clock
from quincunx.server.http.app import create_app
from quincunx.server.http.connection import Connection
from quincunx.server.http.transport import WebSocketProtocol
from quincunx.server.people.accounts.passwords import Passwords
from quincunx.server.people.sessions import SESSION_LENGTH_S, Sessions
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import FromClient, Hello, NewTable, Ping, RequestId, Say
from tests.helpers.in_process_server import serve_app
from tests.helpers.server_process import ServerProcess
from tests.helpers.stores import open_store, sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.http.small_buffers import connect_without_reading, shrink_send_buffers

SECRET = "correct horse"


async def post(client: Client, path: str, body: Any) -> httpx.Response:
    async with httpx.AsyncClient(headers={"Cookie": client.cookie}, timeout=MAX_WAIT_S) as http:
        answer = await http.post(client.url + path, json=body)
        assert answer.is_success, answer.text
        return answer


@asynccontextmanager
async def in_the_lobby(client: Client) -> AsyncIterator[ClientConnection]:
    address = f"{client.url.replace('http', 'ws')}/api/lobby/socket"
    async with connect(address, additional_headers={"Cookie": client.cookie}) as socket:
        await socket.recv()
        yield socket


def is_here(table: TableConnection) -> bool:
    """Return whether the player at the first seat is connected."""
    (member,) = table.table.seats[0].members
    return member is not None and member.here


def as_text(message: FromClient) -> str:
    return msgspec.json.encode(message).decode()


def noticed(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> asyncio.Event:
    """Return an event that is set when the method is called."""
    called, method = asyncio.Event(), getattr(kind, name)

    def noticing(self: Any) -> None:
        method(self)
        called.set()

    monkeypatch.setattr(kind, name, noticing)
    return called


async def until_cut_off(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()


@pytest.mark.parametrize("how", ["logout", "logout-everywhere", "password", "account", "login"])
def test_ending_a_session_closes_its_sockets(server: ServerProcess, how: str) -> None:
    body = {
        "password": {"old": SECRET, "new": "battery staple"},
        "account": {"login": "ending account", "password": SECRET},
        "login": {"login": "ending friend", "password": SECRET},
    }

    async def work() -> None:
        ada, friend = [await Client.guest(server.url, name) for name in ("Ada", "Friend")]
        if how == "login":
            await friend.register("ending friend", SECRET)
        elif how != "account":
            await ada.register(f"ending {how}", SECRET)
        table = await ada.create_table(NewTable("coloryam"))
        async with ada.join(table.id) as seat, in_the_lobby(ada) as lobby:
            await post(ada, f"/api/{how}", body.get(how, {}))
            with pytest.raises(Disconnected):
                await seat.until(lambda: False)
            await until_cut_off(lobby)
        with pytest.raises(Refusal) as refused:
            async with ada.join(table.id):
                pass
        assert refused.value.refused.error == "NotHuman"

    run(work())


def test_sockets_of_other_sessions_reconnect(server: ServerProcess) -> None:
    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        await ada.register("twofold", SECRET)
        at_home = await Client.log_in(server.url, "twofold", SECRET)
        table = await ada.create_table(NewTable("coloryam"))
        async with at_home.join(table.id) as seat:
            await post(ada, "/api/logout", {})
            with pytest.raises(Disconnected):
                await seat.until(lambda: False)
        async with at_home.join(table.id) as seat:
            assert seat.you == ada.person

    run(work())


def test_messages_of_a_dismissed_connection_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client that reads nothing, and so prevents an orderly close, is disconnected too."""
    monkeypatch.setattr(limits, "READ_TIMEOUT_S", 5.0)
    shrink_send_buffers(monkeypatch)
    is_full = noticed(monkeypatch, WebSocketProtocol, "pause_writing")
    is_dismissed = noticed(monkeypatch, Connection, "dismiss")

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        app.state.limits.messages = RateLimit()
        async with serve_app(app) as url:
            ada, ben = [await Client.guest(url, name) for name in ("Ada", "Ben")]
            table = await ada.create_table(NewTable("coloryam", open=True))
            async with ben.join(table.id) as his, connect_without_reading(ada, table.id) as socket:
                await socket.send(as_text(Hello()))
                await his.until(lambda: is_here(his))
                while not is_full.is_set():
                    await socket.send(as_text(Ping()))
                    await asyncio.sleep(0)
                await post(ada, "/api/logout", {})
                await is_dismissed.wait()
                await socket.send(as_text(Say(RequestId("late"), "I am still here.")))
                await his.until(lambda: not is_here(his))
                assert [said.text for said in his.said] == []

    run(work())


def test_a_session_expires(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            sessions = Sessions(store)
            ada, token = await sessions.create_guest("Ada")

            async def grow_old(connection: StoreConnection) -> None:
                began = wall_clock() - SESSION_LENGTH_S * 1000
                await connection.execute(update(schema.sessions).values(created=began))

            assert await sessions.find_person(token) == ada
            await store.write(grow_old)
            assert await sessions.find_person(token) is None

    run(work())


def test_an_unknown_token_has_no_session(server: ServerProcess) -> None:
    """Otherwise an attacker could plant a session that they know."""
    cookies = {"quincunx": "chosen-by-somebody-else"}
    with httpx.Client(base_url=server.url, cookies=cookies, timeout=MAX_WAIT_S) as http:
        assert http.get("/api/me").json() is None
        answer = http.post("/api/guest", json={"name": "Ada"})
        assert "chosen-by-somebody-else" not in answer.headers["set-cookie"]


class Watched(PasswordHasher):
    """Records the threads that it runs in."""

    threads: set[int]

    def hash(self, *args: Any, **kwargs: Any) -> str:
        self.threads.add(threading.get_ident())
        return super().hash(*args, **kwargs)

    def verify(self, *args: Any, **kwargs: Any) -> Any:
        self.threads.add(threading.get_ident())
        return super().verify(*args, **kwargs)


def test_passwords_are_hashed_outside_the_event_loop() -> None:
    hasher = Watched(time_cost=1, memory_cost=8, parallelism=1)
    hasher.threads = set()

    async def work() -> None:
        passwords = Passwords(hasher)
        hashed = await passwords.hash(SECRET)
        assert await passwords.verify(SECRET, hashed)
        assert not await passwords.verify(SECRET, None)

    asyncio.run(work())
    assert hasher.threads
    assert threading.get_ident() not in hasher.threads
