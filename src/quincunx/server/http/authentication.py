"""Who a request comes from: the cookie's owner, a page of ours, an address."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from litestar import Request, WebSocket
from litestar.datastructures import Cookie

from quincunx.server.common.errors import NotHuman, OtherOrigin
from quincunx.server.common.limits import RateLimit, RefusalLimit
from quincunx.server.people.sessions import SESSION_LENGTH_S, Sessions
from quincunx.wire import Person

COOKIE = "quincunx"

PERSON: Final = "quincunx.person"
"""Where the state of a request says whose it is, once that has been looked up."""

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

ENTRANCES: Final = ("/api/guest", "/api/login")

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]


async def current_person(connection: AnyRequest | AnySocket) -> Person | None:
    """The person, if there is one yet."""
    sessions: Sessions = connection.app.state.sessions
    person = await sessions.find_person(connection.cookies.get(COOKIE))
    connection.scope["state"][PERSON] = person
    return person


async def check_refusals(request: AnyRequest) -> None:
    """Refuse a request if too many others of the same sender have been refused.

    The session is looked up only if there were refusals at this address. Clients without a session
    may always read, and come in by the routes of `ENTRANCES`, which have limits of their own: so
    nobody can keep new people at the same address out.
    """
    refusals: RefusalLimit = request.app.state.limits.refusals
    here = client_address(request)
    if refusals.is_idle(here):
        return
    person = await current_person(request)
    can_enter = request.method in SAFE_METHODS or request.scope["path"] in ENTRANCES
    if person is not None or not can_enter:
        refusals.check(here, person)


def count_refusal(request: AnyRequest) -> None:
    """Count a request that is refused, for the person as far as the session was looked up."""
    refusals: RefusalLimit = request.app.state.limits.refusals
    refusals.count(client_address(request), request.scope["state"].get(PERSON))


async def require_person(request: AnyRequest) -> Person:
    """The person; who has no name yet is refused."""
    person = await current_person(request)
    if person is None:
        raise NotHuman("table.refusal.who_are_you")
    return person


async def require_person_within(request: AnyRequest, limit: RateLimit) -> Person:
    """The person, unless they do this too often."""
    person = await require_person(request)
    limit.take(client_address(request), person)
    return person


def session_cookie(request: AnyRequest, token: str) -> Cookie:
    """The cookie that stands for a session; an empty token ends it."""
    return Cookie(
        key=COOKIE,
        value=token,
        httponly=True,
        samesite="lax",
        secure=_is_over_tls(request),
        max_age=SESSION_LENGTH_S if token else 0,
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


def client_address(connection: AnyRequest | AnySocket) -> str:
    """Whom to count it for: who has one IPv6 address has a network of them, which counts as one."""
    host = connection.client.host if connection.client else ""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return host
    return str(found.ipv4_mapped or f"{found.packed[:8].hex()}::/64")
