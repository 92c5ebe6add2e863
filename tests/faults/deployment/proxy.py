"""A TCP proxy between clients and servers, which reads the WebSocket messages and disturbs them.

- *cut*: a connection is reset; messages on their way in either direction are lost.
- *delay*: a slow connection. Each message is delayed; none overtakes another.
- *duplicate*: a request arrives twice, as when a client without a reply sends it again; a reply or
  an update arrives twice, as when a client that reconnects is sent what it has already.
- *swap*: two requests of one player arrive in the opposite order, as over two connections of which
  the newer is faster. Of what the server sends, only replies are swapped with their neighbours:
  updates come over one connection at a time, and TCP keeps their order.

A connection goes to any server that accepts it, as behind a load balancer.
"""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, NamedTuple

import msgspec

MAX_HOLD_S = 0.05
"""Seconds that a message is held back so that another one can overtake it."""
TEXT = 0x81
"""The first byte of a WebSocket frame that holds a whole text message."""
REPLIES = ("done", "checked", "refused")
ORDERED = ("hello", "echo")
"""Messages of a client that are never duplicated or swapped."""


class NetworkConditions(msgspec.Struct):
    """The maximum delay in seconds, and the shares of messages that are duplicated and swapped."""

    max_delay_s: float = 0.0
    duplicate_share: float = 0.0
    swap_share: float = 0.0


class Frame(NamedTuple):
    """A WebSocket frame."""

    raw: bytes
    message: Any
    """Its content, if it is a whole message."""

    @property
    def kind(self) -> str:
        return self.message["type"] if isinstance(self.message, dict) else ""


class Proxy:
    """Listens at `url`; started by `running_proxy`."""

    def __init__(self, ports: Sequence[int], rng: Random) -> None:
        self.network = NetworkConditions()
        self.rng = rng
        self.duplicated: set[str] = set()
        """The ids of the requests that arrived twice."""
        self.port = 0
        self._ports = ports
        self._clients: set[StreamWriter] = set()
        self._working: set[asyncio.Task[Any]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self, share: float) -> None:
        """Reset that share of the connections."""
        for client in tuple(self._clients):
            if self.rng.random() < share:
                client.transport.abort()

    def accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._clients.add(writer)
        task = asyncio.create_task(self._serve(reader, writer))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def close(self) -> None:
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        # Connections that had only just been accepted.
        for client in self._clients:
            client.close()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Serve one connection until it ends."""
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._connect(reader, writer)
        finally:
            self._clients.discard(writer)
            writer.close()

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        far_reader, far_writer = await self._any_server()
        try:
            far_writer.write(request)
            if b"upgrade: websocket" in request.lower():
                writer.write(await far_reader.readuntil(b"\r\n\r\n"))
                there = _Direction(self, reader, far_writer, may_swap=_is_request).forward_all()
                back = _Direction(self, far_reader, writer, may_swap=_is_reply).forward_all()
            else:
                there, back = _copy_bytes(reader, far_writer), _copy_bytes(far_reader, writer)
            await _until_one_ends(there, back)
        finally:
            far_writer.close()

    async def _any_server(self) -> tuple[StreamReader, StreamWriter]:
        for port in self.rng.sample(self._ports, len(self._ports)):
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port)
        raise ConnectionRefusedError("no server accepts connections")


@asynccontextmanager
async def running_proxy(ports: Sequence[int], rng: Random) -> AsyncIterator[Proxy]:
    """Run a proxy for the servers at these ports."""
    proxy = Proxy(ports, rng)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()


class _Direction:
    """One direction of one connection."""

    def __init__(
        self,
        proxy: Proxy,
        source: StreamReader,
        sink: StreamWriter,
        may_swap: Callable[[Frame], bool],
    ) -> None:
        self._proxy = proxy
        self._source = source
        self._sink = sink
        self._may_swap = may_swap
        self._held: Frame | None = None

    async def forward_all(self) -> None:
        """Forward messages until the connection ends."""
        network, rng = self._proxy.network, self._proxy.rng
        while True:
            frame = await _read_frame(self._source)
            if network.max_delay_s:
                await asyncio.sleep(rng.random() * network.max_delay_s)
            if self._held is None and self._may_swap(frame) and rng.random() < network.swap_share:
                self._hold(frame)
                continue
            self._forward(frame)
            self._release()
            await self._sink.drain()

    def _forward(self, frame: Frame) -> None:
        self._sink.write(frame.raw)
        proxy = self._proxy
        if (
            frame.kind
            and frame.kind not in ORDERED
            and proxy.rng.random() < proxy.network.duplicate_share
        ):
            self._sink.write(frame.raw)
            if frame.kind not in REPLIES:
                proxy.duplicated.add(frame.message.get("id", ""))

    def _hold(self, frame: Frame) -> None:
        self._held = frame
        asyncio.get_running_loop().call_later(MAX_HOLD_S, self._release)

    def _release(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            self._forward(held)


def _is_request(frame: Frame) -> bool:
    return bool(frame.kind) and frame.kind not in ORDERED


def _is_reply(frame: Frame) -> bool:
    return frame.kind in REPLIES


async def _read_frame(source: StreamReader) -> Frame:
    head = await source.readexactly(2)
    is_masked, length = head[1] & 0x80, head[1] & 0x7F
    if length >= 126:
        size = await source.readexactly(2 if length == 126 else 8)
        head, length = head + size, int.from_bytes(size)
    mask = await source.readexactly(4) if is_masked else b""
    payload = await source.readexactly(length)
    message = msgspec.json.decode(_unmasked(payload, mask)) if head[0] == TEXT else None
    return Frame(head + mask + payload, message)


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    if not mask:
        return payload
    pattern = (mask * (len(payload) // 4 + 1))[: len(payload)]
    return (int.from_bytes(payload) ^ int.from_bytes(pattern)).to_bytes(len(payload))


async def _copy_bytes(source: StreamReader, sink: StreamWriter) -> None:
    while data := await source.read(65536):
        sink.write(data)
        await sink.drain()


async def _until_one_ends(*works: Any) -> None:
    tasks = [asyncio.create_task(work) for work in works]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
