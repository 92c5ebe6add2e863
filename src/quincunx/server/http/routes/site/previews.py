"""The pictures of link previews."""

from __future__ import annotations

from typing import Any, Final

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from quincunx.registry import find, game_names
from quincunx.server.common.errors import TableError
from quincunx.server.http.authentication import AnyRequest, client_address
from quincunx.server.http.previews.pictures import PreviewPicture, PreviewPictures
from quincunx.server.http.routes.site.page import is_cached
from quincunx.wire import TableId

CACHED_FOR_A_DAY: Final = "public, max-age=86400"
COMPRESSED_ALREADY: Final = {"compressed": True}


@get("/preview/site.png", include_in_schema=False, opt=COMPRESSED_ALREADY)
async def site_picture(request: AnyRequest, state: State) -> Response[Any]:
    """Return the site's picture."""
    here = _counted(request, state)
    return _respond(request, await _pictures(state).site(here))


@get("/preview/games/{file:str}", include_in_schema=False, opt=COMPRESSED_ALREADY)
async def game_picture(request: AnyRequest, state: State, file: FromPath[str]) -> Response[Any]:
    """Return a game's picture; the site's if there is no such game."""
    here = _counted(request, state)
    return _respond(request, await _game_picture(state, file.removesuffix(".png"), here))


@get("/preview/tables/{file:str}", include_in_schema=False, opt=COMPRESSED_ALREADY)
async def table_picture(request: AnyRequest, state: State, file: FromPath[str]) -> Response[Any]:
    """Return the final board of a public game; the site's picture for any other table."""
    here = _counted(request, state)
    table_id = file.removesuffix(".png")
    picture = _pictures(state).known_board(table_id)
    if picture is None:
        try:
            game, view = await state.tables.final_view(TableId(table_id))
        except TableError:
            picture = await _pictures(state).site(here)
        else:
            picture = await _pictures(state).board(table_id, game, view, here)
    return _respond(request, picture)


async def _game_picture(state: State, game: str, requester: str) -> PreviewPicture:
    if game in game_names() and find(game).listed:
        return await _pictures(state).game(game, requester)
    return await _pictures(state).site(requester)


def _pictures(state: State) -> PreviewPictures:
    pictures: PreviewPictures = state.preview_pictures
    return pictures


def _counted(request: AnyRequest, state: State) -> str:
    """Count the request, and return the address that it came from."""
    here = client_address(request)
    state.limits.previews.take(here)
    return here


def _respond(request: AnyRequest, picture: PreviewPicture) -> Response[Any]:
    headers = {
        "Cache-Control": CACHED_FOR_A_DAY,
        "ETag": picture.etag,
        # Other sites show these pictures.
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    if is_cached(request.headers.get("if-none-match", ""), picture.etag):
        return Response(None, headers=headers, status_code=304)
    return Response(picture.png, media_type="image/png", headers=headers)


ROUTES = (site_picture, game_picture, table_picture)
