"""Toasts, dialogs, presence, wrong links, and parts of the page that fail."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from quincunx.core.messages import Message, render
from tests.browser.accessibility import assert_accessible
from tests.browser.screens import DESKTOP, SIZES
from tests.browser.shared_table import SharedTable, proposes, resigns
from tests.browser.visitor import TIMEOUT_MS, NewVisitor, Visitor, with_easy_bots, words
from tests.helpers.server_process import ServerProcess


def _starts(visitor: Visitor, game: str, seats: int, **options: Any) -> None:
    visitor.creates_a_table(**with_easy_bots(game, seats, options=options))
    expect(visitor.page.locator("section.board .box > *").first).to_be_visible()


def test_a_selection_that_ends_outside_leaves_the_dialog_open(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server)
    _starts(ada, "quivvit", 1)
    ada.button("page.table").click()
    dialog = ada.page.get_by_role("dialog")
    box = dialog.get_by_role("heading").first.bounding_box()
    assert box is not None
    mouse = ada.page.mouse
    mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(5, 5, steps=4)
    mouse.up()
    expect(dialog).to_be_visible()
    mouse.move(5, 5)
    mouse.down()
    mouse.up()
    expect(dialog).to_be_hidden()


def test_a_toast_stays_while_the_player_reads_it(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, first_visit=True, viewport=DESKTOP)
    page = ada.page
    page.clock.install()
    page.route(
        "**/api/daily/*",
        lambda route: (
            route.fulfill(status=503, body="{}")
            if route.request.method == "POST"
            else route.fallback()
        ),
    )
    ada.becomes_a_guest()
    page.goto("/daily")
    status = page.locator(".toasts[role=status][aria-live=polite]")
    expect(status).to_be_attached()
    _refused(page)
    toast = status.locator(".toast")
    expect(toast).to_be_visible()
    toast.hover()
    page.clock.run_for(120_000)
    expect(toast).to_be_visible()
    page.mouse.move(2, 2)
    toast.get_by_role("button").focus()
    page.clock.run_for(120_000)
    expect(toast).to_be_visible()
    page.keyboard.press("Enter")
    expect(toast).to_have_count(0)
    assert not page.evaluate("document.activeElement === document.body"), "the focus is lost"
    _refused(page)
    expect(toast).to_be_visible()
    page.mouse.move(2, 2)
    page.clock.run_for(120_000)
    expect(toast).to_have_count(0)


@pytest.mark.parametrize("width", [360, pytest.param(1440, marks=pytest.mark.exhaustive)])
def test_a_toast_can_be_closed_while_a_dialog_is_open(
    server: ServerProcess, visit: NewVisitor, width: int
) -> None:
    shared_table = SharedTable(server, visit, viewport=SIZES[width])
    ada, bob = shared_table.two_players_start(game="coloryam", seats=2, rated=False)
    page = ada.page
    ada.button("page.table").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    # Bob declines what Ada has proposed in another window: a toast tells her.
    other = _second_window(ada, shared_table.address)
    other.button("page.table").click()
    other.button("page.menu.pause").click()
    bob.button("page.proposal.no").click()
    toast = page.locator(".toast")
    expect(toast).to_have_count(1)
    close = toast.get_by_role("button")
    # Nothing covers the toast: a click closes it, and the dialog stays open.
    close.click()
    expect(toast).to_have_count(0)
    expect(dialog).to_be_visible()
    focus = "document.activeElement.closest('dialog') !== null"
    assert page.evaluate(focus), "the focus has left the dialog"

    other.button("page.table").click()
    other.button("page.menu.pause").click()
    bob.button("page.proposal.no").click()
    expect(toast).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    # The toast stays when the dialog is closed.
    expect(toast).to_have_count(1)
    close.click()
    expect(toast).to_have_count(0)


def _second_window(visitor: Visitor, address: str) -> Visitor:
    """Open a second window of the same player."""
    page = visitor.page.context.new_page()
    page.goto(address)
    return Visitor(page)


def test_a_resignation_is_announced_once_and_leaves_no_spectator(
    server: ServerProcess, visit: NewVisitor
) -> None:
    shared_table = SharedTable(server, visit, viewport=DESKTOP)
    ada, bob = shared_table.two_players_start(game="coloryam", seats=2, rated=True)
    for person in (ada, bob):
        expect(person.page.locator(".toast")).to_have_count(0)
    resigns(ada)
    for person in (ada, bob):
        expect(person.end).to_be_visible()
        # The same message of the server also adds a note to the chat.
        person.page.get_by_role("tab", name=words("page.chat.title")).click()
        chat = person.page.get_by_role("log", name=words("page.chat.title"), exact=True)
        expect(chat).to_contain_text(words("table.note.resigned", name="Ada"))
        # Counted at once: a toast would disappear after some seconds.
        assert person.page.locator(".toast").count() == 0
        expect(person.page.locator(".watching")).to_have_count(0)
        # No stand-in bot plays on.
        seats = person.page.get_by_role("list", name=words("page.play.seats"), exact=True)
        expect(seats).not_to_contain_text(words("page.play.stand_in"))


def test_the_remaining_players_learn_who_resigned(server: ServerProcess, visit: NewVisitor) -> None:
    shared_table = SharedTable(server, visit, viewport=DESKTOP)
    ada = shared_table.created_by("Ada", game="coloryam", seats=3, rated=True)
    bob, cleo = shared_table.joined_by("Bob"), shared_table.joined_by("Cleo")
    for person in (bob, cleo):
        person.button("page.invite.join").click()
    ada.button("page.gather.start").click()
    for person in (ada, bob, cleo):
        expect(person.page.locator("section.board .box > *").first).to_be_visible()
    proposes(ada, "page.menu.leave")
    ada.sees("page.menu.leave.last")
    ada.button("page.menu.leave_lose").click()
    ada.page.wait_for_url("**/")
    for person in (bob, cleo):
        toast = person.page.locator(".toast")
        expect(toast).to_contain_text(words("table.note.resigned", name="Ada"))
    assert ada.page.locator(".toast").count() == 0
    ada.page.go_back()
    ada.sees("page.place.resigned")
    for person in (ada, bob, cleo):
        expect(person.page.locator(".watching")).to_have_count(0)


def _refused(page: Page) -> None:
    """Press a button whose request the server refuses."""
    page.locator("main button.button").first.click()


def test_an_absent_player_is_not_shown_as_connected(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server, viewport=DESKTOP)
    page = ada.page

    def change_messages(route: WebSocketRoute) -> None:
        table = route.connect_to_server()

        def forward(text: str | bytes) -> None:
            message = json.loads(text)
            if message.get("table"):
                # The player is connected, but has missed two deadlines.
                message["table"]["seats"][0]["members"][0] |= {"here": True, "gone": True}
            route.send(json.dumps(message))

        table.on_message(forward)

    page.route_web_socket(re.compile(r"/api/tables/.*/socket"), change_messages)
    _starts(ada, "quivvit", 1)
    seat = page.locator("li[data-presence]")
    expect(seat).to_have_attribute("data-presence", "gone")
    expect(seat).to_contain_text(words("page.play.gone"))
    expect(seat).not_to_contain_text(words("page.play.here"))


def test_a_broken_board_breaks_nothing_else(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, viewport=DESKTOP)
    page = ada.page
    broken = {"is": True}

    def change_messages(route: WebSocketRoute) -> None:
        table = route.connect_to_server()

        def forward(text: str | bytes) -> None:
            message = json.loads(text)
            if broken["is"] and message.get("position"):
                message["position"]["view"] = {"nonsense": True}
            route.send(json.dumps(message))

        table.on_message(forward)

    page.route_web_socket(re.compile(r"/api/tables/.*/socket"), change_messages)
    ada.creates_a_table(**with_easy_bots("quatrefoil", 4))
    ada.sees("page.error.board_broken")
    expect(ada.button("page.reload")).to_be_visible()
    # The log, the menu and the rest of the page still work.
    expect(ada.log.first).to_be_visible()
    ada.button("page.table").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    ada.button("page.again").click()
    ada.sees("page.error.board_broken")
    broken["is"] = False
    ada.button("page.reload").click()
    expect(ada.control("stack").or_(ada.end).first).to_be_visible()


def test_a_wrong_link_to_a_deal_or_a_replay_shows_an_error(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server)
    ada.page.goto("/deals/000000000000")
    ada.sees("page.deal.missing")
    ada.page.goto("/replay/000000000000")
    ada.sees("page.replay.missing")
    for text in ada.page.get_by_role("main").all_inner_texts():
        assert "table" not in text


def test_a_set_is_a_target_while_cards_are_held(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, viewport=DESKTOP)
    page = ada.page
    _starts(ada, "qwirkle_cards", 1, puzzle=True)
    hand = page.locator('[data-drop="hand"] [data-kind] button')
    hand.first.click()
    ada.button("qwirkle_cards.board.new_set").click()
    unfinished = page.locator('section.new [data-state="wrong"]')
    expect(unfinished).to_have_count(1)
    border = "set => getComputedStyle(set).borderTopColor"
    as_wrong = unfinished.evaluate(border)
    hand.first.click()
    other = page.locator("[data-drop].open:not([data-state=wrong]):not(.begin)").first
    expect(other).to_be_visible()
    page.wait_for_function(
        """() => {
            const [unfinished, other] = [
                'section.new [data-state="wrong"]',
                '[data-drop].open:not([data-state=wrong]):not(.begin)',
            ].map((found) => getComputedStyle(document.querySelector(found)).borderTopColor);
            return unfinished === other;
        }""",
        timeout=TIMEOUT_MS,
    )
    assert unfinished.evaluate(border) != as_wrong


@pytest.mark.parametrize(
    ("width", "language"),
    [
        (360, "en"),
        (1440, "de"),
        (360, "fr"),
        pytest.param(1440, "en", marks=pytest.mark.exhaustive),
        pytest.param(360, "de", marks=pytest.mark.exhaustive),
        pytest.param(1440, "fr", marks=pytest.mark.exhaustive),
    ],
)
def test_a_custom_sheet_is_drawn_in_the_waiting_room(
    server: ServerProcess, visit: NewVisitor, language: str, width: int
) -> None:
    ada = visit(server, viewport=SIZES[width], locale=language)
    page = ada.page
    # As a player may type it; challenges of one, of two and of three colours.
    sheet = "none Y;1 Y none G; 2 pairs; 3 colours; O≠R≠Y; Y most;"
    ada.creates_a_table(game="coloryam", seats=2, options={"sheet": "own", "own": sheet})
    lines = page.locator("dd ol > li")
    expect(lines).to_have_count(6)
    for line, (kind, a, b, c) in enumerate(
        [
            ("none", "Y", "", ""),
            ("one_and_none", "Y", "G", ""),
            ("two_pairs", "", "", ""),
            ("three_colours", "", "", ""),
            ("all_different", "O", "R", "Y"),
            ("most", "Y", "", ""),
        ]
    ):
        text = render(Message(f"coloryam.challenge.{kind}", {"a": a, "b": b, "c": c}), language)
        expect(lines.nth(line)).to_contain_text(text)
        expect(lines.nth(line).locator(".symbol")).to_be_visible()
    text = page.locator("main").inner_text()
    for raw in ("≠R", "!=", "pairs;", ";", "none Y"):
        assert raw not in text, raw
    assert_accessible(page, "with an own sheet")


@pytest.mark.parametrize(("option", "title"), [("random_color", "Random Color")])
def test_a_switched_on_option_is_shown_by_its_name(
    server: ServerProcess, visit: NewVisitor, option: str, title: str
) -> None:
    ada = visit(server)
    ada.creates_a_table(game="quivvit", seats=2, options={option: True})
    listed = ada.page.locator("dl")
    expect(listed).to_contain_text(title)
    assert not re.search(r"\b(on|true)\b", " ".join(listed.locator("strong").all_inner_texts()))
