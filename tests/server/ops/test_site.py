"""The operator's name, contact, announcement and texts, as the server sends them."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from quincunx.cli import main
from quincunx.server.http.app import create_app
from quincunx.server.http.page_files import PageFiles
from quincunx.server.ops.settings import BadSetting, Settings, load_settings
from quincunx.server.ops.site import MAX_SITE_TEXT_CHARACTERS, Site, load_site
from tests.helpers.in_process_server import serve_app
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import MAX_WAIT_S, run

INDEX = "<!doctype html><html><head><title>Quincunx</title></head><body></body></html>"
HOSTILE = '"><script>x</script>&'


@asynccontextmanager
async def served(folder: Path, site: Site) -> AsyncIterator[httpx.AsyncClient]:
    page = folder / "dist"
    page.mkdir()
    (page / "index.html").write_text(INDEX)
    (page / "manifest.webmanifest").write_text('{"id": "/", "name": "Quincunx"}')
    app = create_app(sqlite_url(folder), site=site)
    app.state.page_files = PageFiles(page)
    async with (
        serve_app(app) as url,
        httpx.AsyncClient(base_url=url, timeout=MAX_WAIT_S) as http,
    ):
        yield http


def site_tag(answer: httpx.Response) -> Any:
    (content,) = re.findall(r'<meta name="site" content="([^"]*)">', answer.text)
    return json.loads(unescape(content))


def test_every_page_names_the_site_and_escapes_what_the_operator_wrote(tmp_path: Path) -> None:
    async def work() -> None:
        settings = Settings(site_name=HOSTILE, contact="a@example.org", announcement=HOSTILE)
        async with served(tmp_path, load_site(settings)) as http:
            for path in ("/", "/lobby", "/imprint", "/nowhere"):
                answer = await http.get(path)
                assert site_tag(answer) == {
                    "name": HOSTILE,
                    "contact": "a@example.org",
                    "announcement": HOSTILE,
                    "registration": "open",
                    "texts": [],
                    "mail": False,
                }
                assert "<script>x" not in answer.text
                (title,) = re.findall("<title>(.*)</title>", answer.text)
                assert unescape(title) == HOSTILE
            home = unescape((await http.get("/")).text)
            assert f'property="og:site_name" content="{HOSTILE}"' in home
            assert f'property="og:title" content="{HOSTILE}: five tabletop games"' in home
            manifest = (await http.get("/manifest.webmanifest")).json()
            assert manifest == {"id": "/", "name": HOSTILE}

    run(work())


def test_texts_are_sent_as_plain_text(tmp_path: Path) -> None:
    file = tmp_path / "imprint.txt"
    file.write_text("<b>Ada</b>\n\nLøndon", "utf-8")

    async def work() -> None:
        async with served(tmp_path, load_site(Settings(imprint=file))) as http:
            answer = await http.get("/api/site/imprint")
            assert answer.text == "<b>Ada</b>\n\nLøndon"
            assert answer.headers["content-type"].startswith("text/plain")
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert site_tag(await http.get("/"))["texts"] == ["imprint"]
            for missing in ("privacy", "passwd", "..%2Fetc"):
                refused = await http.get(f"/api/site/{missing}")
                assert refused.status_code == 404
            assert (await http.get("/api/site/privacy")).json()["error"] == "NoSiteText"

    run(work())


def test_without_settings_the_site_is_quincunx(tmp_path: Path) -> None:
    async def work() -> None:
        async with served(tmp_path, Site()) as http:
            assert site_tag(await http.get("/"))["name"] == "Quincunx"
            manifest = (await http.get("/manifest.webmanifest")).text
            assert manifest == '{"id": "/", "name": "Quincunx"}'

    run(work())


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("site_name", ""),
        ("site_name", "x" * 41),
        ("site_name", "two\nlines"),
        ("site_name", "ending\n"),
        ("contact", "x" * 301),
        ("announcement", "x" * 301),
        ("announcement", "bell\x07"),
    ],
)
def test_words_have_a_limit_and_no_control_characters(setting: str, value: str) -> None:
    with pytest.raises(BadSetting):
        load_settings({setting: value}, {}, None)


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b"x" * (MAX_SITE_TEXT_CHARACTERS + 1)])
def test_a_text_that_cannot_be_shown_is_refused_in_one_line(
    tmp_path: Path, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "privacy.txt"
    if content is not None:
        file.write_bytes(content)
    assert main(["serve", "--privacy", str(file), "--data", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert str(file) in err
