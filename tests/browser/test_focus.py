"""The keyboard focus is never lost: no action, turn or end of a game sends it to `<body>`."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.screens import ANIMATED
from tests.browser.visitor import TIMEOUT_MS, NewVisitor, Visitor, with_easy_bots
from tests.helpers.server_process import ServerProcess

COUNT_LOST_FRAMES = """() => {
    window.lostFrames = 0;
    const look = () => {
        const { activeElement } = document;
        const nowhere = activeElement === null || activeElement === document.body;
        if (nowhere && !window.isTabbing) window.lostFrames++;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""
"""Counts the frames in which nothing has the focus, except while Tab moves past the page's end."""

NEXT_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def _starts(visitor: Visitor, game: str, seats: int, **options: Any) -> None:
    page = visitor.page
    visitor.creates_a_table(**with_easy_bots(game, seats, options=options))
    expect(page.locator("section.board .box > *").first).to_be_visible()
    page.locator("section.board").focus()
    page.evaluate(COUNT_LOST_FRAMES)


def _focus_was_kept(page: Page, when: str) -> None:
    page.evaluate(NEXT_FRAMES)
    assert page.evaluate("window.lostFrames") == 0, f"the focus was lost {when}"


def _tab_to(page: Page, selector: str) -> None:
    """Press Tab until the control has the focus, unless it has it already."""
    page.evaluate("window.isTabbing = true")
    for _ in range(200):
        way = page.evaluate(
            """selector => {
                const { activeElement } = document;
                if (activeElement.matches(selector)) return null;
                const goal = document.querySelector(selector);
                const place = goal ? activeElement.compareDocumentPosition(goal) : 0;
                return place & Node.DOCUMENT_POSITION_PRECEDING ? 'Shift+Tab' : 'Tab';
            }""",
            selector,
        )
        if way is None:
            page.evaluate("window.isTabbing = false")
            return
        page.keyboard.press(way)
    raise AssertionError(f"the keyboard does not reach {selector}")


def _presses(page: Page, selector: str, key: str = "Enter") -> None:
    _tab_to(page, selector)
    page.keyboard.press(key)


def _ends_with_focus(ada: Visitor) -> None:
    expect(ada.end).to_be_visible()
    _focus_was_kept(ada.page, "at the end of the game")
    where = "document.activeElement.closest('.outcome, section.board') !== null"
    assert ada.page.evaluate(where), "the focus is at the result or on the board"
    ada.page.keyboard.press("Tab")
    _focus_was_kept(ada.page, "after the end of the game")


def test_a_whole_game_of_coloryam_with_the_keyboard_alone(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server)
    page = ada.page
    _starts(ada, "coloryam", 2)
    able = '[data-move]:not([aria-disabled="true"])'
    actions = found_at_once = 0
    while True:
        expect(page.locator(f"section.board {able}").or_(ada.end).first).to_be_visible()
        if ada.end.count():
            break
        _focus_was_kept(page, f"before action {actions}")
        before = ada.log.count()
        # Keep the first die after the first roll, so that dice get the focus, too.
        die = page.locator('[data-die="0"][aria-pressed="false"]:not([aria-disabled="true"])')
        if die.count() and actions % 3 == 1:
            _presses(page, '[data-die="0"]', "Space")
            expect(page.locator('[data-die="0"]')).to_have_attribute("aria-pressed", "true")
        choice = next(
            move
            for move in ("roll", "enter", "cross", "stop")
            if page.locator(f'[data-move="{move}"]:not([aria-disabled="true"])').count()
        )
        found_at_once += page.evaluate(f"document.activeElement.matches('[data-move={choice}]')")
        _presses(page, f'[data-move="{choice}"]')
        page.wait_for_function(
            "before => document.querySelectorAll('[data-version]').length > before"
            " || document.querySelector('.outcome')",
            arg=before,
            timeout=TIMEOUT_MS,
        )
        actions += 1
    assert actions >= 10
    assert found_at_once >= actions / 4, "the focus comes back to the control that was pressed"
    _ends_with_focus(ada)


def test_the_end_of_quatrefoil(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, **ANIMATED)
    _starts(ada, "quatrefoil", 4)
    if ada.waits_for_turn_or_end():
        _presses(ada.page, '[data-move="stack"]')
    _ends_with_focus(ada)


def test_the_end_of_quivvit(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    page = ada.page
    _starts(ada, "quivvit", 1)
    for turn in range(1, 6):
        expect(page.locator("[data-cell][aria-disabled=false]").first).to_be_visible()
        _tab_to(page, "[data-cell]")
        page.keyboard.press(".")
        page.keyboard.press("Enter")
        expect(ada.log).to_have_count(1 + turn)
        _focus_was_kept(page, f"after turn {turn}")
    _ends_with_focus(ada)


def test_the_end_of_qwirkle_cards(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    page = ada.page
    _starts(ada, "qwirkle_cards", 1, puzzle=True)
    expect(ada.control("play")).to_be_visible()
    ada.button("page.table").focus()
    page.keyboard.press("Enter")
    expect(ada.button("page.help.legal")).to_be_enabled()
    ada.button("page.help.legal").focus()
    page.keyboard.press("Enter")
    expect(ada.button("page.table")).to_be_focused()
    lay_out = ada.button("qwirkle_cards.board.lay_out")
    expect(lay_out).to_be_visible()
    lay_out.focus()
    page.keyboard.press("Enter")
    ready = page.locator('[data-move="play"]:not([aria-disabled="true"])')
    expect(ready).to_be_visible()
    _focus_was_kept(page, "when cards were laid out")
    ready.focus()
    page.keyboard.press("Enter")
    _ends_with_focus(ada)


def test_the_end_of_pivit(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    page = ada.page
    _starts(ada, "pivit", 1)
    expect(page.get_by_role("application")).to_be_visible()
    _focus_was_kept(page, "when the round began")
    _presses(page, '[data-tool="more"]')
    expect(ada.control("stop")).to_be_visible()
    _presses(page, '[data-move="stop"]')
    _ends_with_focus(ada)


def test_pivits_cursor_appears_with_the_first_key(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    page = ada.page
    _starts(ada, "pivit", 1)
    plane = page.get_by_role("application")
    plane.click(position={"x": 150, "y": 150})
    cursor = page.locator('[role="application"] .cursor')
    expect(cursor).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(cursor).to_be_visible()
    # The cursor starts where the pointer was.
    plane_box, box = plane.bounding_box(), cursor.bounding_box()
    assert plane_box is not None
    assert box is not None
    assert abs(box["y"] + box["height"] / 2 - plane_box["y"] - 150) <= box["height"]
    assert 0 < box["x"] + box["width"] / 2 - plane_box["x"] - 150 < 2 * box["width"]
    plane.click(position={"x": 150, "y": 150})
    expect(cursor).to_have_count(0)


def test_a_held_quivvit_card_shows_its_focus_ring(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    page = ada.page
    _starts(ada, "quivvit", 1)
    expect(page.locator("[data-cell][aria-disabled=false]").first).to_be_visible()
    _tab_to(page, "[data-cell]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell].held")).to_be_focused()
    card = page.locator("[data-cell].held > .card")
    assert card.evaluate("card => getComputedStyle(card).outlineStyle") == "solid"
    width = "card => parseFloat(getComputedStyle(card).outlineWidth)"
    assert card.evaluate(width) >= 3


def test_a_pause_gives_the_focus_back(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    page = ada.page
    _starts(ada, "quivvit", 1)
    expect(page.locator("[data-cell][aria-disabled=false]").first).to_be_visible()
    _tab_to(page, "[data-cell]")
    page.keyboard.press("Enter")
    ada.button("page.table").click()
    ada.button("page.menu.pause").click()
    resume = ada.button("page.pause.resume")
    expect(resume).to_be_visible()
    _focus_was_kept(page, "when the game was paused")
    resume.focus()
    page.keyboard.press("Enter")
    expect(resume).to_be_hidden()
    _focus_was_kept(page, "when the game went on")
    expect(page.locator("[data-cell].held")).to_be_visible()
    assert not page.evaluate("document.activeElement.matches('main')")
