"""Link previews: tags in the page, and pictures that show nothing private or hidden."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from litestar import Litestar
from sqlalchemy import update

from quincunx.client import Client
from quincunx.registry import find, game_names
from quincunx.server.common.limits import RateLimit
from quincunx.server.common.rate_limiter import Rate
from quincunx.server.http.app import create_app
from quincunx.server.http.page_files import PageFiles
from quincunx.server.http.previews.addresses import origin_of, preferred_language
from quincunx.server.http.previews.cards import draw_png
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import NewTable
from tests.cost.long_games import finished, long_match, new_table_id, put_game
from tests.helpers.in_process_server import serve_app
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run

INDEX: Final = b"<!doctype html><html><head><title>Quincunx</title></head><body></body></html>"
HOSTILE: Final = '"><script>x</script>'
PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[Litestar, httpx.AsyncClient, str]]:
    page = folder / "dist"
    page.mkdir()
    (page / "index.html").write_bytes(INDEX)
    app = create_app(sqlite_url(folder))
    app.state.page_files = PageFiles(page)
    async with (
        serve_app(app) as url,
        httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
    ):
        yield app, http, url


def tags(answer: httpx.Response) -> dict[str, str]:
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', answer.text)
    return {name: unescape(content) for name, content in found}


async def set_columns(app: Litestar, table: str, **values: Any) -> None:
    async def job(connection: StoreConnection) -> None:
        tables = schema.tables
        await connection.execute(update(tables).where(tables.c.id == table).values(**values))

    await app.state.store.write(job)


async def put_finished_game(app: Litestar, url: str) -> str:
    people = [(await Client.guest(url, f"Player {seat}")).person for seat in range(4)]
    match = finished(long_match(find("quatrefoil"), 30, new_table_id()), 1000)
    return await put_game(app.state.store, match, people)


def size_of(png: bytes) -> tuple[int, int]:
    """Check a PNG file chunk by chunk, and return its width and height."""
    assert png.startswith(PNG_SIGNATURE)
    at, kinds, pixels = len(PNG_SIGNATURE), [], b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert zlib.crc32(kind + data) == checksum
        kinds.append(kind)
        pixels += data if kind == b"IDAT" else b""
        at += 12 + length
    assert (kinds[0], kinds[-1]) == (b"IHDR", b"IEND")
    width, height = struct.unpack(">II", png[16:24])
    assert len(zlib.decompress(pixels)) == height * (1 + 4 * width)
    return width, height


def test_every_kind_of_page_has_a_preview_in_the_language_of_the_request(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path) as (app, http, url):
            ada = await Client.guest(url, HOSTILE)
            opened = await ada.create_table(NewTable("quivvit", seats=2))
            over = await put_finished_game(app, url)
            person = ada.person.id
            expected = {
                "/": ("Quincunx: five tabletop games", "site.png"),
                "/lobby": ("Quincunx: five tabletop games", "site.png"),
                "/games/pivit": ("How to play Pivit", "games/pivit.png"),
                "/games/chess": ("Quincunx: five tabletop games", "site.png"),
                "/daily": ("Daily games", "site.png"),
                "/daily/2026-01-01": ("Daily games", "site.png"),
                f"/deals/{over}": ("Play the same deal of Quatrefoil", "games/quatrefoil.png"),
                f"/table/{opened.id}": ("Join a game of Quivvit", "games/quivvit.png"),
                f"/table/{over}": ("A game of Quatrefoil", "games/quatrefoil.png"),
                f"/replay/{over}": ("Replay of a game of Quatrefoil", "games/quatrefoil.png"),
                "/table/unknown": ("Quincunx: five tabletop games", "site.png"),
                f"/people/{person}": (f"{ada.person.name} on Quincunx", "site.png"),
                "/people/nobody": ("Quincunx: five tabletop games", "site.png"),
            }
            for path, (title, picture) in expected.items():
                answer = await http.get(path)
                found = tags(answer)
                assert (found["og:title"], found["og:image"]) == (title, f"{url}/preview/{picture}")
                assert found["og:url"] == url + path
                assert found["description"] == found["og:description"] != ""
                assert "<script" not in answer.text
                assert answer.text.index("og:title") < answer.text.index("</head>")
            french = await http.get("/games/pivit", headers={"Accept-Language": "fr-CA, en;q=0.5"})
            assert tags(french)["og:title"] == "Comment jouer à Pivit"
            assert "Accept-Language" in french.headers["vary"]
            assert (await http.head("/games/pivit")).headers["etag"]
            # Nothing about the host, the seats or the board of a private table.
            private = await http.get(f"/table/{opened.id}")
            assert ada.person.name not in unescape(private.text)
            known = {"If-None-Match": (await http.get("/")).headers["etag"]}
            again = await http.get("/", headers=known)
            assert again.status_code == 304

    run(work())


def test_only_a_finished_public_game_shows_its_board(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path) as (app, http, url):
            over = await put_finished_game(app, url)
            site = (await http.get("/preview/site.png")).content
            path = f"/preview/tables/{over}.png"
            assert (await http.get(path)).content == site, "the table is private"
            await set_columns(app, over, open=True, deal="daily", origin="2000-01-01")
            assert tags(await http.get(f"/table/{over}"))["og:image"].endswith("quatrefoil.png")
            assert (await http.get(path)).content == site, "others play this deal"
            await set_columns(app, over, open=True, deal="fresh", origin=None)
            assert tags(await http.get(f"/table/{over}"))["og:image"] == url + path
            board = await http.get(path)
            assert board.content != site
            assert size_of(board.content) == (1200, 630)
            assert board.headers["content-type"] == "image/png"
            assert board.headers["cache-control"] == "public, max-age=86400"
            assert board.headers["cross-origin-resource-policy"] == "cross-origin"
            known = {"If-None-Match": board.headers["etag"]}
            assert (await http.get(path, headers=known)).status_code == 304
            for bad in ("tables/unknown.png", "tables/%3Cscript%3E.png", "games/chess.png"):
                assert (await http.get(f"/preview/{bad}")).content == site
            head = await http.head("/preview/site.png")
            assert (head.status_code, head.content) == (200, b"")

            app.state.limits.previews = RateLimit(address=Rate(1, 1))
            assert (await http.get("/preview/site.png")).status_code == 200
            assert (await http.get("/preview/site.png")).status_code == 429
            app.state.limits.page_lookups = RateLimit(address=Rate(1, 1))
            await http.get(f"/table/{over}")
            generic = await http.get(f"/table/{over}")
            assert tags(generic)["og:image"] == f"{url}/preview/site.png"

    run(work())


@pytest.mark.parametrize("game", [game for game in game_names() if find(game).listed])
def test_each_game_has_a_picture(game: str) -> None:
    assert size_of(draw_png("game", game)) == (1200, 630)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("fr-CH, de;q=0.9", "fr"),
        ("en;q=0.3, de;q=0.8", "de"),
        ("pl, fr;q=0.1", "fr"),
        ("de;q=0", "en"),
        ("de;q=what", "en"),
        ("*", "en"),
        ("<script>", "en"),
        ("de," * 10_000, "de"),
    ],
)
def test_the_language_of_a_request(header: str, language: str) -> None:
    assert preferred_language(header) == language


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("quincunx.example", "https://quincunx.example"),
        ("127.0.0.1:8000", "https://127.0.0.1:8000"),
        ("[::1]:8000", "https://[::1]:8000"),
        ('x"><script>', ""),
        ("", ""),
        ("a b", ""),
    ],
)
def test_the_origin_of_absolute_addresses(host: str, origin: str) -> None:
    assert origin_of("https", host) == origin
