"""Quatrefoil in a real browser: five deals with bots, scored against par."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.accessibility import accessibility_violations
from tests.browser.screens import PHONE_DARK, SIZES, on_screens
from tests.browser.visitor import NewVisitor, with_easy_bots, words
from tests.helpers.server_process import ServerProcess


@on_screens(PHONE_DARK)
def test_five_deals_to_the_end(
    server: ServerProcess, visit: NewVisitor, width: int, scheme: str
) -> None:
    ada = visit(server, viewport=SIZES[width], color_scheme=scheme)
    options = {"deals": "5", "variant": "nothing-to-hide"}
    ada.creates_a_table(**with_easy_bots("quatrefoil", 4, options=options))
    ada.starts()
    # The bots may have solved the first deal already.
    numbers = (words("quatrefoil.board.deal", deal=deal, deals=5) for deal in range(1, 6))
    expect(ada.page.get_by_text(re.compile("|".join(numbers))).first).to_be_visible()
    # After a deal its result is there, and this only when the mouse points at it.
    meaning = words("quatrefoil.board.par_meaning")
    expect(ada.page.locator(f'[title="{meaning}"]')).to_be_visible()
    assert accessibility_violations(ada.page) == []
    ada.follows_the_hints_to_the_end()
    boxes = ada.page.locator(".series li")
    expect(boxes).to_have_count(5)
    for index in range(5):
        ahead = words("quatrefoil.board.deal_ahead", deal=index + 1)
        expect(boxes.nth(index)).not_to_contain_text(ahead)
    expect(ada.end).to_contain_text("5 of 5 deals solved.")
    assert accessibility_violations(ada.page) == []
