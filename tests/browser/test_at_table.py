"""Several players at one table: chat, proposals, leaving and returning, alerts."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.screens import PHONE_DARK, SIZES, on_screens
from tests.browser.shared_table import (
    COLORYAM,
    SharedTable,
    board,
    finishes_a_line,
    opens_the_menu,
    plays,
    proposes,
)
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess

QUATREFOIL: Final[dict[str, Any]] = {
    "game": "quatrefoil",
    "options": {"variant": "nothing-to-hide"},
}


@pytest.fixture
def shared_table(server: ServerProcess, visit: NewVisitor) -> SharedTable:
    return SharedTable(server, visit)


def _switches(visitor: Visitor, *switches: str) -> None:
    """Change switches in the menu."""
    opens_the_menu(visitor)
    for switch in switches:
        visitor.page.get_by_role("switch", name=words(switch)).click()
    visitor.page.keyboard.press("Escape")


# Chat


def _chat(visitor: Visitor) -> Locator:
    """Return the chat, after opening it."""
    visitor.page.get_by_role("tab", name=words("page.chat.title")).click()
    return visitor.page.get_by_role("log", name=words("page.chat.title"), exact=True)


def _sends(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_label(words("page.chat.write")).fill(text)
    visitor.page.keyboard.press("Enter")


def test_players_chat_report_and_block(shared_table: SharedTable) -> None:
    ada, bob = shared_table.two_players_start(**COLORYAM)
    _chat(bob)
    _sends(bob, "<b>Hello</b> & welcome")
    ada.sees("page.chat.unread", count=1)
    chat = _chat(ada)
    expect(chat.get_by_text("<b>Hello</b> & welcome", exact=True)).to_be_visible()
    expect(ada.page.get_by_text(words("page.chat.unread", count=1))).to_have_count(0)
    for key, seen in (("ArrowLeft", ada.log.first), ("ArrowRight", chat)):
        ada.page.keyboard.press(key)
        expect(seen).to_be_visible()

    ada.button("page.chat.about", name="Bob").click()
    ada.page.get_by_label(words("page.chat.why")).fill("Not a word of it is true.")
    ada.button("page.chat.report").click()
    ada.sees("page.chat.reported")

    ada.button("page.chat.about", name="Bob").click()
    ada.button("page.friend.block_name", name="Bob").click()
    expect(chat.get_by_text("Hello")).to_have_count(0)
    _sends(bob, "Can you hear me?")
    _sends(ada, "It is so quiet here.")
    expect(chat.get_by_text("It is so quiet here.")).to_be_visible()
    expect(chat.get_by_text("Can you hear me?")).to_have_count(0)
    ada.page.reload()
    chat = _chat(ada)
    expect(chat.get_by_text("It is so quiet here.")).to_be_visible()
    expect(chat.get_by_text("Can you hear me?")).to_have_count(0)
    ada.button("page.friend.unblock").click()
    expect(chat.get_by_text("Can you hear me?")).to_be_visible()


def test_a_chat_message_over_the_rate_limit_stays_in_the_field(shared_table: SharedTable) -> None:
    ada = shared_table.created_by("Ada", **COLORYAM)
    field = ada.page.get_by_label(words("page.chat.write"))
    for number in range(6):
        _sends(ada, f"Number {number}")
        if number < 5:
            expect(field).to_have_value("")
    ada.sees("table.refusal.too_fast")
    expect(field).to_have_value("Number 5")
    field.fill("x" * 290)
    ada.sees("page.chat.left", count=10)


def test_the_chat_is_closed_during_quatrefoil(shared_table: SharedTable) -> None:
    # With a clock: bots cannot end the game before a player has looked at the cards.
    bots = {2: "easy", 3: "easy"}
    ada = shared_table.created_by("Ada", game="quatrefoil", options={"clock": True}, bots=bots)
    bob = shared_table.joined_by("Bob")
    _sends(bob, "Shall we?")
    expect(ada.page.get_by_text("Shall we?")).to_be_visible()
    bob.button("page.invite.join").click()
    ada.button("page.gather.start").click()
    chat = _chat(ada)
    ada.sees("page.chat.quiet")
    expect(ada.page.get_by_label(words("page.chat.write"))).to_have_count(0)
    expect(chat.get_by_text("Shall we?")).to_be_visible()
    proposes(ada, "page.menu.pause")
    bob.button("page.proposal.no").click()
    expect(chat.get_by_text(words("table.note.declined", name="Bob"))).to_be_visible()


# Proposals


def test_a_pause_needs_the_consent_of_all_players(shared_table: SharedTable) -> None:
    ada, bob = shared_table.two_players_start(**COLORYAM)
    proposes(ada, "page.menu.pause")
    ada.sees("page.proposal.yours.pause")
    ada.button("page.proposal.withdraw").click()
    expect(bob.button("page.proposal.yes")).to_have_count(0)

    proposes(ada, "page.menu.pause")
    bob.sees("page.proposal.pause", name="Ada")
    bob.button("page.proposal.no").click()
    ada.sees("table.note.declined", name="Bob")
    expect(ada.page.get_by_text(words("page.pause.title"), exact=True)).to_have_count(0)

    proposes(ada, "page.menu.pause")
    bob.button("page.proposal.yes").click()
    for person in (ada, bob):
        expect(person.page.get_by_role("heading", name=words("page.pause.title"))).to_be_visible()
        expect(board(person).locator("[inert]")).to_be_attached()
    bob.button("page.pause.resume").click()
    expect(ada.page.get_by_role("heading", name=words("page.pause.title"))).to_have_count(0)
    plays(ada, "roll")


def test_a_move_is_undone_if_the_opponent_agrees(shared_table: SharedTable) -> None:
    ada, bob = shared_table.two_players_start(**COLORYAM)
    plays(ada, "roll")
    expect(ada.button("page.play.undo")).to_have_count(0)
    plays(ada, "stop")
    ada.button("page.play.undo").click()
    bob.sees("page.proposal.take_back", name="Ada")
    bob.button("page.proposal.yes").click()
    for person in (ada, bob):
        expect(person.log).to_have_count(4)
        expect(person.log.nth(2)).to_contain_text(words("page.log.taken_back"))
        expect(person.log.nth(1)).not_to_contain_text(words("page.log.taken_back"))
    # The undone move can still be viewed.
    ada.log.nth(2).click()
    ada.sees("page.play.rewound", version=2, last=3)
    ada.button("page.play.to_now").click()
    plays(ada, "stop")


def test_a_solo_player_undoes_a_move_at_once(shared_table: SharedTable) -> None:
    ada = shared_table.created_by("Ada", game="coloryam", seats=1)
    plays(ada, "roll")
    plays(ada, "stop")
    ada.button("page.play.undo").click()
    expect(ada.log).to_have_count(4)
    expect(ada.log.nth(2)).to_contain_text(words("page.log.taken_back"))
    expect(ada.control("stop")).to_be_visible()


def test_an_abandoned_game_can_be_replayed(shared_table: SharedTable) -> None:
    ada, bob = shared_table.two_players_start(**COLORYAM)
    proposes(ada, "page.menu.end")
    ada.button("page.menu.end_ask").click()
    bob.button("page.proposal.yes").click()
    for person in (ada, bob):
        person.sees("page.closed.begun")
    ada.page.reload()
    ada.sees("page.closed.begun")
    ada.link("page.end.review").click()
    ada.page.wait_for_url("**/replay/**")
    expect(ada.replay_slider).to_be_visible()


# Leaving and returning


def test_a_stand_in_bot_plays_until_the_player_returns(shared_table: SharedTable) -> None:
    ada, bob = shared_table.two_players_start(**COLORYAM)
    proposes(bob, "page.menu.leave")
    bob.sees("page.menu.leave.nothing")
    bob.button("page.menu.leave_now").click()
    bob.page.wait_for_url("**/")
    bob.page.go_back()
    bob.sees("page.place.left")
    ada.sees("page.gone.text", name="Bob")
    ada.button("page.gone.wait").click()
    expect(ada.page.get_by_text(words("page.gone.text", name="Bob"))).to_have_count(0)
    ada.page.reload()
    ada.button("page.gone.bot").click()
    ada.sees("page.play.stand_in")
    bob.sees("page.place.substituted")

    finishes_a_line(ada)
    expect(ada.log.filter(has_text="Bob").first).to_be_attached()
    _is_on_turn(ada)

    bob.button("page.place.return").click()
    expect(bob.page.get_by_text(words("page.place.substituted"))).to_have_count(0)
    expect(ada.page.get_by_text(words("page.play.stand_in"))).to_have_count(0)
    # The player with the better result in a line begins the next one.
    while ada.page.title().startswith("●"):
        finishes_a_line(ada)
    _is_on_turn(bob)


def _is_on_turn(visitor: Visitor) -> None:
    """Wait until the title says that it is this player's turn."""
    visitor.page.wait_for_function("() => document.title.startsWith('●')")
    expect(visitor.page).to_have_title(
        words("page.play.title_mine", turn=words("page.play.your_turn"), game="ColorYam")
    )


