"""The invitation to a private table does not leak."""

from __future__ import annotations

from playwright.sync_api import Request, expect

from tests.browser.visitor import NewVisitor
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
    bob.takes_a_name("Bob")
    bob.button("page.gather.sit").click()
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
