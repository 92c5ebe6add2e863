"""How much is too much, and what is said then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
from litestar import Litestar
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from quincunx.client import Client, Refusal, TableConnection
from quincunx.server.common import limits
from quincunx.server.common.limits import RateLimit
from quincunx.server.common.rate_limiter import Rate
from quincunx.server.http import open_sockets
from quincunx.server.http.app import create_app
from quincunx.wire import (
    AskHints,
    Hello,
    NewTable,
    Person,
    PersonId,
    PlayMove,
    Refused,
    RequestId,
    Say,
    Sit,
    TableRequest,
    UpdateDraft,
)
from tests.helpers.in_process_server import serve_app
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run

ONE = Rate(per_minute=1, burst=1)

ELSEWHERE = {"X-Forwarded-For": "192.0.2.1"}
"""Another address, as a web server in front would name it."""


class LimitedServer(NamedTuple):
    app: Litestar
    url: str

    def limit(self, what: str, limit: RateLimit) -> None:
        setattr(self.app.state.limits, what, limit)


@asynccontextmanager
async def serve_limited(folder: Path) -> AsyncIterator[LimitedServer]:
    app = create_app(sqlite_url(folder))
    async with serve_app(app) as url:
        yield LimitedServer(app, url)


async def ask(
    server: LimitedServer, who: Client | None, path: str, body: Any, **headers: str
) -> str:
    """Asks for it; what it is refused for, or nothing."""
    cookie = {"Cookie": who.cookie} if who else {}
    method = "GET" if body is None else "POST"
    async with httpx.AsyncClient(base_url=server.url, timeout=MAX_WAIT_S) as http:
        answer = await http.request(method, path, json=body, headers=cookie | headers)
    if answer.status_code != 429:
        return ""
    assert int(answer.headers["retry-after"]) == answer.json()["message"]["args"]["seconds"] > 0
    refused: str = answer.json()["error"]
    return refused


# Whether it is carried out does not matter: what is counted is that it was asked for.
OFTEN = [
    ("tables", "/api/tables", {"game": "coloryam"}),
    ("tables", "/api/play", {"game": "coloryam"}),
    ("tables", "/api/tables/nowhere/play-on", {"version": 0, "seat": 0}),
    ("tables", "/api/tables/nowhere/challenge", {"seat": 0}),
    ("tables", "/api/daily/coloryam", {}),
    ("tables", "/api/daily/2026-11-01/coloryam", {}),
    ("joins", "/api/tables/nowhere/join", {}),
    ("reads", "/api/tables/nowhere/record", None),
    ("reads", "/api/tables/nowhere/review", None),
    ("reads", "/api/tables/nowhere/seat", None),
    ("reads", "/api/deals/nowhere", None),
    ("reads", "/api/export", None),
    ("passwords", "/api/password", {"old": "12345678", "new": "12345678"}),
    ("passwords", "/api/recovery-codes", {"password": "12345678"}),
]
BY_PERSON = [*OFTEN, ("names", "/api/guest", {"name": "Ada"})]
BY_ADDRESS = [
    *OFTEN,
    ("requests", "/api/games", None),
    ("accounts", "/api/account", {"login": "ada", "password": "short"}),
    ("passwords", "/api/login", {"login": "anonymous", "password": "12345678"}),
    ("passwords", "/api/recover", {"login": "anonymous", "code": "1", "password": "12345678"}),
    ("passwords", "/api/password-link", {"token": "1", "password": "12345678"}),
]


def test_requests_are_limited_for_each_person(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            ada, ben = [await Client.guest(server.url, name) for name in ("Ada", "Ben")]
            for what, path, body in BY_PERSON:
                server.limit(what, RateLimit(person=ONE))
                assert await ask(server, ada, path, body) == "", path
                assert await ask(server, ada, path, body, **ELSEWHERE) == "TooMany", path
                assert await ask(server, ben, path, body) == "", path

    run(work())


def test_requests_are_limited_for_each_address(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            ada, ben = [await Client.guest(server.url, name) for name in ("Ada", "Ben")]
            for what, path, body in BY_ADDRESS:
                server.limit(what, RateLimit(address=ONE))
                assert await ask(server, ada, path, body) == "", path
                assert await ask(server, ben, path, body) == "TooMany", path
                assert await ask(server, ben, path, body, **ELSEWHERE) == "", path
                server.limit(what, RateLimit())

    run(work())


def test_password_checks_of_deletions_are_limited(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            ada = await Client.guest(server.url, "Ada")
            server.limit("passwords", RateLimit(person=Rate(per_minute=1, burst=0)))
            assert await ask(server, ada, "/api/delete", {}) == "TooMany"
            await ada.rename("still here")

    run(work())


def test_new_guests_are_limited_for_each_address(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            server.limit("guests", RateLimit(address=ONE))
            guest = {"name": "Ada"}
            assert await ask(server, None, "/api/guest", guest) == ""
            assert await ask(server, None, "/api/guest", guest) == "TooMany"
            assert await ask(server, None, "/api/guest", guest, **ELSEWHERE) == ""

    run(work())


def test_an_ipv6_network_counts_as_one_address(tmp_path: Path) -> None:
    async def asked_from(server: LimitedServer, address: str) -> str:
        return await ask(server, None, "/api/games", None, **{"X-Forwarded-For": address})

    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            server.limit("requests", RateLimit(address=ONE))
            assert await asked_from(server, "2001:db8:1:2::1") == ""
            assert await asked_from(server, "2001:db8:1:2:ffff::9") == "TooMany"
            assert await asked_from(server, "2001:db8:1:3::1") == ""
            assert await asked_from(server, "192.0.2.7") == ""
            assert await asked_from(server, "::ffff:192.0.2.7") == "TooMany"
            assert await asked_from(server, "::ffff:192.0.2.8") == ""
            assert await asked_from(server, "unknown") == ""

    run(work())


# At a table


@asynccontextmanager
async def at_a_table(server: LimitedServer) -> AsyncIterator[TableConnection]:
    ada = await Client.guest(server.url, "Ada")
    opened = await ada.create_table(NewTable("coloryam", seats=1))
    async with ada.join(opened.id) as table:
        await table.ready()
        await table.until(lambda: table.latest is not None)
        yield table


async def refusal_or_nothing(
    table: TableConnection, make: Callable[[RequestId], TableRequest]
) -> str:
    try:
        await table.request(make)
    except Refusal as refused:
        return refused.refused.error
    return ""


MESSAGES: list[tuple[str, str, Callable[[RequestId], TableRequest]]] = [
    ("moves", "person", lambda name: PlayMove(name, 0, "nonsense")),
    ("messages", "person", lambda name: UpdateDraft(name, None)),
    ("messages", "address", lambda name: UpdateDraft(name, None)),
    ("hints", "person", lambda name: AskHints(name, 1)),
    ("actions", "person", lambda name: Say(name, "hello")),
    ("actions", "person", lambda name: Sit(name, 0)),
]


def test_requests_at_a_table_are_limited(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            for what, by, make in MESSAGES:
                async with at_a_table(server) as table:
                    server.limit(what, RateLimit(**{by: ONE}))
                    assert await refusal_or_nothing(table, make) != "TooMany", what
                    assert await refusal_or_nothing(table, make) == "TooMany", what
                    server.limit(what, RateLimit())

    run(work())


def test_a_client_over_the_limit_is_paused_and_loses_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_limited(tmp_path) as server, at_a_table(server) as table:
            server.limit("actions", RateLimit(person=Rate(per_minute=15, burst=1)))
            asked = [refusal_or_nothing(table, lambda name: Say(name, "hello")) for _ in range(3)]
            # The third arrives while the client is paused, and is within the limit afterwards.
            assert await asyncio.gather(*asked) == ["", "TooMany", ""]
            assert [said.text for said in table.said if said.person] == ["hello"] * 2

    run(work())


def test_only_one_hint_request_runs_at_a_time(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_limited(tmp_path) as server, at_a_table(server) as table:
            asked = [refusal_or_nothing(table, lambda name: AskHints(name, 1)) for _ in range(2)]
            assert sorted(await asyncio.gather(*asked)) == ["", "TooMany"]
            assert await refusal_or_nothing(table, lambda name: AskHints(name, 1)) == ""

    run(work())


# Sockets


def to_the_lobby(server: LimitedServer) -> connect:
    return connect(f"{server.url.replace('http', 'ws')}/api/lobby/socket")


async def closed_with(socket: ClientConnection) -> int | None:
    """The code that it was closed with; until then whatever comes is read."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()
    return socket.close_code


