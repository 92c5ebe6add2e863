"""The page in German and French, with and without a reload."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from quincunx.core.messages import use_language
from tests.browser.pivit_player import PivitPlayer
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess

IN_ONE_ROW = ("twice", "mixed", "long", "wild")
"""Faults that a grid with all tiles in one row can have."""


def _chooses(visitor: Visitor, language: str) -> None:
    """Choose a language at the bottom of the page."""
    select = visitor.page.get_by_role("contentinfo").get_by_role("combobox")
    select.focus()
    select.select_option(language)
    expect(select).to_be_focused()
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)


def test_the_language_changes_without_a_reload(server: ServerProcess, visit: NewVisitor) -> None:
    ada: Visitor = visit(server)
    ada.page.goto("/")
    ada.sees("page.home.head")
    ada.page.evaluate("window.stayed = true")
    for language in ("de", "fr", "en", "de"):
        _chooses(ada, language)
        with use_language(language):
            ada.sees("page.home.head")
            ada.sees("quatrefoil.tagline")
            assert ada.page.title() == words("page.home.title", site="Quincunx")
    assert ada.page.evaluate("window.stayed")
    ada.page.reload()
    with use_language("de"):
        ada.sees("page.home.head")


def test_the_guide_changes_its_language_with_the_page(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada: Visitor = visit(server, locale="fr")
    ada.page.goto("/games/quivvit")
    chapter = ada.page.get_by_role("article").get_by_role("heading").first
    expect(chapter).to_be_visible()
    french = chapter.inner_text()
    _chooses(ada, "de")
    expect(chapter).not_to_have_text(french)
    with use_language("de"):
        ada.sees("quivvit.tagline")
        ada.sees("quivvit.intro.1.text")
    _chooses(ada, "fr")
    expect(chapter).to_have_text(french)


@pytest.mark.parametrize(
    ("place", "choice"), [("/lobby", "page.pace.none"), ("/new/quivvit", "page.new.company.anyone")]
)
def test_form_choices_change_their_language_with_the_page(
    server: ServerProcess, visit: NewVisitor, place: str, choice: str
) -> None:
    ada: Visitor = visit(server, locale="fr")
    ada.page.goto(place)
    for language in ("fr", "de"):
        _chooses(ada, language)
        with use_language(language):
            radio = ada.page.get_by_role("radio", name=words(choice), exact=True)
            expect(radio).to_be_attached()


@pytest.mark.parametrize(
    ("locale", "language", "own_name"),
    [("fr-CH", "fr", "Français"), ("de-AT", "de", "Deutsch"), ("it", "en", "English")],
)
def test_the_first_page_is_in_the_browsers_language(
    server: ServerProcess, visit: NewVisitor, locale: str, language: str, own_name: str
) -> None:
    ada: Visitor = visit(server, locale=locale)
    ada.page.goto("/")
    with use_language(language):
        ada.sees("page.home.head")
    expect(ada.page.locator("html")).to_have_attribute("lang", language)
    chosen = ada.page.get_by_role("contentinfo").locator("option:checked")
    expect(chosen).to_have_text(own_name)


@pytest.mark.parametrize("language", ["de", pytest.param("fr", marks=pytest.mark.exhaustive)])
def test_a_table_is_in_the_chosen_language(
    server: ServerProcess, visit: NewVisitor, language: str
) -> None:
    with use_language(language):
        ada = PivitPlayer(visit(server, locale=language).page)
        ada.creates_pivit(1)
        ada.places_tiles([(x, 0, kind) for x, kind in enumerate(ada.hand())])
        ada.control("claim").click()
        toast = ada.page.locator(".toast p").first
        expect(toast).to_be_visible()
        assert toast.inner_text() in {words(f"pivit.refusal.{fault}") for fault in IN_ONE_ROW}
        expect(ada.log.nth(2)).to_contain_text(words("pivit.event.go", round=1))
