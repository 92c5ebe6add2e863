"""A WebSocket client that writes bytes, so that tests can send invalid frames."""

from __future__ import annotations

import asyncio
import struct
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from tests.helpers.waiting import MAX_WAIT_S

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA

MASK = b"\x11\x22\x33\x44"


class Frame(NamedTuple):
    opcode: int
    payload: bytes

    @property
    def close_code(self) -> int | None:
        return struct.unpack("!H", self.payload[:2])[0] if len(self.payload) > 1 else None


def frame(
    opcode: int,
    payload: bytes = b"",
    *,
    final: bool = True,
    reserved: int = 0,
    masked: bool = True,
    length: int | None = None,
) -> bytes:
    """Return one frame, valid or not; `length` is the length that it claims."""
    said = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    mask = 0x80 if masked else 0
    if said < 126:
        head += bytes([mask | said])
    elif said < 2**16:
        head += bytes([mask | 126]) + struct.pack("!H", said)
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", said)
    if not masked:
        return head + payload
    return head + MASK + bytes(byte ^ MASK[at % 4] for at, byte in enumerate(payload))


def text(said: str) -> bytes:
    return frame(TEXT, said.encode())


class Line:
    """An open socket; use `async with`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, url: str, path: str, cookie: str) -> Self:
        """Open a socket and complete the handshake."""
        line = await cls.dial(url)
        line.send(handshake(path, Cookie=cookie))
        assert b" 101 " in (await line.head()).splitlines()[0]
        return line

    @classmethod
    async def dial(cls, url: str) -> Self:
        address = urlsplit(url)
        return cls(*await asyncio.open_connection(address.hostname, address.port))

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def head(self) -> bytes:
        """Return the head of an HTTP response."""
        return await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), MAX_WAIT_S)

    async def first_line(self) -> bytes:
        """Return the status line of an HTTP response; empty if the connection is closed instead."""
        try:
            return await asyncio.wait_for(self._reader.readline(), MAX_WAIT_S)
        except ConnectionError:
            return b""

    async def next(self) -> Frame | None:
        """Return the next frame, or `None` once the connection is closed."""
        try:
            return await asyncio.wait_for(self._read(), MAX_WAIT_S)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None

    async def _read(self) -> Frame:
        first, second = await self._reader.readexactly(2)
        length = second & 0x7F
        if length > 125:
            size = 2 if length == 126 else 8
            length = int.from_bytes(await self._reader.readexactly(size))
        return Frame(first & 0x0F, await self._reader.readexactly(length))

    async def until_pong(self) -> list[Frame]:
        """Return all frames until a ping is answered, which shows that the connection works."""
        self.send(text('{"type":"ping"}'))
        heard: list[Frame] = []
        while True:
            got = await self.next()
            assert got is not None, "the line was cut"
            assert got.opcode != CLOSE, "the line was closed"
            if got.opcode == TEXT and got.payload.startswith(b'{"type":"pong"'):
                return heard
            heard.append(got)

    async def until_closed(self) -> int | None:
        """Return the code of the closing frame, or `None` if the connection closes without one."""
        while (got := await self.next()) is not None:
            if got.opcode == CLOSE:
                return got.close_code
        return None

    def cut(self) -> None:
        """Close the connection without a closing frame."""
        self._writer.transport.abort()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()


def handshake(path: str, **headers: str | None) -> bytes:
    """Return the request that opens a socket, without the headers that are `None`."""
    usual: dict[str, str | None] = {
        "Host": "localhost",
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    }
    lines = [f"GET {path} HTTP/1.1"]
    for name, value in {**usual, **{n.replace("_", "-"): v for n, v in headers.items()}}.items():
        if value is not None:
            lines.append(f"{name}: {value}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1")