def test_when_time_is_up_a_bot_makes_the_move(shared_table: SharedTable) -> None:
    ada, bob = shared_table.two_players_start(**COLORYAM, pace=5)
    expect(ada.page.get_by_role("timer", name=words("page.clock.move"))).to_be_visible()
    bob.page.get_by_text(words("table.note.late", name="Ada")).wait_for()
    assert bob.log.count() >= 2, "the move was made"
    bob.page.get_by_text(words("page.gone.text", name="Ada")).wait_for()
    ada.button("page.place.back").click()
    expect(bob.page.get_by_text(words("page.gone.text", name="Ada"))).to_have_count(0)


def test_the_host_frees_the_seat_of_a_disconnected_player(shared_table: SharedTable) -> None:
    ada = shared_table.created_by("Ada", **COLORYAM, open=True)
    ada.sees("page.gather.open")
    bob = shared_table.joined_by("Bob")
    bob.button("page.invite.join").click()
    expect(ada.page.get_by_text("Bob", exact=True)).to_be_visible()
    expect(ada.button("page.gather.free_up")).to_have_count(0)
    bob.page.goto("about:blank")
    ada.button("page.gather.free_up").click()
    ada.sees("page.gather.free")


def test_quick_play_makes_players_ready_and_fills_seats_with_bots(
    shared_table: SharedTable,
) -> None:
    ada = shared_table.created_by("Ada", "/api/play", game="coloryam", wait=60)
    expect(ada.button("page.gather.you_are_ready")).to_be_visible()
    expect(ada.page.get_by_role("timer")).to_contain_text("Bots take the empty seats in")
    bob = shared_table.joined_by("Bob")
    bob.button("page.invite.join").click()
    # A player who sits down at such a table is ready at once.
    for person in (ada, bob):
        expect(board(person)).to_be_visible()

    # Long enough for the page to connect before bots take the seats.
    cleo = shared_table.created_by("Cleo", "/api/play", game="coloryam", wait=10)
    expect(board(cleo)).to_be_visible()


