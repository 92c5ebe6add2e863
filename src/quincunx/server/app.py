"""The web application: a few requests, one kind of socket, and the page."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, Cookie, ResponseHeader, State
from litestar.exceptions import HTTPException
from litestar.response import File
from litestar.static_files import create_static_files_router

from quincunx.core.bots import LEVELS
from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Message
from quincunx.core.options import describe, make
from quincunx.registry import find
from quincunx.server.connection import Connection, refused
from quincunx.server.errors import NoSuchTable, NotHuman, NotInvited, TableError
from quincunx.server.migrations import upgrade
from quincunx.server.people import People
from quincunx.server.store import Store
from quincunx.server.tables import Tables
from quincunx.server.thinking import Thinkers
from quincunx.wire import GameInfo, Guest, NewTable, Person, SeatRange, TableOpened

PAGE = Path(__file__).parent.parent / "page" / "dist"
COOKIE = "quincunx"
ON_OFFER = ("quatrefoil", "coloryam", "quivvit", "qwirkle_cards", "pivit")
"""In the order in which the home page shows them."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


class OtherOrigin(TableError):
    """A page of another site tried to act in this person's name."""


@get("/api/games")
async def list_games() -> list[GameInfo]:
    return [_game_info(name) for name in ON_OFFER]


def _game_info(name: str) -> GameInfo:
    game = find(name)
    seats = game.seats(game.options())
    return GameInfo(
        name,
        options=describe(game.options),
        fewest=seats.start,
        most=seats.stop - 1,
        bots=LEVELS,
    )


@post("/api/games/{name:str}/seats", status_code=200)
async def seats_with(name: str, data: dict[str, Any]) -> SeatRange:
    """How many may play with these options; options that do not go together are refused."""
    game = find(name)
    seats = game.seats(make(game.options, data, game=game.name))
    return SeatRange(seats.start, seats.stop - 1)


@get("/api/me")
async def me(request: Request[Any, Any, Any], state: State) -> Person | None:
    return await _person(request, state)


@post("/api/guest", status_code=200)
async def be_guest(request: Request[Any, Any, Any], state: State, data: Guest) -> Response[Person]:
    """A new guest, or another name for the one that is there."""
    person = await _person(request, state)
    if person is not None:
        person = await state.people.rename(person, data.name)
        state.tables.renamed(person)
        return Response(person)
    person, token = await state.people.new_guest(data.name)
    cookie = Cookie(
        key=COOKIE,
        value=token,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
        max_age=365 * 24 * 3600,
    )
    return Response(person, cookies=[cookie])


@post("/api/tables")
async def open_table(request: Request[Any, Any, Any], state: State, data: NewTable) -> TableOpened:
    opened: TableOpened = await state.tables.open(await _somebody(request, state), data)
    return opened


@get("/api/tables/{table_id:str}/record")
async def record(
    request: Request[Any, Any, Any], state: State, table_id: str, seat: int | None = None
) -> Response[bytes]:
    """The record, as much of it as this person may have."""
    table = await state.tables.find(table_id)
    person = await _person(request, state) or Person("", "")
    if table.phase != "over" and not table.admits(person, ""):
        raise NotInvited("table.refusal.not_invited")
    return Response(table.record(person, seat).to_json().encode(), media_type="application/json")


@get("/api/guide/{game:str}/{language:str}")
async def guide(game: str, language: str) -> Response[str]:
    """How to play, in that language if there is one, else in English."""
    folder = find(game).folder
    translated = folder / f"guide.{language}.md"
    known = translated in folder.glob("guide.*.md")
    text = (translated if known else folder / "guide.md").read_text("utf-8")
    return Response(text, media_type="text/markdown")


