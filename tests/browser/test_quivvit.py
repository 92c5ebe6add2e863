"""Quivvit in a real browser: rotating a card, blocking a card, running out of time."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.accessibility import accessibility_violations, assert_accessible
from tests.browser.screens import PHONE, in_schemes
from tests.browser.visitor import NewVisitor, Visitor, with_easy_bots, words
from tests.helpers.server_process import ServerProcess


def _opens(visitor: Visitor, seats: int, bots: bool = True, **options: Any) -> str:
    """Create a table with the visitor in its first seat; return its address."""
    wanted = with_easy_bots("quivvit", seats, options=options)
    return visitor.creates_a_table(**(wanted if bots else {**wanted, "bots": {}}))


def _two_people(server: ServerProcess, visit: NewVisitor, **options: Any) -> dict[str, Visitor]:
    ada, bob = visit(server), visit(server)
    invitation = _opens(ada, 2, bots=False, **options)
    bob.becomes_a_guest("Bob")
    bob.page.goto(invitation)
    bob.button("page.invite.join").click()
    ada.button("page.gather.start").click()
    return {"Ada": ada, "Bob": bob}


def _cell(visitor: Visitor, name: str) -> Locator:
    return visitor.page.locator(f'[data-cell="{name}"]')


def _ready(visitor: Visitor) -> Locator:
    """Return the cards that can be picked up now."""
    return visitor.page.locator("[data-cell][aria-disabled=false]")


def _rotates(visitor: Visitor, way: str = "right") -> None:
    visitor.page.locator(f"[data-turn={way}]").click()


def _plays(visitor: Visitor) -> None:
    """Rotate the first available card, and play it."""
    before = visitor.log.count()
    card = _ready(visitor).first
    name = card.get_attribute("data-cell")
    card.click()
    _rotates(visitor)
    visitor.control(f"{name} right").click()
    expect(visitor.log.nth(before)).to_be_attached()


def test_a_whole_game_with_a_bot(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    _opens(ada, 2, double_rotation=True, random_color=True)
    draws, turns = ada.control("draw"), 0
    while True:
        expect(_ready(ada).first.or_(draws).or_(ada.end).first).to_be_visible()
        if not _ready(ada).count():
            break
        _plays(ada)
        turns += 1
    assert turns == 5
    draws.click()
    expect(ada.end).to_be_visible()
    expect(ada.page.locator("[data-pile]")).to_have_count(2)
    ada.link("page.end.review").click()
    ada.page.wait_for_url("**/replay/**")
    ada.button("page.step.start").click()
    ada.button("page.step.forward").click()
    expect(ada.page.locator("[data-cell]")).to_have_count(25)
    assert _ready(ada).count() == 0


def test_a_card_is_rotated_both_ways_before_it_is_played(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server)
    _opens(ada, 1)
    card = _cell(ada, "c3")
    before = card.inner_text()
    card.click()
    _rotates(ada)
    _rotates(ada, "left")
    ada.button("quivvit.board.put_back").click()
    expect(card).to_have_attribute("aria-pressed", "false")
    assert card.inner_text() == before
    assert ada.log.count() == 1, "nothing has happened but the deal"
    # Clicking the left half of the card rotates it to the left.
    card.click()
    card.click(position={"x": 8, "y": 30})
    ada.control("c3 left").click()
    expect(ada.log).to_have_count(2)
    expect(ada.log.nth(1)).to_contain_text("You rotate c3 left")


def test_an_opponent_blocks_a_card(server: ServerProcess, visit: NewVisitor) -> None:
    people = _two_people(server, visit, color_blocking=True, answer_seconds=60)
    expect(people["Ada"].page.locator("[data-cell]")).to_have_count(25)
    asked = "Ada" if people["Ada"].control("decline").count() else "Bob"
    blocker, mover = people[asked], people["Bob" if asked == "Ada" else "Ada"]
    assert _ready(mover).count() == 0, "first the opponent decides whether to block"
    assert accessibility_violations(blocker.page) == []
    _cell(blocker, "d4").click()
    blocker.control("block d4").click()
    for person in people.values():
        covered = words("quivvit.board.covered", cell="d4", name=asked)
        expect(_cell(person, "d4")).to_have_accessible_name(covered)
    expect(_ready(mover)).to_have_count(24)
    _cell(mover, "d4").click(force=True)
    expect(_cell(mover, "d4")).to_have_attribute("aria-pressed", "false")
    # A player with a blocking card can choose not to be asked, and change that once a round.
    mover.control("quiet").click()
    mover.control("ask").click()
    expect(mover.control("ask")).to_have_count(0)
    expect(mover.control("quiet")).to_have_count(0)
    _plays(mover)
    # Now the other player is asked, and declines.
    mover.control("decline").click()
    expect(_ready(blocker)).to_have_count(24)


def test_a_turn_ends_when_its_time_is_up(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    _opens(ada, 1, timed=True, seconds=12)
    expect(ada.page.get_by_role("timer")).to_be_visible()
    _cell(ada, "c3").click()
    _rotates(ada)
    expect(_cell(ada, "c3")).to_have_attribute("aria-pressed", "true")
    late = words("quivvit.board.last_time")
    expect(ada.page.get_by_text(late).first).to_be_visible()
    expect(_cell(ada, "c3")).to_have_attribute("aria-pressed", "false")
    expect(ada.page.get_by_text(words("quivvit.board.round", round=2, rounds=5))).to_be_visible()


def test_a_turn_with_the_keyboard_alone(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    _opens(ada, 1)
    expect(_ready(ada)).to_have_count(25)
    keys = ada.page.keyboard
    focused = "document.activeElement?.dataset.cell ?? null"
    for _ in range(40):
        keys.press("Tab")
        if ada.page.evaluate(focused):
            break
    start = ada.page.evaluate(focused)
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    assert ada.page.evaluate(focused) != start
    there = ada.page.evaluate(focused)
    keys.press(",")
    expect(_cell(ada, there)).to_have_attribute("aria-pressed", "true")
    keys.press("Escape")
    expect(_cell(ada, there)).to_have_attribute("aria-pressed", "false")
    keys.press(".")
    keys.press("Enter")
    expect(ada.log.nth(1)).to_contain_text(f"You rotate {there} right")


@in_schemes("dark")
def test_on_a_phone_all_controls_are_reachable_and_accessible(
    server: ServerProcess, visit: NewVisitor, scheme: str
) -> None:
    ada = visit(
        server,
        viewport=PHONE,
        has_touch=True,
        is_mobile=True,
        color_scheme=scheme,
    )
    _opens(ada, 1, double_rotation=True, random_color=True)
    expect(_ready(ada)).to_have_count(25)
    _cell(ada, "b2").tap()
    _rotates(ada)
    assert_accessible(ada.page, "with a card in the hand")
    for control in ada.page.locator("[data-cell], [data-turn], .release").all():
        box = control.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5, "a thumb can hit it"
        assert box["y"] + box["height"] <= PHONE["height"], "without scrolling"


def test_sixteen_seats_fit_on_a_phone(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server, viewport=PHONE)
    _opens(ada, 16, decks=4)
    expect(ada.page.locator("[data-pile]")).to_have_count(16)
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    box = _cell(ada, "c3").bounding_box()
    assert box is not None
    assert box["width"] >= 43.5
