"""Sockets with small buffers, so that the server soon notices a client that does not read."""

from __future__ import annotations

import asyncio
import socket

import pytest
from websockets.asyncio.client import connect

from quincunx.client import Client
from quincunx.server.http.transport import WebSocketProtocol

BUFFER_BYTES = 4096
"""The size of the send buffer of the server and of the receive buffer of the client."""


def shrink_send_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every connection that the server accepts from now on a small send buffer."""
    made = WebSocketProtocol.connection_made

    def connection_made(line: WebSocketProtocol, transport: asyncio.BaseTransport) -> None:
        made(line, transport)
        end = transport.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER_BYTES)

    monkeypatch.setattr(WebSocketProtocol, "connection_made", connection_made)


def connect_without_reading(client: Client, table: str) -> connect:
    """Connect to a table as a client that neither reads nor sends pings."""
    host, port = client.url.removeprefix("http://").split(":")
    end = socket.socket()
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER_BYTES)
    end.connect((host, int(port)))
    return connect(
        f"{client.url.replace('http', 'ws')}/api/tables/{table}/socket",
        sock=end,
        additional_headers={"Cookie": client.cookie},
        max_queue=1,
        ping_interval=None,
        close_timeout=0.1,
    )
