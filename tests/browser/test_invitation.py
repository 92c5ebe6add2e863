"""An invitation: what the host shares, and what the invited player sees."""

from __future__ import annotations

from playwright.sync_api import Request, expect

from tests.browser.accessibility import accessibility_violations
from tests.browser.visitor import NewVisitor, words
from tests.helpers.server_process import ServerProcess


def test_the_invitation_is_in_no_requested_url_and_no_referrer(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada, bob = visit(server), visit(server)
    sent: list[str] = []

    def note(request: Request) -> None:
        sent.append(f"{request.url} {request.all_headers()} {request.post_data}")

    for visitor in (ada, bob):
        visitor.page.on("requestfinished", note)
        visitor.page.on("websocket", lambda socket: sent.append(socket.url))
    address, _, invitation = ada.creates_a_table(game="quatrefoil").partition("#")
    assert len(invitation) >= 20
    bob.page.goto(f"{address}#{invitation}")
    bob.page.get_by_label(words("page.name.label")).fill("Bob")
    bob.button("page.invite.join").click()
    expect(ada.page.get_by_text("Bob").first).to_be_visible()
    # Other pages that Bob opens next receive a referrer.
    bob.page.reload()
    bob.page.goto("/")
    bob.page.wait_for_load_state("networkidle")

    table = address.rpartition("/")[2]
    assert any(f"/api/tables/{table}/socket" in each for each in sent), (
        "both were connected to the table"
    )
    assert any("'referer'" in each for each in sent), "some requests had a referrer"
    assert not [each for each in sent if invitation in each]


def test_an_invited_player_joins_with_one_button(server: ServerProcess, visit: NewVisitor) -> None:
    ada, bob = visit(server), visit(server)
    address = ada.creates_a_table(game="quatrefoil")
    ada.button("page.share.copy").click()
    expect(ada.button("page.share.copied")).to_be_visible()
    ada.button("page.share.qr").click()
    game = words("quatrefoil.name")
    code = ada.page.get_by_role("img", name=words("page.share.qr_label", game=game))
    expect(code).to_be_visible()
    assert accessibility_violations(ada.page) == []
    ada.page.keyboard.press("Escape")

    bob.page.goto(address)
    bob.sees("page.invite.title", name="Ada", game=game)
    bob.sees("quatrefoil.tagline")
    assert accessibility_violations(bob.page) == []
    name = bob.page.get_by_label(words("page.name.label"))
    assert name.input_value(), "a generated name"
    name.fill("Bob")
    # With the keyboard alone.
    name.press("Enter")
    seat = ada.page.get_by_role("listitem").filter(has_text="Bob")
    expect(seat).to_contain_text(words("page.gather.ready"))
