"""Players never see moves, dice, cards or options in the notation meant for programs."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from quincunx.core.errors import BadOption
from quincunx.core.messages import Message, render
from quincunx.core.options import Option, describe_options, make_options
from quincunx.registry import find
from quincunx.server.common.limits import MAX_PUBLIC_TABLES_PER_HOST
from quincunx.wire import NewTable
from tests.browser.api_players import ApiPlayers
from tests.browser.screens import DESKTOP, LANGUAGES, in_languages
from tests.browser.visitor import NewVisitor, Visitor, with_easy_bots
from tests.helpers.server_process import ServerProcess

HINTS = 3
"""Enough to reach the hint that names a move."""

CODES = {
    "coloryam": r"\b[1-6][ROYGBK]\b|\bkeep [1-6]",
    "pivit": r"\b[roygbp][1-6]\b|\*\*",
    "qwirkle_cards": r"\b[ROYGBP][csdlxa]\b",
    "quatrefoil": r"\b[A-Z]+_FROM_[A-Z]+\b|\b(ANTI)?CLOCKWISE\b",
    "quivvit": r"\b[RGBY]{4}-?\d\b",
}
"""The notation of dice, tiles, cards and moves in records and requests."""


def _every_game_and_language(first: int) -> pytest.MarkDecorator:
    """Run a test for every game and language; in `make test` each game in one language."""
    return pytest.mark.parametrize(
        ("game", "language"),
        [
            pytest.param(game, language, marks=() if is_usual else pytest.mark.exhaustive)
            for number, game in enumerate(CODES, start=first)
            for language in LANGUAGES
            for is_usual in [language == LANGUAGES[number % len(LANGUAGES)]]
        ],
    )


@_every_game_and_language(first=0)
def test_no_notation_reaches_the_page(
    server: ServerProcess, visit: NewVisitor, game: str, language: str
) -> None:
    ada = visit(server, viewport=DESKTOP, locale=language)
    page = ada.page
    solo = game in ("pivit", "quivvit")
    puzzle = {"puzzle": True} if game == "qwirkle_cards" else {}
    seats = 1 if solo or puzzle else 4 if game == "quatrefoil" else 2
    ada.creates_a_table(**with_easy_bots(game, seats, options=puzzle))
    if game == "pivit":
        expect(page.get_by_role("application")).to_be_visible()
    expect(page.locator("section.board .box > *").first).to_be_visible()
    if game == "coloryam":
        able = page.locator('[data-move="roll"]:not([aria-disabled="true"])')
        expect(able.or_(ada.end).first).to_be_visible()
        able.click()
        expect(page.locator("[data-die]")).to_have_count(6)
    _button(ada, language, "page.table").click()
    legal = _button(ada, language, "page.help.legal")
    expect(legal).to_be_visible()
    if legal.get_attribute("aria-disabled") != "true":
        legal.click()
        expect(page.locator(".help li").or_(ada.end).first).to_be_visible()
        _has_no_notation(page, game, "with a legal move")
    else:
        page.keyboard.press("Escape")
    _ask_for_hints(ada, language)
    _has_no_notation(page, game, "in the game")


def _ask_for_hints(visitor: Visitor, language: str) -> None:
    hint = _button(visitor, language, "page.help.hint", "page.help.more")
    for _ in range(HINTS):
        if hint.count() == 0 or hint.get_attribute("aria-disabled") == "true":
            return
        text = visitor.hints.count()
        hint.click()
        expect(visitor.hints.nth(text).or_(visitor.end).first).to_be_visible()


def _button(visitor: Visitor, language: str, *message_ids: str) -> Locator:
    """Return the button that has one of these texts in that language."""
    names = [render(Message(name, {}), language) for name in message_ids]
    wanted = re.compile(f"^({'|'.join(map(re.escape, names))})$")
    return visitor.page.get_by_role("button", name=wanted)


def _has_no_notation(page: Page, game: str, when: str) -> None:
    text = _visible_text(page)
    found = re.findall(CODES[game], text)
    assert found == [], f"{when}: {found}"


def _visible_text(page: Page) -> str:
    """Return everything that is shown or read out, except what the player has typed."""
    text: str = page.evaluate(
        """() => [
            document.querySelector('main').innerText,
            ...[...document.querySelectorAll('main [aria-label], main [title]')]
                .map((each) => each.getAttribute('aria-label') ?? each.title),
            ...[...document.querySelectorAll('main .unseen')].map((each) => each.textContent),
        ].join('\\n')"""
    )
    return text


WANTED: dict[str, NewTable] = {
    "coloryam": NewTable("coloryam", seats=2, bots={1: "easy"}, open=True),
    "pivit": NewTable("pivit", seats=1, open=True),
    "qwirkle_cards": NewTable("qwirkle_cards", {"puzzle": True}, seats=1, open=True),
    "quatrefoil": NewTable("quatrefoil", bots={1: "easy", 2: "easy", 3: "easy"}, open=True),
    "quivvit": NewTable("quivvit", seats=1, open=True),
}
QUICK_MOVES = ("ready", "stop", "stack", "redraw")
"""Moves that end a game quickly."""


def _finish(api_players: ApiPlayers, wanted: NewTable) -> str:
    rng = Random(1)

    def choose(offered: list[str]) -> str:
        quick = [move for move in QUICK_MOVES if move in offered and wanted.game != "coloryam"]
        return quick[0] if quick else rng.choice(offered)

    ada = api_players.create_table("Ada", wanted)
    ada.get_ready()
    ada.wait_until_begun()
    while ada.connection.outcome is None:
        ada.take_turn(choose)
    return ada.connection.table.id


@_every_game_and_language(first=1)
def test_no_notation_reaches_the_replay_and_its_analysis(
    server: ServerProcess, visit: NewVisitor, game: str, language: str
) -> None:
    api_players = ApiPlayers(server.url)
    try:
        table_id = _finish(api_players, WANTED[game])
    finally:
        api_players.close()
    visitor = visit(server, viewport=DESKTOP, locale=language)
    _read_the_replay(visitor.page, game, table_id, language)


def _read_the_replay(page: Page, game: str, table_id: str, language: str) -> None:
    page.goto(f"/replay/{table_id}")
    title = render(Message("page.analysis.title", {}), language)
    analysis = page.get_by_role("region", name=title, exact=True)
    expect(analysis).to_be_visible()
    _has_no_notation(page, game, "in the analysis")
    mistakes = analysis.get_by_role("listitem").get_by_role("button")
    if mistakes.count():
        mistakes.first.click()
        _has_no_notation(page, game, "at a mistake")
    page.goto(f"/deals/{table_id}")
    expect(page.get_by_role("main").get_by_role("heading").first).to_be_visible()
    _has_no_notation(page, game, "in the results of the deal")


def _changed(game: str, option: Option) -> dict[str, Any] | None:
    """Return options with this one changed; `None` if it cannot be changed alone."""
    if option.kind == "flag":
        values: list[Any] = [not option.default]
    elif option.kind == "choice":
        values = [choice for choice in option.choices if choice != option.default]
    else:
        values = [option.low]
    for value in reversed(values):
        try:
            make_options(find(game).options, {option.name: value}, game=game)
        except BadOption:
            continue
        return {option.name: value}
    return None


@in_languages("de")
def test_no_notation_reaches_the_lobby(
    own_server: ServerProcess, visit: NewVisitor, language: str
) -> None:
    ada = visit(own_server, viewport=DESKTOP, locale=language)
    page = ada.page
    own = "none Y; 2 G; 3 alike; never 2; B > R; Y most"
    requests = [("coloryam", {"sheet": "own", "own": own})]
    for game in CODES:
        changes = [_changed(game, option) for option in describe_options(find(game).options)]
        requests += [(game, change) for change in changes if change is not None]
    raw: set[str] = set()
    for number, (game, options) in enumerate(requests):
        if number % MAX_PUBLIC_TABLES_PER_HOST == 0:
            page.context.clear_cookies()
            ada.becomes_a_guest()
        seats = max(find(game).seats(make_options(find(game).options, options, game=game)))
        wanted = {"game": game, "options": options, "seats": seats, "open": True}
        answer = ada.post("/api/tables", wanted)
        assert answer.ok, f"{wanted}: {answer.text()}"
        raw |= {str(value) for value in options.values() if re.search("[-_;]", str(value))}
    page.goto("/lobby")
    expect(page.locator("[data-table]")).to_have_count(len(requests))
    text = _visible_text(page)
    for game in CODES:
        _has_no_notation(page, game, "in the lobby")
    for value in raw:
        assert value not in text, value
    assert not re.search(r"\b(true|false|none [ROYGBK])\b", text, re.IGNORECASE)


@in_languages("fr")
def test_no_notation_reaches_proposals(
    server: ServerProcess, visit: NewVisitor, language: str
) -> None:
    api_players = ApiPlayers(server.url)
    ben = api_players.create_table("Ben", NewTable("coloryam", seats=2, rated=False))
    ada = visit(server, viewport=DESKTOP, locale=language)
    page = ada.page
    ada.becomes_a_guest()
    page.goto(ben.address)
    page.locator("li.free .button").first.click()
    ben.get_ready()
    expect(page.locator("section.board .box > *").first).to_be_visible()
    for wish in ("pause", "end"):
        ben.propose(wish)
        text = render(Message(f"page.proposal.{wish}", {"name": "Ben", "seat": 0}), language)
        expect(page.get_by_text(text).first).to_be_visible()
        _has_no_notation(page, "coloryam", wish)
        assert not re.search(r"take_back|stand_in|\bpause: |\{", _visible_text(page))
        ben.withdraw(wish)
        expect(page.get_by_text(text)).to_have_count(0)
    api_players.close()
