"""Lines that hold little, so that it is soon noticed who does not read."""

from __future__ import annotations

import asyncio
import socket

import pytest
from websockets.asyncio.client import connect

from quincunx.client import Client
from quincunx.server.http.transport import SocketLine

LITTLE = 4096
"""Bytes that wait in the network, there and here."""


def narrow_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the server sends through a socket from now on."""
    made = SocketLine.connection_made

    def connection_made(line: SocketLine, transport: asyncio.BaseTransport) -> None:
        made(line, transport)
        end = transport.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LITTLE)

    monkeypatch.setattr(SocketLine, "connection_made", connection_made)


def unread_socket(client: Client, table: str) -> connect:
    """To a table, for somebody who does not read what comes and does not ask who is there."""
    host, port = client.url.removeprefix("http://").split(":")
    end = socket.socket()
    end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
    end.connect((host, int(port)))
    return connect(
        f"{client.url.replace('http', 'ws')}/api/tables/{table}/socket",
        sock=end,
        additional_headers={"Cookie": client.cookie},
        max_queue=1,
        ping_interval=None,
        close_timeout=0.1,
    )
