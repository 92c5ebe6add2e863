"""How connections come in, and how long a slow one is waited for.

By itself uvicorn would wait for ever: for a request that comes byte by byte, and for a client that
never reads what it is sent.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
import uvicorn
from litestar import Litestar
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from quincunx.server import limits


def door(app: Litestar, **more: Any) -> uvicorn.Config:
    """As each server of ours is opened."""
    return uvicorn.Config(
        app,
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


class HttpLine(H11Protocol):
    """A request arrives within its time, and its answer is read."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._arriving = _Patience(limits.ARRIVES_WITHIN)
        self._reading = _Patience(limits.READ_WITHIN)

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

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.begin(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.end()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arriving.end()
        self._reading.end()
        super().connection_lost(exc)


class SocketLine(WebSocketsSansIOProtocol):
    """What is sent is read. A line that only says nothing is asked by pings whether it is there."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._reading = _Patience(limits.READ_WITHIN)

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            # Who does not read is not answered: else pings alone would fill the memory.
            self.conn.data_to_send()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.begin(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.end()

    def connection_lost(self, exc: Exception | None) -> None:
        self._reading.end()
        super().connection_lost(exc)
