"""A table that several players open, each in a browser context of their own."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Locator, expect

from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess

COLORYAM: Final[dict[str, Any]] = {"game": "coloryam", "seats": 2, "rated": False}


class SharedTable:
    """One table, and the visitors who create, join and play at it."""

    def __init__(self, server: ServerProcess, visit: NewVisitor, **settings: Any) -> None:
        self._server = server
        self._visit = visit
        self._settings = settings
        self.address = ""

    def person(self, name: str) -> Visitor:
        visitor = self._visit(self._server, **self._settings)
        visitor.becomes_a_guest(name)
        return visitor

    def created_by(self, name: str, path: str = "/api/tables", **wanted: Any) -> Visitor:
        host = self.person(name)
        self.create(host, path, **wanted)
        return host

    def create(self, host: Visitor, path: str = "/api/tables", **wanted: Any) -> None:
        self.address = host.creates_a_table(path, **wanted)

    def joined_by(self, name: str) -> Visitor:
        visitor = self.person(name)
        visitor.page.goto(self.address)
        return visitor

    def two_players_start(self, **wanted: Any) -> tuple[Visitor, Visitor]:
        ada = self.created_by("Ada", **wanted)
        bob = self.joined_by("Bob")
        bob.button("page.invite.join").click()
        ada.button("page.gather.start").click()
        for person in (ada, bob):
            expect(board(person)).to_be_visible()
        return ada, bob


def board(visitor: Visitor) -> Locator:
    return visitor.page.get_by_label(words("page.play.board"), exact=True)


def opens_the_menu(visitor: Visitor) -> None:
    visitor.button("page.table").click()


def proposes(visitor: Visitor, message_id: str) -> None:
    opens_the_menu(visitor)
    visitor.button(message_id).click()


def resigns(visitor: Visitor) -> None:
    """Leave a rated game, and confirm that it is lost."""
    proposes(visitor, "page.menu.leave")
    visitor.button("page.menu.leave_lose").click()


def plays(visitor: Visitor, move: str) -> None:
    control = visitor.control(move).first
    expect(control).to_be_visible()
    happened = visitor.log.count()
    control.click()
    expect(visitor.log.nth(happened)).to_be_attached()


def finishes_a_line(visitor: Visitor) -> None:
    """Roll once and take the result: the total, or an X."""
    plays(visitor, "roll")
    expect(visitor.control("stop")).to_be_visible()
    plays(visitor, "stop")
    # With an empty ColorYam field there is a choice, which appears with the step in the log.
    if visitor.control("cross").count():
        plays(visitor, "cross")
