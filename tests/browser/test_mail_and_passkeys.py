"""E-mail addresses, forgotten passwords and passkeys in the browser."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import CDPSession, Locator, expect

from tests.browser.accessibility import assert_accessible
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess
from tests.helpers.smtp_server import SENDER, ReceivingServer, link_in, smtp_server

PASSWORD = "correct horse battery"
OTHER_PASSWORD = "staple of another kind"
HOME = "ada@home.example"


class ServerAtLocalhost(ServerProcess):
    """Reached by a name: browsers offer no passkeys for IP addresses."""

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"


class Club(NamedTuple):
    server: ServerProcess
    receiving: ReceivingServer
    data: Path


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A server that sends e-mail."""
    with smtp_server() as receiving:
        data = tmp_path_factory.mktemp("club")
        server = ServerAtLocalhost(data)
        # Only while it starts: other servers of this process must not get these settings.
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("QUINCUNX_SMTP_HOST", "127.0.0.1")
            patch.setenv("QUINCUNX_SMTP_PORT", str(receiving.port))
            patch.setenv("QUINCUNX_SMTP_SECURITY", "none")
            patch.setenv("QUINCUNX_MAIL_FROM", SENDER)
            patch.setenv("QUINCUNX_PORT", str(server.port))
            server.start()
        yield Club(server, receiving, data)
        server.stop()


class Member(Visitor):
    """A visitor with an account."""

    def field(self, message_id: str) -> Locator:
        return self.page.get_by_label(words(message_id), exact=True)

    def has_account(self, login: str) -> None:
        self.becomes_a_guest(login.title())
        assert self.post("/api/account", {"login": login, "password": PASSWORD}).ok
        self.page.goto("/settings")
        self.sees("page.account.is", login=login)

    def section(self, message_id: str) -> Locator:
        heading = self.page.get_by_role("heading", name=words(message_id), exact=True)
        return self.page.locator("section", has=heading)

    def presses_in(self, section: str, button: str) -> None:
        self.section(section).get_by_role("button", name=words(button), exact=True).click()

    def logs_out(self) -> None:
        self.button("page.account.log_out").click()
        expect(self.button("page.account.register")).to_be_visible()
        self.button("page.account.have_one").click()


def give_authenticator(member: Member) -> tuple[CDPSession, str]:
    """Connect a virtual authenticator that verifies its user, like that of a phone."""
    session = member.page.context.new_cdp_session(member.page)
    session.send("WebAuthn.enable")
    options: dict[str, Any] = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return session, added["authenticatorId"]


def adds_a_passkey(member: Member, name: str) -> None:
    member.button("page.account.passkey_add").click()
    member.field("page.account.passkey_name").fill(name)
    member.field("page.account.password").fill(PASSWORD)
    member.button("page.account.passkey_create").click()
    expect(member.page.get_by_text(name, exact=True)).to_be_visible()


def test_a_forgotten_password_is_replaced_with_a_link_by_mail(
    club: Club, visit: NewVisitor
) -> None:
    ada = Member(visit(club.server).page)
    ada.has_account("ada")
    ada.button("page.account.mail_add").click()
    ada.field("page.account.mail_address").fill(HOME)
    ada.field("page.account.password").fill("wrong")
    ada.button("page.account.mail_confirm").click()
    ada.sees("table.refusal.wrong_password")
    ada.field("page.account.password").fill(PASSWORD)
    ada.button("page.account.mail_confirm").click()
    ada.sees("page.account.mail_pending", address=HOME)
    assert_accessible(ada.page, "with a pending address")
    link = link_in(club.receiving.wait_for(1), club.server.url)
    ada.page.goto(link)
    expect(ada.button("page.account.mail_link_confirm")).to_be_visible()
    assert_accessible(ada.page, "the page that confirms an address")
    ada.button("page.account.mail_link_confirm").click()
    expect(ada.section("page.account.mail").get_by_text(HOME, exact=True)).to_be_visible()

    ada.logs_out()
    ada.button("page.account.forgot").click()
    for account, mails in (("nobody", 1), ("ada", 2)):
        ada.field("page.account.login_or_mail").fill(account)
        ada.button("page.account.link_send").click()
        ada.sees("page.account.link_sent")
        if mails == 2:
            link = link_in(club.receiving.wait_for(2), club.server.url)
    assert len(club.receiving.messages) == 2, "nobody else got a mail"
    ada.page.goto(link)
    ada.field("page.account.new_password").fill(OTHER_PASSWORD)
    ada.button("page.account.recover").click()
    ada.sees("page.account.is", login="ada")


