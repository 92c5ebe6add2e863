"""The proxy disturbs messages as it is told to, and otherwise forwards them unchanged."""

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

from tests.faults.deployment.proxy import Proxy, running_proxy


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 20))


class RecordingServer:
    """Records the ids of the messages that it receives."""

    def __init__(self) -> None:
        self.received: list[str] = []
        self.sockets: list[ServerConnection] = []

    async def listen(self, socket: ServerConnection) -> None:
        self.sockets.append(socket)
        with suppress(ConnectionClosedError):
            async for text in socket:
                self.received.append(json.loads(text)["id"])

    async def wait_for(self, count: int) -> list[str]:
        while len(self.received) < count:
            await asyncio.sleep(0.01)
        return self.received


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[RecordingServer, Proxy, ClientConnection]]:
    server_side = RecordingServer()
    # Our servers send messages uncompressed, too.
    async with serve(server_side.listen, "127.0.0.1", 0, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        async with running_proxy([port], Random(1)) as proxy:
            address = f"ws://127.0.0.1:{proxy.port}"
            async with connect(address, proxy=None) as socket:
                yield server_side, proxy, socket


def message(name: str, kind: str = "play", size: int = 0) -> str:
    return json.dumps({"type": kind, "id": name, "more": "ü" * size})


async def received(socket: ClientConnection, count: int) -> list[str]:
    return [json.loads(await socket.recv())["id"] for _ in range(count)]


@pytest.mark.parametrize("size", [0, 125, 40_000])
def test_without_faults_everything_arrives_as_it_was_sent(size: int) -> None:
    async def work() -> None:
        async with connected() as (server_side, _, socket):
            for name in "abc":
                await socket.send(message(name, size=size))
            assert await server_side.wait_for(3) == ["a", "b", "c"]
            for name in "abc":
                await server_side.sockets[0].send(message(name, "update", size=size))
            assert await received(socket, 3) == ["a", "b", "c"]

    run(work())


def test_requests_arrive_twice_and_their_ids_are_recorded() -> None:
    async def work() -> None:
        async with connected() as (server_side, proxy, socket):
            proxy.network.duplicate_share = 1
            await socket.send(message("first", "hello"))
            await socket.send(message("a"))
            assert await server_side.wait_for(3) == ["first", "a", "a"], (
                "a hello is never duplicated"
            )
            assert proxy.duplicated == {"a"}
            await server_side.sockets[0].send(message("b", "done"))
            assert await received(socket, 2) == ["b", "b"]
            assert proxy.duplicated == {"a"}, "a duplicated reply is no duplicated request"

    run(work())


def test_requests_overtake_each_other_and_none_is_lost() -> None:
    async def work() -> None:
        async with connected() as (server_side, proxy, socket):
            proxy.network.swap_share = 1
            await socket.send(message("a"))
            await socket.send(message("b"))
            assert await server_side.wait_for(2) == ["b", "a"]
            await socket.send(message("c"))
            assert await server_side.wait_for(3) == ["b", "a", "c"], "no other request overtook it"

    run(work())


def test_updates_keep_their_order_and_replies_do_not() -> None:
    async def work() -> None:
        async with connected() as (server_side, proxy, socket):
            await socket.send(message("a"))
            await server_side.wait_for(1)
            proxy.network.swap_share = 1
            for name, kind in (("1", "update"), ("yes", "done"), ("2", "update"), ("3", "update")):
                await server_side.sockets[0].send(message(name, kind))
            assert await received(socket, 4) == ["1", "2", "yes", "3"]

    run(work())


def test_a_slow_connection_keeps_the_order() -> None:
    async def work() -> None:
        async with connected() as (server_side, proxy, socket):
            proxy.network.max_delay_s = 0.02
            for name in "abcdef":
                await socket.send(message(name))
            assert await server_side.wait_for(6) == [*"abcdef"]

    run(work())


def test_a_cut_connection_is_reset() -> None:
    async def work() -> None:
        async with connected() as (_, proxy, socket):
            proxy.cut(1)
            with pytest.raises(ConnectionClosedError):
                await socket.recv()

    run(work())
