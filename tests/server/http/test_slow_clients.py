"""Who is slow, silent or does not read is dropped, and costs nobody else anything."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from quincunx.client import Client, TableConnection
from quincunx.server.common import limits
from quincunx.server.common.limits import RateLimit
from quincunx.server.http.app import create_app
from quincunx.server.http.transport import WebSocketProtocol
from quincunx.wire import Hello, NewTable, Ping, TableOpened
from tests.helpers.in_process_server import serve_app, serve_database
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run
from tests.server.http.small_buffers import connect_without_reading, shrink_send_buffers

SOON = 0.4
"""How long the server waits for slow clients in these tests."""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HELLO_TIMEOUT_S", "REQUEST_TIMEOUT_S", "READ_TIMEOUT_S", "PING_INTERVAL_S"):
        monkeypatch.setattr(limits, name, SOON)


@asynccontextmanager
async def line_to(url: str) -> AsyncIterator[tuple[StreamReader, StreamWriter]]:
    """A bare TCP connection."""
    host, port = url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def is_cut(reader: StreamReader) -> bytes:
    """What came before the line was cut; as long as it is not, this waits."""
    with suppress(ConnectionError):
        return await reader.read()
    return b""


# Requests that do not arrive


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /api/games HTTP/1.1\r\nHost: [::1]\r\n",
        b"POST /api/guest HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 99\r\n\r\n{",
        b"POST /api/guest HTTP/1.1\r\nHost: [::1]\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    ],
    ids=["nothing", "a head", "a body", "pieces"],
)
@pytest.mark.usefixtures("impatient")
def test_an_incomplete_request_times_out(tmp_path: Path, begun: bytes) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, line_to(url) as (reader, writer):
            writer.write(begun)
            assert await is_cut(reader) == b""

    run(work())


@pytest.mark.usefixtures("impatient")
def test_a_request_that_arrives_byte_by_byte_times_out(tmp_path: Path) -> None:
    async def drip(writer: StreamWriter) -> None:
        writer.write(b"GET /api/games HTTP/1.1\r\n")
        with suppress(ConnectionError):
            while True:
                writer.write(b"X: y\r\n")
                await writer.drain()
                await asyncio.sleep(SOON / 10)

    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, line_to(url) as (reader, writer):
            dripping = asyncio.create_task(drip(writer))
            assert await is_cut(reader) == b""
            await dripping

    run(work())


@pytest.mark.usefixtures("impatient")
def test_the_timeout_starts_again_with_each_request(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, line_to(url) as (reader, writer):
            for _ in range(4):
                writer.write(b"GET /api/me HTTP/1.1\r\nHost: [::1]\r\n\r\n")
                assert b"200 OK" in await reader.readuntil(b"null")
                await asyncio.sleep(SOON / 2)

    run(work())


# Answers that are not read


@pytest.mark.usefixtures("impatient")
def test_a_client_that_does_not_read_responses_is_disconnected(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, line_to(url) as (_, writer):
            request = b"GET /api/schema/openapi.json HTTP/1.1\r\nHost: [::1]\r\n\r\n"
            await until_dropped(writer, request)

    run(work())


async def until_dropped(writer: StreamWriter, more: bytes) -> None:
    """Asks for more and more, and reads nothing, until the line is cut."""
    while not writer.is_closing():
        writer.write(more)
        with suppress(ConnectionError):
            await writer.drain()
        await asyncio.sleep(0.001)


@asynccontextmanager
async def with_an_onlooker(url: str) -> AsyncIterator[tuple[Client, TableOpened, TableConnection]]:
    """Ada at a table of hers, where Ben sees whether she is here."""
    ada, ben = [await Client.guest(url, name) for name in ("Ada", "Ben")]
    opened = await ada.create_table(NewTable("coloryam", seats=1))
    async with ada.join(opened.id) as table:
        await table.ready()
    async with ben.join(opened.id, opened.invite) as his:
        yield ada, opened, his


def is_here(table: TableConnection) -> bool:
    (ada,) = table.table.seats[0].members
    return ada is not None and ada.here


def socket_of(url: str, who: Client, table: str) -> connect:
    address = f"{url.replace('http', 'ws')}/api/tables/{table}/socket"
    # A queue this short stops the client's reading soon after the program's.
    return connect(
        address, additional_headers={"Cookie": who.cookie}, max_queue=1, close_timeout=0.1
    )


def text(message: msgspec.Struct) -> str:
    return msgspec.json.encode(message).decode()


@pytest.mark.parametrize(
    ("within", "waiting"), [(SOON, 10**9), (60.0, 100_000)], ids=["too long", "too much"]
)
def test_a_player_who_does_not_read_is_disconnected_and_shown_as_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, within: float, waiting: int
) -> None:
    monkeypatch.setattr(limits, "MAX_UNREAD_BYTES", waiting)
    shrink_send_buffers(monkeypatch)

    async def work() -> None:
        app = create_app(sqlite_url(tmp_path))
        app.state.limits.messages = RateLimit()
        async with serve_app(app) as url, with_an_onlooker(url) as (ada, opened, his):
            monkeypatch.setattr(limits, "READ_TIMEOUT_S", within)
            async with connect_without_reading(ada, opened.id) as socket:
                await socket.send(text(Hello()))
                await his.until(lambda: is_here(his))
                with suppress(ConnectionClosed):
                    while is_here(his):
                        await socket.send(text(Ping()))
                        await asyncio.sleep(0)
                await his.until(lambda: not is_here(his))
            monkeypatch.undo()
            # She comes back and finds everything as it was.
            async with ada.join(opened.id) as again:
                await again.until(lambda: again.latest is not None)

    run(work())


@pytest.mark.usefixtures("impatient")
def test_a_client_that_does_not_read_the_lobby_is_disconnected(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, socket_line(url) as (_, writer):
            await until_dropped(writer, PING * 10_000)

    run(work())


PING = bytes([0x89, 0x80 | 125, 0, 0, 0, 0]) + bytes(125)
"""A ping as large as can be, as a client sends it."""


@asynccontextmanager
async def socket_line(url: str) -> AsyncIterator[tuple[StreamReader, StreamWriter]]:
    """A bare TCP connection, upgraded to the lobby's socket."""
    async with line_to(url) as (reader, writer):
        writer.write(
            b"GET /api/lobby/socket HTTP/1.1\r\nHost: [::1]\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        yield reader, writer


def test_unread_pongs_do_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting: list[int] = []
    answer = WebSocketProtocol.handle_ping

    def measured(line: WebSocketProtocol) -> None:
        answer(line)
        waiting.append(line.transport.get_write_buffer_size())

    monkeypatch.setattr(WebSocketProtocol, "handle_ping", measured)
    monkeypatch.setattr(limits, "READ_TIMEOUT_S", MAX_WAIT_S)

    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, socket_line(url) as (_, writer):
            for _ in range(40):
                writer.write(PING * 10_000)
                await writer.drain()
            while len(waiting) < 400_000:
                await asyncio.sleep(0.01)

    run(work())
    assert max(waiting) < 1_000_000


# Sockets that say nothing


def test_a_client_that_does_not_say_hello_is_disconnected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HELLO_TIMEOUT_S", SOON)

    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url:
            ada = await Client.guest(url, "Ada")
            opened = await ada.create_table(NewTable("coloryam"))
            async with socket_of(url, ada, opened.id) as socket:
                assert "table.refusal.no_hello" in str(await socket.recv())
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == 4000

    run(work())


@pytest.mark.usefixtures("impatient")
def test_a_connection_that_does_not_answer_pings_is_closed(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url, socket_line(url) as (reader, _):
            # What comes is the lobby, pings, and at last that this was too long.
            assert b"keepalive ping timeout" in await is_cut(reader)

    run(work())


def test_an_idle_spectator_stays_connected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer than anybody is waited for who must do something; pings are answered meanwhile."""
    monkeypatch.setattr(limits, "PING_INTERVAL_S", 2.0)

    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url:
            ada, ben = [await Client.guest(url, name) for name in ("Ada", "Ben")]
            opened = await ada.create_table(NewTable("coloryam", seats=1))
            for name in ("HELLO_TIMEOUT_S", "REQUEST_TIMEOUT_S", "READ_TIMEOUT_S"):
                monkeypatch.setattr(limits, name, SOON)
            async with ben.join(opened.id, opened.invite) as his:
                await asyncio.sleep(2.5 * limits.PING_INTERVAL_S)
                async with ada.join(opened.id):
                    await his.until(lambda: is_here(his))

    run(work())
