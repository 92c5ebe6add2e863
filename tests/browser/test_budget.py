"""What a page may cost: little to load, nothing from elsewhere, and nothing that jumps."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Response, expect

from tests.browser.played import Played, lose
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess

MOST_BYTES: Final = 200_000
"""Of the first load, compressed."""
MOST_SHIFT: Final = 0.05
"""Of the layout, as browsers reckon it."""

SHIFTS: Final = """
    window.shifted = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        shifted.push({ value, what: sources.map(({ node }) => node?.outerHTML?.slice(0, 80)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
"""
PLACES: Final = (
    "/",
    "/lobby",
    "/new/quatrefoil",
    "/table/",
    "/replay/",
    "/games/quivvit",
    "/daily",
    "/people/",
    "/settings",
    "/nowhere",
)
"""Those that end in a stroke go on with an id."""


@pytest.fixture(scope="module")
def played(server: ServerProcess) -> Played:
    return lose(server)


def test_the_first_load_is_light_and_from_one_host(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada: Visitor = visit(server)
    loaded: list[Response] = []

    def note(answer: Response) -> None:
        loaded.append(answer)

    ada.page.on("response", note)
    ada.page.goto("/")
    expect(ada.page.get_by_role("region", name=words("page.home.games"))).to_be_visible()
    ada.page.wait_for_load_state("networkidle")
    sizes = {answer.url: answer.request.sizes()["responseBodySize"] for answer in loaded}
    assert sum(sizes.values()) <= MOST_BYTES, sizes
    assert [url for url in sizes if not url.startswith(f"{server.url}/")] == []


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("place", PLACES)
def test_nothing_jumps(
    server: ServerProcess, visit: NewVisitor, played: Played, place: str, width: int
) -> None:
    ada: Visitor = visit(server, viewport={"width": width, "height": 800})
    ada.page.request.post("/api/guest", data={"name": "Ben"})
    ada.page.add_init_script(SHIFTS)
    ids = {"/table/": played.table, "/replay/": played.table, "/people/": played.person}
    ada.page.goto(place + ids.get(place, ""))
    expect(ada.page.get_by_role("heading").first).to_be_visible()
    ada.page.wait_for_load_state("networkidle")
    # What is late is late by its transition.
    ada.page.wait_for_timeout(500)
    shifts: list[dict[str, Any]] = ada.page.evaluate("shifted")
    assert sum(shift["value"] for shift in shifts) < MOST_SHIFT, json.dumps(shifts, indent=2)
