"""The page: one HTML file for all its addresses, and the files that it loads."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final

from litestar import Response, get
from litestar.exceptions import NotFoundException
from sqlalchemy.exc import SQLAlchemyError

from quincunx.core.errors import QuincunxError
from quincunx.server.common.compression import accepts_gzip, compression_thread
from quincunx.server.http.authentication import AnyRequest, client_address
from quincunx.server.http.page_files import PageFile, PageFiles
from quincunx.server.http.previews.addresses import (
    origin_of,
    preferred_language,
    preview_of,
    site_preview,
)
from quincunx.server.http.previews.site_tags import manifest_of_site, page_of_site
from quincunx.server.http.previews.tags import page_with_tags
from quincunx.server.ops.site import Site
from quincunx.wire import SiteInfo

PAGE = Path(__file__).parents[4] / "page" / "dist"

ADDRESSES = (
    "/",
    "/new/{rest:path}",
    "/table/{rest:path}",
    "/replay/{rest:path}",
    "/games/{rest:path}",
    "/people/{rest:path}",
    "/leaderboards/{rest:path}",
    "/daily",
    "/daily/{rest:path}",
    "/deals/{rest:path}",
    "/lobby",
    "/puzzles",
    "/puzzles/{rest:path}",
    "/friends",
    "/settings",
    "/password",
    "/email",
    "/email/stop",
    "/imprint",
    "/privacy",
)

MANIFEST: Final = "manifest.webmanifest"

ROOT_FILES = (
    MANIFEST,
    "sw.js",
    "icon-192.png",
    "icon-512.png",
    "icon-masked.png",
    "icon-apple.png",
)
"""Files that make the page installable; their names do not change."""

INDEX: Final = "index.html"

PREVIEW_VARIES: Final = "Accept-Language"
"""The tags of link previews are in the reader's language."""

REVALIDATED: Final = "no-cache"
"""Browsers ask each time whether the file has changed."""

IMMUTABLE: Final = "public, max-age=31536000, immutable"
"""For files whose names change with their content: browsers keep them."""

NOT_COMPRESSED_BY_LITESTAR: Final = {"compressed": True}
"""These files are compressed already; Litestar would compress them for every request."""


@get(list(ADDRESSES), include_in_schema=False, opt=NOT_COMPRESSED_BY_LITESTAR)
async def page(request: AnyRequest) -> Response[Any]:
    """Return the same page for every address, with the tags of a link preview."""
    file = await _files(request).get(INDEX)
    if file is None:
        return _not_built()
    return _respond(request, await _with_preview(request, file), REVALIDATED, PREVIEW_VARIES)


async def _with_preview(request: AnyRequest, file: PageFile) -> PageFile:
    """Add the tags of the address; the page must load even if they cannot be looked up."""
    language = preferred_language(request.headers.get("accept-language", ""))
    path, info = request.scope["path"], _site(request)
    try:
        request.app.state.limits.page_lookups.take(client_address(request))
        preview = await preview_of(path, request.app.state.store, language, info.name)
    except (QuincunxError, SQLAlchemyError, OSError):
        preview = site_preview(language, info.name)
    origin = origin_of(request.scope["scheme"], request.headers.get("host", ""))
    return await asyncio.get_running_loop().run_in_executor(
        compression_thread, page_with_tags, file.plain, preview, origin, path, language, info
    )


@get([f"/{name}" for name in ROOT_FILES], include_in_schema=False, opt=NOT_COMPRESSED_BY_LITESTAR)
async def root_file(request: AnyRequest) -> Response[Any]:
    """Return a file that browsers look for at a fixed address."""
    if request.scope["path"] == f"/{MANIFEST}":
        return await _manifest(request)
    return await _file_at_path(request, REVALIDATED)


async def _manifest(request: AnyRequest) -> Response[Any]:
    """Return the description of the installed app, with the site's name."""
    file = await _files(request).get(MANIFEST)
    if file is None:
        raise NotFoundException
    named = manifest_of_site(file, _site(request).name)
    return _respond(request, named, REVALIDATED)


@get("/assets/{file_path:path}", include_in_schema=False, opt=NOT_COMPRESSED_BY_LITESTAR)
async def asset(request: AnyRequest) -> Response[Any]:
    """Return a script, a style sheet, a font or a picture of the page."""
    return await _file_at_path(request, IMMUTABLE)


async def _file_at_path(request: AnyRequest, cache_control: str) -> Response[Any]:
    file = await _files(request).get(request.scope["path"].removeprefix("/"))
    if file is None:
        raise NotFoundException
    return _respond(request, file, cache_control)


def not_found(request: AnyRequest) -> Response[Any]:
    """Return the page with status 404; it then says that there is no such page."""
    file = _files(request).get_now(INDEX)
    if file is None:
        return _not_built(404)
    headers = {"Cache-Control": REVALIDATED}
    html = page_of_site(file.plain, _site(request))
    return Response(html, media_type=file.media_type, headers=headers, status_code=404)


def _files(request: AnyRequest) -> PageFiles:
    files: PageFiles = request.app.state.page_files
    return files


def _site(request: AnyRequest) -> SiteInfo:
    site: Site = request.app.state.site
    return site.info


def _not_built(status: int = 200) -> Response[Any]:
    text = "The page is not built. Run `make play`."
    return Response(text, media_type="text/plain", status_code=status)


def _respond(
    request: AnyRequest, file: PageFile, cache_control: str, varies: str = ""
) -> Response[Any]:
    """Send the file, compressed if the client accepts that, unless the client has it already.

    `Range` is ignored, as HTTP allows: the largest file takes a fraction of a second.
    """
    body, etag = file.plain, f'"{file.digest}"'
    headers = {"Cache-Control": cache_control}
    if varies:
        headers["Vary"] = varies
    if file.gzipped is not None:
        headers["Vary"] = ", ".join(filter(None, ("Accept-Encoding", varies)))
        if accepts_gzip(request.headers.get("accept-encoding", "")):
            # Other bytes need another entity tag.
            body, etag = file.gzipped, f'"{file.digest}-gzip"'
            headers["Content-Encoding"] = "gzip"
    headers["ETag"] = etag
    if is_cached(request.headers.get("if-none-match", ""), etag):
        headers.pop("Content-Encoding", None)
        return Response(None, headers=headers, status_code=304)
    return Response(body, media_type=file.media_type, headers=headers)


def is_cached(if_none_match: str, etag: str) -> bool:
    """Return whether the client has the file with this entity tag already."""
    known = {each.strip().removeprefix("W/") for each in if_none_match.split(",")}
    return etag in known or "*" in known


ROUTES = (page, root_file, asset)
