"""On a phone: long names fit, and no button is hidden behind the bar at the bottom."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.screens import PHONE
from tests.browser.visitor import NewVisitor, Visitor, with_easy_bots, words
from tests.helpers.server_process import ServerProcess

LONG_NAME: Final = 24 * "W"
"""The widest possible name, in one word."""

SEATS: Final = {"quatrefoil": 4, "coloryam": 2, "quivvit": 2, "qwirkle_cards": 2, "pivit": 2}

TOO_WIDE: Final = """
    [...document.querySelectorAll('main :not(svg *)')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .filter((each) => each.checkVisibility())
      .map((each) => each.outerHTML.slice(0, 80))
"""


def _on_a_phone(visit: NewVisitor, server: ServerProcess, name: str) -> Visitor:
    visitor = visit(server, viewport=PHONE)
    visitor.becomes_a_guest(name)
    return visitor


@pytest.mark.parametrize("game", SEATS)
def test_a_long_name_pushes_nothing_off_the_screen(
    server: ServerProcess, visit: NewVisitor, game: str
) -> None:
    wanda = _on_a_phone(visit, server, LONG_NAME)
    wanda.creates_a_table(**with_easy_bots(game, SEATS[game]))
    expect(wanda.button("page.table")).to_be_visible()
    assert wanda.page.evaluate(TOO_WIDE) == []


def test_result_and_rematch_are_visible_at_the_end(
    server: ServerProcess, visit: NewVisitor
) -> None:
    wanda = _on_a_phone(visit, server, LONG_NAME)
    wanda.creates_a_table(**with_easy_bots("quatrefoil", 4, options={"variant": "nothing-to-hide"}))
    wanda.starts()
    if wanda.waits_for_turn_or_end():
        wanda.control("stack").click()
    expect(wanda.end).to_be_visible()
    bar = _box(wanda.button("page.table"))
    result = _box(wanda.end)
    assert 0 <= result["y"] < result["y"] + result["height"] < bar["y"]
    expect(wanda.end.get_by_role("button", name=words("page.end.rematch"))).to_be_visible()
    assert wanda.page.evaluate(TOO_WIDE) == [], "at the end"

    wanda.link("page.end.review").click()
    expect(wanda.page.get_by_label(words("page.replay.as"))).to_contain_text(LONG_NAME)
    assert wanda.page.evaluate(TOO_WIDE) == [], "in the replay"


def _box(found: Locator) -> FloatRect:
    box = found.bounding_box()
    assert box is not None
    return box
