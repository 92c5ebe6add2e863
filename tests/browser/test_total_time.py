"""Clocks with a total time, as two players see them."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.screens import PHONE_DARK, SIZES, on_screens
from tests.browser.shared_table import COLORYAM, SharedTable, board
from tests.browser.visitor import NewVisitor, words
from tests.helpers.server_process import ServerProcess, running_server

MINUTES = re.compile(r"[1-3]:\d\d")
"""What is shown when a few minutes are left."""


def time_passes(server: ServerProcess, data: Path, seconds: int) -> None:
    """Stop the server, change the stored clocks as if so much time had passed, and start it."""
    server.stop()
    with sqlite3.connect(data / "quincunx.db") as database:
        database.execute(
            "UPDATE tables SET house = house - ?, due = due - ?", (seconds * 1000,) * 2
        )
    database.close()
    server.start()


@on_screens(PHONE_DARK)
def test_the_clocks_warn_and_the_player_who_runs_out_of_time_loses(
    tmp_path: Path, visit: NewVisitor, scheme: str, width: int
) -> None:
    with running_server(tmp_path) as server:
        shared_table = SharedTable(server, visit, color_scheme=scheme, viewport=SIZES[width])
        total = {"base": 3600, "increment": 2}
        ada, bob = shared_table.two_players_start(**COLORYAM, total=total)
        for person in (ada, bob):
            expect(person.page.locator("[data-clock]")).to_have_count(2)
        running = ada.page.locator("[data-clock]:has(.runs)")
        expect(running).to_have_count(1)
        seat = int(running.get_attribute("data-clock") or "")
        late, other = (ada, bob) if seat == 0 else (bob, ada)
        waiting = other.page.locator(f'[data-clock="{1 - seat}"]')
        expect(waiting).to_contain_text("1 h 0 min")
        assert_accessible(late.page, "clocks")

        # Short, but longer than the slowest machine needs for what follows.
        time_passes(server, tmp_path, 3380)
        for person in (ada, bob):
            person.page.reload()
        timer = late.page.locator(f'[data-clock="{seat}"] .short')
        expect(timer).to_have_text(MINUTES)
        expect(late.page.get_by_text(words("page.clock.late"))).to_be_attached()
        expect(other.page.get_by_text(words("page.clock.late"))).to_have_count(0)
        assert_accessible(late.page, "little time")

        time_passes(server, tmp_path, 300)
        other.page.reload()
        expect(other.page.get_by_text(words("page.end.you_won"))).to_be_visible()
        expect(other.page.locator("[data-clock]")).to_have_count(0)


@pytest.mark.parametrize("seats", [1, 2])
def test_the_form_offers_total_time_only_against_opponents(
    server: ServerProcess, visit: NewVisitor, seats: int
) -> None:
    ada = SharedTable(server, visit).person("Ada")
    ada.page.goto("/new/coloryam")
    ada.page.get_by_text(words("page.new.more")).click()
    if seats == 1:
        ada.button("page.less").click()
    choices = ada.page.get_by_label(words("page.pace.label"))
    expect(choices.locator('option[value="300+3"]')).to_have_count(seats - 1)
    if seats == 1:
        return
    choices.select_option("own")
    ada.page.get_by_label(words("page.total.base")).select_option("900")
    ada.page.get_by_label(words("page.total.increment")).select_option("10")
    expect(ada.page.get_by_text(words("page.total.note"))).to_be_visible()
    assert_accessible(ada.page, "form")
    ada.page.locator('input[value="bots"]').check(force=True)
    ada.create_button.click()
    expect(board(ada)).to_be_visible()
    expect(ada.page.locator("[data-clock]")).to_have_count(1)
