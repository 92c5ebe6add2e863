"""Authentication: the person, the page and the address that a request comes from."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address
from typing import Any, Final

from litestar import Request, WebSocket
from litestar.datastructures import Cookie

from quincunx.server.common.errors import NotHuman, OtherOrigin, PeopleOnly
from quincunx.server.common.limits import RateLimit, RefusalLimit
from quincunx.server.people.accounts.bot_accounts import BotAccounts
from quincunx.server.people.sessions import SESSION_LENGTH_S, Sessions
from quincunx.wire import Person

COOKIE: Final = "quincunx"

PERSON_KEY: Final = "quincunx.person"
"""Where the state of a request holds its person, once the session was looked up."""

FOR_PROGRAMS: Final = "for_programs"
"""The option of a route that bot accounts may use; all others are for people only."""

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

SESSION_ROUTES: Final = (
    "/api/guest",
    "/api/login",
    "/api/passkeys/challenge",
    "/api/passkeys/log-in",
    "/api/recover",
    "/api/password-link",
    "/api/password-mail",
)
"""Routes that create a session, or that a person needs who has none."""

AnyRequest = Request[Any, Any, Any]
AnySocket = WebSocket[Any, Any, Any]


async def current_person(connection: AnyRequest | AnySocket) -> Person | None:
    """Return the person of the session, or `None` without a valid session.

    A request with a bot account's token is that account's, whatever cookies it has. The token is
    good only for the routes that are marked with `FOR_PROGRAMS`.
    """
    person = await _find_person(connection)
    connection.scope["state"][PERSON_KEY] = person
    if person is not None and person.bot and not connection.route_handler.opt.get(FOR_PROGRAMS):
        raise PeopleOnly("table.refusal.not_for_programs")
    return person


async def _find_person(connection: AnyRequest | AnySocket) -> Person | None:
    authorization = connection.headers.get("authorization", "")
    scheme, _, token = authorization.partition(" ")
    # A reverse proxy may ask for a password of its own and pass on that header.
    if scheme.lower() == "bearer":
        bot_accounts: BotAccounts = connection.app.state.bot_accounts
        return await bot_accounts.find(token.strip())
    sessions: Sessions = connection.app.state.sessions
    return await sessions.find_person(connection.cookies.get(COOKIE))


async def check_refusals(request: AnyRequest) -> None:
    """Raise `TooMany` if too many requests of the same sender have been refused.

    The session is looked up only if there were refusals at this address. Clients without a session
    may always read and use `SESSION_ROUTES`, which have limits of their own: one client cannot lock
    out new people at the same address.
    """
    refusals: RefusalLimit = request.app.state.limits.refusals
    here = client_address(request)
    if refusals.is_idle(here):
        return
    person = await current_person(request)
    is_exempt = request.method in SAFE_METHODS or request.scope["path"] in SESSION_ROUTES
    if person is not None or not is_exempt:
        refusals.check(here, person)


def count_refusal(request: AnyRequest) -> None:
    """Count a refused request, for its person too if the session was looked up."""
    refusals: RefusalLimit = request.app.state.limits.refusals
    refusals.count(client_address(request), request.scope["state"].get(PERSON_KEY))


async def require_person(request: AnyRequest) -> Person:
    """Return the person of the session; raise `NotHuman` without a valid session."""
    person = await current_person(request)
    if person is None:
        raise NotHuman("table.refusal.who_are_you")
    return person


async def require_person_within(request: AnyRequest, limit: RateLimit) -> Person:
    """Return the person of the session, and count the request; raise `TooMany` above the limit."""
    person = await require_person(request)
    limit.take(client_address(request), person)
    return person


def session_cookie(request: AnyRequest, token: str) -> Cookie:
    """Return the cookie of a session; an empty token deletes it."""
    return Cookie(
        key=COOKIE,
        value=token,
        httponly=True,
        samesite="lax",
        secure=_is_over_tls(request),
        max_age=SESSION_LENGTH_S if token else 0,
    )


def check_origin(connection: AnyRequest | AnySocket) -> None:
    """Raise `OtherOrigin` if a browser sent the request for a page of another site.

    Programs other than browsers send no origin, and have no cookies of other people.
    """
    origin = connection.headers.get("origin")
    site = connection.headers.get("sec-fetch-site", "none")
    if site not in ("none", "same-origin") or origin not in (None, *_origins_of(connection)):
        raise OtherOrigin("table.refusal.other_origin")


def _origins_of(connection: AnyRequest | AnySocket) -> list[str]:
    """Return the origins of our own pages. A reverse proxy may not say that it uses TLS."""
    schemes = ("https",) if _is_over_tls(connection) else ("http", "https")
    return [f"{scheme}://{connection.headers.get('host')}" for scheme in schemes]


def _is_over_tls(connection: AnyRequest | AnySocket) -> bool:
    return connection.scope["scheme"] in ("https", "wss")


def client_address(connection: AnyRequest | AnySocket) -> str:
    """Return the address for rate limits: an IPv6 network, or an IPv4 address.

    A client with one IPv6 address usually has its whole /64 network.
    """
    host = connection.client.host if connection.client else ""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return host
    return str(found.ipv4_mapped or f"{found.packed[:8].hex()}::/64")
