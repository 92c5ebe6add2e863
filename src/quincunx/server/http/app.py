"""Puts the web application together: routes, errors, headers and what lives as long as it does."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from importlib.metadata import version
from typing import Any, Final

import msgspec
from litestar import Litestar, Response, Router
from litestar._openapi.plugin import OpenAPIPlugin
from litestar.config.compression import CompressionConfig
from litestar.datastructures import ResponseHeader, State
from litestar.exceptions import HTTPException, NotFoundException, WebSocketException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Scope
from sqlalchemy.exc import SQLAlchemyError

from quincunx.core.bots import installed_bots
from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Message
from quincunx.registry import load_games
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.errors import StoreFailed, TableError, Unreadable
from quincunx.server.common.limits import MAX_BODY_BYTES, Limits
from quincunx.server.common.rate_limiter import TooMany
from quincunx.server.daily.daily_games import DailyGames
from quincunx.server.http.authentication import (
    SAFE_METHODS,
    AnyRequest,
    check_origin,
    check_refusals,
    client_address,
    count_refusal,
)
from quincunx.server.http.open_sockets import OpenSockets
from quincunx.server.http.page_files import PageFiles
from quincunx.server.http.previews.addresses import load_catalogues
from quincunx.server.http.previews.pictures import PreviewPictures
from quincunx.server.http.routes import (
    bot_accounts,
    daily,
    deals,
    games,
    lobby,
    mail,
    mistakes,
    notifications,
    operations,
    page,
    pairing,
    passkeys,
    people,
    previews,
    puzzles,
    ratings,
    recovery,
    tables,
    vacations,
)
from quincunx.server.http.routes import relations as relation_routes
from quincunx.server.http.routes import site as site_routes
from quincunx.server.lobby.feed import LobbyFeed
from quincunx.server.mail.sender import MailSender
from quincunx.server.notifications.notifier import Notifier
from quincunx.server.notifications.push_sender import PushOptions
from quincunx.server.ops import metrics
from quincunx.server.ops.settings import Addresses, MailServer
from quincunx.server.ops.site import NO_SITE, Site
from quincunx.server.pairing.pairing import Pairing
from quincunx.server.people.accounts.accounts import Accounts
from quincunx.server.people.accounts.bot_accounts import BotAccounts
from quincunx.server.people.accounts.mail_addresses import MailAddresses
from quincunx.server.people.accounts.passkeys.passkeys import Passkeys
from quincunx.server.people.accounts.password_mails import PasswordMails
from quincunx.server.people.accounts.passwords import Passwords
from quincunx.server.people.accounts.recovery import Recovery
from quincunx.server.people.sessions import Sessions
from quincunx.server.puzzles.mistakes import Mistakes
from quincunx.server.puzzles.puzzles import Puzzles
from quincunx.server.ratings.leaderboards import Leaderboards
from quincunx.server.relations.news import NewsFeed
from quincunx.server.relations.relations import Relations
from quincunx.server.relations.table_invitations import TableInvitations
from quincunx.server.storage.health import HealthCheck
from quincunx.server.storage.maintenance.upgrade import upgrade
from quincunx.server.storage.operator_commands import (
    CommandHandler,
    CommandKind,
    CommandRunner,
)
from quincunx.server.storage.store import Store
from quincunx.server.tables.tables import Tables
from quincunx.server.tables.view.reviews import Reviews
from quincunx.wire import PersonId, TableId

COMPRESSION_CONFIG: Final = CompressionConfig(
    backend="gzip", gzip_compress_level=6, exclude_opt_key="compressed"
)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every response."""

NOT_CACHED = {"Cache-Control": "no-store"}
"""Headers of responses that are private or change at any time."""

UNDECODABLE: Final = (RecursionError, UnicodeDecodeError)
"""Errors of request bodies that Litestar does not handle: too deeply nested, invalid UTF-8."""

log = logging.getLogger(__name__)


async def _check_request(request: AnyRequest) -> None:
    if "\0" in request.scope["path"]:
        # PostgreSQL cannot store such a text, so nothing has such a name.
        raise NotFoundException
    if request.url.path.startswith("/api/"):
        request.app.state.limits.requests.take(client_address(request))
        await check_refusals(request)
    if request.method not in SAFE_METHODS:
        check_origin(request)


def _on_error(request: AnyRequest, error: QuincunxError) -> Response[Any]:
    status = error.status if isinstance(error, TableError) else 400
    response = _error_response(type(error).__name__, error.message, status)
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(error.seconds)
    elif status < 500:
        count_refusal(request)
    return response


def _error_response(error: str, message: Message, status: int) -> Response[Any]:
    metrics.REFUSALS.labels(error).inc()
    body = {"error": error, "message": msgspec.to_builtins(message)}
    return Response(body, status_code=status, headers={**HEADERS, **NOT_CACHED})


def _on_http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Convert Litestar's errors to ours; an unknown path outside of the API shows the page."""
    if error.status_code == 404 and not request.url.path.startswith("/api/"):
        missing = page.not_found(request)
        missing.headers.update(HEADERS)
        return missing
    if error.status_code < 500:
        count_refusal(request)
    message = Message("table.refusal.unreadable", {"why": str(error.detail)})
    return _error_response("Unreadable", message, error.status_code)


def _headers(values: dict[str, str]) -> list[ResponseHeader]:
    return [ResponseHeader(name=name, value=value) for name, value in values.items()]


def _on_undecodable(request: AnyRequest, error: Exception) -> Response[Any]:
    return _on_error(request, Unreadable("table.refusal.unreadable", why=str(error)))


