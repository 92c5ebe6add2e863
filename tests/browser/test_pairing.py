"""Rated games between people who look for an opponent, and what their ratings lead to."""

from __future__ import annotations

import re
from pathlib import Path
from secrets import token_hex

import httpx
from playwright.sync_api import Locator, expect
from sqlalchemy import insert

from quincunx.server.common.times import wall_clock
from quincunx.server.ratings.leaderboards import FEWEST_GAMES
from quincunx.server.storage import schema
from quincunx.wire import Person, PersonId
from tests.browser.accessibility import assert_accessible
from tests.browser.screens import PHONE
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.finished_games import store_finished_game
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.stores import open_store, sqlite_url
from tests.helpers.waiting import run_in_thread

GAME = "coloryam"


class Searcher(Visitor):
    """A visitor who looks for a rated game."""

    @property
    def strip(self) -> Locator:
        """How the search stands."""
        return self.page.get_by_role("complementary", name=words("pairing.search"))

    @property
    def found(self) -> Locator:
        return self.page.get_by_role("dialog", name=words("pairing.found", count=1))

    def searches(self) -> None:
        """Search with the keyboard, in the lobby."""
        self.page.goto("/lobby")
        form = self.page.get_by_role("form", name=words("pairing.title"))
        form.get_by_role("combobox").select_option(GAME)
        form.get_by_role("button", name=words("pairing.go"), exact=True).press("Enter")
        expect(self.strip).to_be_visible()

    def is_in_a_rated_game(self) -> None:
        expect(self.page).to_have_url(re.compile("/table/"))
        expect(self.page.get_by_text(words("page.rated")).first).to_be_visible()
        expect(self.page.get_by_role("button", name=words("page.table"))).to_be_visible()
        expect(self.strip).to_have_count(0)


def new_searcher(visit: NewVisitor, server: ServerProcess, name: str, **more: object) -> Searcher:
    searcher = Searcher(visit(server, **more).page)
    searcher.becomes_a_guest(name)
    return searcher


def test_two_people_find_each_other_while_one_plays_a_bot(
    visit: NewVisitor, server: ServerProcess
) -> None:
    ada = new_searcher(visit, server, "Ada", viewport=PHONE)
    ben = new_searcher(visit, server, "Ben")
    ada.searches()
    expect(ada.strip).to_contain_text(words("pairing.others", count=0))
    assert_accessible(ada.page, "searching")
    ada.button("pairing.meanwhile").click()
    expect(ada.page).to_have_url(re.compile("/table/"))
    with_bot = ada.page.url
    ben.searches()
    for searcher, other in ((ada, "Ben"), (ben, "Ada")):
        expect(searcher.found).to_contain_text(other)
    assert ada.page.url == with_bot, "nobody is pulled out of a game"
    assert_accessible(ben.page, "found")
    expect(ada.found).to_contain_text(words("pairing.leaves"))
    expect(ben.found.get_by_role("button", name=words("pairing.play"))).to_be_focused()
    ben.page.keyboard.press("Enter")
    expect(ben.strip).to_contain_text("Ada")
    ada.found.get_by_role("button", name=words("pairing.play")).click()
    for searcher in (ada, ben):
        searcher.is_in_a_rated_game()


def test_a_search_goes_on_after_a_reload_and_if_the_other_declines(
    visit: NewVisitor, server: ServerProcess
) -> None:
    ada, ben = (new_searcher(visit, server, name) for name in ("Ada", "Ben"))
    ada.searches()
    ada.page.goto("/settings")
    expect(ada.strip).to_contain_text("ColorYam")
    ben.searches()
    ben.found.get_by_role("button", name=words("pairing.decline")).click()
    expect(ben.strip).to_have_count(0)
    expect(ada.found).to_have_count(0)
    expect(ada.strip).to_contain_text(words("pairing.searching", game="ColorYam"))
    ada.button("pairing.stop").click()
    expect(ada.strip).to_have_count(0)


def test_leaderboard_curve_and_record_of_people_who_have_played(
    visit: NewVisitor, tmp_path: Path
) -> None:
    with running_server(tmp_path) as server:
        people = {name: visit(server, viewport=PHONE) for name in ("Ada", "Ben")}
        persons = [became(visitor, name) for name, visitor in people.items()]
        run_in_thread(_have_played(tmp_path, *persons))
        sees_leaderboard_and_record(people["Ben"], persons[0])


def sees_leaderboard_and_record(ben: Visitor, ada: Person) -> None:
    page = ben.page
    page.goto(f"/leaderboards/{GAME}?period=all")
    rows = page.get_by_role("row")
    expect(rows.nth(1)).to_contain_text("Ada")
    expect(rows.nth(2)).to_contain_text(words("page.you"))
    expect(rows.nth(1)).to_contain_text("±")
    assert_accessible(page, "leaderboard")
    page.get_by_text(words("ratings.week"), exact=True).click()
    ben.sees("ratings.nobody")
    page.goto(f"/people/{ada.id}")
    record = page.get_by_role("table", name=words("ratings.versus", name="Ada"))
    expect(record.get_by_role("row").nth(1)).to_contain_text(
        re.compile(rf"ColorYam.*{FEWEST_GAMES}")
    )
    page.get_by_text(words("ratings.curve"), exact=True).click()
    curve = page.get_by_role("slider", name=words("ratings.curve.slider"))
    latest = curve.get_attribute("aria-valuetext")
    curve.press("ArrowLeft")
    assert curve.get_attribute("aria-valuetext") != latest
    assert_accessible(page, "profile")


def became(visitor: Visitor, name: str) -> Person:
    visitor.becomes_a_guest(name)
    person = httpx.Response(200, content=visitor.get("/api/me").body()).json()["person"]
    return Person(PersonId(person["id"]), person["name"])


async def _have_played(folder: Path, winner: Person, loser: Person) -> None:
    """Store enough games between two people with accounts for them to be on the leaderboard."""
    async with open_store(sqlite_url(folder)) as store:
        rows = [
            {"person": person.id, "login": token_hex(4), "password": "", "created": 0}
            for person in (winner, loser)
        ]
        await store.write(lambda connection: connection.execute(insert(schema.accounts), rows))
        for number in range(FEWEST_GAMES):
            ended = wall_clock() - 30 * 24 * 3_600_000 + number
            await store_finished_game(
                store, GAME, winner, loser, scores=(9, 5), winners=(0,), ended=ended
            )
