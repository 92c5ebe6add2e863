"""A person and their own program at one table: the token on the page, the program in a process."""

from __future__ import annotations

import os
import subprocess
import sys
from secrets import token_hex

from playwright.sync_api import expect

from tests.browser.accessibility import accessibility_violations
from tests.browser.screens import SIZES
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import MAX_WAIT_S


def _creates_a_bot_account(ada: Visitor, name: str) -> str:
    """Register, create a bot account in the settings, and return its token."""
    ada.becomes_a_guest()
    account = {"login": f"ada {token_hex(4)}", "password": "correct horse battery"}
    assert ada.post("/api/account", account).ok
    ada.page.goto("/settings")
    ada.page.get_by_label(words("page.account.bots_name"), exact=True).fill(name)
    ada.button("page.account.bots_create").click()
    dialog = ada.page.get_by_role("dialog")
    token = dialog.locator("code").inner_text()
    assert accessibility_violations(ada.page) == []
    ada.button("page.account.bots_done").click()
    expect(dialog).to_have_count(0)
    expect(ada.page.get_by_role("link", name=f"BOT {name}")).to_be_visible()
    return token


def test_a_person_plays_a_game_with_their_program(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, viewport=SIZES[360])
    token = _creates_a_bot_account(ada, "Deep")
    options = {"variant": "nothing-to-hide"}
    bots = {"2": "easy", "3": "easy"}
    address = ada.creates_a_table(game="quatrefoil", seats=4, options=options, bots=bots)
    switch = ada.page.get_by_role("switch", name=words("page.gather.programs"))
    switch.click()
    expect(switch).to_be_checked()
    command = [sys.executable, "-m", "quincunx", "sit", f"{server.url}{address}", "--bot", "easy"]
    program = subprocess.Popen(command, env={**os.environ, "QUINCUNX_TOKEN": token})
    try:
        expect(ada.page.get_by_text("BOT Deep").first).to_be_visible()
        assert accessibility_violations(ada.page) == []
        ada.button("page.gather.start").click()
        ada.starts()
        ada.follows_the_hints_to_the_end()
        assert program.wait(MAX_WAIT_S) == 0
    finally:
        program.kill()
        program.wait()
