"""People in the browser: names, accounts, what others see of them, and how they like it here."""

from __future__ import annotations

import json
import re
from pathlib import Path
from secrets import token_hex

from playwright.sync_api import Locator, expect

from quincunx.server.people.profiles import PAGE_SIZE
from tests.browser.accessibility import accessibility_violations, assert_accessible
from tests.browser.played_games import lose_games, play_coloryam_to_the_end
from tests.browser.screens import DESKTOP_LIGHT, SIZES, on_screens
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess

PASSWORD = "correct horse battery"
OTHER = "staple of another kind"


class Member(Visitor):
    """Somebody who has an account, or wants one."""

    def field(self, message_id: str) -> Locator:
        return self.page.get_by_label(words(message_id), exact=True)

    def fault(self, message_id: str) -> Locator:
        """What is said under a field."""
        return self.page.locator(".fault").and_(
            self.page.locator(".field", has=self.field(message_id)).locator("p")
        )

    def is_called(self, name: str) -> None:
        expect(self.page.get_by_role("banner").get_by_text(name, exact=True)).to_be_attached()

    def goes_to_settings(self) -> None:
        self.page.goto("/settings")
        expect(self.page.get_by_role("heading", level=2).first).to_be_visible()

    def registers(self, login: str, password: str = PASSWORD) -> None:
        self.goes_to_settings()
        self.field("page.account.login").fill(login)
        self.field("page.account.password").fill(password)
        self.button("page.account.register").click()

    def logs_in(self, login: str, password: str = PASSWORD) -> None:
        self.goes_to_settings()
        self.button("page.account.have_one").click()
        self.field("page.account.login").fill(login)
        self.field("page.account.password").fill(password)
        self.button("page.account.log_in").click()

    def is_logged_in_as(self, login: str) -> None:
        self.sees("page.account.is", login=login)

    def is_nobody(self) -> None:
        """After the page has been loaded again."""
        self.goes_to_settings()
        expect(self.button("page.account.register")).to_be_visible()
        self.is_called(words("page.name.none"))

    def sees_own_profile(self) -> None:
        self.goes_to_settings()
        self.link("page.settings.profile").click()
        self.sees("page.profile.yours")

    @property
    def games(self) -> Locator:
        return self.page.locator("main a[href^='/replay/']")


def _member(visit: NewVisitor, server: ServerProcess, login: str = "") -> Member:
    """Who has an account already, if a login is given."""
    member = Member(visit(server).page)
    if login:
        member.registers(login)
        member.is_logged_in_as(login)
    return member


def _new_login() -> str:
    return f"ada{token_hex(4)}"


def test_an_account_keeps_what_the_guest_has_played(
    server: ServerProcess, visit: NewVisitor
) -> None:
    login = _new_login()
    ada = _member(visit, server)
    ada.creates_a_table(game="coloryam", seats=1)
    play_coloryam_to_the_end(ada, server, ada.page.url.split("/table/")[1].split("#")[0])
    ada.registers(login)
    ada.is_logged_in_as(login)
    ada.is_called("Ada")
    ada.button("page.account.log_out").click()
    ada.sees("page.account.logged_out")
    ada.is_nobody()

    elsewhere = _member(visit, server)
    elsewhere.logs_in(login)
    elsewhere.is_logged_in_as(login)
    elsewhere.is_called("Ada")
    elsewhere.sees_own_profile()
    expect(elsewhere.games).to_have_count(1)
    elsewhere.games.click()
    expect(elsewhere.page.get_by_role("slider").first).to_be_visible()


def test_whoever_is_nobody_yet_is_called_like_their_account(
    server: ServerProcess, visit: NewVisitor
) -> None:
    login = _new_login()
    _member(visit, server, login).is_called(login)


def test_refusals_are_said_under_the_field(server: ServerProcess, visit: NewVisitor) -> None:
    login = _new_login()
    _member(visit, server, login)
    ben = _member(visit, server)
    ben.registers(login)
    expect(ben.fault("page.account.login")).to_have_text(
        words("table.refusal.login_taken", login=login)
    )
    ben.registers(_new_login(), "short")
    expect(ben.fault("page.account.password")).to_have_text(
        words("table.refusal.password_length", shortest=8, longest=128)
    )
    ben.logs_in(login, OTHER)
    wrong = words("table.refusal.wrong_login")
    expect(ben.fault("page.account.password")).to_have_text(wrong)
    expect(ben.field("page.account.password")).to_have_accessible_description(wrong)
    assert accessibility_violations(ben.page) == []


