"""Qwirkle Cards in a real browser: a whole game, and moving cards by mouse, touch and keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import accessibility_violations, assert_accessible
from tests.browser.async_waiting import wait_for_async
from tests.browser.screens import ANIMATED, PHONE, in_schemes
from tests.browser.shared_table import opens_the_menu
from tests.browser.visitor import NewVisitor, Visitor, with_easy_bots, words
from tests.helpers.server_process import ServerProcess


def _starts(visitor: Visitor, seats: int = 2) -> None:
    visitor.creates_a_table(**with_easy_bots("qwirkle_cards", seats))


def _waits(visitor: Visitor) -> str:
    """Wait until the player can act; return `play`, `redraw`, or `over`."""
    play, redraw = visitor.control("play"), visitor.control("redraw")
    expect(play.or_(redraw).or_(visitor.end).first).to_be_visible()
    if visitor.end.count():
        return "over"
    return "redraw" if redraw.count() else "play"


def _redraws_until_play(visitor: Visitor) -> None:
    """Redraw until the player can play; the deal is random."""
    while _waits(visitor) == "redraw":
        before = visitor.log.count()
        visitor.control("redraw").click()
        expect(visitor.log.nth(before)).to_be_attached()
    expect(visitor.control("play")).to_be_visible()


def _hand(page: Page) -> Locator:
    return page.locator('[data-drop="hand"] [data-kind]')


def _begins_a_set(visitor: Visitor) -> list[str]:
    """Start a set with the first two cards of the hand, which is wrong; return all sets."""
    for place in range(2):
        _hand(visitor.page).nth(place).get_by_role("button").click()
    visitor.button("qwirkle_cards.board.new_set").click()
    expect(_wrong(visitor.page)).to_have_count(1)
    return _sets(visitor.page)


def _wrong(page: Page) -> Locator:
    return page.locator('[data-state="wrong"]')


def _sets(page: Page) -> list[str]:
    found: list[str] = page.locator('[data-drop]:not([data-drop="hand"]) > ul').evaluate_all(
        "sets => sets.map(s => [...s.querySelectorAll('[data-kind]')].map(c => c.dataset.kind)"
        ".sort().join(' '))"
    )
    return found


def test_a_whole_game_with_bots(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    _starts(ada, seats=4)
    for _ in range(60):
        wanted = _waits(ada)
        if wanted == "over":
            break
        before = ada.log.count()
        if wanted == "redraw":
            ada.control("redraw").click()
        else:
            opens_the_menu(ada)
            ada.button("page.help.legal").click()
            ada.button("qwirkle_cards.board.lay_out").click()
            ready = ada.page.locator('[data-move="play"]:not([aria-disabled="true"])')
            expect(ready).to_be_visible()
            ready.click()
        expect(ada.log.nth(before).or_(ada.end).first).to_be_attached()
    expect(ada.end).to_be_visible()


@in_schemes("light")
def test_a_draft_is_checked_undone_and_survives_a_reload(
    server: ServerProcess, visit: NewVisitor, scheme: str
) -> None:
    ada = visit(server, color_scheme=scheme, viewport=PHONE)
    _starts(ada)
    _redraws_until_play(ada)
    hand = _hand(ada.page).count()
    sets = _begins_a_set(ada)
    expect(ada.control("play")).to_have_attribute("aria-disabled", "true")
    assert accessibility_violations(ada.page) == []
    ada.page.reload()
    expect(_wrong(ada.page)).to_have_count(1)
    assert _sets(ada.page) == sets
    expect(_hand(ada.page)).to_have_count(hand - 2)
    ada.button("qwirkle_cards.board.reset").click()
    expect(_hand(ada.page)).to_have_count(hand)
    ada.button("qwirkle_cards.board.undo").click()
    expect(_wrong(ada.page)).to_have_count(1)
    assert _sets(ada.page) == sets


def test_a_card_is_dragged_to_the_table_and_back(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, **ANIMATED)
    _starts(ada)
    _redraws_until_play(ada)
    _has_landed(ada.page)
    hand = _hand(ada.page).count()
    begin = ada.page.locator(".begin")
    _drags(ada.page, _hand(ada.page).first, begin)
    expect(_hand(ada.page)).to_have_count(hand - 1)
    expect(_wrong(ada.page)).to_have_count(1)
    _has_landed(ada.page)
    _drags(ada.page, _wrong(ada.page).locator("[data-kind]"), _hand(ada.page).nth(2))
    expect(_hand(ada.page)).to_have_count(hand)
    expect(_wrong(ada.page)).to_have_count(0)


def test_the_hand_is_sorted_and_keeps_its_order(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    _starts(ada)
    _waits(ada)
    ada.button("qwirkle_cards.board.sort_shape").click()
    kinds = _kinds(ada.page)
    assert kinds == sorted(kinds, key=lambda kind: ("csdlxa".index(kind[1]), _colour(kind)))
    ada.button("qwirkle_cards.board.sort_colour").click()
    kinds = _kinds(ada.page)
    assert kinds == sorted(kinds, key=lambda kind: (_colour(kind), "csdlxa".index(kind[1])))
    _hand(ada.page).first.get_by_role("button").focus()
    ada.page.keyboard.press("Shift+ArrowRight")
    own = [kinds[1], kinds[0], *kinds[2:]]
    assert _kinds(ada.page) == own
    ada.page.reload()
    expect(_hand(ada.page)).to_have_count(9)
    assert _kinds(ada.page) == own


def _kinds(page: Page) -> list[str]:
    found: list[str] = _hand(page).evaluate_all("cards => cards.map(c => c.dataset.kind)")
    return found


def _colour(kind: str) -> int:
    return "ROYGBP".index(kind[0])


# A switch, in the second lesson of the introduction.


def _second_lesson(visitor: Visitor) -> Page:
    page = visitor.page
    page.goto("/games/qwirkle_cards")
    visitor.button("page.lesson.next").click()
    title = words("qwirkle_cards.intro.2.title")
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(_on_table(page, "Bs")).to_be_visible()
    return page


def _on_table(page: Page, kind: str) -> Locator:
    return page.locator(f'[data-drop]:not([data-drop="hand"]) [data-kind="{kind}"] button').first


def _has_landed(page: Page) -> None:
    """Wait until every flying card has landed, also those that take off in the next frames."""
    wait_for_async(
        page,
        """async () => {
            for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
            return [...document.querySelectorAll('[data-card]')]
                .every((card) => card.getAnimations().length === 0);
        }""",
    )


def _in_hand(page: Page, kind: str) -> Locator:
    return page.locator(f'[data-drop="hand"] [data-kind="{kind}"] button')


def _drags(page: Page, what: Locator, where: Locator) -> None:
    what.scroll_into_view_if_needed()
    start, goal = what.bounding_box(), where.bounding_box()
    assert start is not None
    assert goal is not None
    page.mouse.move(start["x"] + start["width"] / 3, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"], start["y"] - 20, steps=3)
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=5)
    page.mouse.up()


def _by_drag(page: Page) -> None:
    _drags(page, _in_hand(page, "Rs"), page.locator(".begin"))
    expect(_on_table(page, "Rs")).to_be_visible()
    for card in (_in_hand(page, "Os"), _on_table(page, "Bs")):
        _has_landed(page)
        _drags(page, card, _on_table(page, "Rs"))


def _by_tap(page: Page) -> None:
    for card in (_in_hand(page, "Rs"), _in_hand(page, "Os"), page.locator(".begin")):
        card.click()
    _on_table(page, "Bs").click()
    _on_table(page, "Os").click()


def _by_keyboard(page: Page) -> None:
    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    # The hand by colour: red square, orange square, green star.
    _in_hand(page, "Rs").focus()
    press("Enter", "ArrowRight", "Space")
    while not page.evaluate("document.activeElement.matches('.begin')"):
        press("ArrowUp")
    press("Enter")
    _on_table(page, "Bc").focus()
    press("ArrowRight", "Enter")
    expect(page.locator(":focus")).to_have_attribute("aria-pressed", "true")
    press("Escape")
    expect(page.locator(":focus")).to_have_attribute("aria-pressed", "false")
    press("Enter")
    _on_table(page, "Rs").focus()
    press("Enter")


@pytest.mark.parametrize("way", [_by_drag, _by_tap, _by_keyboard])
def test_a_switch(server: ServerProcess, visit: NewVisitor, way: Callable[[Page], None]) -> None:
    ada = visit(server)
    page = _second_lesson(ada)
    way(page)
    expect(page.locator('[data-move="play"]:not([aria-disabled="true"])')).to_be_visible()
    assert sorted(_sets(page)) == ["Bc Bd Bx", "Bs Os Rs", "Ol Rl Yl"]
    page.keyboard.press("Control+z")
    expect(_wrong(page)).to_have_count(1)
    reset = page.get_by_role("button", name=words("qwirkle_cards.board.reset"), exact=True)
    reset.click()
    expect(_hand(page)).to_have_count(3)


def test_a_long_touch_picks_up_a_card(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, viewport=PHONE, has_touch=True, is_mobile=True, **ANIMATED)
    page = _second_lesson(ada)
    for card in (_in_hand(page, "Rs"), _in_hand(page, "Os"), page.locator(".begin")):
        card.tap()
    _has_landed(page)
    _touches(page, _on_table(page, "Bs"), _on_table(page, "Os"))
    ada.control("play").tap()
    expect(page.get_by_text(words("qwirkle_cards.intro.2.done"))).to_be_visible()


def _touches(page: Page, what: Locator, where: Locator) -> None:
    """Touch a card until it is picked up, move it, and let go."""
    start, goal = what.bounding_box(), where.bounding_box()
    assert start is not None
    assert goal is not None
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = start["x"] + 20, start["y"] + 28
    touch("touchStart", (x, y))
    expect(page.locator(".held").first).to_be_attached()
    for part in (0.3, 0.6, 1):
        touch("touchMove", (x + part * (goal["x"] + 20 - x), y + part * (goal["y"] + 28 - y)))
    touch("touchEnd")


def test_the_third_lesson_makes_a_qwirkle(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    page = _second_lesson(ada)
    ada.button("page.lesson.next").click()
    for card, goal in (("Ya", "Yc"), ("Yl", "Yc")):
        _on_table(page, card).click()
        _on_table(page, goal).click()
    _in_hand(page, "Gl").click()
    _on_table(page, "Rl").click()
    expect(ada.control("play")).to_contain_text(words("qwirkle_cards.board.end_qwirkles", count=1))
    ada.control("play").click()
    expect(page.get_by_text(words("qwirkle_cards.intro.3.done"))).to_be_visible()
    looks = ada.button(
        "qwirkle_cards.board.seat_open", name=words("qwirkle_cards.intro.name.you"), count=1
    )
    looks.click()
    expect(page.get_by_role("dialog").get_by_role("img")).to_have_count(1)
    assert accessibility_violations(page) == []


@in_schemes("dark")
def test_the_guide_is_accessible_on_a_phone(
    server: ServerProcess, visit: NewVisitor, scheme: str
) -> None:
    ada = visit(server, color_scheme=scheme, viewport=PHONE)
    ada.page.goto("/games/qwirkle_cards")
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text(words("qwirkle_cards.name"))
    expect(_hand(ada.page)).to_have_count(5)
    assert_accessible(ada.page, "the guide")
