"""The log of a long game: it follows the game, and fetches earlier moves when they are wanted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from quincunx.server.tables.view.showing import MAX_STEPS_AT_ONCE
from quincunx.wire import NewTable
from tests.browser.company import Company, Guest
from tests.browser.screens import DESKTOP
from tests.browser.visitor import LONG, NewVisitor, Visitor
from tests.helpers.server_process import ServerProcess

STEPS = 2 * MAX_STEPS_AT_ONCE + 20
PLACE = """version => {
    const item = document.querySelector(`[data-version="${version}"]`);
    return item.getBoundingClientRect().top - item.parentElement.getBoundingClientRect().top;
}"""
"""Where a step is, in pixels below the upper edge of the log."""
FIRST = "() => Number(document.querySelector('[data-version]').dataset.version)"
SCROLLED = "document.querySelector('ol.log').scrollTop"


class Players:
    """Four people who twist their cards for as long as they are told to."""

    def __init__(self, company: Company) -> None:
        host = company.host("Player 0", NewTable("quatrefoil"))
        self.seats: list[Guest] = [host]
        for seat in range(1, 4):
            self.seats.append(company.guest(f"Player {seat}", host.address))
            self.seats[-1].sit(seat)
        for guest in self.seats:
            guest.be_ready()
        host.wait_until_begun()

    @property
    def version(self) -> int:
        return self.seats[0].at.position.version

    def twist(self) -> None:
        """Make one move; afterwards everybody has seen it."""
        position = self.seats[0].at.position
        self.seats[position.awaited[0]].take_turn(
            lambda offered: next(move for move in offered if move.startswith("twist"))
        )
        for guest in self.seats:
            guest.see(position.version + 1)


@pytest.fixture(scope="module")
def players(server: ServerProcess) -> Iterator[Players]:
    company = Company(server.url)
    playing = Players(company)
    while playing.version < STEPS:
        playing.twist()
    yield playing
    company.close()


@pytest.fixture
def ada(server: ServerProcess, visit: NewVisitor, players: Players) -> Visitor:
    """A spectator, who has come late."""
    visitor = visit(server, viewport=DESKTOP)
    page = visitor.page
    visitor.becomes_a_guest()
    page.goto(players.seats[0].address)
    expect(_step(page, players.version)).to_be_in_viewport()
    return visitor


def _step(page: Page, version: int) -> Locator:
    return page.locator(f'[data-version="{version}"]')


def _scroll_to_top(page: Page) -> None:
    page.locator("ol.log").hover()
    page.mouse.wheel(0, -100_000)


def _fetched_before(page: Page, version: int) -> None:
    page.wait_for_function(f"before => ({FIRST})() < before", arg=version, timeout=LONG)


def test_the_log_begins_with_the_latest_moves_and_goes_back_to_the_first(
    ada: Visitor, players: Players
) -> None:
    page = ada.page
    expect(ada.log).to_have_count(MAX_STEPS_AT_ONCE)
    earlier = ada.button("page.log.earlier")
    while earlier.count():
        first = page.evaluate(FIRST)
        _scroll_to_top(page)
        _fetched_before(page, first)
        # The reader goes on reading where they were.
        assert -10 <= page.evaluate(PLACE, first) <= DESKTOP["height"] / 2, first
        assert page.evaluate(SCROLLED) > 0
        _scroll_to_top_without_fetching(page)
    expect(ada.log).to_have_count(players.version + 1)
    versions = page.eval_on_selector_all(
        "[data-version]", "all => all.map(e => +e.dataset.version)"
    )
    assert versions == list(range(players.version + 1))


def _scroll_to_top_without_fetching(page: Page) -> None:
    """Put the reader into the middle, so that the next scroll to the top is one."""
    page.evaluate("document.querySelector('ol.log').scrollTop = 1000")


def test_earlier_moves_can_be_asked_for_by_keyboard(ada: Visitor, players: Players) -> None:
    page = ada.page
    earlier = ada.button("page.log.earlier")
    for _ in range(-(-players.version // MAX_STEPS_AT_ONCE)):
        if not earlier.count():
            break
        first = page.evaluate(FIRST)
        earlier.focus()
        page.keyboard.press("Enter")
        _fetched_before(page, first)
    expect(earlier).to_have_count(0)
    expect(_step(page, 0)).to_be_attached()
    assert not page.evaluate("document.activeElement === document.body"), "the focus is lost"
    # A step that was fetched shows the board as it was then.
    _step(page, 3).get_by_role("button").click()
    expect(_step(page, 3).locator("[aria-current=step]")).to_be_attached()
    ada.sees("page.play.rewound", version=3, last=players.version)


def test_the_log_follows_the_game_unless_the_reader_has_scrolled_away(
    ada: Visitor, players: Players
) -> None:
    page = ada.page
    for _ in range(3):
        players.twist()
        expect(_step(page, players.version)).to_be_in_viewport()
    middle = players.version - 60
    _step(page, middle).scroll_into_view_if_needed()
    expect(_step(page, players.version)).not_to_be_in_viewport()
    place = page.evaluate(PLACE, middle)
    for _ in range(3):
        players.twist()
        expect(_step(page, players.version)).to_be_attached()
        assert page.evaluate(PLACE, middle) == place, "the reader was called away"
    # A step that is chosen comes into sight, and from the present on the log follows again.
    _step(page, middle).get_by_role("button").click()
    ada.button("page.play.to_now").click()
    expect(_step(page, players.version)).to_be_in_viewport()
    players.twist()
    expect(_step(page, players.version)).to_be_in_viewport()
