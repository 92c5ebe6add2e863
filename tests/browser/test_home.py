"""Home page, lobby and daily games in real browsers."""

from __future__ import annotations

import re
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from quincunx.client import Client
from tests.browser.accessibility import assert_accessible
from tests.browser.layout_shifts import (
    assert_nothing_shifted,
    record_layout_shifts,
    slow_down_the_network,
)
from tests.browser.played_games import lose_games, play_coloryam_to_the_end
from tests.browser.screens import ANIMATED, DESKTOP_LIGHT, PHONE_DARK, SIZES, on_screens
from tests.browser.shared_table import COLORYAM, SharedTable, finishes_a_line
from tests.browser.visitor import NewVisitor, Visitor, page_title, words
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.waiting import run_in_thread


def _named(visitor: Visitor, name: str) -> Visitor:
    visitor.becomes_a_guest(name)
    return visitor


@pytest.fixture(scope="module")
def finished(server: ServerProcess) -> str:
    """The id of a public table where Cleo has lost a game of Quatrefoil."""
    return lose_games(server, "Cleo").table


def _row(page: Page, table: str) -> Locator:
    """Return the row of a table in a list of tables."""
    return page.locator(f'li[data-table="{table}"]')


def _table_id(address: str) -> str:
    found = re.search(r"/table/(\w+)", address)
    assert found
    return found[1]


# Play now


FIRST_MOVES = {
    "quivvit": "[data-cell]",
    "qwirkle_cards": "[data-drop=hand] [data-kind]",
    "pivit": ".rack [data-tile]",
    "quatrefoil": "[data-move=stack]",
    "coloryam": "[data-move=roll]",
}
"""By game, what a player uses for the first move."""


@pytest.mark.parametrize("game", FIRST_MOVES)
def test_one_click_starts_a_game(server: ServerProcess, visit: NewVisitor, game: str) -> None:
    visitor = visit(server)
    page = visitor.page
    page.goto("/")
    card = page.get_by_role("article", name=words(f"{game}.name"))
    card.get_by_role("button", name=words("page.home.play"), exact=True).click()
    page.wait_for_url("**/table/**#*")
    expect(page.locator(FIRST_MOVES[game]).or_(visitor.end).first).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_two_who_look_for_players_meet(server: ServerProcess, visit: NewVisitor) -> None:
    people = [_named(visit(server), name) for name in ("Ada", "Bob")]
    addresses = []
    for person in people:
        person.page.goto("/lobby?game=quivvit")
        form = person.page.get_by_role("form", name=words("page.find.title"))
        form.get_by_role("radio", name="5 min").check(force=True)
        person.button("page.find.go").click()
        person.page.wait_for_url("**/table/**")
        addresses.append(_table_id(person.page.url))
    assert addresses[0] == addresses[1]
    for person in people:  # Both are ready already.
        expect(person.log.first).to_be_attached()


# The lobby


def _creates_public_table(visitor: Visitor, game: str) -> str:
    """Create a public table, starting in the lobby; return its id."""
    visitor.page.goto("/lobby")
    visitor.page.get_by_role("link", name=words(f"{game}.name"), exact=True).click()
    expect(visitor.button("page.new.open")).to_be_visible()
    expect(visitor.page.locator('input[value="anyone"]')).to_be_checked()
    visitor.button("page.new.open").click()
    visitor.page.wait_for_url("**/table/**")
    return _table_id(visitor.page.url)


