"""Messages from the table do not disturb a player who is in the middle of a move.

The board keeps its elements, the unfinished move and the focus while people join, leave, chat,
rename themselves, propose, pause, move and disconnect, and when the game ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.api_players import ApiPlayer, ApiPlayers
from tests.browser.screens import ANIMATED, DESKTOP
from tests.browser.visitor import TIMEOUT_MS, NewVisitor, Visitor, words
from tests.helpers.proxy import CuttableProxy
from tests.helpers.server_process import ServerProcess

RECORD_MESSAGES = """
window.received = {};
window.animated = 0;
const Native = WebSocket;
window.WebSocket = class extends Native {
  constructor(...args) {
    super(...args);
    this.addEventListener('message', ({ data }) => {
      const { type } = JSON.parse(data);
      // After the page's own listener, and after what that has drawn.
      setTimeout(() => { window.received[type] = (window.received[type] ?? 0) + 1; });
    });
  }
};
const animate = Element.prototype.animate;
Element.prototype.animate = function (...args) {
  window.animated++;
  return animate.apply(this, args);
};
"""
MARK = """() => {
    const board = document.querySelector('section.board .box > *');
    board.marked = true;
    document.activeElement.focusMark = true;
}"""
SAME_BOARD = "document.querySelector('section.board .box > *')?.marked === true"
SAME_FOCUS = "document.activeElement.focusMark === true"
FOCUS_IS_LOST = "document.activeElement === document.body"


@pytest.fixture
def api_players(server: ServerProcess) -> Iterator[ApiPlayers]:
    people = ApiPlayers(server.url)
    yield people
    people.close()


class Table:
    """A table with Ada in a browser, and Ben and others connected without one."""

    def __init__(self, ada: Visitor, proxy: CuttableProxy, api_players: ApiPlayers) -> None:
        self.ada = ada
        self.page: Page = ada.page
        self.proxy = proxy
        self.api_players = api_players
        self.address = ""
        self.others: list[ApiPlayer] = []
        self.page.add_init_script(RECORD_MESSAGES)

    @property
    def ben(self) -> ApiPlayer:
        return self.others[0]

    def open(self, game: str, seats: int, **options: Any) -> None:
        """Create a table, let the others join, and start the game."""
        self.address = self.ada.creates_a_table(game=game, seats=seats, options=options)
        expect(self.ada.button("page.gather.be_ready")).to_be_visible()
        self.others = []
        for seat in range(1, seats):
            guest = self.api_players.join(f"ApiPlayer {seat}", self.address)
            guest.sit(seat)
            guest.get_ready()
            self.others.append(guest)
        self.ada.button("page.gather.start").click()
        self.ben.wait_until_begun()
        expect(self.page.locator("section.board .box > *").first).to_be_visible()

    def open_until_ada_begins(self, game: str, seats: int, **options: Any) -> None:
        for _ in range(20):
            self.open(game, seats, **options)
            if 0 in self.ben.connection.position.awaited:
                return
            for guest in self.others:
                guest.disconnect()
        raise AssertionError("Ada did not begin in any of twenty games")

    @contextmanager
    def receives(self, kind: str) -> Iterator[None]:
        """Wait until the page has drawn one more message of that kind."""
        count = f"window.received[{kind!r}] ?? 0"
        before = self.page.evaluate(count)
        yield
        self.page.wait_for_function(f"before => ({count}) > before", arg=before, timeout=TIMEOUT_MS)


Check = Callable[[], None]


def _messages(table: Table, *, has_chat: bool) -> Iterator[str]:
    """Cause one message after the other, and yield what has just happened."""
    page = table.page
    with table.receives("table"):
        watcher = table.api_players.join("Eve", table.address)
    yield "a spectator has joined"
    with table.receives("table"):
        watcher.disconnect()
    yield "a spectator has left"
    with table.receives("table"):
        table.ben.disconnect()
    yield "an opponent has lost the connection"
    with table.receives("table"):
        table.ben.connect()
    yield "an opponent is back"
    if has_chat:
        with table.receives("said"):
            table.ben.say("hello")
        yield "an opponent has sent a chat message"
        with table.receives("table"):
            table.ben.rename("Benjamin")
        yield "an opponent has another name"
    with table.receives("table"):
        table.ben.propose("pause")
    yield "a pause is proposed"
    with table.receives("table"):
        table.ben.withdraw("pause")
    yield "the proposal is withdrawn"
    table.proxy.cut()
    table.ada.sees("page.lost")
    yield "the player's connection is lost"
    table.proxy.restore()
    expect(page.get_by_text(words("page.lost")).first).to_be_hidden()
    yield "the player's connection is back"


def _pauses(table: Table) -> None:
    """Ada agrees to a pause, and an opponent ends it."""
    for guest in table.others:
        if guest is table.ben:
            guest.propose("pause")
        else:
            guest.agree("pause")
    table.ada.button("page.proposal.yes").click()
    expect(table.page.get_by_role("heading", name=words("page.pause.title"))).to_be_visible()
    assert not table.page.evaluate(FOCUS_IS_LOST), "the focus is lost in the pause"
    table.ben.resume()
    expect(table.page.get_by_role("heading", name=words("page.pause.title"))).to_be_hidden()
    assert not table.page.evaluate(FOCUS_IS_LOST), "the focus is lost after the pause"


def _ends(table: Table) -> None:
    """All agree to end the game without a result."""
    for guest in table.others:
        if guest is table.ben:
            guest.propose("end")
        else:
            guest.agree("end")
    table.ada.button("page.proposal.yes").click()
    table.ada.sees("page.closed.begun")
    assert table.page.evaluate(SAME_BOARD), "the end of the game has replaced the board"
    assert not table.page.evaluate(FOCUS_IS_LOST), "the focus is lost at the end"


def _survives_everything(table: Table, check: Check, *, has_chat: bool = True) -> None:
    page = table.page
    page.evaluate(MARK)
    check()
    for happened in _messages(table, has_chat=has_chat):
        assert page.evaluate(SAME_BOARD), f"another board: {happened}"
        assert page.evaluate(SAME_FOCUS), f"the focus has moved: {happened}"
        check()
    _pauses(table)
    assert page.evaluate(SAME_BOARD), "another board after the pause"
    check()
    _shows_an_earlier_position(table, check)
    _ends(table)


def _shows_an_earlier_position(table: Table, check: Check) -> None:
    """Show an earlier position, which has to be loaded, and return to the present."""
    if table.ben.connection.position.version == 0:
        return
    table.ada.button("page.step.back").click()
    expect(table.ada.button("page.play.to_now")).to_be_visible()
    table.ada.button("page.play.to_now").click()
    assert table.page.evaluate(SAME_BOARD), "another board after a look back"
    check()


@pytest.fixture
def table(proxy: CuttableProxy, visit: NewVisitor, api_players: ApiPlayers) -> Table:
    return Table(visit(proxy, viewport=DESKTOP, **ANIMATED), proxy, api_players)


def test_a_held_quivvit_card(table: Table) -> None:
    page = table.page
    table.open("quivvit", 2)
    ready = page.locator("[data-cell][aria-disabled=false]")
    if 0 in table.ben.connection.position.awaited:
        ready.first.click()
        page.keyboard.press(".")
        page.keyboard.press("Enter")
        table.ben.wait_for_version(1)
    _play_until_adas_turn(table)
    expect(ready).to_have_count(25)
    card = page.locator('[data-cell="c3"]')
    card.click()
    page.keyboard.press(".")
    release = table.ada.control("c3 right")

    def held() -> None:
        expect(card).to_have_attribute("aria-pressed", "true")
        expect(release).to_be_visible()

    _survives_everything(table, held)


def test_a_held_quivvit_card_while_an_opponent_acts(table: Table) -> None:
    page = table.page
    table.open("quivvit", 3, color_blocking=True, answer_seconds=600)
    _play_until_adas_turn(table)
    expect(page.locator("[data-cell][aria-disabled=false]")).to_have_count(25)
    card = page.locator('[data-cell="b2"]')
    card.click()
    page.keyboard.press(".")
    page.evaluate(MARK)
    for move in ("quiet", "ask"):
        with table.receives("update"):
            table.ben.play(move)
        assert page.evaluate(SAME_BOARD), move
        assert page.evaluate(SAME_FOCUS), move
        expect(card).to_have_attribute("aria-pressed", "true")


def _play_until_adas_turn(table: Table) -> None:
    """Decline to block, and let the players before Ada rotate a card, until it is her turn."""
    while True:
        position = table.ben.connection.position
        phase, turn = position.view["phase"], position.view["turn"]
        if phase == "turn" and turn == 0:
            return
        seat = turn if phase == "turn" else position.view["waiting"][0]
        if seat == 0:
            table.ada.control("decline").click()
        else:
            guest = table.others[seat - 1]
            guest.wait_for_version(position.version)
            guest.play("decline" if phase == "block" else "c3 right")
        table.ben.wait_for_version(position.version + 1)


def test_kept_dice(table: Table) -> None:
    page = table.page
    table.open_until_ada_begins("coloryam", 2)
    roll = table.ada.control("roll")
    roll.click()
    dice = page.locator("[data-die]")
    expect(dice).to_have_count(6)
    dice.nth(1).click()
    dice.nth(4).focus()
    page.keyboard.press("Space")

    def kept() -> None:
        expect(roll).to_contain_text(words("coloryam.board.roll", count=4))
        assert [die.get_attribute("aria-pressed") for die in dice.all()] == [
            str(die in (1, 4)).lower() for die in range(6)
        ]

    _survives_everything(table, kept)


def test_a_held_tile_and_undo(table: Table) -> None:
    page = table.page
    table.open("pivit", 2)
    table.ben.play("ready")
    table.ada.control("ready").click()
    rack = page.locator(".rack [data-tile]")
    expect(rack.first).to_be_visible()
    plane = page.get_by_role("application")
    placed = page.locator('[role="application"] [data-tile]')
    rack.first.click()
    plane.click(position={"x": 200, "y": 200})
    expect(placed).to_have_count(1)
    rack.nth(3).click()
    undo = page.locator('[data-tool="undo"]')
    order = rack.evaluate_all("tiles => tiles.map(t => t.dataset.kind)")

    def building() -> None:
        expect(page.locator('.rack [aria-pressed="true"]')).to_have_count(1)
        expect(placed).to_have_count(1)
        expect(undo).to_have_attribute("aria-disabled", "false")
        assert rack.evaluate_all("tiles => tiles.map(t => t.dataset.kind)") == order

    page.evaluate(MARK)
    hand = table.ben.connection.position.view["hands"][1]
    with table.receives("progress"):
        table.ben.draft({"tiles": [[0, 0, hand[0]]]})
    building()
    _survives_everything(table, building)


def test_unfinished_sets(table: Table) -> None:
    page = table.page
    for _ in range(20):
        table.open_until_ada_begins("qwirkle_cards", 2)
        play, redraw = table.ada.control("play"), table.ada.control("redraw")
        expect(play.or_(redraw).first).to_be_visible()
        if play.count():
            break
    hand = page.locator('[data-drop="hand"] [data-kind] button')
    for _ in range(2):
        hand.first.click()
        table.ada.button("qwirkle_cards.board.new_set").click()
    sets = page.locator('section.new [data-state="wrong"]')
    expect(sets).to_have_count(2)
    hand.nth(1).click()

    def sets_are_unfinished() -> None:
        expect(sets).to_have_count(2)
        expect(page.locator('[data-drop="hand"] button[aria-pressed="true"]')).to_have_count(1)

    _survives_everything(table, sets_are_unfinished)


def test_the_focus_in_quatrefoil_and_the_last_animation(table: Table) -> None:
    page = table.page
    table.open_until_ada_begins("quatrefoil", 4)
    twist = table.ada.control("twist clockwise")
    expect(twist).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Tab")
    twist.focus()
    ghosts = page.locator(".ghost")

    def previewed() -> None:
        expect(twist).to_be_focused()
        expect(ghosts).to_have_count(4)

    page.evaluate(MARK)
    previewed()
    for happened in _messages(table, has_chat=False):
        assert page.evaluate(SAME_BOARD), f"another board: {happened}"
        assert page.evaluate(SAME_FOCUS), f"the focus has moved: {happened}"
    previewed()
    before = page.evaluate("window.animated")
    page.keyboard.press("Tab")
    table.ada.control("stack").focus()
    page.keyboard.press("Enter")
    expect(table.ada.end).to_be_visible()
    assert page.evaluate(SAME_BOARD), "the end of the game has replaced the board"
    assert page.evaluate("window.animated") > before, "the token is not seen to be stacked"
    assert not page.evaluate(FOCUS_IS_LOST), "the focus is lost at the end"