def test_two_players_choose_mails_about_games_and_one_stops_them(
    club: Club, visit: NewVisitor
) -> None:
    count = len(club.receiving.messages)
    ada, ben = Member(visit(club.server).page), Member(visit(club.server).page)
    for number, (member, login) in enumerate(((ada, "adele"), (ben, "benno")), count + 1):
        member.has_account(login)
        member.button("page.account.mail_add").click()
        member.field("page.account.mail_address").fill(f"{login}@home.example")
        member.field("page.account.password").fill(PASSWORD)
        member.button("page.account.mail_confirm").click()
        mail = club.receiving.wait_for(number)
        assert mail["To"] == f"{login}@home.example"
        member.page.goto(link_in(mail, club.server.url))
        member.button("page.account.mail_link_confirm").click()
        choice = member.section("page.account.mail").get_by_role(
            "switch", name=words("page.settings.notify.kind.turn")
        )
        choice.press("Space")
        expect(choice).to_be_checked()
    assert_accessible(ben.page, "with mails about games")
    assert ada.get("/api/mail-address").json()["alerts"] == ["turn"]
    ada.page.reload()
    expect(
        ada.page.get_by_role("switch", name=words("page.settings.notify.kind.turn"))
    ).to_be_checked()

    token = stored_stop_token(club.data, "benno@home.example")
    ada.page.goto(f"/email/stop#{token}")
    ada.sees("page.mail_alerts.stop_text")
    assert_accessible(ada.page, "the page that stops mails")
    ada.button("page.mail_alerts.stop").click()
    ada.sees("page.mail_alerts.stopped")
    assert ben.get("/api/mail-address").json()["alerts"] == []
    assert ada.get("/api/mail-address").json()["alerts"] == ["turn"], "only those of its reader"


def stored_stop_token(data: Path, address: str) -> str:
    """Return the token of the link in mails about games, the first of which takes minutes."""
    with closing(sqlite3.connect(data / "quincunx.db")) as connection:
        query = "SELECT stop_token FROM mail_addresses WHERE address = ?"
        ((token,),) = connection.execute(query, [address]).fetchall()
    return str(token)


def test_without_smtp_the_page_does_not_mention_mail(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada = Member(visit(server).page)
    ada.has_account("without mail")
    expect(ada.section("page.account.passkeys")).to_be_visible()
    expect(ada.section("page.account.mail")).to_have_count(0)
    # This server is at an IP address, for which browsers offer no passkeys.
    ada.sees("page.account.passkeys_not_here")
    ada.logs_out()
    expect(ada.button("page.account.passkey_log_in")).to_have_count(0)
    ada.button("page.account.forgot").click()
    expect(ada.field("page.account.code")).to_be_visible()
    expect(ada.button("page.account.link_send")).to_have_count(0)


def test_a_passkey_is_added_logs_in_and_is_removed(club: Club, visit: NewVisitor) -> None:
    eve = Member(visit(club.server, first_visit=True).page)
    session, authenticator = give_authenticator(eve)
    eve.has_account("eve")
    adds_a_passkey(eve, "Eve’s phone")
    credentials = session.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})[
        "credentials"
    ]
    assert [each["rpId"] for each in credentials] == ["localhost"]
    # The same device does not get a second passkey for the same account.
    eve.button("page.account.passkey_add").click()
    eve.field("page.account.password").fill(PASSWORD)
    eve.button("page.account.passkey_create").click()
    eve.sees("page.account.passkey_known")
    eve.button("page.settings.cancel").click()
    assert_accessible(eve.page, "with a passkey")

    # Otherwise the browser offers the passkey by itself, and this authenticator accepts at once.
    eve.page.evaluate("PublicKeyCredential.isConditionalMediationAvailable = async () => false")
    with eve.page.expect_request("**/api/passkeys/log-in") as sent:
        eve.logs_out()
        eve.button("page.account.passkey_log_in").click()
    eve.sees("page.account.is", login="eve")

    # What was sent once is worth nothing the second time, and nothing at another origin.
    answer = sent.value.post_data_json
    assert eve.post("/api/passkeys/log-in", answer).status in (400, 403)
    replayed = eve.page.request.post(
        "/api/passkeys/log-in", data=answer, headers={"Origin": club.server.url}
    )
    assert replayed.json()["error"] == "BadPasskey"
    elsewhere = eve.page.request.post(
        "/api/passkeys/log-in", data=answer, headers={"Origin": "https://evil.example"}
    )
    assert elsewhere.json()["error"] == "OtherOrigin"

    eve.page.reload()
    eve.page.get_by_role(
        "button", name=words("page.account.passkey_rename_for", name="Eve’s phone")
    ).click()
    dialog = eve.page.get_by_role("dialog")
    dialog.get_by_label(words("page.account.passkey_name")).fill("Old phone")
    dialog.get_by_role("button", name=words("page.account.passkey_rename")).click()
    eve.page.get_by_role(
        "button", name=words("page.account.passkey_remove_for", name="Old phone")
    ).click()
    assert_accessible(eve.page, "before a passkey is removed")
    dialog.get_by_label(words("page.account.password")).fill(PASSWORD)
    dialog.get_by_role("button", name=words("page.account.passkey_remove")).click()
    expect(eve.page.get_by_text("Old phone", exact=True)).to_have_count(0)
    session.send("WebAuthn.disable")
