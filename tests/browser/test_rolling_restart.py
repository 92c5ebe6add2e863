"""Servers are restarted one after the other without players noticing."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import NewVisitor, Visitor, with_easy_bots
from tests.helpers.postgres import running_postgres
from tests.helpers.proxy import CuttableProxy
from tests.helpers.server_process import ServerProcess, running_server

WATCH_FOR_ALERTS = """() => {
  window.alerts = [];
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('[role=alert]'))
      window.alerts.push(textContent);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


@pytest.fixture
def two_servers(tmp_path: Path) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two servers that share a store."""
    with running_postgres() as database_server:
        database = database_server.new_database()
        with running_server(tmp_path, database) as one, running_server(tmp_path, database) as other:
            yield one, other


def test_a_player_continues_on_the_other_server(
    two_servers: tuple[ServerProcess, ServerProcess], visit: NewVisitor
) -> None:
    one, other = two_servers
    proxy = CuttableProxy(one.port, other.port)
    ada = visit(proxy)
    _starts(ada)
    ada.page.evaluate(WATCH_FOR_ALERTS)
    one.stop(signal.SIGTERM)
    _moves(ada)
    one.start()
    other.stop(signal.SIGTERM)
    _moves(ada)
    assert ada.page.evaluate("window.alerts") == []
    proxy.close()


def _starts(visitor: Visitor) -> None:
    visitor.creates_a_table(**with_easy_bots("coloryam", 2))
    _moves(visitor)


def _moves(visitor: Visitor) -> None:
    """Make a move as soon as it is the player's turn."""
    happened = visitor.log.count()
    visitor.control("roll").or_(visitor.control("enter")).first.click()
    expect(visitor.log.nth(happened)).to_be_attached()
