"""The log of a long game follows the game, and loads earlier moves on request."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from quincunx.server.tables.view.showing import MAX_STEPS_AT_ONCE
from quincunx.wire import NewTable
from tests.browser.api_players import ApiPlayer, ApiPlayers
from tests.browser.screens import DESKTOP
from tests.browser.visitor import TIMEOUT_MS, NewVisitor, Visitor
from tests.helpers.server_process import ServerProcess

STEPS = 2 * MAX_STEPS_AT_ONCE + 20
TOP_OF_STEP = """version => {
    const item = document.querySelector(`[data-version="${version}"]`);
    return item.getBoundingClientRect().top - item.parentElement.getBoundingClientRect().top;
}"""
"""The position of a step, in pixels below the upper edge of the log."""
FIRST_VERSION = "() => Number(document.querySelector('[data-version]').dataset.version)"
SCROLL_TOP = "document.querySelector('ol.log').scrollTop"


class Players:
    """Four players who only twist."""

    def __init__(self, api_players: ApiPlayers) -> None:
        host = api_players.create_table("Player 0", NewTable("quatrefoil"))
        self.seats: list[ApiPlayer] = [host]
        for seat in range(1, 4):
            self.seats.append(api_players.join(f"Player {seat}", host.address))
            self.seats[-1].sit(seat)
        for guest in self.seats:
            guest.get_ready()
        host.wait_until_begun()

    @property
    def version(self) -> int:
        return self.seats[0].connection.position.version

    def twist(self) -> None:
        """Make one move, and wait until all players have received it."""
        position = self.seats[0].connection.position
        self.seats[position.awaited[0]].take_turn(
            lambda offered: next(move for move in offered if move.startswith("twist"))
        )
        for guest in self.seats:
            guest.wait_for_version(position.version + 1)


@pytest.fixture(scope="module")
def players(server: ServerProcess) -> Iterator[Players]:
    api_players = ApiPlayers(server.url)
    playing = Players(api_players)
    while playing.version < STEPS:
        playing.twist()
    yield playing
    api_players.close()


@pytest.fixture
def ada(server: ServerProcess, visit: NewVisitor, players: Players) -> Visitor:
    """A spectator who joins late."""
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


def _loaded_before(page: Page, version: int) -> None:
    page.wait_for_function(
        f"before => ({FIRST_VERSION})() < before", arg=version, timeout=TIMEOUT_MS
    )


def test_the_log_starts_with_the_latest_moves_and_loads_earlier_ones(
    ada: Visitor, players: Players
) -> None:
    page = ada.page
    expect(ada.log).to_have_count(MAX_STEPS_AT_ONCE)
    earlier = ada.button("page.log.earlier")
    while earlier.count():
        first = page.evaluate(FIRST_VERSION)
        _scroll_to_top(page)
        _loaded_before(page, first)
        # The reader stays at the same step.
        assert -10 <= page.evaluate(TOP_OF_STEP, first) <= DESKTOP["height"] / 2, first
        assert page.evaluate(SCROLL_TOP) > 0
        _scroll_to_the_middle(page)
    expect(ada.log).to_have_count(players.version + 1)
    versions = page.eval_on_selector_all(
        "[data-version]", "all => all.map(e => +e.dataset.version)"
    )
    assert versions == list(range(players.version + 1))


def _scroll_to_the_middle(page: Page) -> None:
    """Scroll to the middle, so that the next scroll to the top loads earlier moves."""
    page.evaluate("document.querySelector('ol.log').scrollTop = 1000")


def test_earlier_moves_can_be_loaded_by_keyboard(ada: Visitor, players: Players) -> None:
    page = ada.page
    earlier = ada.button("page.log.earlier")
    for _ in range(-(-players.version // MAX_STEPS_AT_ONCE)):
        first = page.evaluate(FIRST_VERSION)
        # Without waiting for the button: scrolling to it loads earlier moves, too, and the last
        # of them remove it.
        if not earlier.evaluate_all("buttons => (buttons[0]?.focus(), buttons.length)"):
            break
        page.keyboard.press("Enter")
        _loaded_before(page, first)
    expect(earlier).to_have_count(0)
    expect(_step(page, 0)).to_be_attached()
    assert not page.evaluate("document.activeElement === document.body"), "the focus is lost"
    # A step that was loaded shows the board of that time.
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
    top = page.evaluate(TOP_OF_STEP, middle)
    for _ in range(3):
        players.twist()
        expect(_step(page, players.version)).to_be_attached()
        assert page.evaluate(TOP_OF_STEP, middle) == top, "the reader's position has changed"
    # A chosen step is scrolled into view; back at the present, the log follows the game again.
    _step(page, middle).get_by_role("button").click()
    ada.button("page.play.to_now").click()
    expect(_step(page, players.version)).to_be_in_viewport()
    players.twist()
    expect(_step(page, players.version)).to_be_in_viewport()
