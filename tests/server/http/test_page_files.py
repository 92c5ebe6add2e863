"""The files of the page: compressed once, off the event loop, and sent as the client wants them."""

from __future__ import annotations

import asyncio
import gzip
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from quincunx.server.common.compression import accepts_gzip, compress
from quincunx.server.http import page_files
from quincunx.server.http.app import create_app
from quincunx.server.http.page_files import PageFiles
from tests.helpers.in_process_server import serve_app
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run

SCRIPT = b"export const answer = 42;\n" * 1000
FONT = bytes(range(256)) * 8
INDEX = b"<!doctype html><title>Quincunx</title>" + b" " * 500


def a_page(folder: Path) -> Path:
    page = folder / "dist"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_bytes(INDEX)
    (page / "sw.js").write_bytes(SCRIPT)
    (page / "assets" / "app.js").write_bytes(SCRIPT)
    (page / "assets" / "font.woff2").write_bytes(FONT)
    (folder / "secret.txt").write_text("secret")
    return page


@asynccontextmanager
async def served_page(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(sqlite_url(folder))
    app.state.page_files = PageFiles(a_page(folder))
    async with (
        serve_app(app) as url,
        httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
    ):
        yield http


async def ask(url: httpx.URL, method: str, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    """Make a request without a library that adds headers or decompresses."""
    return await asyncio.to_thread(_ask, url, method, path, headers)


def _ask(
    url: httpx.URL, method: str, path: str, headers: dict[str, str]
) -> tuple[HTTPResponse, bytes]:
    line = HTTPConnection(urlsplit(str(url)).netloc, timeout=MAX_WAIT_S)
    try:
        line.request(method, path, headers=headers)
        answer = line.getresponse()
        return answer, answer.read()
    finally:
        line.close()


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("", False),
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("deflate, *", True),
        ("gzip;q=0", False),
        ("*;q=0", False),
        ("gzip;q=0, *", False),
        ("identity", False),
        ("not-gzip", False),
        ("gzip;q=what", False),
        ("gzip; q=1.0", True),
    ],
)
def test_which_clients_are_sent_gzip(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) is accepted


def test_a_file_is_sent_compressed_or_plain_as_the_client_can_read_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with served_page(tmp_path) as http:
            for path in ("/assets/app.js", "/sw.js"):
                squeezed = await http.get(path, headers={"Accept-Encoding": "gzip"})
                plain = await http.get(path, headers={"Accept-Encoding": "identity"})
                assert squeezed.headers["content-encoding"] == "gzip"
                assert squeezed.num_bytes_downloaded == int(squeezed.headers["content-length"])
                assert squeezed.num_bytes_downloaded < len(SCRIPT) / 10
                _, raw = await ask(http.base_url, "GET", path, **{"Accept-Encoding": "gzip"})
                assert raw == compress(SCRIPT), "these bytes are kept, and nobody adds to them"
                assert "content-encoding" not in plain.headers
                assert squeezed.content == plain.content == SCRIPT
                assert squeezed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
                assert squeezed.headers["etag"] != plain.headers["etag"]
                assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
            font = await http.get("/assets/font.woff2", headers={"Accept-Encoding": "gzip"})
            assert font.content == FONT
            assert "content-encoding" not in font.headers
            assert "vary" not in font.headers
            assert font.headers["content-type"] == "font/woff2"

    run(work())


def test_cache_headers_of_files(tmp_path: Path) -> None:
    async def work() -> None:
        async with served_page(tmp_path) as http:
            asset = await http.get("/assets/app.js")
            assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
            for path in ("/", "/table/abc", "/sw.js"):
                assert (await http.get(path)).headers["cache-control"] == "no-cache"

    run(work())


