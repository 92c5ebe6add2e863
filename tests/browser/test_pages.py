"""Every page: accessible in light and dark, and fitting every width."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from quincunx.registry import game_names
from tests.browser.accessibility import assert_accessible
from tests.browser.played_games import lose_games
from tests.browser.screens import DESKTOP_LIGHT, SIZES, on_screens
from tests.browser.visitor import NewVisitor, Visitor, with_easy_bots, words
from tests.helpers.server_process import ServerProcess

WIDTHS = (360, 768, 1440)
PLACES = (
    "/",
    *(f"/new/{game}" for game in game_names()),
    *(f"/games/{game}" for game in game_names()),
    "/settings",
    "/password#token",
    "/people/nobody",
    "/nowhere",
    "/table/none",
    "/replay/",
)


@pytest.fixture(scope="module")
def finished(server: ServerProcess) -> str:
    """The id of a table whose game is over."""
    return lose_games(server).table


@pytest.mark.parametrize(
    ("scheme", "places"),
    [
        ("light", PLACES[::2]),
        ("dark", PLACES[1::2]),
        pytest.param("light", PLACES[1::2], marks=pytest.mark.exhaustive),
        pytest.param("dark", PLACES[::2], marks=pytest.mark.exhaustive),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_pages_are_accessible_and_fit_every_width(
    server: ServerProcess, visit: NewVisitor, finished: str, places: tuple[str, ...], scheme: str
) -> None:
    ada = visit(server, color_scheme=scheme)
    ada.becomes_a_guest()
    for place in places:
        ada.page.goto(f"/replay/{finished}" if place == "/replay/" else place)
        expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        ada.page.wait_for_load_state("networkidle")
        assert_accessible(ada.page, place)
        assert ada.page.title(), place
        _fits_every_width(ada.page)


def test_with_reduced_motion_changes_are_shown_at_once(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server, reduced_motion="reduce")
    ada.page.goto("/nowhere")
    heading = ada.page.get_by_role("heading", level=1)
    moved_px = heading.evaluate(
        """(heading) => {
            const before = heading.getBoundingClientRect().x;
            heading.style.translate = "50px";
            return heading.getBoundingClientRect().x - before;
        }"""
    )
    assert moved_px == 50


def _fits_every_width(page: Page) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        # The board takes a moment to find its new size.
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=width)


@on_screens(DESKTOP_LIGHT)
def test_a_table_is_accessible_from_the_start_to_the_end(
    server: ServerProcess, visit: NewVisitor, scheme: str, width: int
) -> None:
    ada = visit(server, color_scheme=scheme, viewport=SIZES[width])
    ada.creates_a_table(**with_easy_bots("quatrefoil", 4, options={"variant": "nothing-to-hide"}))
    ada.starts()
    if ada.waits_for_turn_or_end():
        assert_accessible(ada.page, "on the player's turn")
    ada.follows_the_hints_to_the_end()
    assert_accessible(ada.page, "after the end")


def test_the_replay_steps_and_shows_what_a_seat_saw(
    server: ServerProcess, visit: NewVisitor, finished: str
) -> None:
    ada = visit(server)
    ada.page.goto(f"/replay/{finished}")
    slider = ada.replay_slider
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


def test_an_unknown_address_shows_page_not_found(server: ServerProcess, visit: NewVisitor) -> None:
    ada: Visitor = visit(server)
    answer = ada.page.goto("/nowhere")
    assert answer is not None
    assert answer.status == 404
    ada.sees("page.missing.title")