@get("/health")
async def health(state: State) -> dict[str, str]:
    await state.store.check()
    return {"status": "ok"}


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], state: State, table_id: str) -> None:
    _check_origin(socket)
    person = await state.people.by_token(socket.cookies.get(COOKIE))
    await socket.accept()
    if person is None:
        error = NotHuman("table.refusal.who_are_you")
        await socket.send_data(msgspec.json.encode(refused(None, error)).decode())
        await socket.close(4000)
        return
    await Connection(socket, person, state.tables).serve(table_id)


async def _person(request: Request[Any, Any, Any], state: State) -> Person | None:
    person: Person | None = await state.people.by_token(request.cookies.get(COOKIE))
    return person


async def _somebody(request: Request[Any, Any, Any], state: State) -> Person:
    person = await _person(request, state)
    if person is None:
        raise NotHuman("table.refusal.who_are_you")
    return person


def _check_origin(connection: Request[Any, Any, Any] | WebSocket[Any, Any, Any]) -> None:
    """Browsers say which page a request comes from; programs do not, and hold no one's cookie."""
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != connection.headers.get("host"):
        raise OtherOrigin("table.refusal.other_origin")


async def _guard(request: Request[Any, Any, Any]) -> Response[Any] | None:
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        try:
            _check_origin(request)
        except OtherOrigin as error:
            return _refusal(request, error)
    return None


_STATUS: dict[type[QuincunxError], int] = {NoSuchTable: 404, NotHuman: 401, NotInvited: 403}


def _refusal(request: Request[Any, Any, Any], error: QuincunxError) -> Response[Any]:
    status = 403 if isinstance(error, OtherOrigin) else _STATUS.get(type(error), 400)
    return Response(_body(type(error).__name__, error.message), status_code=status)


def _body(error: str, message: Message) -> dict[str, Any]:
    return {"error": error, "message": msgspec.to_builtins(message)}


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Litestar's own refusals, in our form; a path that is nobody's shows the page's 404."""
    if error.status_code == 404 and not request.url.path.startswith("/api/"):
        return _page_index(404)
    message = Message("table.refusal.unreadable", {"why": str(error.detail)})
    return Response(_body("Unreadable", message), status_code=error.status_code)


def _page_index(status: int = 200) -> Response[Any]:
    index = PAGE / "index.html"
    if not index.is_file():
        return Response("The page is not built. Run `make play`.", media_type="text/plain")
    return File(
        path=index,
        media_type="text/html",
        content_disposition_type="inline",
        headers={"Cache-Control": "no-cache"},
        status_code=status,
    )


@get(["/", "/new/{rest:path}", "/table/{rest:path}", "/replay/{rest:path}", "/games/{rest:path}"])
async def page() -> Response[Any]:
    """Every address of the page is the same file; the page itself knows where it is."""
    return _page_index()


def create_app(database: str, *, eager: bool = False) -> Litestar:
    """The application on the store at that address (SQLAlchemy's).

    `eager`: bots get ready at once, and not when the first of them is asked.
    """

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await upgrade(database)
        thinkers = Thinkers()
        if eager:
            thinkers.warm_up()
        async with Store(database) as store:
            app.state.store = store
            app.state.people = People(store)
            app.state.tables = Tables(store, thinkers)
            await app.state.tables.start()
            try:
                yield
            finally:
                await app.state.tables.steward.stop()
                thinkers.close()

    assets = PAGE / "assets"
    assets.mkdir(parents=True, exist_ok=True)
    return Litestar(
        route_handlers=[
            list_games,
            seats_with,
            me,
            be_guest,
            open_table,
            record,
            guide,
            health,
            table_socket,
            page,
            create_static_files_router(
                path="/assets",
                directories=[assets],
                cache_control=CacheControlHeader(max_age=31_536_000, immutable=True, public=True),
            ),
        ],
        lifespan=[lifespan],
        before_request=_guard,
        exception_handlers={QuincunxError: _refusal, HTTPException: _http_error},
        response_headers=[ResponseHeader(name=k, value=v) for k, v in HEADERS.items()],
        openapi_config=None,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6),
        request_max_body_size=64 * 1024,
    )