def test_password_managers_know_their_way(server: ServerProcess, visit: NewVisitor) -> None:
    def meant(member: Member, message_id: str) -> str | None:
        return member.field(message_id).get_attribute("autocomplete")

    ada = _member(visit, server)
    ada.goes_to_settings()
    assert meant(ada, "page.account.login") == "username"
    assert meant(ada, "page.account.password") == "new-password"
    ada.button("page.account.have_one").click()
    assert meant(ada, "page.account.password") == "current-password"
    ada.registers(_new_login())
    ada.button("page.account.change_password").click()
    assert meant(ada, "page.account.old_password") == "current-password"
    assert meant(ada, "page.account.new_password") == "new-password"


def test_a_new_password_logs_everybody_else_out(server: ServerProcess, visit: NewVisitor) -> None:
    login = _new_login()
    ada = _member(visit, server, login)
    elsewhere = _member(visit, server)
    elsewhere.logs_in(login)
    elsewhere.is_logged_in_as(login)

    ada.button("page.account.change_password").click()
    ada.field("page.account.old_password").fill(OTHER)
    ada.field("page.account.new_password").fill(OTHER)
    ada.button("page.account.change_password").click()
    expect(ada.fault("page.account.old_password")).to_have_text(
        words("table.refusal.wrong_password")
    )
    ada.field("page.account.old_password").fill(PASSWORD)
    ada.button("page.account.change_password").click()
    ada.sees("page.account.changed")

    ada.goes_to_settings()
    ada.is_logged_in_as(login)
    elsewhere.is_nobody()
    elsewhere.logs_in(login, OTHER)
    elsewhere.is_logged_in_as(login)


def test_logging_out_everywhere(server: ServerProcess, visit: NewVisitor) -> None:
    login = _new_login()
    ada = _member(visit, server, login)
    elsewhere = _member(visit, server)
    elsewhere.logs_in(login)
    elsewhere.is_logged_in_as(login)
    ada.button("page.account.log_out_everywhere").click()
    ada.sees("page.account.logged_out_everywhere")
    ada.is_nobody()
    elsewhere.is_nobody()