def test_sockets_are_limited_for_each_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_sockets, "MAX_SOCKETS_PER_PERSON", 2)

    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            ada, ben = [await Client.guest(server.url, name) for name in ("Ada", "Ben")]
            opened = await ada.create_table(NewTable("coloryam"))

            async def is_let_in(who: Client) -> bool:
                with suppress(Refusal):
                    async with who.join(opened.id, opened.invite):
                        return True
                return False

            async with ada.join(opened.id):
                async with ada.join(opened.id):
                    with pytest.raises(Refusal) as refused:
                        async with ada.join(opened.id):
                            pass
                    assert refused.value.refused.error == "TooManySockets"
                    assert await is_let_in(ben)
                while not await is_let_in(ada):
                    # Until the server has noticed that one of them is closed.
                    await asyncio.sleep(0.01)

    run(work())


def test_sockets_are_limited_for_each_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_sockets, "MAX_SOCKETS_PER_ADDRESS", 2)

    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            ada = await Client.guest(server.url, "Ada")
            opened = await ada.create_table(NewTable("coloryam"))
            async with to_the_lobby(server) as first, ada.join(opened.id):
                await first.recv()
                async with to_the_lobby(server) as third:
                    assert await closed_with(third) == 1013

    run(work())


@pytest.mark.parametrize("by", ["person", "address"])
def test_new_sockets_are_rate_limited(tmp_path: Path, by: str) -> None:
    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            ada = await Client.guest(server.url, "Ada")
            opened = await ada.create_table(NewTable("coloryam"))
            server.limit("joins", RateLimit(**{by: ONE}))
            async with ada.join(opened.id):
                with pytest.raises(Refusal, match="Too many attempts"):
                    async with ada.join(opened.id):
                        pass
            if by == "address":
                async with to_the_lobby(server) as lobby:
                    assert await closed_with(lobby) == 1013
                anonymous = Client(server.url, "", Person(PersonId(""), ""))
                with pytest.raises(Refusal, match="Too many attempts"):
                    async with anonymous.join(opened.id):
                        pass

    run(work())


