"""Invalid input on a socket affects neither the other players nor the server's memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from quincunx.client import Client, TableConnection
from quincunx.server.ops import metrics
from quincunx.wire import FromTable, NewTable, Refused, TableOpened
from tests.helpers.in_process_server import serve_database
from tests.helpers.waiting import run
from tests.server.hostile import frames, messages
from tests.server.hostile.raw_socket import Line, handshake, text

_decode = msgspec.json.Decoder(FromTable).decode


class Scene(NamedTuple):
    """A game of Ada and Mallory, who attacks."""

    url: str
    ada: TableConnection
    mallory: Client
    opened: TableOpened

    @property
    def path(self) -> str:
        return f"/api/tables/{self.opened.id}/socket"

    async def dialled(self) -> Line:
        return await Line.open(self.url, self.path, self.mallory.cookie)

    async def line(self) -> Line:
        """Open a socket for Mallory and read the first message."""
        line = await self.dialled()
        line.send(text('{"type":"hello"}'))
        await line.until_pong()
        return line

    async def goes_on(self) -> None:
        """Assert that nothing has changed for Ada and that she can play."""
        before = self.ada.position.version
        move = self.ada.position.moves[0].move
        assert await self.ada.play(move) == before + 1


@asynccontextmanager
async def a_table(database: str) -> AsyncIterator[Scene]:
    """Start a game in which it is Ada's turn."""
    async with serve_database(database) as url:
        ada, mallory = await Client.guest(url, "Ada"), await Client.guest(url, "Mallory")
        opened = await ada.create_table(NewTable("quivvit", {"color_blocking": True}, seats=2))
        async with ada.join(opened.id) as hers, mallory.join(opened.id, opened.invite) as his:
            await his.sit(1)
            await his.ready()
            await hers.ready()
            await hers.until(lambda: hers.latest is not None)
        async with ada.join(opened.id) as hers:
            yield Scene(url, hers, mallory, opened)
        await sockets_are_closed()


async def sockets_are_closed() -> None:
    for kind in ("table", "lobby"):
        while metrics.SOCKETS.labels(kind)._value.get():
            await asyncio.sleep(0.01)


def at_a_table(database: str, work: Any) -> None:
    async def there() -> None:
        async with a_table(database) as scene:
            await work(scene)

    run(there())


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'quincunx.db'}"


# Frames


async def closes(line: Line, data: bytes, codes: Collection[int | None], name: str) -> None:
    """Send bytes and assert that the server closes the connection with one of these codes."""
    async with line:
        line.send(data)
        code = await line.until_closed()
    assert code in codes, f"{name}: {code}"


def test_broken_frames_close_only_their_own_connection(sqlite: str) -> None:
    async def work(scene: Scene) -> None:
        for name, (data, codes) in frames.BROKEN.items():
            await closes(await scene.line(), data, codes, name)
        await scene.goes_on()

    at_a_table(sqlite, work)


def test_broken_frames_before_hello_close_the_connection(sqlite: str) -> None:
    async def work(scene: Scene) -> None:
        for name, (data, codes) in frames.BROKEN.items():
            await closes(await scene.dialled(), data, {*codes, 4000}, name)
        await scene.goes_on()

    at_a_table(sqlite, work)


def test_unusual_frames_are_tolerated(sqlite: str) -> None:
    async def work(scene: Scene) -> None:
        for data in frames.ODD.values():
            async with await scene.line() as line:
                line.send(data)
                await line.until_pong()
        await scene.goes_on()

    at_a_table(sqlite, work)


def test_close_frames_are_answered(sqlite: str) -> None:
    async def work(scene: Scene) -> None:
        for name, (data, codes) in frames.GOODBYES.items():
            await closes(await scene.line(), data, codes, name)
        await scene.goes_on()

    at_a_table(sqlite, work)


def test_connections_may_be_cut_anywhere(sqlite: str) -> None:
    """The client disconnects during the handshake, a frame or a request."""
    play = text('{"type":"hello"}') + text('{"type":"draft","id":"x","draft":[]}') * 3

    async def work(scene: Scene) -> None:
        asked = handshake(scene.path, Cookie=scene.mallory.cookie) + play
        for length in range(1, len(asked), 17):
            line = await Line.dial(scene.url)
            line.send(asked[:length])
            await asyncio.sleep(0)
            line.cut()
        await scene.goes_on()

    at_a_table(sqlite, work)


