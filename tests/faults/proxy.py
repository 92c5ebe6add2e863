"""The line between people and servers: a TCP proxy that knows where a WebSocket message ends.

What it can do to messages, and what that stands for:

- *cut*: a connection is reset; what was on its way in either direction is lost.
- *delay*: a slow line. Each message waits a moment; none overtakes another.
- *double*: a request arrives twice, as when a client that was not answered sends it again; an
  answer or an update arrives twice, as when a client that comes back is told what it knew.
- *swap*: two requests of one person arrive in the other order, as over two connections of which
  the newer is the quicker one. From the table only answers change places with what is next to
  them: updates come over one connection at a time, and TCP keeps their order.

A connection goes to any of the servers that takes it, like behind a balancer.
"""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any, NamedTuple

import msgspec

LONGEST_HOLD = 0.05
"""Seconds that a message waits for another one to overtake it."""
TEXT = 0x81
"""The first byte of a message that is text, and whole."""
ANSWERS = ("done", "checked", "refused")
FIRST = ("hello", "echo")
"""Requests that mean something only where they stand."""


class Weather(msgspec.Struct):
    """What happens to messages now: seconds of delay at most, and how often each other thing."""

    delay: float = 0.0
    doubles: float = 0.0
    swaps: float = 0.0


class Frame(NamedTuple):
    raw: bytes
    message: Any
    """What is in it, if that is a whole message."""

    @property
    def kind(self) -> str:
        return self.message["type"] if isinstance(self.message, dict) else ""


class Proxy:
    """Listens at `url`; opened with `listening`."""

    def __init__(self, ports: Sequence[int], rng: Random) -> None:
        self.weather = Weather()
        self.rng = rng
        self.doubled: set[str] = set()
        """The requests that arrived twice, by id."""
        self.port = 0
        self._ports = ports
        self._lines: set[StreamWriter] = set()
        self._working: set[asyncio.Task[Any]] = set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self, share: float) -> None:
        """Resets so many of the connections."""
        for line in tuple(self._lines):
            if self.rng.random() < share:
                line.transport.abort()

    def take(self, reader: StreamReader, writer: StreamWriter) -> None:
        self._lines.add(writer)
        task = asyncio.create_task(self._serve(reader, writer))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def close(self) -> None:
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        # Who had only just called was not served at all.
        for line in self._lines:
            line.close()

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        """One connection, from its beginning to its end."""
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                await self._connect(reader, writer)
        finally:
            self._lines.discard(writer)
            writer.close()

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        far_reader, far_writer = await self._any_server()
        try:
            far_writer.write(request)
            if b"upgrade: websocket" in request.lower():
                writer.write(await far_reader.readuntil(b"\r\n\r\n"))
                there = _Lane(self, reader, far_writer, may_swap=_is_request).carry()
                back = _Lane(self, far_reader, writer, may_swap=_is_answer).carry()
            else:
                there, back = _pour(reader, far_writer), _pour(far_reader, writer)
            await _until_one_ends(there, back)
        finally:
            far_writer.close()

    async def _any_server(self) -> tuple[StreamReader, StreamWriter]:
        for port in self.rng.sample(self._ports, len(self._ports)):
            with suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", port)
        raise ConnectionRefusedError("no server is open")


@asynccontextmanager
async def listening(ports: Sequence[int], rng: Random) -> AsyncIterator[Proxy]:
    proxy = Proxy(ports, rng)
    server = await asyncio.start_server(proxy.take, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()


class _Lane:
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

    async def carry(self) -> None:
        weather, rng = self._proxy.weather, self._proxy.rng
        while True:
            frame = await _read_frame(self._source)
            if weather.delay:
                await asyncio.sleep(rng.random() * weather.delay)
            if self._held is None and self._may_swap(frame) and rng.random() < weather.swaps:
                self._hold(frame)
                continue
            self._pass_on(frame)
            self._release()
            await self._sink.drain()

    def _pass_on(self, frame: Frame) -> None:
        self._sink.write(frame.raw)
        proxy = self._proxy
        if frame.kind and frame.kind not in FIRST and proxy.rng.random() < proxy.weather.doubles:
            self._sink.write(frame.raw)
            if frame.kind not in ANSWERS:
                proxy.doubled.add(frame.message.get("id", ""))

    def _hold(self, frame: Frame) -> None:
        self._held = frame
        asyncio.get_running_loop().call_later(LONGEST_HOLD, self._release)

    def _release(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            self._pass_on(held)


def _is_request(frame: Frame) -> bool:
    return bool(frame.kind) and frame.kind not in FIRST


def _is_answer(frame: Frame) -> bool:
    return frame.kind in ANSWERS


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


async def _pour(source: StreamReader, sink: StreamWriter) -> None:
    while data := await source.read(65536):
        sink.write(data)
        await sink.drain()


async def _until_one_ends(*works: Any) -> None:
    tasks = [asyncio.create_task(work) for work in works]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