def _on_store_error(request: AnyRequest, error: Exception) -> Response[Any]:
    return _on_error(request, StoreFailed("table.refusal.unwell"))


async def _log_unexpected(error: Exception, scope: Scope) -> None:
    """Log errors that are not refusals: bugs, or failures of the store."""
    if not isinstance(error, (QuincunxError, HTTPException, WebSocketException, *UNDECODABLE)):
        log.error("a request failed", exc_info=error)


def _command_handlers(the_tables: Tables) -> dict[CommandKind, CommandHandler]:
    """Return what runs each of the operator's commands."""
    return {
        "close": lambda target: the_tables.close(TableId(target)),
        "ban": lambda target: the_tables.news.dismiss(PersonId(target)),
        "remove": lambda target: the_tables.news.forget(PersonId(target)),
        "rename": lambda target: the_tables.news.reload_name(PersonId(target)),
        "reload": the_tables.news.reload,
    }


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
        async with metrics.measure_event_loop_lag(), _services(app, database, thinkers) as bots:
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
        exception_handlers={
            QuincunxError: _on_error,
            HTTPException: _on_http_error,
            **dict.fromkeys(UNDECODABLE, _on_undecodable),
            SQLAlchemyError: _on_store_error,
            OSError: _on_store_error,
        },
        after_exception=[_log_unexpected],
        # The process configures logging (`ops/logs.py`).
        logging_config=None,
        response_headers=_headers(HEADERS),
        openapi_config=_openapi_config(),
        compression_config=COMPRESSION_CONFIG,
        request_max_body_size=MAX_BODY_BYTES,
    )


def _show_changed_table(the_lobby: LobbyFeed, news: NewsFeed, table: TableId) -> None:
    the_lobby.table_changed(table)
    news.table_changed(table)


@asynccontextmanager
async def _services(app: Litestar, database: str, thinkers: int) -> AsyncIterator[BotPools]:
    """Open what the routes use, put it into the application's state, and return the bots."""
    news = NewsFeed()
    async with (
        Store(database) as store,
        ServerClock.running(store) as clock,
        LobbyFeed(store) as the_lobby,
        BotPools(max(1, thinkers)) as bot_pools,
        Notifier(store, app.state.push_options) as notifier,
        Pairing(store, clock, the_lobby.table_changed, notifier.paired) as the_pairing,
        Tables(
            store,
            bot_pools,
            clock,
            lambda table: _show_changed_table(the_lobby, news, table),
            hang_up=app.state.open_sockets.close_all_of,
            contacted=news.person_changed,
            seek_changed=the_pairing.look_again,
            on_commit=notifier.table_committed,
            runs_bots=thinkers > 0,
        ) as the_tables,
        Puzzles(store, bot_pools) as the_puzzles,
        CommandRunner(store, _command_handlers(the_tables)),
        PreviewPictures() as preview_pictures,
        _mail_sender(app.state.mail_server) as mail_sender,
    ):
        app.state.mail = mail_sender
        app.state.store = store
        app.state.health = HealthCheck(store)
        app.state.lobby = the_lobby
        app.state.news = news
        app.state.pairing = the_pairing
        app.state.leaderboards = Leaderboards(store)
        app.state.notifier = notifier
        app.state.sessions = Sessions(store)
        passwords = Passwords()
        app.state.accounts = accounts = Accounts(
            store, passwords, registration=app.state.site.info.registration
        )
        app.state.recovery = Recovery(store, accounts, passwords)
        app.state.mail_addresses = MailAddresses(store, accounts, mail_sender)
        app.state.password_mails = PasswordMails(store, mail_sender)
        app.state.passkeys = Passkeys(store, accounts, app.state.site.info.name)
        app.state.bot_accounts = BotAccounts(store)
        app.state.tables = the_tables
        app.state.relations = relations = Relations(
            store, news, the_tables.presence.connected_among
        )
        relations.listeners.append(notifier.relation_changed)
        app.state.table_invitations = TableInvitations(
            store, the_tables.creation, relations.announce
        )
        app.state.daily_games = DailyGames(store, the_tables, bot_pools, clock)
        app.state.preview_pictures = preview_pictures
        app.state.puzzles = the_puzzles
        app.state.reviews = reviews = Reviews(bot_pools, the_tables.slices)
        app.state.mistakes = Mistakes(store, bot_pools, the_tables, reviews)
        yield bot_pools


def _mail_sender(
    server: MailServer | None,
) -> AbstractAsyncContextManager[MailSender | None]:
    return nullcontext() if server is None else MailSender(server)


def _api() -> Router:
    """Return the routes whose responses must not be cached."""
    return Router(
        "/",
        route_handlers=[
            *games.ROUTES,
            *people.ROUTES,
            *recovery.ROUTES,
            *mail.ROUTES,
            *passkeys.ROUTES,
            *bot_accounts.ROUTES,
            *vacations.ROUTES,
            *relation_routes.ROUTES,
            *tables.ROUTES,
            *lobby.ROUTES,
            *pairing.ROUTES,
            *ratings.ROUTES,
            *notifications.ROUTES,
            *daily.ROUTES,
            *deals.ROUTES,
            *puzzles.ROUTES,
            *mistakes.ROUTES,
            *operations.ROUTES,
            *site_routes.ROUTES,
        ],
        response_headers=_headers(NOT_CACHED),
    )


def _openapi_config() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Quincunx",
        version=version("quincunx"),
        path="/api/schema",
        render_plugins=[JsonRenderPlugin()],
    )