def test_messages_to_the_lobby_are_limited(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            server.limit("messages", RateLimit(address=ONE))
            async with to_the_lobby(server) as lobby:
                await lobby.send("hello")
                await lobby.send("hello")
                assert await closed_with(lobby) == 1013

    run(work())


# Sizes


def test_a_large_body_is_refused_in_every_encoding(tmp_path: Path) -> None:
    def in_pieces() -> Any:
        async def pieces() -> AsyncIterator[bytes]:
            for _ in range(limits.MAX_BODY_BYTES // 1024 + 1):
                yield b" " * 1024

        return pieces()

    async def work() -> None:
        async with (
            serve_limited(tmp_path) as server,
            httpx.AsyncClient(base_url=server.url, timeout=MAX_WAIT_S) as http,
        ):
            for body in (b" " * (limits.MAX_BODY_BYTES + 1), in_pieces()):
                answer = await http.post("/api/guest", content=body)
                assert (answer.status_code, answer.json()["error"]) == (413, "Unreadable")
            fits = b'{"name": "Ada"}'.ljust(limits.MAX_BODY_BYTES)
            assert (await http.post("/api/guest", content=fits)).status_code == 200

    run(work())


def test_a_long_message_is_refused_and_an_endless_one_disconnects(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_limited(tmp_path) as server:
            ada = await Client.guest(server.url, "Ada")
            opened = await ada.create_table(NewTable("coloryam"))
            address = f"{server.url.replace('http', 'ws')}/api/tables/{opened.id}/socket"
            async with connect(address, additional_headers={"Cookie": ada.cookie}) as socket:

                async def heard(what: str) -> str:
                    while True:
                        text = str(await socket.recv())
                        if f'"type":"{what}"' in text:
                            return text

                await socket.send(msgspec.json.encode(Hello()).decode())
                await heard("welcome")
                await socket.send("🎲" * (limits.MAX_MESSAGE_CHARACTERS))
                refused = msgspec.json.decode(await heard("refused"), type=Refused)
                assert (refused.error, refused.message.id) == (
                    "Unreadable",
                    "table.refusal.unreadable",
                ), "as long as it may be, and no message"
                await socket.send(" " * (limits.MAX_MESSAGE_CHARACTERS + 1))
                refused = msgspec.json.decode(await heard("refused"), type=Refused)
                assert refused.message.id == "table.refusal.long_message"
                await socket.send('{"type": "ping"}')
                await heard("pong")
                await socket.send(" " * (limits.MAX_FRAME_BYTES + 1))
                assert await closed_with(socket) == 1009

    run(work())
