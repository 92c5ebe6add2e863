"""The connections of the server: uvicorn's protocols, with timeouts for slow clients.

uvicorn itself would wait for ever for a request that arrives byte by byte, and for a client that
does not read what it is sent.

Both protocols are subclasses of uvicorn's own, which are not a public interface. `pyproject.toml`
therefore limits the version of uvicorn, and `tests/server/http/test_transport.py` checks every
attribute and method that is used here.
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
from quincunx.server.http.host_guard import HostGuard
from quincunx.server.http.latency import kernel_round_trip_ms

PROTOCOL_KEY: Final = "quincunx.protocol"
"""Where the state of a WebSocket connection holds its `WebSocketProtocol`."""

NORMAL_CLOSURE: Final = 1000
"""The WebSocket close code."""


def uvicorn_config(
    app: Litestar, allowed_hosts: Collection[str] = (), **settings: Any
) -> uvicorn.Config:
    """Return the uvicorn configuration of every server that we start."""
    return uvicorn.Config(
        HostGuard(app, allowed_hosts),
        http=HttpProtocol,
        ws=WebSocketProtocol,
        ws_max_size=limits.MAX_FRAME_BYTES,
        ws_ping_interval=limits.PING_INTERVAL_S,
        ws_ping_timeout=limits.PING_INTERVAL_S,
        # Compression would double the memory of each socket, for messages this small.
        ws_per_message_deflate=False,
        server_header=False,
        **settings,
    )


class _AbortTimer:
    """Aborts a connection unless it is stopped in time."""

    __slots__ = ("_seconds", "_timer")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def start(self, transport: asyncio.Transport) -> None:
        """Start the timer, unless it is running already."""
        if self._timer is None:
            # `close` would wait until the client has read everything.
            self._timer = asyncio.get_running_loop().call_later(self._seconds, transport.abort)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _AbortsSlowReaders(asyncio.Protocol):
    """Aborts the connection of a client that does not read what it is sent."""

    transport: asyncio.Transport

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._read_timer = _AbortTimer(limits.READ_TIMEOUT_S)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_timer.start(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._read_timer.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        self._read_timer.stop()
        super().connection_lost(exc)


class HttpProtocol(_AbortsSlowReaders, H11Protocol):
    """HTTP with a timeout for requests and for the reading of responses."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._request_timer = _AbortTimer(limits.REQUEST_TIMEOUT_S)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._request_timer.start(transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # After an upgrade the transport has another protocol.
        is_http = self.transport.get_protocol() is self
        if is_http and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._request_timer.start(self.transport)
        else:
            self._request_timer.stop()

    def connection_lost(self, exc: Exception | None) -> None:
        self._request_timer.stop()
        super().connection_lost(exc)


class WebSocketProtocol(_AbortsSlowReaders, WebSocketsSansIOProtocol):
    """A WebSocket with a timeout for the reading of messages, and shortcuts past ASGI.

    `write` sends several messages at once, and aborts the connection if too much is unread.
    `continue_with` frees everything that was needed for the handshake, a quarter of a socket's
    memory.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.queue = _SingleReaderQueue()  # type: ignore[assignment]
        self._application, self.app = self.app, self._serve
        self._continuation: Coroutine[Any, Any, None] | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"][PROTOCOL_KEY] = self

    async def _serve(self, *_: Any) -> None:
        await self._application(self.scope, self.receive, self.send)
        if self._continuation is not None:
            # Free the handshake; the parameters refer to it as well.
            del self.scope, self.request, self.response, _
            await self._continuation

    def continue_with(self, continuation: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine after the application has returned, then close the socket."""
        self._continuation = continuation

    async def receive_text(self) -> str | None:
        """Return the next message, empty if it is binary; `None` once the socket is closed."""
        event = await self.receive()
        return (event.get("text") or "") if event["type"] == "websocket.receive" else None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            # uvicorn ignores a handshake that cannot be parsed, and would keep the connection.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def write(self, *texts: bytes) -> None:
        """Send text messages at once; abort the connection if too much of it is unread."""
        if self.transport.get_write_buffer_size() > limits.MAX_UNREAD_BYTES:
            self.transport.abort()
        elif not (self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join(map(_text_frame, texts)))

    def round_trip_ms(self) -> float | None:
        """Return the shortest round trip that the operating system has measured."""
        return kernel_round_trip_ms(self.transport.get_extra_info("socket"))

    @property
    def peer_host(self) -> str:
        """The address at the other end of the connection: the client's, or a web server's."""
        peer = self.transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    async def close(self, code: int = NORMAL_CLOSURE) -> None:
        """Close the socket after the messages that were written before."""
        await self.writable.wait()
        if not self.close_sent:
            with suppress(ClientDisconnected):
                await self.send({"type": "websocket.close", "code": code, "reason": ""})

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            # Do not answer a client that does not read: pongs would fill the memory.
            self.conn.data_to_send()


class _SingleReaderQueue:
    """A queue for one reader: smaller and faster than asyncio's."""

    __slots__ = ("_items", "_reader")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._reader: asyncio.Future[Any] | None = None

    def empty(self) -> bool:
        return not self._items

    def put_nowait(self, item: Any) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(item)
        else:
            self._items.append(item)

    async def get(self) -> Any:
        if self._items:
            return self._items.pop(0)
        self._reader = asyncio.get_running_loop().create_future()
        return await self._reader


def _text_frame(text: bytes) -> bytes:
    """Return a whole text message as a server sends it (RFC 6455, section 5.2)."""
    length = len(text)
    if length < 126:
        return bytes((0x81, length)) + text
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + text
    return b"\x81\x7f" + length.to_bytes(8, "big") + text