# Spectators


def test_a_spectator_sees_no_hand(shared_table: SharedTable) -> None:
    ada = shared_table.created_by("Ada", game="qwirkle_cards", seats=2, bots={1: "easy"})
    expect(board(ada)).to_be_visible()
    cyril = shared_table.person("Cyril")
    received: list[Any] = []
    cyril.page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: received.append(json.loads(frame))),
    )
    cyril.page.goto(shared_table.address)
    cyril.sees("page.play.watching")
    ada.sees("page.gather.watching", count=1)
    hand = '[data-drop="hand"] [data-kind]'
    assert ada.page.locator(hand).count() > 0
    expect(cyril.page.locator(hand)).to_have_count(0)
    positions = [message["position"] for message in received if message.get("position")]
    assert positions
    for position in positions:
        assert position["moves"] == []
        assert position["view"]["hands"] == [None, None]
    for message_id in ("page.help.legal", "page.menu.leave", "page.menu.end"):
        expect(cyril.button(message_id)).to_have_count(0)
    _chat(cyril)
    _sends(cyril, "Nice cards!")
    ada.sees("page.chat.unread", count=1)


# Confirmation and alerts


def test_moves_can_require_confirmation(shared_table: SharedTable) -> None:
    ada = shared_table.person("Ada")

    def start() -> None:
        shared_table.create(ada, **QUATREFOIL, bots={1: "easy", 2: "easy", 3: "easy"})

    ada.gets_a_turn(start)
    _switches(ada, "page.menu.confirm")
    ada.page.reload()
    assert ada.waits_for_turn_or_end()
    happened = ada.log.count()
    twist, question = ada.control("twist clockwise"), ada.button("page.confirm.play")
    twist.click()
    expect(question).to_be_focused()
    ada.sees("page.confirm.move", move=words("quatrefoil.move.CLOCKWISE"))
    expect(ada.suggested).to_have_attribute("data-move", "twist clockwise")
    ada.page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(twist).to_be_focused()
    assert ada.log.count() == happened
    ada.page.keyboard.press("Enter")
    ada.page.keyboard.press("Enter")
    expect(ada.log.nth(happened)).to_contain_text(words("quatrefoil.move.CLOCKWISE"))


RECORD_NOTIFICATIONS = """
    globalThis.notifications = [];
    globalThis.Notification = class extends Notification {
        constructor(title, options) {
            super(title, options);
            notifications.push([title, options.body]);
        }
    };
"""

RECORD_TONES = """
    globalThis.tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...when) {
        tones += 1;
        return start.apply(this, when);
    };
"""


