"""How connections come in, and how long a slow one is waited for.

By itself uvicorn would wait for ever: for a request that comes byte by byte, and for a client that
never reads what it is sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from contextlib import suppress
from typing import Any, Final

import h11
import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from quincunx.server.common import limits
from quincunx.server.http.gate import Gate
from quincunx.server.http.latency import kernel_round_trip_ms

LINE: Final = "quincunx.line"
"""Where an application finds the line itself, in the state of a connection."""


def door(app: Litestar, allowed_hosts: Collection[str] = (), **more: Any) -> uvicorn.Config:
    """The uvicorn configuration of every server that we start."""
    return uvicorn.Config(
        Gate(app, allowed_hosts),
        http=HttpLine,
        ws=SocketLine,
        ws_max_size=limits.LARGEST_FRAME,
        ws_ping_interval=limits.PING_EVERY,
        ws_ping_timeout=limits.PING_EVERY,
        # Compression would cost each socket twice the memory for messages this small.
        ws_per_message_deflate=False,
        server_header=False,
        **more,
    )


class _Patience:
    """Cuts a line unless what it is kept waiting for happens in time."""

    __slots__ = ("_seconds", "_timer")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, line: asyncio.Transport) -> None:
        if self._timer is None:
            # Not closed: that would wait until all that was sent is read.
            self._timer = asyncio.get_running_loop().call_later(self._seconds, line.abort)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _ReadInTime(asyncio.Protocol):
    """A line on which what is sent is read."""

    transport: asyncio.Transport

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._reading = _Patience(limits.READ_WITHIN)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.begin(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.end()

    def connection_lost(self, exc: Exception | None) -> None:
        self._reading.end()
        super().connection_lost(exc)


class HttpLine(_ReadInTime, H11Protocol):
    """A request arrives within its time, and its answer is read."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._arriving = _Patience(limits.ARRIVES_WITHIN)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._arriving.begin(transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # After an upgrade the line is a socket's.
        still_http = self.transport.get_protocol() is self
        if still_http and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._arriving.begin(self.transport)
        else:
            self._arriving.end()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arriving.end()
        super().connection_lost(exc)


class SocketLine(_ReadInTime, WebSocketsSansIOProtocol):
    """What is sent is read. A line that only says nothing is asked by pings whether it is there.

    For whoever talks much there are shorter ways than ASGI's: what comes after the application
    need not drag along all that has led to it, and what is written goes out at once.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.queue = _Mailbox()  # type: ignore[assignment]
        self._application, self.app = self.app, self._serve
        self._conversation: Coroutine[Any, Any, None] | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][LINE] = self

    async def _serve(self, *_: Any) -> None:
        await self._application(self.scope, self.receive, self.send)
        if self._conversation is not None:
            # Nobody asks for the handshake again, which takes a quarter of the memory.
            del self.scope, self.request, self.response, _
            await self._conversation

    def go_on_with(self, conversation: Coroutine[Any, Any, None]) -> None:
        """Leads it when the application has returned; the line is closed afterwards."""
        self._conversation = conversation

    async def hear(self) -> str | None:
        """The next message, or nothing once the line is closed; bytes are no message of ours."""
        event = await self.receive()
        return (event.get("text") or "") if event["type"] == "websocket.receive" else None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            # uvicorn does not notice what could not even be read, and would keep the line for ever.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def write(self, *texts: bytes) -> None:
        """Sends messages at once; whoever has left too much unread is cut off."""
        if self.transport.get_write_buffer_size() > limits.MOST_WAITING:
            self.transport.abort()
        elif not (self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join(map(_framed, texts)))

    def round_trip_ms(self) -> float | None:
        """Return what the operating system has measured for the connection, at best."""
        return kernel_round_trip_ms(self.transport.get_extra_info("socket"))

    @property
    def peer_host(self) -> str:
        """The address at the other end of the connection: the client's, or a web server's."""
        peer = self.transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    async def hang_up(self, code: int = 1000) -> None:
        """Closes it, once what was written before is going out; there may be nobody any more."""
        await self.writable.wait()
        if not self.close_sent:
            with suppress(ClientDisconnected):
                await self.send({"type": "websocket.close", "code": code, "reason": ""})

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            # Who does not read is not answered: else pings alone would fill the memory.
            self.conn.data_to_send()


class _Mailbox:
    """A queue for one who reads: smaller than asyncio's, and quicker."""

    __slots__ = ("_mail", "_waiting")

    def __init__(self) -> None:
        self._mail: list[Any] = []
        self._waiting: asyncio.Future[Any] | None = None

    def empty(self) -> bool:
        return not self._mail

    def put_nowait(self, letter: Any) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(letter)
        else:
            self._mail.append(letter)

    async def get(self) -> Any:
        if self._mail:
            return self._mail.pop(0)
        self._waiting = asyncio.get_running_loop().create_future()
        return await self._waiting


def _framed(text: bytes) -> bytes:
    """As a whole message of text that comes from a server (RFC 6455, section 5.2)."""
    length = len(text)
    if length < 126:
        return bytes((0x81, length)) + text
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + text
    return b"\x81\x7f" + length.to_bytes(8, "big") + text