HANDSHAKES: dict[str, dict[str, str | None]] = {
    "no key": {"Sec_WebSocket_Key": None},
    "a short key": {"Sec_WebSocket_Key": "eA=="},
    "a key that is none": {"Sec_WebSocket_Key": "\xff\xff"},
    "an old version": {"Sec_WebSocket_Version": "8"},
    "no version": {"Sec_WebSocket_Version": None},
    "a version that is none": {"Sec_WebSocket_Version": "x"},
    "no upgrade": {"Upgrade": None},
    "another upgrade": {"Upgrade": "h2c"},
    "no connection": {"Connection": None},
    "no host": {"Host": None},
    "another origin": {"Origin": "https://elsewhere.example"},
    "an origin that is none": {"Origin": "\xff://["},
    "many cookies": {"Cookie": "; ".join(f"a{n}=b" for n in range(500))},
    "a cookie that is none": {"Cookie": '="\xff;;=;'},
    "extensions": {"Sec_WebSocket_Extensions": "permessage-deflate; server_max_window_bits=99"},
    "protocols": {"Sec_WebSocket_Protocol": "chat, superchat"},
    "a large header": {"X_Large": "x" * 70_000},
}


def test_broken_handshakes_are_answered(sqlite: str) -> None:
    async def work(scene: Scene) -> None:
        for name, headers in HANDSHAKES.items():
            for path in (scene.path, "/api/lobby/socket"):
                async with await Line.dial(scene.url) as line:
                    line.send(handshake(path, **{"Cookie": scene.mallory.cookie, **headers}))
                    status = int((await line.head()).split()[1])
                assert status == 101 or 400 <= status < 500, f"{name}: {status}"
        await scene.goes_on()

    at_a_table(sqlite, work)


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables//socket",
        "/api/tables/%00/socket",
        "/api/tables/%FF%FE/socket",
        "/api/tables/..%2f..%2fetc/socket",
        "/api/tables/0/socket?x=%",
        "/api/nowhere/socket",
        "/",
    ],
)
def test_sockets_at_unknown_paths_are_refused(sqlite: str, path: str) -> None:
    async def work(scene: Scene) -> None:
        async with await Line.dial(scene.url) as line:
            line.send(handshake(path, Cookie=scene.mallory.cookie))
            status = int((await line.head()).split()[1])
            assert status == 101 or 400 <= status < 500
            if status == 101:
                line.send(text('{"type":"hello"}'))
                assert await line.until_closed() == 4000
        await scene.goes_on()

    at_a_table(sqlite, work)


# Messages


async def refusals(line: Line, said: str) -> list[Refused]:
    line.send(text(said))
    heard = [_decode(got.payload) for got in await line.until_pong()]
    return [message for message in heard if isinstance(message, Refused)]


def test_unreadable_messages_are_refused(database: str) -> None:
    async def work(scene: Scene) -> None:
        async with await scene.line() as line:
            for name, said in messages.UNREADABLE.items():
                (refused,) = await refusals(line, said)
                assert (refused.error, refused.id) == ("Unreadable", None), name
        await scene.goes_on()

    at_a_table(database, work)


def test_impossible_requests_are_refused(database: str) -> None:
    async def work(scene: Scene) -> None:
        async with await scene.line() as line:
            for name, said in messages.IMPOSSIBLE.items():
                (refused,) = await refusals(line, said)
                assert refused.id == "x", name
                assert refused.error not in ("StoreFailed", "Unreadable"), name
        await scene.goes_on()

    at_a_table(database, work)


def test_harmless_messages_are_tolerated(database: str) -> None:
    async def work(scene: Scene) -> None:
        async with await scene.line() as line:
            for said in messages.HARMLESS.values():
                await refusals(line, said)
        await scene.goes_on()

    at_a_table(database, work)


def test_messages_before_hello_are_refused(sqlite: str) -> None:
    async def work(scene: Scene) -> None:
        for said in (*messages.UNREADABLE.values(), *messages.IMPOSSIBLE.values()):
            if "hello" in said:
                continue
            async with await scene.dialled() as line:
                line.send(text(said))
                answer = await line.next()
                assert answer is not None
                assert _decode(answer.payload).error == "Unreadable"
                assert await line.until_closed() == 4000
        await scene.goes_on()

    at_a_table(sqlite, work)


GREETINGS = (
    '{"type":"hello","since":-99}',
    f'{{"type":"hello","since":{messages.HUGE}}}',
    '{"type":"hello","invite":"\\u0000"}',
    f'{{"type":"hello","invite":"{"x" * 9000}"}}',
)


def test_unusual_hellos_get_the_whole_game(sqlite: str) -> None:
    async def work(scene: Scene) -> None:
        for said in GREETINGS:
            async with await scene.dialled() as line:
                line.send(text(said))
                await line.until_pong()
        await scene.goes_on()

    at_a_table(sqlite, work)
