"""Puts the web application together: routes, errors, headers and what lives as long as it does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Final

from litestar import Litestar, Router
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from quincunx.core.bots import installed_bots
from quincunx.registry import load_games
from quincunx.server.common.limits import MAX_BODY_BYTES, Limits
from quincunx.server.http.authentication import (
    SAFE_METHODS,
    AnyRequest,
    check_origin,
    check_refusals,
    client_address,
)
from quincunx.server.http.error_responses import EXCEPTION_HANDLERS, log_unexpected
from quincunx.server.http.headers import HEADERS, NOT_CACHED, response_headers
from quincunx.server.http.open_sockets import OpenSockets
from quincunx.server.http.page_files import PageFiles
from quincunx.server.http.previews.addresses import load_catalogues
from quincunx.server.http.routes import accounts, games, people
from quincunx.server.http.routes.site import operations, page, previews, site
from quincunx.server.http.services import open_services
from quincunx.server.notifications.push_sender import PushOptions
from quincunx.server.ops import metrics
from quincunx.server.ops.settings import Addresses, MailServer
from quincunx.server.ops.site import NO_SITE, Site
from quincunx.server.storage.maintenance.upgrade import upgrade

COMPRESSION_CONFIG: Final = CompressionConfig(
    backend="gzip", gzip_compress_level=6, exclude_opt_key="compressed"
)


async def _check_request(request: AnyRequest) -> None:
    if "\0" in request.scope["path"]:
        # PostgreSQL cannot store such a text, so nothing has such a name.
        raise NotFoundException
    if request.url.path.startswith("/api/"):
        request.app.state.limits.requests.take(client_address(request))
        await check_refusals(request)
    if request.method not in SAFE_METHODS:
        check_origin(request)


def create_app(
    database: str,
    *,
    eager: bool = False,
    thinkers: int = 1,
    metrics_from: Addresses = (),
    site: Site = NO_SITE,
    mail_server: MailServer | None = None,
    push_options: PushOptions = PushOptions(),  # noqa: B008
) -> Litestar:
    """Return the application on the database at that address (SQLAlchemy's).

    `eager`: start the bot processes and describe the API before the server listens, not at the
    first request. `thinkers`: the number of bot processes. `metrics_from`: the addresses that may
    read the metrics. `site`: what the operator says about the site. `mail_server`: what sends
    e-mail, if anything does. `push_options`: what the operator decides about push messages.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await upgrade(database)
        app.state.metrics_from = metrics_from
        # All three read files: now, and not in a request. The log then says which bots cannot be
        # used.
        load_games()
        load_catalogues()
        installed_bots()
        async with metrics.measure_event_loop_lag(), open_services(app, database, thinkers) as bots:
            if eager:
                bots.warm_up()
                # Half a million calls, which would block the event loop later.
                app.plugins.get(OpenAPIPlugin).provide_openapi_schema()
            yield

    return Litestar(
        route_handlers=[_api(), *page.ROUTES, *previews.ROUTES],
        lifespan=[lifespan],
        state=State(
            {
                "limits": Limits(),
                "open_sockets": OpenSockets(),
                "page_files": PageFiles(page.PAGE),
                "push_options": push_options,
                "site": site,
                "mail_server": mail_server,
            }
        ),
        before_request=_check_request,
        exception_handlers=EXCEPTION_HANDLERS,
        after_exception=[log_unexpected],
        # The process configures logging (`ops/logs.py`).
        logging_config=None,
        response_headers=response_headers(HEADERS),
        openapi_config=_openapi_config(),
        compression_config=COMPRESSION_CONFIG,
        request_max_body_size=MAX_BODY_BYTES,
    )


def _api() -> Router:
    """Return the routes whose responses must not be cached."""
    return Router(
        "/",
        route_handlers=[
            *games.ROUTES,
            *people.ROUTES,
            *accounts.ROUTES,
            *operations.ROUTES,
            *site.ROUTES,
        ],
        response_headers=response_headers(NOT_CACHED),
    )


def _openapi_config() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Quincunx",
        version=version("quincunx"),
        path="/api/schema",
        render_plugins=[JsonRenderPlugin()],
    )
