"""The operator's name, contact, announcement and texts on the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible
from tests.browser.visitor import NewVisitor, words
from tests.helpers.server_process import ServerProcess

NAME = "The Games Club"
ANNOUNCEMENT = "No games on Saturday. See https://example.org/news."
TEXT = "Ada <b>Lovelace</b>\nLondon\n\nWrite to ada@example.org."
WIDTHS = (360, 768, 1440, 1920)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with all settings of a site."""
    folder: Path = tmp_path_factory.mktemp("club")
    (folder / "imprint.txt").write_text(TEXT)
    server = ServerProcess(folder)
    # Only while it starts: other servers of this process must not get these settings.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUINCUNX_SITE_NAME", NAME)
        patch.setenv("QUINCUNX_CONTACT", "club@example.org")
        patch.setenv("QUINCUNX_ANNOUNCEMENT", ANNOUNCEMENT)
        patch.setenv("QUINCUNX_IMPRINT", str(folder / "imprint.txt"))
        server.start()
    yield server
    server.stop()


def test_the_page_has_the_sites_name_and_contact(club: ServerProcess, visit: NewVisitor) -> None:
    page = visit(club).page
    page.goto("/lobby")
    expect(page.get_by_role("banner").get_by_role("link", name=NAME)).to_be_visible()
    expect(page).to_have_title(f"{words('page.lobby.title')} · {NAME}")
    contact = page.get_by_role("contentinfo").get_by_role("link", name="club@example.org")
    expect(contact).to_have_attribute("href", "mailto:club@example.org")
    page.goto("/")
    expect(page).to_have_title(words("page.home.title", site=NAME))


def test_an_announcement_stays_closed(club: ServerProcess, visit: NewVisitor) -> None:
    page = visit(club).page
    page.goto("/")
    banner = page.get_by_role("region", name=words("page.announcement"))
    expect(banner).to_contain_text(ANNOUNCEMENT)
    link = banner.get_by_role("link")
    expect(link).to_have_attribute("href", "https://example.org/news")
    banner.get_by_role("button", name=words("page.close")).click()
    expect(banner).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(banner).to_have_count(0)


def test_the_imprint_is_plain_text_with_links(club: ServerProcess, visit: NewVisitor) -> None:
    page = visit(club).page
    page.goto("/nowhere")
    footer = page.get_by_role("contentinfo")
    expect(footer.get_by_role("link", name=words("page.privacy"))).to_have_count(0)
    footer.get_by_role("link", name=words("page.imprint")).click()
    article = page.get_by_role("article")
    expect(article.get_by_role("heading", level=1)).to_have_text(words("page.imprint"))
    expect(article.locator("p")).to_have_count(2)
    expect(article.locator("p").first).to_have_text("Ada <b>Lovelace</b>\nLondon")
    expect(article.get_by_role("link")).to_have_attribute("href", "mailto:ada@example.org")
    page.goto("/privacy")
    expect(page.get_by_text(words("table.refusal.no_site_text"))).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sites_words_are_accessible_and_fit_every_width(
    club: ServerProcess, visit: NewVisitor, scheme: str
) -> None:
    page = visit(club, color_scheme=scheme).page
    for place in ("/imprint", "/"):
        page.goto(place)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert_accessible(page, place)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_function("w => document.documentElement.scrollWidth <= w", arg=width)


def test_a_server_without_these_settings_shows_none_of_them(
    server: ServerProcess, visit: NewVisitor
) -> None:
    page = visit(server).page
    page.goto("/")
    expect(page.get_by_role("banner").get_by_role("link", name="Quincunx")).to_be_visible()
    footer = page.get_by_role("contentinfo")
    expect(footer).to_be_visible()
    expect(footer.get_by_role("link")).to_have_count(0)
    expect(page.get_by_role("region", name=words("page.announcement"))).to_have_count(0)


@pytest.fixture(scope="module")
def invited_only(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server where an account needs an invitation."""
    server = ServerProcess(tmp_path_factory.mktemp("invited"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("QUINCUNX_REGISTRATION", "invitation")
        server.start()
    yield server
    server.stop()


def test_an_account_needs_an_invitation_where_the_operator_says_so(
    invited_only: ServerProcess, visit: NewVisitor
) -> None:
    ada = visit(invited_only)
    ada.becomes_a_guest()
    ada.page.goto("/settings")
    ada.sees("page.account.by_invitation")
    expect(ada.button("page.account.log_in")).to_be_visible()
    expect(ada.button("page.account.have_none")).to_have_count(0)
    assert_accessible(ada.page, "without an invitation")

    link = invited_only.admin("invite").split()[-1]
    ada.page.goto("about:blank")
    ada.page.goto(f"/settings#{link.partition('#')[2]}")
    ada.page.get_by_label(words("page.account.login")).fill("ada")
    ada.page.get_by_label(words("page.account.password"), exact=True).fill("a good password")
    ada.button("page.account.register").click()
    ada.button("page.account.codes_saved").click()
    ada.sees("page.account.registered")
