"""Every page: readable for everybody, in light and dark, at every width, and from one host."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from quincunx.client import Client
from quincunx.registry import games
from quincunx.wire import NewTable
from tests.browser import pictures
from tests.browser.accessibility import accessibility_violations
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess

WIDTHS = (360, 768, 1440)


@pytest.fixture(scope="module")
def finished(server: ServerProcess) -> str:
    """The id of a table whose game is over."""

    async def play() -> str:
        ada = await Client.guest(server.url, "Ada")
        options = {"variant": "nothing-to-hide"}
        bots = {1: "expert", 2: "expert", 3: "expert"}
        opened = await ada.create_table(NewTable("quatrefoil", options, bots=bots))
        async with ada.join(opened.id) as table:
            await table.ready()
            while table.outcome is None:
                await table.my_turn()
                if table.outcome is None:
                    await table.play((await table.hints(9)).hints[-1].move or "stack")
        return opened.id

    # Playwright has an event loop in this thread already.
    with ThreadPoolExecutor() as elsewhere:
        return elsewhere.submit(asyncio.run, play()).result()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    "place",
    [
        "/",
        *(f"/new/{game}" for game in games()),
        *(f"/games/{game}" for game in games()),
        "/settings",
        "/people/nobody",
        "/nowhere",
        "/table/none",
        "replay",
    ],
)
def test_pages_are_for_everybody(
    server: ServerProcess, visit: NewVisitor, finished: str, place: str, scheme: str
) -> None:
    ada = visit(server, color_scheme=scheme, reduced_motion="reduce")
    ada.page.goto("/")
    ada.page.request.post("/api/guest", data={"name": "Ada"})
    ada.page.goto(f"/replay/{finished}" if place == "replay" else place)
    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
    ada.page.wait_for_load_state("networkidle")
    assert accessibility_violations(ada.page) == []
    assert ada.page.title()
    for width in WIDTHS:
        ada.page.set_viewport_size({"width": width, "height": 800})
        # Nothing sticks out, once the board has found its new size.
        ada.page.wait_for_function(
            "width => document.documentElement.scrollWidth <= width", arg=width
        )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_table_is_for_everybody(server: ServerProcess, visit: NewVisitor, scheme: str) -> None:
    ada = visit(server, color_scheme=scheme, reduced_motion="reduce")
    ada.opens_a_table("nothing-to-hide")
    expect(ada.button("page.gather.start")).to_be_visible()
    assert accessibility_violations(ada.page) == [], "while people gather"
    ada.starts()
    if ada.waits_for_turn_or_end():
        assert accessibility_violations(ada.page) == [], "while it is my turn"
    ada.follows_the_hints_to_the_end()
    assert accessibility_violations(ada.page) == [], "after the end"


def test_the_replay_steps_and_shows_what_a_seat_saw(
    server: ServerProcess, visit: NewVisitor, finished: str
) -> None:
    ada = visit(server)
    ada.page.goto(f"/replay/{finished}")
    slider = ada.page.get_by_role("slider", name=words("page.replay.slider"), exact=True)
    expect(slider).to_be_visible()
    last = int(slider.get_attribute("max") or 0)
    assert last >= 1
    ada.button("page.step.start").click()
    expect(slider).to_have_value("0")
    ada.button("page.step.forward").click()
    expect(slider).to_have_value("1")
    seen_by = ada.page.get_by_label(words("page.replay.as"))
    options = seen_by.locator("option").all_inner_texts()
    assert options[0] == words("page.replay.all")
    assert len(options) == 5
    seen_by.select_option(index=2)
    expect(slider).to_be_visible()


def test_the_guide_teaches_in_three_steps(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    ada.page.goto("/games/quatrefoil")
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text("Quatrefoil")
    expect(ada.page.locator("[data-move]").first).to_be_visible()


def test_the_readmes_picture_can_be_taken_again(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, **pictures.SETTING)
    assert pictures.take(ada).startswith(b"\x89PNG")
    assert pictures.FILE.is_file()


def test_an_unknown_address_says_so(server: ServerProcess, visit: NewVisitor) -> None:
    ada: Visitor = visit(server)
    answer = ada.page.goto("/nowhere")
    assert answer is not None
    assert answer.status == 404
    ada.sees("page.missing.title")
