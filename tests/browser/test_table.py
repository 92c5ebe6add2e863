"""Quatrefoil in a real browser, from the home page to the rematch."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.played_games import fill_seats
from tests.browser.screens import ANIMATED, DESKTOP, PHONE
from tests.browser.visitor import NewVisitor, Visitor, with_easy_bots, words
from tests.helpers.proxy import CuttableProxy
from tests.helpers.server_process import ServerProcess, running_server

EASY_TABLE = with_easy_bots("quatrefoil", 4, options={"variant": "nothing-to-hide"})


def test_a_whole_game_with_three_bots(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, viewport=DESKTOP)
    ada.opens_a_table("nothing-to-hide")
    ada.starts()
    ada.follows_the_hints_to_the_end()
    expect(ada.end).to_contain_text(words("page.end.all_won"))
    ada.link("page.end.review").click()
    ada.page.wait_for_url("**/replay/**")
    ada.sees("page.replay.as")
    ada.page.go_back()
    expect(ada.end).to_be_visible()
    ada.button("page.end.rematch").click()
    # A rematch against bots needs no waiting room.
    expect(ada.end).to_have_count(0)
    ada.starts()


MEASURE_ANIMATIONS = """
    window.widestPage = 0;
    window.farthestToken = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
        const animation = animate.apply(this, args);
        const { duration } = animation.effect.getComputedTiming();
        for (let part = 0; part < 1; part += 0.05) {
            animation.currentTime = part * duration;
            farthestToken = Math.max(farthestToken, this.getBoundingClientRect().right);
            widestPage = Math.max(widestPage, document.documentElement.scrollWidth);
        }
        animation.currentTime = 0;
        return animation;
    };
"""
"""Steps through every animation when it starts, so that no frame is missed on a slow machine."""


def test_on_a_phone_all_controls_are_reachable_and_the_page_keeps_its_width(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server, viewport=PHONE, has_touch=True, is_mobile=True, **ANIMATED)
    ada.page.add_init_script(MEASURE_ANIMATIONS)

    def start() -> None:
        ada.creates_a_table(**EASY_TABLE)
        ada.starts()

    ada.gets_a_turn(start)
    for control in ada.page.locator("[data-move]").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5, "a thumb can hit it"
        assert box["y"] + box["height"] <= PHONE["height"], "without scrolling"
    happened = ada.log.count()
    ada.control("push east from north").tap()
    expect(ada.log.nth(happened)).to_be_attached()
    ada.follows_the_hints_to_the_end()
    assert ada.page.evaluate("farthestToken") > PHONE["width"], "tokens have left the screen"
    assert ada.page.evaluate("widestPage") <= PHONE["width"], "without making the page wider"


def test_two_browsers_see_the_same_move(server: ServerProcess, visit: NewVisitor) -> None:
    ada, bob = visit(server), visit(server)
    name = _whose_turn(ada, bob)
    mover = {"Ada": ada, "Bob": bob}[name]
    mover.control("twist clockwise").click()
    twist = words("quatrefoil.move.CLOCKWISE")
    for person in (ada, bob):
        step = f"You {twist}" if person is mover else f"{name}: {twist}"
        expect(person.page.get_by_text(step).first).to_be_attached()


def _sit_down(ada: Visitor, bob: Visitor, **options: Any) -> str:
    """Let both sit down at a new table; return its address."""
    invitation = ada.creates_a_table(game="quatrefoil", options=options)
    assert "#" in invitation, "the secret is in the fragment, which is never sent"
    if not bob.named:
        bob.becomes_a_guest("Bob")
    bob.page.goto(invitation)
    bob.button("page.invite.join").click()
    expect(ada.page.get_by_text("Bob").first).to_be_visible()
    return invitation


def _whose_turn(ada: Visitor, bob: Visitor) -> str:
    """Start games with two bots until a person gets a turn; return that person's name."""
    for _ in range(5):
        _sit_down(ada, bob)
        ada.button("page.gather.fill").click()
        awaited = ada.page.get_by_text(f"{words('page.play.waiting', seats=())}Bob")
        own = ada.page.locator('[data-move="stack"]:not([aria-disabled="true"])')
        expect(own.or_(awaited).or_(ada.end).first).to_be_visible()
        if not ada.end.count():
            return "Ada" if own.count() else "Bob"
    raise AssertionError("the bots ended five games before the first turn of a person")


