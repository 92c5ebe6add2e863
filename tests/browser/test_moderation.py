"""Quick reactions, avatars, and what people do about each other."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessibility import accessibility_violations
from tests.browser.shared_table import COLORYAM, SharedTable, opens_the_menu
from tests.browser.visitor import NewVisitor, words
from tests.helpers.server_process import ServerProcess


def test_two_players_react_and_one_is_blocked(server: ServerProcess, visit: NewVisitor) -> None:
    ada, bob = SharedTable(server, visit).two_players_start(**COLORYAM)
    for person in (ada, bob):
        expect(person.page.locator("[data-avatar]")).to_have_count(2)

    # With the keyboard alone.
    bob.button("page.react.title").focus()
    bob.page.keyboard.press("Enter")
    bob.button("page.react.well_played").focus()
    bob.page.keyboard.press("Enter")
    expect(ada.page.locator("[data-avatar='1'] [data-reaction='well_played']")).to_be_visible()
    reaction = words("page.react.well_played")
    said = words("page.react.says", name="Bob", reaction=reaction)
    expect(ada.page.get_by_role("status").filter(has_text=said)).to_be_attached()
    expect(ada.page.locator("[data-avatar] [data-reaction]")).to_have_count(0)
    assert accessibility_violations(ada.page) == []

    opens_the_menu(ada)
    ada.page.get_by_role("button", name="Bob", exact=True).click()
    ada.button("page.friend.block").click()
    ada.button("page.friend.block_name", name="Bob").click()
    ada.sees("page.friend.is_blocked")
    ada.page.keyboard.press("Escape")
    bob.button("page.react.title").click()
    bob.button("page.react.wow").click()
    expect(bob.page.locator("[data-avatar='1'] [data-reaction='wow']")).to_be_visible()
    bob.button("page.react.title").click()
    bob.button("page.react.oops").click()
    ada.button("page.react.title").click()
    ada.button("page.react.thanks").click()
    expect(ada.page.locator("[data-avatar='0'] [data-reaction='thanks']")).to_be_visible()
    assert ada.page.locator("[data-avatar='1'] [data-reaction]").count() == 0, "Bob is blocked"


def test_the_host_removes_a_guest_and_invites_them_again(
    server: ServerProcess, visit: NewVisitor
) -> None:
    shared = SharedTable(server, visit)
    ada = shared.created_by("Ada", **COLORYAM)
    bob = shared.joined_by("Bob")
    bob.button("page.invite.join").click()
    ada.button("page.person.more", name="Bob").click()
    assert accessibility_violations(ada.page) == []
    ada.button("page.person.remove").click()
    ada.button("page.person.remove").click()
    bob.sees("page.gather.removed_title")
    ada.button("page.gather.invite_again").click()
    bob.button("page.again").click()
    bob.button("page.invite.join").click()
    expect(ada.button("page.person.more", name="Bob")).to_be_visible()


def test_a_reported_name_is_replaced_and_its_owner_is_told_why(
    own_server: ServerProcess, visit: NewVisitor
) -> None:
    ada, rude = visit(own_server), visit(own_server)
    ada.becomes_a_guest("Ada")
    rude.becomes_a_guest("Rude Name")
    person = rude.get("/api/me").json()["person"]["id"]
    ada.page.goto(f"/people/{person}")
    ada.button("page.person.report").click()
    ada.page.get_by_label(words("page.person.why")).fill("It is rude.")
    ada.page.get_by_role("dialog").get_by_role("button", name=words("page.person.report")).click()
    ada.sees("page.chat.reported")
    assert "Rude Name" in own_server.admin("reports", "--json")
    own_server.admin("rename", person, "--why", "Please choose a kinder name.")

    rude.page.goto("/")
    rude.sees("page.renamed.title")
    expect(rude.page.get_by_text("Please choose a kinder name.")).to_be_visible()
    assert accessibility_violations(rude.page) == []
    rude.button("page.renamed.keep").click()
    rude.page.reload()
    expect(rude.page.get_by_role("link", name="Quincunx ", exact=False).last).to_be_visible()
    assert rude.get("/api/me").json()["renamed_why"] is None
