"""The web application: a few requests, two kinds of socket, and the page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import ResponseHeader, State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Message
from quincunx.server.accounts import Accounts
from quincunx.server.clock import HouseClock
from quincunx.server.daily import Dailies
from quincunx.server.errors import OtherOrigin, TableError
from quincunx.server.lobby import Lobby
from quincunx.server.migrations import upgrade
from quincunx.server.orders import Handler, Kind, Orders
from quincunx.server.people import People
from quincunx.server.review import Reviews
from quincunx.server.routes import daily, deals, games, lobby, page, people, tables
from quincunx.server.store import Store
from quincunx.server.tables import Tables
from quincunx.server.thinking import Thinkers
from quincunx.server.visitor import AnyRequest, check_origin

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@get("/health")
async def health(state: State) -> dict[str, str]:
    await state.store.check()
    return {"status": "ok"}


async def _guard(request: AnyRequest) -> Response[Any] | None:
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        try:
            check_origin(request)
        except OtherOrigin as error:
            return _refusal(request, error)
    return None


def _refusal(request: AnyRequest, error: QuincunxError) -> Response[Any]:
    status = error.status if isinstance(error, TableError) else 400
    return Response(_body(type(error).__name__, error.message), status_code=status)


def _body(error: str, message: Message) -> dict[str, Any]:
    return {"error": error, "message": msgspec.to_builtins(message)}


def _http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Litestar's own refusals, in our form; a path that is nobody's shows the page's 404."""
    if error.status_code == 404 and not request.url.path.startswith("/api/"):
        return page.index(404)
    message = Message("table.refusal.unreadable", {"why": str(error.detail)})
    return Response(_body("Unreadable", message), status_code=error.status_code)


def _handlers(the_tables: Tables, store: Store, clock: HouseClock) -> dict[Kind, Handler]:
    """What is done when the operator wants something."""

    async def reload(house_time: str) -> None:
        await clock.rewind(store, int(house_time))
        await the_tables.forget_all()

    return {
        "close": the_tables.close,
        "ban": the_tables.dismiss,
        "remove": the_tables.forget,
        "reload": reload,
    }


def create_app(database: str, *, eager: bool = False, thinkers: int = 1) -> Litestar:
    """The application on the store at that address (SQLAlchemy's).

    `eager`: bots get ready at once, and not when the first of them is asked. `thinkers`: in how
    many processes they think.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await upgrade(database)
        async with (
            Store(database) as store,
            HouseClock.running(store) as clock,
            Lobby(store) as the_lobby,
            Thinkers(thinkers) as minds,
            # Who looks back on games takes longer, and must not keep bots waiting.
            Thinkers() as scholars,
            Tables(store, minds, clock, the_lobby.changed) as the_tables,
            Orders(store, _handlers(the_tables, store, clock)),
        ):
            if eager:
                minds.warm_up()
            app.state.store = store
            app.state.lobby = the_lobby
            app.state.people = People(store)
            app.state.accounts = Accounts(store)
            app.state.tables = the_tables
            app.state.dailies = Dailies(store, the_tables, scholars, clock)
            app.state.reviews = Reviews(scholars)
            yield

    return Litestar(
        route_handlers=[
            *games.ROUTES,
            *people.ROUTES,
            *tables.ROUTES,
            *lobby.ROUTES,
            *daily.ROUTES,
            *deals.ROUTES,
            health,
            *page.ROUTES,
            page.assets(),
        ],
        lifespan=[lifespan],
        before_request=_guard,
        exception_handlers={QuincunxError: _refusal, HTTPException: _http_error},
        response_headers=[ResponseHeader(name=k, value=v) for k, v in HEADERS.items()],
        openapi_config=OpenAPIConfig(
            title="Quincunx",
            version=version("quincunx"),
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6),
        request_max_body_size=64 * 1024,
    )
