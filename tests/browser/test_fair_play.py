"""Rated and casual games, and pauses that hide the game, as players see them."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.pivit_player import PivitPlayer
from tests.browser.screens import DESKTOP_LIGHT, PHONE_DARK, SIZES, on_screens
from tests.browser.shared_table import (
    COLORYAM,
    SharedTable,
    board,
    opens_the_menu,
    proposes,
    resigns,
)
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess

RATED: dict[str, Any] = {"game": "coloryam", "seats": 2, "bots": {1: "easy"}, "rated": True}


def _cover(visitor: Visitor) -> Locator:
    return visitor.page.get_by_text(words("page.pause.covered"))


@on_screens(PHONE_DARK)
def test_a_pause_hides_the_board_and_keeps_the_grid(
    server: ServerProcess, visit: NewVisitor, scheme: str, width: int
) -> None:
    shared_table = SharedTable(server, visit, color_scheme=scheme, viewport=SIZES[width])
    ada = PivitPlayer(shared_table.created_by("Ada", game="pivit", seats=1).page)
    hand = ada.hand()
    ada.plane.focus()
    ada.page.keyboard.type(next(kind for kind in hand if kind != "**"))
    expect(ada.placed).to_have_count(1)
    steps = ada.log.count()
    assert steps

    proposes(ada, "page.menu.pause")
    expect(_cover(ada)).to_be_visible()
    expect(ada.placed.first).to_be_hidden()
    expect(ada.rack.first).to_be_hidden()
    expect(ada.log).to_have_count(0)
    expect(ada.page.get_by_text(words("page.log.empty"))).to_have_count(0)
    assert_accessible(ada.page, "covered")
    # Neither earlier positions nor a reload show anything.
    ada.page.keyboard.press("ArrowLeft")
    expect(_cover(ada)).to_be_visible()
    ada.button("page.pause.resume").click()
    expect(_cover(ada)).to_have_count(0)
    expect(ada.placed).to_have_count(1)
    expect(ada.rack).to_have_count(23)
    expect(ada.log.nth(steps - 1)).to_be_attached()

    proposes(ada, "page.menu.pause")
    expect(_cover(ada)).to_be_visible()
    ada.page.reload()
    expect(_cover(ada)).to_be_visible()
    expect(ada.page.locator("[data-tile]")).to_have_count(0)
    ada.button("page.pause.resume").click()
    expect(ada.placed).to_have_count(1)
    expect(ada.rack).to_have_count(23)


@on_screens(DESKTOP_LIGHT)
def test_the_form_says_whether_a_game_is_rated(
    server: ServerProcess, visit: NewVisitor, scheme: str, width: int
) -> None:
    shared_table = SharedTable(server, visit, color_scheme=scheme, viewport=SIZES[width])
    ada = shared_table.person("Ada")
    ada.page.goto("/new/coloryam")
    rated = ada.page.locator('input[value="rated"]')
    ada.page.get_by_text(words("page.new.more")).click()
    expect(ada.page.locator('input[value="casual"]')).to_be_checked()
    rated.check()
    ada.page.locator('input[value="bots"]').check(force=True)
    expect(rated).to_be_checked()
    rated.scroll_into_view_if_needed()
    assert_accessible(ada.page, "form")
    ada.create_button.click()
    expect(board(ada)).to_be_visible()
    expect(ada.page.get_by_text(words("page.rated"), exact=True)).to_be_visible()
    # A solo game cannot be rated.
    ada.page.goto("/new/coloryam")
    ada.page.get_by_text(words("page.new.more")).click()
    ada.button("page.less").click()
    expect(rated).to_have_count(0)


@on_screens(PHONE_DARK)
def test_a_rated_game_says_so_and_offers_neither_hints_nor_undo_nor_a_pause(
    server: ServerProcess, visit: NewVisitor, scheme: str, width: int
) -> None:
    shared_table = SharedTable(server, visit, color_scheme=scheme, viewport=SIZES[width])
    ada = shared_table.created_by("Ada", **RATED)
    expect(board(ada)).to_be_visible()
    expect(ada.page.get_by_text(words("page.rated"), exact=True)).to_be_visible()
    expect(ada.button("page.help.legal")).to_be_visible()
    expect(ada.button("page.help.hint")).to_have_count(0)
    assert_accessible(ada.page, "rated")
    opens_the_menu(ada)
    for absent in ("page.play.undo", "page.menu.pause", "page.menu.end"):
        expect(ada.button(absent)).to_have_count(0)
    assert_accessible(ada.page, "rated menu")
    ada.button("page.menu.leave").click()
    ada.sees("page.menu.leave.lost")
    # A second press of Enter must not lose the game.
    expect(ada.button("page.menu.stay")).to_be_focused()
    assert_accessible(ada.page, "before leaving")
    ada.button("page.menu.stay").click()
    expect(board(ada)).to_be_visible()
    resigns(ada)
    end = ada.page.get_by_label(words("page.end.label"))
    expect(end).to_be_visible()
    expect(end).not_to_contain_text(words("page.closed.begun"))
    assert_accessible(ada.page, "resigned")


def test_a_casual_game_offers_undo_pause_and_end(server: ServerProcess, visit: NewVisitor) -> None:
    shared_table = SharedTable(server, visit)
    ada = shared_table.created_by("Ada", **{**RATED, "rated": None})
    expect(board(ada)).to_be_visible()
    expect(ada.page.get_by_text(words("page.casual"), exact=True)).to_be_visible()
    expect(ada.button("page.help.hint")).to_be_visible()
    expect(ada.button("page.help.legal")).to_have_count(0)
    opens_the_menu(ada)
    for offered in ("page.help.legal", "page.play.undo", "page.menu.pause", "page.menu.end"):
        expect(ada.button(offered)).to_be_visible()
    expect(ada.button("page.menu.leave")).to_have_count(0)


def test_a_daily_game_offers_no_pause_and_no_undo(server: ServerProcess, visit: NewVisitor) -> None:
    shared_table = SharedTable(server, visit)
    ada = shared_table.created_by("Ada", "/api/daily/coloryam")
    expect(board(ada)).to_be_visible()
    expect(ada.button("page.help.legal")).to_be_visible()
    opens_the_menu(ada)
    expect(ada.button("page.menu.end")).to_be_visible()
    for absent in ("page.play.undo", "page.menu.pause", "page.menu.leave", "page.menu.resign"):
        expect(ada.button(absent)).to_have_count(0)


def test_a_rated_game_ends_early_only_by_agreement_or_resignation(
    server: ServerProcess, visit: NewVisitor
) -> None:
    shared_table = SharedTable(server, visit)
    ada, bob = shared_table.two_players_start(game="coloryam", seats=2)
    proposes(ada, "page.menu.end")
    ada.sees("page.menu.end.ask")
    ada.button("page.menu.end_ask").click()
    bob.button("page.proposal.no").click()
    resigns(bob)
    expect(ada.page.get_by_text(words("page.end.you_won"))).to_be_visible()
    expect(bob.page.get_by_text(words("page.end.you_won"))).to_have_count(0)

    # A rematch starts as soon as both have asked for it.
    ada.button("page.end.rematch").click()
    ada.sees("page.gather.waiting", names=("Bob",))
    bob.link("page.end.join").click()
    for person in (ada, bob):
        expect(board(person)).to_be_visible()
        expect(person.end).to_have_count(0)


@on_screens(PHONE_DARK, DESKTOP_LIGHT)
def test_a_player_resigns_from_the_menu_and_confirms_it(
    server: ServerProcess, visit: NewVisitor, scheme: str, width: int
) -> None:
    shared_table = SharedTable(server, visit, color_scheme=scheme, viewport=SIZES[width])
    ada, bob = shared_table.two_players_start(**COLORYAM)
    proposes(bob, "page.menu.resign")
    bob.sees("page.menu.resign.lost")
    # A second press of Enter must not lose the game.
    expect(bob.button("page.confirm.cancel")).to_be_focused()
    assert_accessible(bob.page, "before resigning")
    bob.button("page.menu.resign").click()
    expect(ada.page.get_by_text(words("page.end.you_won"))).to_be_visible()
    expect(bob.page.get_by_label(words("page.end.label"))).to_be_visible()
    expect(bob.page.get_by_text(words("page.end.you_won"))).to_have_count(0)


def test_the_lobby_says_whether_a_game_is_rated(server: ServerProcess, visit: NewVisitor) -> None:
    shared_table = SharedTable(server, visit)
    for rated, word in ((True, "page.rated"), (False, "page.casual")):
        ada = shared_table.created_by("Ada", game="quivvit", seats=2, open=True, rated=rated)
        table = ada.page.url.split("/table/")[1].split("#")[0]
        ada.page.goto("/lobby")
        row = ada.page.locator(f'[data-table="{table}"]').first
        expect(row).to_contain_text(words(word))
