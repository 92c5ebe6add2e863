"""On a phone: long names push nothing away, and nothing that one may press is behind the bar."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import FloatRect, Locator, expect

from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "reduced_motion": "reduce",
}
LONG_NAME: Final = 24 * "W"
"""As wide as a name can be, and one word."""

TABLES: Final[dict[str, dict[str, Any]]] = {
    "quatrefoil": {"bots": {1: "easy", 2: "easy", 3: "easy"}},
    "coloryam": {"seats": 2, "bots": {1: "easy"}},
    "quivvit": {"seats": 2, "bots": {1: "easy"}},
    "qwirkle_cards": {"seats": 2, "bots": {1: "easy"}},
    "pivit": {"seats": 2, "bots": {1: "easy"}},
}

TOO_WIDE: Final = """
    [...document.querySelectorAll('main :not(svg *)')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
      .filter((each) => each.checkVisibility())
      .map((each) => each.outerHTML.slice(0, 80))
"""


def _on_a_phone(visit: NewVisitor, server: ServerProcess, name: str) -> Visitor:
    visitor = visit(server, **PHONE)
    assert visitor.page.request.post("/api/guest", data={"name": name}).ok
    visitor.named = True
    return visitor


@pytest.mark.parametrize("game", TABLES)
def test_a_long_name_pushes_nothing_away(
    server: ServerProcess, visit: NewVisitor, game: str
) -> None:
    wanda = _on_a_phone(visit, server, LONG_NAME)
    answer = wanda.page.request.post("/api/tables", data={"game": game, **TABLES[game]})
    wanda.page.goto(f"/table/{answer.json()['id']}")
    wanda.button("page.gather.start").click()
    expect(wanda.button("page.table")).to_be_visible()
    assert wanda.page.evaluate(TOO_WIDE) == []


def test_at_the_end_what_one_can_do_next_is_in_sight(
    server: ServerProcess, visit: NewVisitor
) -> None:
    wanda = _on_a_phone(visit, server, LONG_NAME)
    wanda.opens_a_table("nothing-to-hide", bots="easy")
    wanda.starts()
    if wanda.waits_for_turn_or_end():
        wanda.control("stack").click()
    expect(wanda.end).to_be_visible()
    bar = _box(wanda.button("page.table"))
    for message_id in ("page.end.rematch", "page.end.share", "page.end.beat"):
        button = _box(wanda.button(message_id))
        assert button["y"] + button["height"] < bar["y"], message_id

    wanda.link("page.end.review").click()
    expect(wanda.page.get_by_label(words("page.replay.as"))).to_contain_text(LONG_NAME)
    assert wanda.page.evaluate(TOO_WIDE) == [], "in the replay"


def _box(found: Locator) -> FloatRect:
    box = found.bounding_box()
    assert box is not None
    return box
