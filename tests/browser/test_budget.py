"""Limits of every page: few bytes to load, from one host only, and no layout shifts."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Response, expect

from tests.browser.layout_shifts import assert_nothing_shifted, record_layout_shifts
from tests.browser.played_games import PlayedGame, lose_games
from tests.browser.screens import ANIMATED, SIZES
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess

MAX_FIRST_LOAD_BYTES: Final = 200_000
"""Compressed."""
PLACES: Final = (
    "/new/quatrefoil",
    "/table/",
    "/games/quivvit",
    "/people/",
    "/settings",
    "/nowhere",
)
"""A path that ends with a slash is followed by an id.

Other pages are loaded through a slow network, in `test_home` and `test_after`.
"""


@pytest.fixture(scope="module")
def played(server: ServerProcess) -> PlayedGame:
    return lose_games(server)


def test_the_first_load_is_small_and_from_one_host(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada: Visitor = visit(server, first_visit=True)
    loaded: list[Response] = []

    ada.page.on("response", lambda response: loaded.append(response))  # noqa: PLW0108
    ada.page.goto("/")
    games = ada.page.get_by_role("region", name=words("page.home.games"), exact=True)
    expect(games).to_be_visible()
    ada.page.wait_for_load_state("networkidle")
    sizes = {answer.url: answer.request.sizes()["responseBodySize"] for answer in loaded}
    assert sum(sizes.values()) <= MAX_FIRST_LOAD_BYTES, sizes
    assert [url for url in sizes if not url.startswith(f"{server.url}/")] == []


@pytest.mark.parametrize("width", SIZES)
def test_nothing_shifts_while_a_page_loads(
    server: ServerProcess, visit: NewVisitor, played: PlayedGame, width: int
) -> None:
    ben: Visitor = visit(server, first_visit=True, viewport=SIZES[width], **ANIMATED)
    ben.becomes_a_guest("Ben")
    record_layout_shifts(ben.page)
    ids = {"/table/": played.table, "/people/": played.person}
    for place in PLACES:
        ben.page.goto(place + ids.get(place, ""))
        expect(ben.page.get_by_role("heading").first).to_be_visible()
        assert_nothing_shifted(ben.page, place)
