"""ColorYam in a real browser: dice kept by hand, a second chance, a whole game with bots."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.accessibility import accessibility_violations
from tests.browser.visitor import NewVisitor, Visitor, with_easy_bots, words
from tests.helpers.server_process import ServerProcess


def _starts(visitor: Visitor) -> None:
    visitor.creates_a_table(**with_easy_bots("coloryam", 2))


def _waits(visitor: Visitor) -> str:
    """Wait until the player can act; return `roll`, `choose`, or `over`."""
    page = visitor.page
    for_me = page.locator('[data-move="roll"]:not([aria-disabled="true"]):not([disabled])')
    choices = page.locator('[data-move="enter"]')
    expect(for_me.or_(choices).or_(visitor.end).first).to_be_visible()
    if visitor.end.count():
        return "over"
    return "choose" if choices.count() else "roll"


def _dice(visitor: Visitor) -> Locator:
    return visitor.page.locator("[data-die]")


def _plays_to_the_end(ada: Visitor) -> int:
    """Roll all dice three times in every line; return how often there was a second chance."""
    _starts(ada)
    second_chances = 0
    for _ in range(80):
        wanted = _waits(ada)
        if wanted == "over":
            break
        before = ada.log.count()
        if wanted == "choose":
            second_chances += 1
            ada.control("enter").click()
        else:
            ada.control("roll").first.click()
        expect(ada.log.nth(before).or_(ada.end).first).to_be_attached()
    expect(ada.end).to_be_visible()
    return second_chances


def test_a_whole_game_with_bots_and_a_second_chance(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server)
    # One game in forty has no second chance.
    assert any(_plays_to_the_end(ada) for _ in range(3))
    assert ada.page.get_by_role("table").count() == 1


def test_kept_dice_stay_and_the_others_roll(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    _starts(ada)
    _waits(ada)
    ada.control("roll").first.click()
    expect(_dice(ada)).to_have_count(6)
    kept = [_dice(ada).nth(0).inner_text(), _dice(ada).nth(3).inner_text()]
    _dice(ada).nth(0).click()
    _dice(ada).nth(3).focus()
    ada.page.keyboard.press("Space")
    expect(_dice(ada).nth(3)).to_have_attribute("aria-pressed", "true")
    before = ada.log.count()
    ada.control("roll").first.click()
    expect(ada.log.nth(before)).to_be_attached()
    assert [_dice(ada).nth(0).inner_text(), _dice(ada).nth(3).inner_text()] == kept
    assert accessibility_violations(ada.page) == []


def test_the_guide_shows_all_sixteen_challenges(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    ada.page.goto("/games/coloryam")
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text(words("coloryam.name"))
    expect(ada.page.locator("[data-move]").first).to_be_visible()
    assert ada.page.locator("tbody tr").count() >= 16


def test_a_custom_sheet_is_composed_and_played(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    page = ada.page
    page.goto("/new/coloryam")
    page.get_by_text(words("page.new.change_rules")).click()
    page.locator('input[value="own"]').check(force=True)
    first = page.get_by_label(words("coloryam.compose.kind", line=1), exact=True)
    expect(first).to_be_visible()
    assert accessibility_violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    for kind in ("none of two", "one and none", "one"):
        first.select_option(kind)
        for picker in page.locator(".composer select, .composer .preview").all():
            box, composer = picker.bounding_box(), page.locator(".composer").bounding_box()
            assert box is not None
            assert composer is not None
            assert box["x"] + box["width"] <= composer["x"] + composer["width"]
    # Each picker is an ordinary list, which the keyboard can operate.
    first.focus()
    first.select_option("one and none")
    page.get_by_label(words("coloryam.compose.colour", line=1, number=1), exact=True).select_option(
        "K"
    )
    page.get_by_label(words("coloryam.compose.colour", line=1, number=2), exact=True).select_option(
        "R"
    )
    page.get_by_label(words("coloryam.compose.kind", line=6), exact=True).select_option(
        "all different"
    )
    asked = words("coloryam.challenge.one_and_none", a="K", b="R")
    expect(page.locator(".composer").get_by_text(asked)).to_be_visible()
    # Choosing the same colour twice swaps the two.
    page.get_by_label(words("coloryam.compose.colour", line=1, number=2), exact=True).select_option(
        "K"
    )
    expect(
        page.locator(".composer").get_by_text(
            words("coloryam.challenge.one_and_none", a="R", b="K")
        )
    ).to_be_visible()
    page.get_by_text(words("coloryam.compose.text"), exact=True).click()
    field = page.get_by_label(words("coloryam.compose.text_label"))
    expect(field).to_have_value("1 R none K; 2 G; 3 alike; never 2; B > R; Y != R != O")
    field.fill("2 Z; 2 G; 3 alike; never 2; B > R; Y most")
    expect(page.get_by_role("alert")).to_contain_text("“2 Z”")
    field.fill("1× R, no K; 2×G; 3× any; never 2×; B>R; Y≠R≠O;")
    expect(page.get_by_role("alert")).to_have_count(0)
    ada.fills_in_the_form(bots="easy")
    _waits(ada)
    sheet = page.get_by_role("table")
    for challenge in (
        words("coloryam.challenge.one_and_none", a="R", b="K"),
        words("coloryam.challenge.all_different", a="Y", b="R", c="O"),
    ):
        expect(sheet.get_by_text(challenge)).to_have_count(1)


def test_the_keyboard_rolls_keeps_and_lists_its_shortcuts(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(server)
    _starts(ada)
    _waits(ada)
    keyboard = ada.page.keyboard
    ada.page.evaluate("document.activeElement.blur()")
    keyboard.press("Space")
    # The dice are shown when they have landed.
    expect(_dice(ada)).to_have_count(6)
    keyboard.press("2")
    expect(_dice(ada).nth(1)).to_have_attribute("aria-pressed", "true")
    keyboard.press("?")
    listed = ada.page.get_by_role("dialog", name=words("page.shortcut.title"))
    expect(listed).to_contain_text(words("coloryam.shortcut.roll"))
    keyboard.press("1")
    keyboard.press("Escape")
    expect(listed).to_be_hidden()
    expect(_dice(ada).nth(0)).to_have_attribute("aria-pressed", "false")
    assert accessibility_violations(ada.page) == []
