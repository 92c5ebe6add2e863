"""Quatrefoil in a real browser: five deals with bots, scored against par, and private notes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.accessibility import accessibility_violations
from tests.browser.api_players import ApiPlayers
from tests.browser.screens import DESKTOP_LIGHT, PHONE_DARK, SIZES, on_screens
from tests.browser.shared_table import SharedTable
from tests.browser.visitor import NewVisitor, Visitor, with_easy_bots, words
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


def opens_notes(visitor: Visitor) -> None:
    """Open the tab; on a phone it is behind a button."""
    tab = visitor.page.get_by_role("tab", name=words("page.notes.title"))
    opener = visitor.button("page.log.tabs")
    expect(tab.or_(opener).first).to_be_visible()
    if not tab.is_visible():
        opener.click()
    tab.click()


def cell(visitor: Visitor, role: str, colour: str, place: str, mark: str) -> Locator:
    name = words("quatrefoil.notes.cell", colour=colour, place=place, mark=mark)
    return visitor.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]


@on_screens(DESKTOP_LIGHT)
def test_notes_survive_a_reload_and_only_their_writer_sees_them(
    server: ServerProcess,
    visit: NewVisitor,
    request: pytest.FixtureRequest,
    width: int,
    scheme: str,
) -> None:
    shared = SharedTable(server, visit, viewport=SIZES[width], color_scheme=scheme)
    ada = shared.created_by("Ada", game="quatrefoil", rated=False)
    bob = shared.joined_by("Bob")
    bob.button("page.invite.join").click()
    # Bots would act, and could end the game.
    players = ApiPlayers(server.url)
    request.addfinalizer(players.close)
    for seat, name in ((2, "Cleo"), (3, "Dora")):
        player = players.join(name, shared.address)
        player.sit(seat)
        player.get_ready()
    ada.button("page.gather.start").click()
    opens_notes(ada)
    cell(ada, "button", "B", "NW", "none").click()
    expect(cell(ada, "button", "B", "NW", "no")).to_be_focused()
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("Enter")
    with ada.page.expect_response(lambda sent: sent.url.endswith("/notes")) as stored:
        ada.page.keyboard.press("Enter")
    assert stored.value.ok
    expect(cell(ada, "button", "B", "NE", "yes")).to_be_focused()
    assert accessibility_violations(ada.page) == []

    ada.page.reload()
    opens_notes(ada)
    expect(cell(ada, "button", "B", "NE", "yes")).to_be_visible()
    opens_notes(bob)
    expect(cell(bob, "button", "B", "NE", "none")).to_be_visible()

    replay = shared.address.partition("#")[0].replace("/table/", "/replay/")
    for person in (ada, bob):
        person.page.goto(replay)
        expect(person.page.get_by_role("tab", name=words("page.log.title"))).to_be_visible()
    ada.page.get_by_role("tab", name=words("page.notes.title")).click()
    expect(cell(ada, "img", "B", "NE", "yes")).to_be_visible()
    expect(cell(ada, "img", "B", "NW", "no")).to_be_visible()
    assert accessibility_violations(ada.page) == []
    expect(bob.page.get_by_role("tab", name=words("page.notes.title"))).to_have_count(0)
