"""Names, accounts, profiles and preferences in the browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from secrets import token_hex

from playwright.sync_api import Locator, expect

from quincunx.server.people.accounts.recovery_codes import CODES_PER_PERSON
from quincunx.server.people.profiles import PAGE_SIZE
from tests.browser.accessibility import accessibility_violations, assert_accessible
from tests.browser.played_games import lose_games, play_coloryam_to_the_end
from tests.browser.screens import DESKTOP_LIGHT, SIZES, on_screens
from tests.browser.visitor import NewVisitor, Visitor, page_title, words
from tests.helpers.server_process import ServerProcess

PASSWORD = "correct horse battery"
OTHER_PASSWORD = "staple of another kind"


class Member(Visitor):
    """A visitor who has an account, or wants one."""

    def field(self, message_id: str) -> Locator:
        return self.page.get_by_label(words(message_id), exact=True)

    def fault(self, message_id: str) -> Locator:
        """Return the message under a field."""
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

    def saves_the_codes(self) -> list[str]:
        """Close the dialog with the recovery codes of a new account; return the codes."""
        expect(self.codes).to_have_count(CODES_PER_PERSON)
        codes = self.codes.all_inner_texts()
        self.button("page.account.codes_saved").click()
        expect(self.codes).to_have_count(0)
        return codes

    @property
    def codes(self) -> Locator:
        return self.page.get_by_role("dialog").locator("code")

    def recovers(self, login: str, code: str, password: str) -> None:
        self.goes_to_settings()
        self.button("page.account.have_one").click()
        self.button("page.account.forgot").click()
        self.field("page.account.login").fill(login)
        self.field("page.account.code").fill(code)
        self.field("page.account.new_password").fill(password)
        self.button("page.account.recover").click()

    def logs_in(self, login: str, password: str = PASSWORD) -> None:
        self.goes_to_settings()
        self.button("page.account.have_one").click()
        self.field("page.account.login").fill(login)
        self.field("page.account.password").fill(password)
        self.button("page.account.log_in").click()

    def is_logged_in_as(self, login: str) -> None:
        self.sees("page.account.is", login=login)

    def is_logged_out(self) -> None:
        """Reload the page, and check that nobody is logged in."""
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
    """Open a browser for a new visitor, with an account if a login is given."""
    member = Member(visit(server).page)
    if login:
        member.registers(login)
        member.saves_the_codes()
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
    ada.saves_the_codes()
    ada.is_logged_in_as(login)
    ada.is_called("Ada")
    ada.button("page.account.log_out").click()
    ada.sees("page.account.logged_out")
    ada.is_logged_out()

    other_browser = _member(visit, server)
    other_browser.logs_in(login)
    other_browser.is_logged_in_as(login)
    other_browser.is_called("Ada")
    other_browser.sees_own_profile()
    expect(other_browser.games).to_have_count(1)
    other_browser.games.click()
    expect(other_browser.page.get_by_role("slider").first).to_be_visible()


def test_a_new_account_gets_its_login_as_name(server: ServerProcess, visit: NewVisitor) -> None:
    login = _new_login()
    _member(visit, server, login).is_called(login)


def test_refusals_are_shown_under_the_field(server: ServerProcess, visit: NewVisitor) -> None:
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
    for password, refusal in (
        ("Password123", "table.refusal.common_password"),
        (f"{login}!!", "table.refusal.password_is_name"),
    ):
        ben.registers(login, password)
        expect(ben.fault("page.account.password")).to_have_text(words(refusal))
    ben.logs_in(login, OTHER_PASSWORD)
    wrong = words("table.refusal.wrong_login")
    expect(ben.fault("page.account.password")).to_have_text(wrong)
    expect(ben.field("page.account.password")).to_have_accessible_description(wrong)
    assert accessibility_violations(ben.page) == []


def test_password_managers_recognize_the_fields(server: ServerProcess, visit: NewVisitor) -> None:
    def meant(member: Member, message_id: str) -> str | None:
        return member.field(message_id).get_attribute("autocomplete")

    ada = _member(visit, server)
    ada.goes_to_settings()
    assert meant(ada, "page.account.login") == "username"
    assert meant(ada, "page.account.password") == "new-password"
    ada.button("page.account.have_one").click()
    assert meant(ada, "page.account.password") == "current-password"
    ada.button("page.account.forgot").click()
    assert meant(ada, "page.account.login") == "username"
    assert meant(ada, "page.account.new_password") == "new-password"
    ada.registers(_new_login())
    ada.saves_the_codes()
    ada.button("page.account.change_password").click()
    assert meant(ada, "page.account.old_password") == "current-password"
    assert meant(ada, "page.account.new_password") == "new-password"


def test_a_new_password_logs_out_all_other_sessions(
    server: ServerProcess, visit: NewVisitor
) -> None:
    login = _new_login()
    ada = _member(visit, server, login)
    other_browser = _member(visit, server)
    other_browser.logs_in(login)
    other_browser.is_logged_in_as(login)

    ada.button("page.account.change_password").click()
    ada.field("page.account.old_password").fill(OTHER_PASSWORD)
    ada.field("page.account.new_password").fill(OTHER_PASSWORD)
    ada.button("page.account.change_password").click()
    expect(ada.fault("page.account.old_password")).to_have_text(
        words("table.refusal.wrong_password")
    )
    ada.field("page.account.old_password").fill(PASSWORD)
    ada.button("page.account.change_password").click()
    ada.sees("page.account.changed")

    ada.goes_to_settings()
    ada.is_logged_in_as(login)
    other_browser.is_logged_out()
    other_browser.logs_in(login, OTHER_PASSWORD)
    other_browser.is_logged_in_as(login)


def test_a_forgotten_password_is_replaced_with_a_recovery_code(
    server: ServerProcess, visit: NewVisitor
) -> None:
    login = _new_login()
    ada = _member(visit, server)
    ada.registers(login)
    codes = ada.saves_the_codes()
    other_browser = _member(visit, server)
    other_browser.logs_in(login)
    other_browser.is_logged_in_as(login)
    ada.button("page.account.log_out").click()
    ada.sees("page.account.logged_out")

    ada.recovers(login, "not a code", OTHER_PASSWORD)
    expect(ada.fault("page.account.code")).to_have_text(words("table.refusal.wrong_recovery_code"))
    ada.recovers(login, codes[0], "password")
    expect(ada.fault("page.account.new_password")).to_have_text(
        words("table.refusal.common_password")
    )
    assert accessibility_violations(ada.page) == []
    ada.recovers(login, codes[0].lower(), OTHER_PASSWORD)
    ada.sees("page.account.recovered", left=CODES_PER_PERSON - 1)
    ada.is_logged_in_as(login)
    ada.sees("page.account.codes_left", left=CODES_PER_PERSON - 1)
    other_browser.is_logged_out()
    other_browser.logs_in(login, OTHER_PASSWORD)
    other_browser.is_logged_in_as(login)


def test_recovery_codes_can_be_downloaded_copied_and_replaced(
    server: ServerProcess, visit: NewVisitor, tmp_path: Path
) -> None:
    login = _new_login()
    ada = _member(visit, server)
    ada.registers(login)
    expect(ada.codes).to_have_count(CODES_PER_PERSON)
    with ada.page.expect_download() as download:
        ada.button("page.account.codes_download").click()
    file = tmp_path / "codes.txt"
    download.value.save_as(file)
    codes = ada.saves_the_codes()
    heading, _, *saved = file.read_text("utf-8").splitlines()
    assert saved == codes
    assert login in heading

    ada.button("page.account.codes_renew").click()
    password = ada.field("page.account.password")
    expect(password).to_be_focused()
    password.fill(OTHER_PASSWORD)
    ada.button("page.account.codes_show").click()
    expect(ada.fault("page.account.password")).to_have_text(words("table.refusal.wrong_password"))
    password.fill(PASSWORD)
    ada.button("page.account.codes_show").click()
    assert not set(ada.saves_the_codes()) & set(codes)


def test_only_the_recovery_codes_are_printed(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _member(visit, server)
    ada.registers(_new_login())
    expect(ada.codes.first).to_be_visible()
    assert len(re.findall(rb"/Type\s*/Page\b", ada.page.pdf())) == 1
    ada.page.emulate_media(media="print")
    expect(ada.codes.first).to_be_visible()
    expect(ada.button("page.account.codes_print")).to_be_hidden()
    expect(ada.page.get_by_role("heading", level=1)).to_be_hidden()
    ada.page.emulate_media(media="screen")
    ada.saves_the_codes()
    ada.page.emulate_media(media="print")
    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()


def test_a_link_of_the_operator_sets_a_new_password(
    server: ServerProcess, visit: NewVisitor
) -> None:
    login = _new_login()
    ada = _member(visit, server, login)
    printed = server.admin("password", ada.get("/api/me").json()["person"]["id"])
    link = "/password#" + printed.strip().partition("/password#")[2]

    other_browser = _member(visit, server)
    other_browser.page.goto(link)
    other_browser.field("page.account.new_password").fill(f"{login}1")
    other_browser.button("page.account.recover").click()
    expect(other_browser.fault("page.account.new_password")).to_have_text(
        words("table.refusal.password_is_name")
    )
    assert accessibility_violations(other_browser.page) == []
    other_browser.field("page.account.new_password").fill(OTHER_PASSWORD)
    other_browser.button("page.account.recover").click()
    other_browser.is_logged_in_as(login)
    expect(other_browser.page).to_have_url(f"{server.url}/settings")
    ada.is_logged_out()

    ada.page.goto(link)
    ada.field("page.account.new_password").fill(PASSWORD)
    ada.button("page.account.recover").click()
    expect(ada.fault("page.account.new_password")).to_have_text(
        words("table.refusal.bad_password_link")
    )
    ada.page.goto("/password")
    ada.sees("page.account.link_incomplete")


def test_logging_out_everywhere(server: ServerProcess, visit: NewVisitor) -> None:
    login = _new_login()
    ada = _member(visit, server, login)
    other_browser = _member(visit, server)
    other_browser.logs_in(login)
    other_browser.is_logged_in_as(login)
    ada.button("page.account.log_out_everywhere").click()
    ada.sees("page.account.logged_out_everywhere")
    ada.is_logged_out()
    other_browser.is_logged_out()


def test_changing_the_name(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _member(visit, server, _new_login())
    ada.field("page.name.label").fill("Ada Lovelace")
    ada.button("page.settings.save").click()
    ada.is_called("Ada Lovelace")
    ada.sees_own_profile()
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Ada Lovelace")
    assert ada.page.title() == page_title("Ada Lovelace")


def test_exporting_all_data_in_one_file(
    server: ServerProcess, visit: NewVisitor, tmp_path: Path
) -> None:
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


def test_deleting_an_account_needs_confirmation_and_the_password(
    server: ServerProcess, visit: NewVisitor
) -> None:
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
    password.fill(OTHER_PASSWORD)
    ada.button("page.account.delete_yes").click()
    expect(dialog.get_by_text(words("table.refusal.wrong_password"))).to_be_visible()
    password.fill(PASSWORD)
    ada.button("page.account.delete_yes").click()
    ada.sees("page.account.deleted")
    ada.is_logged_out()
    ada.page.goto(profile)
    ada.sees("page.profile.missing")
    ada.logs_in(login)
    expect(ada.fault("page.account.password")).to_have_text(words("table.refusal.wrong_login"))


def test_a_guest_can_be_deleted_too(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _member(visit, server)
    ada.goes_to_settings()
    ada.field("page.name.label").fill("Ada")
    ada.button("page.settings.save").click()
    ada.button("page.account.delete").click()
    ada.button("page.account.delete_yes").click()
    ada.sees("page.account.deleted")
    ada.is_logged_out()


def test_a_profile_lists_all_games_page_by_page(server: ServerProcess, visit: NewVisitor) -> None:
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


def test_an_unknown_profile_shows_an_error(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _member(visit, server)
    ada.page.goto("/people/nobody")
    ada.sees("page.profile.missing")
    ada.link("page.home").click()
    expect(ada.page).to_have_url(f"{server.url}/")
    ada.page.go_back()
    ada.sees("page.profile.missing")


def test_the_browser_remembers_preferences(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _member(visit, server)
    ada.goes_to_settings()
    colours = (
        "getComputedStyle(document.documentElement).backgroundColor"
        " + document.querySelector('meta[name=theme-color]').content"
    )
    light = ada.page.evaluate(colours)
    ada.page.get_by_role("switch", name=words("page.settings.confirm")).check()
    ada.page.get_by_text(words("page.sound.high"), exact=True).click()
    ada.field("page.bots.pace").select_option("fast")
    ada.field("page.settings.theme").select_option("dark")
    ada.page.wait_for_function(f"light => {colours} !== light", arg=light)
    ada.page.reload()
    expect(ada.page.get_by_role("switch", name=words("page.settings.confirm"))).to_be_checked()
    expect(ada.page.get_by_role("radio", name=words("page.sound.high"))).to_be_checked()
    expect(ada.field("page.bots.pace")).to_have_value("fast")
    expect(ada.field("page.settings.theme")).to_have_value("dark")
    assert ada.page.evaluate(colours) != light
    ada.button("page.theme.light").click()
    expect(ada.field("page.settings.theme")).to_have_value("")
    ada.page.wait_for_function(f"light => {colours} === light", arg=light)


def test_people_muted_in_an_earlier_version_are_blocked_and_can_be_unblocked(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada, ben = _member(visit, server), visit(server)
    ada.becomes_a_guest("Ada")
    ben.becomes_a_guest("Ben")
    who = ben.get("/api/me").json()["person"]
    muted = json.dumps({"muted": [who, {"id": "gone", "name": "Gone"}]})
    ada.page.goto("/")
    ada.page.evaluate("muted => localStorage.setItem('quincunx.preferences', muted)", muted)
    ada.goes_to_settings()
    expect(ada.button("page.friend.unblock_name", name="Ben")).to_be_visible()
    assert ada.get("/api/blocks").json() == [who]
    ada.button("page.friend.unblock_name", name="Ben").click()
    ada.sees("page.friend.blocked_none")
    ada.page.reload()
    ada.sees("page.friend.blocked_none")


@on_screens(DESKTOP_LIGHT)
def test_settings_and_profile_are_accessible(
    server: ServerProcess, visit: NewVisitor, scheme: str, width: int
) -> None:
    page = visit(server, color_scheme=scheme, viewport=SIZES[width]).page
    ada = Member(page)
    ada.goes_to_settings()
    assert_accessible(page, "logged out")
    ada.registers(_new_login())
    expect(ada.codes).to_have_count(CODES_PER_PERSON)
    assert_accessible(page, "with recovery codes")
    ada.saves_the_codes()
    expect(ada.button("page.account.log_out")).to_be_visible()
    assert_accessible(page, "with an account")
    ada.button("page.account.change_password").click()
    assert_accessible(page, "while changing the password")
    ada.sees_own_profile()
    assert_accessible(page, "the player's own profile")