def test_a_player_is_alerted_once_per_turn(shared_table: SharedTable) -> None:
    ada, bob = shared_table.two_players_start(**COLORYAM)
    bob.page.context.grant_permissions(["notifications"])
    bob.page.add_init_script(RECORD_NOTIFICATIONS + RECORD_TONES)
    bob.page.reload()
    _switches(bob, "page.notify.label")
    # In a headless browser no page is hidden.
    bob.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    expect(bob.page).to_have_title(
        words("page.play.title", turn="Waiting for Ada", game="ColorYam")
    )
    finishes_a_line(ada)
    _is_on_turn(bob)
    bob.page.wait_for_function("() => notifications.length > 0")
    assert bob.page.evaluate("notifications") == [[words("page.play.your_turn"), "ColorYam"]]
    bob.page.wait_for_function("() => tones > 0")
    tones = bob.page.evaluate("tones")
    plays(bob, "roll")
    assert bob.page.evaluate("notifications.length") == 1, "it is still the same turn"
    assert bob.page.evaluate("tones") == tones, "a hidden page is silent but for the alert"


def test_alerts_can_be_switched_off(shared_table: SharedTable) -> None:
    ada, bob = shared_table.two_players_start(**COLORYAM)
    bob.page.add_init_script(RECORD_NOTIFICATIONS + RECORD_TONES)
    bob.page.reload()
    opens_the_menu(bob)
    bob.page.get_by_text(words("page.sound.off"), exact=True).click()
    bob.page.keyboard.press("Escape")
    bob.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    finishes_a_line(ada)
    _is_on_turn(bob)
    assert bob.page.evaluate("[notifications.length, tones]") == [0, 0]


def test_notifications_stay_off_if_the_browser_denies_them(shared_table: SharedTable) -> None:
    ada = shared_table.created_by("Ada", game="coloryam", seats=1)
    expect(board(ada)).to_be_visible()
    _switches(ada, "page.notify.label")
    ada.sees("page.notify.denied")
    opens_the_menu(ada)
    switch = ada.page.get_by_role("switch", name=words("page.notify.label"))
    expect(switch).not_to_be_checked()


# Accessibility


@on_screens(PHONE_DARK)
def test_everything_at_the_table_is_accessible(
    server: ServerProcess, visit: NewVisitor, scheme: str, width: int
) -> None:
    shared_table = SharedTable(server, visit, color_scheme=scheme, viewport=SIZES[width])
    ada = shared_table.created_by("Ada", **COLORYAM, open=True, pace=600)
    bob = shared_table.joined_by("Bob")
    _sends(bob, "Hello")
    expect(ada.page.get_by_text("Hello")).to_be_visible()
    assert_accessible(ada.page, "before the game")
    bob.button("page.invite.join").click()
    ada.button("page.gather.start").click()
    expect(board(ada)).to_be_visible()

    opens_the_menu(ada)
    assert_accessible(ada.page, "the menu")
    ada.button("page.menu.pause").click()
    assert_accessible(ada.page, "after proposing a pause")
    expect(bob.button("page.proposal.yes")).to_be_visible()
    assert_accessible(bob.page, "with a proposal to answer")
    bob.button("page.proposal.yes").click()
    expect(ada.button("page.pause.resume")).to_be_visible()
    assert_accessible(ada.page, "in a pause")
    ada.button("page.pause.resume").click()

    _switches(ada, "page.menu.confirm")
    ada.control("roll").first.click()
    expect(ada.button("page.confirm.play")).to_be_visible()
    assert_accessible(ada.page, "a move to confirm")
    ada.page.keyboard.press("Escape")

    proposes(bob, "page.menu.leave")
    assert_accessible(bob.page, "before leaving")
    bob.button("page.menu.leave_now").click()
    expect(ada.button("page.gone.bot")).to_be_visible()
    assert_accessible(ada.page, "a player has left")
    ada.button("page.gone.bot").click()
    bob.page.wait_for_url("**/")
    bob.page.go_back()
    expect(bob.button("page.place.return")).to_be_visible()
    assert_accessible(bob.page, "with a stand-in bot")

    if width < 960:
        ada.button("page.log.tabs").click()
    _chat(ada)
    assert_accessible(ada.page, "the chat")
    ada.button("page.chat.about", name="Bob").click()
    assert_accessible(ada.page, "about a message")
    ada.page.keyboard.press("Escape")
    if width < 960:
        ada.page.keyboard.press("Escape")

    proposes(ada, "page.menu.end")
    assert_accessible(ada.page, "before the end")
    ada.button("page.menu.end_now").click()
    ada.sees("page.closed.begun")
    assert_accessible(ada.page, "after the end")
