"""Who a request comes from: the cookie's owner, a page of ours, an address."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Any

from litestar import Request, WebSocket
from litestar.datastructures import Cookie

from quincunx.server.errors import NotHuman, OtherOrigin
from quincunx.server.limits import Limit
from quincunx.server.people import SESSION, People
from quincunx.wire import Person

COOKIE = "quincunx"

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]


async def visitor(connection: AnyRequest | AnySocket) -> Person | None:
    """The person, if there is one yet."""
    people: People = connection.app.state.people
    return await people.by_token(connection.cookies.get(COOKIE))


async def somebody(request: AnyRequest) -> Person:
    """The person; who has no name yet is refused."""
    person = await visitor(request)
    if person is None:
        raise NotHuman("table.refusal.who_are_you")
    return person


async def counted(request: AnyRequest, limit: Limit) -> Person:
    """The person, unless they do this too often."""
    person = await somebody(request)
    limit.take(address(request), person)
    return person


def session_cookie(request: AnyRequest, token: str) -> Cookie:
    """The cookie that stands for a session; an empty token ends it."""
    return Cookie(
        key=COOKIE,
        value=token,
        httponly=True,
        samesite="lax",
        secure=_is_over_tls(request),
        max_age=SESSION if token else 0,
    )


def check_origin(connection: AnyRequest | AnySocket) -> None:
    """Browsers say which page a request comes from; programs do not, and hold no one's cookie."""
    origin = connection.headers.get("origin")
    site = connection.headers.get("sec-fetch-site", "none")
    if site not in ("none", "same-origin") or origin not in (None, *_origins_of(connection)):
        raise OtherOrigin("table.refusal.other_origin")


def _origins_of(connection: AnyRequest | AnySocket) -> list[str]:
    """Our own pages, as a browser names them; a web server in front may not say that it has TLS."""
    schemes = ("https",) if _is_over_tls(connection) else ("http", "https")
    return [f"{scheme}://{connection.headers.get('host')}" for scheme in schemes]


def _is_over_tls(connection: AnyRequest | AnySocket) -> bool:
    return connection.scope["scheme"] in ("https", "wss")


def address(connection: AnyRequest | AnySocket) -> str:
    """Whom to count it for: who has one IPv6 address has a network of them, which counts as one."""
    host = connection.client.host if connection.client else ""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return host
    return str(found.ipv4_mapped or f"{found.packed[:8].hex()}::/64")
