"""Who a request comes from: the cookie's owner, and a page of ours."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from litestar import Request, WebSocket
from litestar.datastructures import Cookie

from quincunx.server.errors import NotHuman, OtherOrigin
from quincunx.server.people import People
from quincunx.wire import Person

COOKIE = "quincunx"
YEAR = 365 * 24 * 3600

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


def session_cookie(request: AnyRequest, token: str) -> Cookie:
    """The cookie that stands for a session; an empty token ends it."""
    return Cookie(
        key=COOKIE,
        value=token,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        max_age=YEAR if token else 0,
    )


def check_origin(connection: AnyRequest | AnySocket) -> None:
    """Browsers say which page a request comes from; programs do not, and hold no one's cookie."""
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != connection.headers.get("host"):
        raise OtherOrigin("table.refusal.other_origin")
