"""Servers are restarted one after the other, and nobody who plays notices."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewVisitor
from tests.browser.visitor import Visitor
from tests.server.cable import Cable
from tests.server.postgres import postgres
from tests.server.serving import Serving, serving

WATCH_FOR_ALERTS = """() => {
  window.alerts = [];
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('[role=alert]'))
      window.alerts.push(textContent);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[tuple[Serving, Serving]]:
    """Two servers that share a store."""
    with postgres() as database_server:
        database = database_server.new_database()
        with serving(tmp_path, database) as one, serving(tmp_path, database) as other:
            yield one, other


def test_a_player_goes_on_at_the_other_server(
    house: tuple[Serving, Serving], visit: NewVisitor
) -> None:
    one, other = house
    way = Cable(one.port, other.port)
    ada = visit(way)
    _starts(ada)
    ada.page.evaluate(WATCH_FOR_ALERTS)
    one.stop(signal.SIGTERM)
    _moves(ada)
    one.start()
    other.stop(signal.SIGTERM)
    _moves(ada)
    assert ada.page.evaluate("window.alerts") == []
    way.close()


def _starts(visitor: Visitor) -> None:
    visitor.page.goto("/new/coloryam")
    visitor.fills_in_the_form(bots="easy")
    visitor.button("page.gather.start").click()
    _moves(visitor)


def _moves(visitor: Visitor) -> None:
    """As soon as it is one's turn."""
    happened = visitor.log.count()
    visitor.control("roll").or_(visitor.control("enter")).first.click()
    expect(visitor.log.nth(happened)).to_be_attached()
