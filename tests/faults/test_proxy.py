"""The line between people and servers does what it says, and nothing in clear weather."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosedError

from tests.faults.proxy import Proxy, listening


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 20))


class Table:
    """Remembers what it hears, and says what it is told to."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.sockets: list[ServerConnection] = []

    async def listen(self, socket: ServerConnection) -> None:
        self.sockets.append(socket)
        with suppress(ConnectionClosedError):
            async for text in socket:
                self.heard.append(json.loads(text)["id"])

    async def has_heard(self, count: int) -> list[str]:
        while len(self.heard) < count:
            await asyncio.sleep(0.01)
        return self.heard


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[Table, Proxy, ClientConnection]]:
    table = Table()
    # Like the house, which sends its messages as they are.
    async with serve(table.listen, "127.0.0.1", 0, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        async with listening([port], Random(1)) as line:
            address = f"ws://127.0.0.1:{line.port}"
            async with connect(address, proxy=None) as socket:
                yield table, line, socket


def message(name: str, kind: str = "play", size: int = 0) -> str:
    return json.dumps({"type": kind, "id": name, "more": "ü" * size})


async def told(socket: ClientConnection, count: int) -> list[str]:
    return [json.loads(await socket.recv())["id"] for _ in range(count)]


@pytest.mark.parametrize("size", [0, 125, 40_000])
def test_in_clear_weather_everything_arrives_as_it_was_sent(size: int) -> None:
    async def work() -> None:
        async with connected() as (table, _, socket):
            for name in "abc":
                await socket.send(message(name, size=size))
            assert await table.has_heard(3) == ["a", "b", "c"]
            for name in "abc":
                await table.sockets[0].send(message(name, "update", size=size))
            assert await told(socket, 3) == ["a", "b", "c"]

    run(work())


def test_requests_arrive_twice_and_are_remembered() -> None:
    async def work() -> None:
        async with connected() as (table, line, socket):
            line.weather.doubles = 1
            await socket.send(message("first", "hello"))
            await socket.send(message("a"))
            assert await table.has_heard(3) == ["first", "a", "a"], (
                "a greeting means something once"
            )
            assert line.doubled == {"a"}
            await table.sockets[0].send(message("b", "done"))
            assert await told(socket, 2) == ["b", "b"]
            assert line.doubled == {"a"}, "who is answered twice has not asked twice"

    run(work())


def test_requests_overtake_each_other_and_none_is_kept() -> None:
    async def work() -> None:
        async with connected() as (table, line, socket):
            line.weather.swaps = 1
            await socket.send(message("a"))
            await socket.send(message("b"))
            assert await table.has_heard(2) == ["b", "a"]
            await socket.send(message("c"))
            assert await table.has_heard(3) == ["b", "a", "c"], "nobody came to overtake it"

    run(work())


def test_updates_keep_their_order_and_answers_do_not() -> None:
    async def work() -> None:
        async with connected() as (table, line, socket):
            await socket.send(message("a"))
            await table.has_heard(1)
            line.weather.swaps = 1
            for name, kind in (("1", "update"), ("yes", "done"), ("2", "update"), ("3", "update")):
                await table.sockets[0].send(message(name, kind))
            assert await told(socket, 4) == ["1", "2", "yes", "3"]

    run(work())


def test_a_slow_line_keeps_the_order() -> None:
    async def work() -> None:
        async with connected() as (table, line, socket):
            line.weather.delay = 0.02
            for name in "abcdef":
                await socket.send(message(name))
            assert await table.has_heard(6) == [*"abcdef"]

    run(work())


def test_a_cut_line_is_reset() -> None:
    async def work() -> None:
        async with connected() as (_, line, socket):
            line.cut(1)
            with pytest.raises(ConnectionClosedError):
                await socket.recv()

    run(work())