@pytest.mark.parametrize("path", ["/", "/sw.js", "/assets/app.js", "/assets/font.woff2"])
def test_an_unchanged_file_is_not_sent_again(path: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with served_page(tmp_path) as http:
            url = http.base_url
            for encoding in ("gzip", "identity"):
                first, body = await ask(url, "GET", path, **{"Accept-Encoding": encoding})
                etag = first.getheader("ETag")
                assert etag is not None
                assert body
                for known in (etag, f'"other", W/{etag}', "*"):
                    again, nothing = await ask(
                        url,
                        "GET",
                        path,
                        **{"Accept-Encoding": encoding, "If-None-Match": known},
                    )
                    assert (again.status, nothing) == (304, b"")
                    assert again.getheader("ETag") == etag
                    assert again.getheader("Cache-Control") == first.getheader("Cache-Control")
                    assert again.getheader("Vary") == first.getheader("Vary")
                changed, body_again = await ask(
                    url, "GET", path, **{"Accept-Encoding": encoding, "If-None-Match": '"x"'}
                )
                assert (changed.status, body_again) == (200, body)

    run(work())


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_head_has_the_headers_of_get(encoding: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with served_page(tmp_path) as http:
            for path in ("/", "/assets/app.js", "/assets/font.woff2"):
                got, body = await ask(http.base_url, "GET", path, **{"Accept-Encoding": encoding})
                head, nothing = await ask(
                    http.base_url, "HEAD", path, **{"Accept-Encoding": encoding}
                )
                assert (head.status, nothing) == (200, b"")
                assert head.getheader("Content-Length") == str(len(body))
                for name in ("Content-Type", "Content-Encoding", "ETag", "Vary", "Cache-Control"):
                    assert head.getheader(name) == got.getheader(name)

    run(work())


def test_a_range_request_gets_the_whole_file(tmp_path: Path) -> None:
    async def work() -> None:
        async with served_page(tmp_path) as http:
            answer, body = await ask(http.base_url, "GET", "/assets/app.js", Range="bytes=0-9")
            assert (answer.status, body) == (200, SCRIPT)
            assert answer.getheader("Content-Range") is None

    run(work())


def test_unknown_addresses_show_the_page(tmp_path: Path) -> None:
    async def work() -> None:
        async with served_page(tmp_path) as http:
            for path in ("/nothing", "/assets/nothing.js", "/assets/"):
                answer = await http.get(path)
                assert (answer.status_code, answer.content) == (404, INDEX)
                assert answer.headers["content-type"] == "text/html; charset=utf-8"

    run(work())


@pytest.mark.parametrize(
    "name",
    [
        "../secret.txt",
        "assets/../../secret.txt",
        "/etc/passwd",
        "assets//app.js",
        "assets",
        "",
        ".",
        "assets/" + "x" * 5000,
        "assets/a\0b",
    ],
)
def test_only_files_in_the_folder_are_served(name: str, tmp_path: Path) -> None:
    async def work() -> None:
        files = PageFiles(a_page(tmp_path))
        assert await files.get(name) is None
        assert files.get_now(name) is None
        assert await files.get("assets/app.js") is not None

    run(work())


def test_a_file_is_compressed_once_and_again_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressed: list[int] = []

    def counted(text: bytes) -> bytes:
        compressed.append(len(text))
        return gzip.compress(text)

    monkeypatch.setattr(page_files, "compress", counted)

    async def work() -> None:
        folder = a_page(tmp_path)
        files = PageFiles(folder)
        first = await files.get("assets/app.js")
        assert first is await files.get("assets/app.js") is files.get_now("assets/app.js")
        assert len(compressed) == 1
        path = folder / "assets" / "app.js"
        path.write_bytes(b"changed")
        os.utime(path, ns=(1, 1))
        second = await files.get("assets/app.js")
        assert second is not None
        assert second.plain == b"changed"
        assert len(compressed) == 2
        path.unlink()
        assert await files.get("assets/app.js") is None

    run(work())


def test_the_cache_of_files_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = a_page(tmp_path)
    for number in range(10):
        (folder / "assets" / f"{number}.woff2").write_bytes(FONT)
    monkeypatch.setattr(page_files, "MAX_CACHED_BYTES", 3 * len(FONT))

    async def work() -> None:
        files = PageFiles(folder)
        for _ in range(2):
            for number in range(10):
                file = await files.get(f"assets/{number}.woff2")
                assert file is not None
                assert file.plain == FONT
                kept = sum(each.size for _, each in files._cached.values())
                assert kept == files._cached_bytes <= 3 * len(FONT)
        monkeypatch.setattr(page_files, "MAX_CACHED_BYTES", 10)
        assert (await files.get("assets/app.js")) is not None
        assert "assets/app.js" not in files._cached

    run(work())