def _starts(visitor: Visitor) -> None:
    visitor.creates_a_table(**EASY_TABLE)
    visitor.starts()


def test_a_reload_and_a_lost_connection_lose_nothing(
    proxy: CuttableProxy, visit: NewVisitor
) -> None:
    ada = visit(proxy)
    ada.gets_a_turn(lambda: _starts(ada))
    happened = ada.log.count()
    ada.page.reload()
    expect(ada.log).to_have_count(happened)
    proxy.cut()
    ada.sees("page.lost")
    proxy.restore()
    expect(ada.page.get_by_text(words("page.lost")).first).to_be_hidden()
    ada.control("twist clockwise").click()
    expect(ada.log.nth(happened)).to_be_attached()


def test_the_server_is_killed_in_the_middle_of_a_game(
    own_server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(own_server)
    ada.gets_a_turn(lambda: _starts(ada))
    happened = ada.log.count()
    own_server.stop(signal.SIGKILL)
    ada.sees("page.lost")
    own_server.start()
    expect(ada.page.get_by_text(words("page.lost")).first).to_be_hidden()
    expect(ada.log).to_have_count(happened)
    ada.control("twist clockwise").click()
    expect(ada.log.nth(happened)).to_be_attached()


def test_in_dual_two_players_act_at_the_same_time(server: ServerProcess, visit: NewVisitor) -> None:
    ada, bob = visit(server), visit(server)
    # Two more people who do nothing; bots would act at once.
    fill_seats(server, _sit_down(ada, bob, variant="dual"), 2, 3)
    ada.button("page.gather.start").click()
    for person in (ada, bob):
        expect(person.control("stack")).to_be_visible()
        expect(person.page.locator("[data-move^=push]")).to_have_count(2)
    for _ in range(4):
        for person in (ada, bob):
            person.control("twist clockwise").click(force=True, no_wait_after=True)
    expect(ada.log.nth(3)).to_be_attached()
    expect(bob.log.nth(3)).to_be_attached()


def test_the_game_ends_when_the_clock_runs_out(tmp_path: Path, visit: NewVisitor) -> None:
    with running_server(tmp_path, clock=10_000) as server:
        ada = visit(server)
        options = {"variant": "dual", "clock": True}
        address = ada.creates_a_table(game="quatrefoil", options=options)
        # Three more people who do nothing; bots might solve it in time.
        fill_seats(server, address, 1, 2, 3)
        ada.button("page.gather.start").click()
        expect(ada.page.get_by_role("timer")).to_be_visible()
        expect(ada.end).to_be_visible()
        expect(ada.end).to_contain_text(words("quatrefoil.outcome.time"))


def _starts_by_keyboard(ada: Visitor) -> None:
    ada.page.goto("/")
    _tab_to(ada, words("page.home.new"))
    ada.page.keyboard.press("Enter")
    expect(ada.button("page.new.open")).to_be_visible()
    for seat in ada.page.locator("form .seats select").all():
        seat.focus()
        ada.page.keyboard.type("Easy")
    _tab_to(ada, words("page.home.play"))
    ada.page.keyboard.press("Enter")
    ada.starts()


def test_playing_with_the_keyboard_alone(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    ada.gets_a_turn(lambda: _starts_by_keyboard(ada))
    happened = ada.log.count()
    _tab_to(ada, words("quatrefoil.move.CLOCKWISE"))
    ada.page.keyboard.press("Enter")
    expect(ada.log.nth(happened)).to_be_attached()


def _tab_to(visitor: Visitor, name: str) -> None:
    """Press Tab until the control with that name has the focus."""
    focused = """() => {
        const e = document.activeElement;
        return (e?.getAttribute('aria-label') ?? e?.innerText ?? '').trim();
    }"""
    for _ in range(80):
        visitor.page.keyboard.press("Tab")
        if visitor.page.evaluate(focused).lower().startswith(name.lower()):
            return
    raise AssertionError(f"the keyboard does not reach “{name}”")