def test_a_public_table_is_listed_joined_and_started(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada, bob = _named(visit(server), "Ada"), _named(visit(server), "Bob")
    bob.page.goto("/lobby")
    expect(bob.page.get_by_role("heading", level=1)).to_be_visible()
    table = _creates_public_table(ada, "quivvit")
    row = _row(bob.page, table)
    expect(row).to_contain_text("Ada")
    expect(row).to_contain_text(words("page.lobby.free", count=1))
    row.get_by_role("button", name=words("page.lobby.join")).click()
    expect(ada.page.get_by_text("Bob").first).to_be_visible()
    # A player who joins is ready.
    ada.button("page.gather.start").click()
    for person in (ada, bob):
        expect(person.log.first).to_be_attached()
    watcher = visit(server)
    watcher.page.goto("/lobby")
    row = _row(watcher.page, table)
    expect(row).to_contain_text(words("page.lobby.playing"))
    expect(row.get_by_role("link", name=words("page.lobby.watch"))).to_be_visible()


def test_private_tables_are_not_listed(server: ServerProcess, visit: NewVisitor) -> None:
    ada, bob = _named(visit(server), "Ada"), visit(server)
    bob.page.goto("/lobby")
    ada.page.goto("/new/coloryam")
    expect(ada.page.locator('input[value="friends"]')).to_be_checked()
    ada.button("page.new.open").click()
    ada.page.wait_for_url("**/table/**")
    hidden = _table_id(ada.page.url)
    shown = _creates_public_table(ada, "coloryam")
    expect(_row(bob.page, shown)).to_be_visible()
    expect(_row(bob.page, hidden)).to_have_count(0)
    # Ada sees both among her own games.
    ada.page.goto("/")
    for table in (hidden, shown):
        expect(_row(ada.page, table).first).to_be_visible()


def test_filters_are_part_of_the_address(server: ServerProcess, visit: NewVisitor) -> None:
    ada, bob = _named(visit(server), "Ada"), visit(server)
    quick = _creates_public_table(ada, "quatrefoil")
    ada.page.goto("/new/quivvit?open")
    ada.page.get_by_text(words("page.new.more")).click()
    ada.page.get_by_label(words("page.pace.label")).select_option(str(24 * 3600))
    ada.button("page.new.open").click()
    ada.page.wait_for_url("**/table/**")
    slow = _table_id(ada.page.url)
    page = bob.page
    page.goto("/lobby")
    expect(_row(page, quick)).to_be_visible()
    expect(_row(page, slow)).to_be_visible()
    page.get_by_text(words("page.pace.days"), exact=True).click()
    page.wait_for_url("**/lobby?clock=days")
    expect(_row(page, quick)).to_have_count(0)
    expect(_row(page, slow)).to_be_visible()
    page.get_by_label(words("page.lobby.game")).first.select_option("quatrefoil")
    page.wait_for_url("**/lobby?game=quatrefoil&clock=days")
    expect(page.get_by_text(words("page.lobby.none_fits"))).to_be_visible()
    page.go_back()
    expect(_row(page, slow)).to_be_visible()
    page.go_back()
    expect(_row(page, quick)).to_be_visible()
    expect(page.get_by_role("radio", name=words("page.lobby.any_clock"))).to_be_checked()
    page.go_forward()
    expect(page.get_by_role("radio", name=words("page.pace.days"))).to_be_checked()
    expect(_row(page, quick)).to_have_count(0)
    page.reload()
    expect(_row(page, slow)).to_be_visible()
    expect(_row(page, quick)).to_have_count(0)


def test_a_race_has_no_clock_of_its_own(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    for game, clocks in (("quivvit", 1), ("pivit", 0)):
        ada.page.goto(f"/new/{game}")
        ada.page.get_by_text(words("page.new.more")).click()
        clock = ada.page.get_by_label(words("page.pace.label"))
        expect(clock).to_have_count(clocks)


def test_a_page_opens_one_lobby_connection(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _named(visit(server), "Ada")
    sockets: list[str] = []
    ada.page.on("websocket", lambda socket: sockets.append(socket.url))
    for place in ("/", "/lobby"):
        sockets.clear()
        with ada.page.expect_websocket():
            ada.page.goto(place)
        expect(ada.page.get_by_role("heading", level=2).first).to_be_visible()
        ada.page.wait_for_load_state("networkidle")
        assert len(sockets) == 1, place


# A player's own games


def test_your_games_show_whose_turn_it_is_as_it_changes(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada, bob = SharedTable(server, visit).two_players_start(**COLORYAM)
    home = ada.page.context.new_page()
    home.goto("/")
    row = _row(home, _table_id(ada.page.url))
    yours, bobs = words("page.play.your_turn"), f"{words('page.play.waiting', seats=())}Bob"
    expect(row).to_contain_text(yours)
    expect(row.get_by_role("link", name=words("page.lobby.play"))).to_be_visible()
    finishes_a_line(ada)
    expect(row).to_contain_text(bobs)
    finishes_a_line(bob)
    # The player with the better result in a line begins the next one.
    if bob.page.title().startswith("●"):
        finishes_a_line(bob)
    expect(row).to_contain_text(yours)


# Daily games and other deals


def test_a_daily_game_is_played_and_counted(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _named(visit(server), "Ada")
    ada.page.goto("/daily")
    deal = ada.page.get_by_role("article", name=words("coloryam.name"))
    expect(deal).to_contain_text(words("page.daily.new"))
    deal.get_by_role("button", name=words("page.daily.play")).click()
    ada.page.wait_for_url("**/table/**")
    table = _table_id(ada.page.url)
    play_coloryam_to_the_end(ada, server, table)
    ada.page.goto("/daily")
    mine = deal.get_by_role("row").filter(has_text=words("page.you"))
    expect(mine).to_contain_text("Ada")
    expect(mine).to_contain_text(re.compile(r"\d+ points"))
    expect(deal).to_contain_text(words("page.daily.streak", days=1))
    expect(deal.get_by_role("button", name=words("page.daily.play"), exact=True)).to_have_count(0)
    expect(deal.get_by_role("link", name=words("page.end.review"))).to_have_attribute(
        "href", f"/replay/{table}"
    )
    ada.page.goto("/")
    tile = ada.page.locator('a[href="/daily#coloryam"]')
    expect(tile).to_contain_text(re.compile(r"\d+ points"))


def test_a_past_day_shows_its_seeds(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    ada.page.goto("/daily")
    ada.page.get_by_role("link", name=words("page.daily.before")).click()
    ada.page.wait_for_url(re.compile(r"/daily/\d{4}-\d\d-\d\d$"))
    expect(ada.page.get_by_text(words("page.daily.closed"), exact=True)).to_be_visible()
    deal = ada.page.get_by_role("article").first
    expect(deal.get_by_role("button", name=words("page.daily.play"), exact=True)).to_have_count(0)
    deal.get_by_text(words("page.daily.fair")).click()
    seed, fingerprint = deal.locator(".figure").all_inner_texts()
    assert re.fullmatch("[0-9a-f]{64}", seed)
    assert re.fullmatch("[0-9a-f]{64}", fingerprint)
    assert seed != fingerprint
    ada.page.get_by_role("link", name=words("page.daily.after")).click()
    ada.page.wait_for_url(re.compile("/daily$"))
    play = ada.page.get_by_role("button", name=words("page.daily.play"), exact=True)
    expect(play.first).to_be_visible()


def test_a_past_daily_game_can_still_be_tried(tmp_path: Path, visit: NewVisitor) -> None:
    with running_server(tmp_path) as server:
        run_in_thread(_play_daily(server.url, "coloryam"))
        server.stop()
        _let_a_day_pass(tmp_path)
        server.start()
        ada = _named(visit(server), "Ada")
        ada.page.goto("/daily")
        ada.page.get_by_role("link", name=words("page.daily.before")).click()
        deal = ada.page.get_by_role("article", name=words("coloryam.name"))
        expect(deal.get_by_role("row").nth(1)).to_contain_text("Cleo")
        expect(deal).to_contain_text(words("page.daily.missed"))
        deal.get_by_role("button", name=words("page.daily.try")).click()
        ada.page.wait_for_url("**/table/**")
        expect(ada.control("roll")).to_be_visible()
        there = ada.page.url
        ada.page.go_back()
        deal.get_by_role("button", name=words("page.daily.try")).click()
        ada.page.wait_for_url(there)


async def _play_daily(url: str, game: str) -> str:
    cleo = await Client.guest(url, "Cleo")
    opened = await cleo.play_daily(game)
    async with cleo.join(opened.id) as table:
        await table.ready()
        while table.outcome is None:
            await table.my_turn()
            if table.outcome is None:
                await table.play(table.position.moves[0].move)
    return opened.id


def _let_a_day_pass(data: Path) -> None:
    """Move today's games in the store to yesterday."""
    now = datetime.now(UTC)
    days = (f"{now:%Y-%m-%d}", f"{now - timedelta(days=1):%Y-%m-%d}")
    with sqlite3.connect(data / "quincunx.db") as store:
        store.execute("update tables set origin = ?2, deal_name = replace(deal_name, ?1, ?2)", days)
        store.execute(
            "update results set ended = ended - 86400000, deal_name = replace(deal_name, ?1, ?2)",
            days,
        )


def test_a_future_day_shows_an_error(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    ada.page.goto("/daily/2999-12-31")
    ada.sees("page.error.title")
    ada.link("page.daily.today").click()
    ada.page.wait_for_url(re.compile("/daily$"))


def test_another_player_plays_a_finished_deal(
    server: ServerProcess, visit: NewVisitor, finished: str
) -> None:
    ada = _named(visit(server), "Ada")
    ada.page.goto(f"/deals/{finished}")
    expect(ada.page.get_by_role("row").nth(1)).to_contain_text("Cleo")
    ada.button("page.deal.take").click()
    ada.page.wait_for_url("**/table/**")
    ada.starts()
    ada.follows_the_hints_to_the_end()
    ada.page.goto(f"/deals/{finished}")
    mine = ada.page.get_by_role("row").filter(has_text=words("page.you"))
    expect(mine).to_contain_text(words("page.deal.known"))


def test_recent_results_lead_to_the_replay(
    server: ServerProcess, visit: NewVisitor, finished: str
) -> None:
    ada = visit(server)
    ada.page.goto("/")
    result = ada.page.locator(f'a[href="/replay/{finished}"]')
    expect(result).to_contain_text("Cleo")
    result.click()
    ada.page.wait_for_url("**/replay/**")


# Accessibility and layout


def _fill_lists(ada: Visitor) -> None:
    """Create something for every list on the pages."""
    ada.becomes_a_guest()
    for game in ("quivvit", "quatrefoil", "coloryam"):
        table = {"game": game, "seats": 4 if game == "quatrefoil" else 2, "open": True}
        assert ada.post("/api/tables", table).ok
    assert ada.post("/api/daily/coloryam", {}).ok


def _pages(finished: str) -> dict[str, str]:
    """Return the paths of the pages and their titles."""
    return {
        "/": words("page.home.title", site="Quincunx"),
        "/lobby": page_title(words("page.lobby.title")),
        "/daily": r"Daily games, \w+",
        "/daily/2026-01-02": "January 2, 2026",
        f"/deals/{finished}": page_title(words("page.deal.title")),
        "/new/quivvit": words("page.new.title", game=words("quivvit.name")),
    }


@on_screens(PHONE_DARK, DESKTOP_LIGHT)
def test_home_lobby_and_daily_pages_are_accessible(
    server: ServerProcess, visit: NewVisitor, finished: str, scheme: str, width: int
) -> None:
    ada = visit(server, color_scheme=scheme, viewport=SIZES[width])
    _fill_lists(ada)
    for place, title in _pages(finished).items():
        ada.page.goto(place)
        expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
        ada.page.wait_for_load_state("networkidle")
        expect(ada.page).to_have_title(re.compile(title))
        assert_accessible(ada.page, place)


@pytest.mark.parametrize("width", SIZES)
def test_nothing_shifts_while_a_page_loads_slowly(
    server: ServerProcess, visit: NewVisitor, finished: str, width: int
) -> None:
    ada = visit(server, first_visit=True, viewport=SIZES[width], **ANIMATED)
    _fill_lists(ada)
    page = ada.page
    record_layout_shifts(page)
    slow_down_the_network(page)
    for place in ("/", "/lobby", "/daily"):
        page.goto(place)
        expect(page.get_by_role("article").or_(page.get_by_role("listitem")).last).to_be_visible()
        assert_nothing_shifted(page, place)