def test_another_name(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _member(visit, server, _new_login())
    ada.field("page.name.label").fill("Ada Lovelace")
    ada.button("page.settings.save").click()
    ada.is_called("Ada Lovelace")
    ada.sees_own_profile()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Ada Lovelace")
    assert ada.page.title() == words("page.title", title="Ada Lovelace")


def test_all_data_in_one_file(server: ServerProcess, visit: NewVisitor, tmp_path: Path) -> None:
    login = _new_login()
    ada = _member(visit, server, login)
    with ada.page.expect_download() as download:
        ada.link("page.settings.export").click()
    file = tmp_path / "data.json"
    download.value.save_as(file)
    data = json.loads(file.read_text("utf-8"))
    assert data["person"][0]["name"] == login
    assert data["account"][0]["login"] == login
    assert PASSWORD not in file.read_text("utf-8")


def test_deleting_oneself_is_asked_twice(server: ServerProcess, visit: NewVisitor) -> None:
    login = _new_login()
    ada = _member(visit, server, login)
    ada.sees_own_profile()
    profile = ada.page.url
    ada.goes_to_settings()
    ada.button("page.account.delete").click()
    ada.button("page.account.delete_no").click()
    expect(ada.page.get_by_role("dialog")).to_be_hidden()

    ada.button("page.account.delete").click()
    dialog = ada.page.get_by_role("dialog")
    password = dialog.get_by_label(words("page.account.password"), exact=True)
    expect(ada.button("page.account.delete_yes")).to_be_disabled()
    assert accessibility_violations(ada.page) == []
    password.fill(OTHER)
    ada.button("page.account.delete_yes").click()
    expect(dialog.get_by_text(words("table.refusal.wrong_password"))).to_be_visible()
    password.fill(PASSWORD)
    ada.button("page.account.delete_yes").click()
    ada.sees("page.account.deleted")
    ada.is_nobody()
    ada.page.goto(profile)
    ada.sees("page.profile.missing")
    ada.logs_in(login)
    expect(ada.fault("page.account.password")).to_have_text(words("table.refusal.wrong_login"))


def test_a_guest_can_go_as_well(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _member(visit, server)
    ada.goes_to_settings()
    ada.field("page.name.label").fill("Ada")
    ada.button("page.settings.save").click()
    ada.button("page.account.delete").click()
    ada.button("page.account.delete_yes").click()
    ada.sees("page.account.deleted")
    ada.is_nobody()


def test_a_profile_tells_all_games_page_by_page(server: ServerProcess, visit: NewVisitor) -> None:
    person = lose_games(server, games=PAGE_SIZE + 1).person
    ben = _member(visit, server)
    ben.page.goto(f"/people/{person}")
    expect(ben.games).to_have_count(PAGE_SIZE)
    expect(ben.page.get_by_role("article")).to_contain_text(words("quatrefoil.name"))
    expect(ben.page.get_by_role("article")).to_contain_text(re.compile(rf"\b{PAGE_SIZE + 1}\b"))
    expect(ben.page.get_by_text(words("page.profile.yours"))).to_have_count(0)
    ben.button("page.profile.older").click()
    expect(ben.games).to_have_count(PAGE_SIZE + 1)
    expect(ben.button("page.profile.older")).to_have_count(0)
    assert accessibility_violations(ben.page) == []


def test_nobody_of_that_id(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _member(visit, server)
    ada.page.goto("/people/nobody")
    ada.sees("page.profile.missing")
    ada.link("page.home").click()
    expect(ada.page).to_have_url(f"{server.url}/")
    ada.page.go_back()
    ada.sees("page.profile.missing")


def test_the_browser_remembers_how_one_likes_it(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _member(visit, server)
    ada.goes_to_settings()
    cloth = (
        "getComputedStyle(document.documentElement).backgroundColor"
        " + document.querySelector('meta[name=theme-color]').content"
    )
    light = ada.page.evaluate(cloth)
    ada.page.get_by_role("switch", name=words("page.settings.confirm")).check()
    ada.page.get_by_role("switch", name=words("page.settings.sound")).uncheck()
    ada.field("page.settings.theme").select_option("dark")
    ada.page.wait_for_function(f"light => {cloth} !== light", arg=light)
    ada.page.reload()
    expect(ada.page.get_by_role("switch", name=words("page.settings.confirm"))).to_be_checked()
    expect(ada.page.get_by_role("switch", name=words("page.settings.sound"))).not_to_be_checked()
    expect(ada.field("page.settings.theme")).to_have_value("dark")
    assert ada.page.evaluate(cloth) != light
    ada.button("page.theme.light").click()
    expect(ada.field("page.settings.theme")).to_have_value("")
    ada.page.wait_for_function(f"light => {cloth} === light", arg=light)


def test_whoever_was_muted_can_be_heard_again(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _member(visit, server)
    muted = json.dumps({"muted": [{"id": "ben", "name": "Ben"}]})
    ada.page.goto("/")
    ada.page.evaluate("muted => localStorage.setItem('quincunx.preferences', muted)", muted)
    ada.goes_to_settings()
    ada.button("page.settings.unmute", name="Ben").click()
    ada.sees("page.settings.muted_none")
    ada.page.reload()
    ada.sees("page.settings.muted_none")


@on_screens(DESKTOP_LIGHT)
def test_their_pages_are_for_everybody(
    server: ServerProcess, visit: NewVisitor, scheme: str, width: int
) -> None:
    page = visit(server, color_scheme=scheme, viewport=SIZES[width]).page
    ada = Member(page)
    ada.goes_to_settings()
    assert_accessible(page, "while nobody")
    ada.registers(_new_login())
    expect(ada.button("page.account.log_out")).to_be_visible()
    assert_accessible(page, "with an account")
    ada.button("page.account.change_password").click()
    assert_accessible(page, "while a password is changed")
    ada.sees_own_profile()
    assert_accessible(page, "one's own profile")
