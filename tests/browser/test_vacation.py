"""Vacation, as the player and the opponent see it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.screens import DESKTOP_LIGHT, SIZES, on_screens
from tests.browser.shared_table import COLORYAM, SharedTable
from tests.browser.visitor import NewVisitor, words
from tests.helpers.server_process import ServerProcess

DAY_S = 24 * 3600


@on_screens(DESKTOP_LIGHT)
def test_the_opponent_sees_the_vacation_until_the_player_moves(
    server: ServerProcess, visit: NewVisitor, scheme: str, width: int
) -> None:
    shared_table = SharedTable(server, visit, color_scheme=scheme, viewport=SIZES[width])
    ada, bob = shared_table.two_players_start(**COLORYAM, pace=3 * DAY_S)
    table = ada.page.url
    login = f"ada {scheme} {width}"
    assert ada.post("/api/account", {"login": login, "password": "correct horse"}).ok
    ada.page.goto("/settings")
    expect(ada.page.get_by_role("heading", name=words("page.vacation.title"))).to_be_visible()
    assert_accessible(ada.page, "vacation form")
    ada.button("page.vacation.go").click()
    expect(ada.button("page.vacation.end")).to_be_visible()
    expect(bob.page.locator('[data-vacation="now"]')).to_contain_text("Ada")

    ada.page.goto(table)
    notice = ada.page.get_by_text(words("page.vacation.own", until="x").split("x")[-1])
    expect(notice).to_be_visible()
    assert_accessible(ada.page, "vacation at the table")

    ada.page.goto("/settings")
    ada.button("page.vacation.end").click()
    expect(ada.button("page.vacation.go")).to_be_visible()
    expect(bob.page.locator("[data-vacation]")).to_have_count(0)
