"""What is decided about every request before the application routes it.

Requests for other host names are refused, and `HEAD` is answered like `GET` without a body.
"""

from __future__ import annotations

import socket
from collections.abc import Collection
from ipaddress import ip_address
from typing import Any, Final

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

MISDIRECTED: Final = 421
POLICY_VIOLATION: Final = 1008
"""The WebSocket code; before the handshake the client sees HTTP's 403."""

ANY_HOST: Final = "*"
LOCAL_SUFFIXES: Final = (".localhost", ".local")
"""Names that no public DNS server answers for: the machine itself, and mDNS on a LAN."""


class Gate:
    """Wraps the application.

    A page of another site can make a browser connect to this server under a name of its own (DNS
    rebinding), and would then count as one of our pages. So only names are served that such a site
    cannot have: IP addresses, `localhost`, `*.local`, this machine's own name, and `allowed`.
    """

    def __init__(self, app: ASGIApp, allowed: Collection[str] = ()) -> None:
        self._app = app
        own = socket.gethostname().lower()
        self._names = {"localhost", own, *(name.lower() for name in allowed)}
        self._suffixes = (
            *LOCAL_SUFFIXES,
            *(name.lower()[1:] for name in allowed if name.startswith("*.")),
        )
        self._any = ANY_HOST in allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind in ("http", "websocket") and not self.serves(_host(scope)):
            await (_refuse(send) if kind == "http" else _refuse_socket(receive, send))
        elif kind == "http" and scope.get("method") == "HEAD":
            read: Any = {**scope, "method": "GET"}
            await self._app(read, receive, _without_body(send))
        else:
            await self._app(scope, receive, send)

    def serves(self, host: str | None) -> bool:
        """Whether requests for this `Host` header are answered; a request may have none."""
        if self._any or host is None:
            return True
        name = _name(host)
        return name in self._names or name.endswith(self._suffixes) or _is_address(name)


def _host(scope: Scope) -> str | None:
    headers: list[tuple[bytes, bytes]] = list(scope["headers"])
    return next((value.decode("latin-1") for name, value in headers if name == b"host"), None)


def _name(host: str) -> str:
    """The name or address without the port, in small letters and without a final dot."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def _refuse(send: Send) -> None:
    body = msgspec.json.encode(
        {"error": "OtherHost", "message": {"id": "table.refusal.other_host", "args": {}}}
    )
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": MISDIRECTED, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _refuse_socket(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": ""})


def _without_body(send: Send) -> Send:
    async def send_head(message: Message) -> None:
        if message["type"] != "http.response.body":
            await send(message)
        elif not message.get("more_body"):
            ended: Any = {"type": "http.response.body", "body": b"", "more_body": False}
            await send(ended)

    return send_head
