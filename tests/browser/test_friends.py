"""Two people become friends, invite each other, and block each other."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible, small_targets
from tests.browser.screens import PHONE
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess


def with_account(visitor: Visitor, name: str) -> str:
    """Give the visitor an account; return the id of the person."""
    visitor.becomes_a_guest(name)
    person = str(visitor.get("/api/me").json()["person"]["id"])
    answer = visitor.post("/api/account", {"login": person, "password": "correct horse"})
    assert answer.ok, answer.text()
    return person


def test_two_people_become_friends_and_meet_at_a_table(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada, ben = visit(server), visit(server, viewport=PHONE)
    with_account(ada, "Ada")
    login = with_account(ben, "Ben")
    ben.page.goto("/daily")
    ada.page.goto("/")
    ada.link("page.friend.title").click()
    ada.sees("page.friend.none")
    ada.page.get_by_label(words("page.friend.find_label")).fill(login)
    ada.page.keyboard.press("Enter")
    ada.page.get_by_role("link", name="Ben", exact=True).click()
    ada.button("page.friend.ask").click()
    expect(ada.button("page.friend.withdraw")).to_be_visible()

    # The request arrives while Ben reads another page; he answers with the keyboard.
    ben.page.get_by_role("link", name=words("page.friend.nav_waiting", count=1)).click()
    ben.button("page.friend.accept_name", name="Ada").press("Enter")
    expect(ben.button("page.friend.invite_name", name="Ada")).to_be_visible()
    expect(ben.page.get_by_text(words("page.friend.requests"))).to_have_count(0)
    assert_accessible(ben.page, "on the friends page")

    ada.link("page.friend.title").click()
    ada.sees("page.friend.is_online")
    ben.page.goto("/daily")
    ada.button("page.friend.invite_name", name="Ben").click()
    ada.page.get_by_role("button", name=words("coloryam.name")).click()
    ada.sees("page.friend.invited")
    ben.sees("page.friend.invites_you", name="Ada", game=words("coloryam.name"))
    for button in (ben.button("page.friend.accept_invitation"), ben.button("page.friend.decline")):
        box = button.bounding_box()
        assert box is not None
        assert box["width"] > box["height"], "the words are in one line"
    assert_accessible(ben.page, "with an invitation")
    ben.button("page.friend.accept_invitation").click()
    ben.page.wait_for_url(re.compile("/table/"))
    expect(ada.page.get_by_text("Ben", exact=True)).to_be_visible()
    expect(ben.page.get_by_text(words("page.friend.decline"))).to_have_count(0)


def test_a_player_follows_another_one_and_stops(server: ServerProcess, visit: NewVisitor) -> None:
    ada, ben = visit(server), visit(server)
    with_account(ada, "Ada")
    followed = with_account(ben, "Ben")
    ada.page.goto(f"/people/{followed}")
    ada.button("page.friend.follow").click()
    expect(ada.button("page.friend.unfollow")).to_be_visible()
    ada.link("page.friend.title").click()
    people = ada.page.get_by_role("region", name=words("page.friend.followed"))
    people.get_by_role("link", name="Ben", exact=True).click()

    # Ben is not told, and sees nobody on his own page.
    ben.page.goto("/friends")
    ben.sees("page.friend.none")

    ada.button("page.friend.unfollow").click()
    expect(ada.button("page.friend.follow")).to_be_visible()
    ada.link("page.friend.title").click()
    ada.sees("page.friend.none")


def test_fingers_can_press_everything_on_the_pages_about_players(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada, ben, cleo = (visit(server, viewport=PHONE) for _ in range(3))
    ids = [with_account(person, name) for person, name in ((ada, "Ada"), (ben, "Ben"))]
    with_account(cleo, "Cleo")
    for person, other in ((ada, ids[1]), (ben, ids[0]), (cleo, ids[0])):
        assert person.post(f"/api/people/{other}/relation", {"action": "befriend"}).ok
    for path, heading in (
        ("/friends", "page.friend.requests"),
        ("/lobby", "pairing.title"),
        ("/settings", "page.friend.blocked"),
        ("/leaderboards/coloryam", "ratings.nobody"),
        (f"/people/{ids[1]}", "page.profile.empty"),
    ):
        ada.page.goto(path)
        ada.sees(heading)
        assert small_targets(ada.page) == [], path


def test_a_blocked_person_is_told_nothing_and_gets_no_seat(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada, eve = visit(server), visit(server)
    ada_id, eve_id = with_account(ada, "Ada"), with_account(eve, "Eve")
    ada.page.goto(f"/people/{eve_id}")
    ada.button("page.friend.block").click()
    ada.button("page.friend.block_name", name="Eve").click()
    ada.sees("page.friend.is_blocked")
    address = ada.creates_a_table(game="coloryam", seats=2)

    eve.page.goto(f"/people/{ada_id}")
    eve.button("page.friend.ask").click()
    expect(eve.button("page.friend.withdraw")).to_be_visible()
    eve.page.goto(address)
    eve.button("page.invite.join").click()
    eve.sees("table.refusal.no_seat_here")
    ada.page.goto("/friends")
    ada.sees("page.friend.none")
    expect(ada.page.get_by_text("Eve", exact=True)).to_have_count(0)

    ada.page.goto("/settings")
    ada.button("page.friend.unblock_name", name="Eve").click()
    ada.sees("page.friend.blocked_none")
    eve.button("page.invite.join").click()
    expect(eve.button("page.gather.leave")).to_be_visible()
