"""The outermost layer of the application: checks the host name, and answers `HEAD` requests.

Requests for other host names are refused, and `HEAD` is answered like `GET` without a body.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Collection
from ipaddress import ip_address
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.types import Message as Sent
from msgspec.json import encode

from quincunx.core.messages import Message, render
from quincunx.server.common.local_names import LOCAL_SUFFIXES

log = logging.getLogger(__name__)

MISDIRECTED: Final = 421
POLICY_VIOLATION: Final = 1008
"""The WebSocket code; before the handshake the client sees HTTP's 403."""

ANY_HOST: Final = "*"
MAX_HOST_NAME_CHARACTERS: Final = 253
"""The limit of DNS."""

MAX_NAMES_LOGGED: Final = 20
"""How many refused host names are logged: a client can invent any number of them."""


class HostGuard:
    """ASGI middleware against DNS rebinding.

    A page of another site can make a browser connect to this server under that site's own name,
    and would then count as one of our pages. So only names are served that such a site cannot
    have: IP addresses, `LOCAL_SUFFIXES`, this machine's own name, and `allowed`.
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
        self._logged: set[str] = set()
        """The refused names that have been logged."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: str = scope["type"]
        if kind in ("http", "websocket") and not self.serves(host := _host(scope)):
            self._log(host or "")
            await (_refuse(scope, send) if kind == "http" else _refuse_socket(receive, send))
        elif kind == "http" and scope.get("method") == "HEAD":
            read: Any = {**scope, "method": "GET"}
            await self._app(read, receive, _without_body(send))
        else:
            await self._app(scope, receive, send)

    def serves(self, host: str | None) -> bool:
        """Return whether requests with this `Host` header are served; `None` if there is none."""
        if self._any or host is None:
            return True
        name = _host_name(host)
        return name in self._names or name.endswith(self._suffixes) or _is_address(name)

    def _log(self, host: str) -> None:
        """Log once for each name which setting would allow it."""
        name = _host_name(host)[:MAX_HOST_NAME_CHARACTERS]
        if name not in self._logged and len(self._logged) < MAX_NAMES_LOGGED:
            self._logged.add(name)
            log.warning("refused a request for %r: if that is this server, set allowed_hosts", name)


def _host(scope: Scope) -> str | None:
    headers: list[tuple[bytes, bytes]] = list(scope["headers"])
    return next((value.decode("latin-1") for name, value in headers if name == b"host"), None)


def _host_name(host: str) -> str:
    """Return the name or address without the port, in lower case and without a final dot."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower().removesuffix(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def _refuse(scope: Scope, send: Send) -> None:
    """Answer the API with JSON, and a browser that opens a page with plain text."""
    message = Message("table.refusal.other_host")
    if str(scope["path"]).startswith("/api/"):
        kind, body = b"application/json", encode({"error": "OtherHost", "message": message})
    else:
        kind, body = b"text/plain; charset=utf-8", render(message).encode()
    headers = [
        (b"content-type", kind),
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
    async def send_head(message: Sent) -> None:
        if message["type"] != "http.response.body":
            await send(message)
        elif not message.get("more_body"):
            ended: Any = {"type": "http.response.body", "body": b"", "more_body": False}
            await send(ended)

    return send_head
