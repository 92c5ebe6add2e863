"""The page: one file for all its addresses, and what that file needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.response import File
from litestar.static_files import create_static_files_router

from quincunx.server.visitor import AnyRequest

PAGE = Path(__file__).parents[2] / "page" / "dist"

ADDRESSES = (
    "/",
    "/new/{rest:path}",
    "/table/{rest:path}",
    "/replay/{rest:path}",
    "/games/{rest:path}",
    "/people/{rest:path}",
    "/daily",
    "/daily/{rest:path}",
    "/deals/{rest:path}",
    "/lobby",
    "/settings",
)


BESIDE = {
    "manifest.webmanifest": "application/manifest+json",
    "sw.js": "text/javascript",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "icon-masked.png": "image/png",
    "icon-apple.png": "image/png",
}
"""What makes an app of the page: files with names that stay, and what they are."""


@get(list(ADDRESSES), include_in_schema=False)
async def page() -> Response[Any]:
    """Every address of the page is the same file; the page itself knows where it is."""
    return index()


@get([f"/{name}" for name in BESIDE], include_in_schema=False)
async def beside(request: AnyRequest) -> Response[Any]:
    name = request.url.path.removeprefix("/")
    if not (PAGE / name).is_file():
        raise NotFoundException
    return _file(name, BESIDE[name])


def index(status: int = 200) -> Response[Any]:
    if not (PAGE / "index.html").is_file():
        text = "The page is not built. Run `make play`."
        return Response(text, media_type="text/plain", status_code=status)
    return _file("index.html", "text/html", status)


def _file(name: str, media_type: str, status: int = 200) -> File:
    """Browsers ask each time whether it has changed."""
    return File(
        path=PAGE / name,
        media_type=media_type,
        content_disposition_type="inline",
        headers={"Cache-Control": "no-cache"},
        status_code=status,
    )


def assets() -> Router:
    """Files whose names change with their content: they may be kept for ever."""
    folder = PAGE / "assets"
    folder.mkdir(parents=True, exist_ok=True)
    return create_static_files_router(
        path="/assets",
        directories=[folder],
        cache_control=CacheControlHeader(max_age=31_536_000, immutable=True, public=True),
    )


ROUTES = (page, beside)
