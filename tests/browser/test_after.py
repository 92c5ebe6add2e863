"""After the game, in real browsers: the result, the replay, and playing the deal again."""

from __future__ import annotations

import asyncio
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from quincunx.cli import main
from quincunx.client import Client
from quincunx.core.messages import Message, render
from quincunx.wire import NewTable
from tests.browser.accessibility import assert_accessible
from tests.browser.layout_shifts import (
    assert_nothing_shifted,
    record_layout_shifts,
    slow_down_the_network,
)
from tests.browser.played_games import play_coloryam_to_the_end, roll_to_the_end
from tests.browser.screens import ANIMATED, PHONE_DARK, SIZES, on_screens
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import run_in_thread

NAMES = ["Ada", "Bob"]


@pytest.fixture(scope="module")
def finished(server: ServerProcess) -> str:
    """The id of a table where two people have played ColorYam to the end."""

    async def play() -> str:
        ada, bob = [await Client.guest(server.url, name) for name in NAMES]
        created = await ada.create_table(NewTable("coloryam", seats=2, open=True))
        async with ada.join(created.id) as first, bob.join(created.id, created.invite) as second:
            await second.sit(1)
            await first.ready()
            await second.ready()
            await asyncio.gather(roll_to_the_end(first), roll_to_the_end(second))
        return created.id

    return run_in_thread(play())


def _table_id(visitor: Visitor) -> str:
    return visitor.page.url.split("/table/")[1].split("#")[0]


def _plays_alone_to_the_end(visitor: Visitor, server: ServerProcess) -> str:
    """Play ColorYam alone, and look at the end; return the table's id."""
    visitor.creates_a_table(game="coloryam", seats=1)
    table = _table_id(visitor)
    play_coloryam_to_the_end(visitor, server, table)
    expect(visitor.end).to_be_visible()
    return table


def _review(visitor: Visitor, table: str) -> dict[str, Any]:
    answer = visitor.get(f"/api/tables/{table}/review")
    assert answer.ok, answer.text()
    review: dict[str, Any] = answer.json()
    return review


def _text_of(message: dict[str, Any]) -> str:
    return render(Message(message["id"], message["args"]), names=NAMES)


def _opens_the_replay(visitor: Visitor, table: str) -> None:
    visitor.page.goto(f"/replay/{table}")
    expect(_analysis(visitor)).to_be_visible()


def _analysis(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name=words("page.analysis.title"), exact=True)


def _mistakes(visitor: Visitor) -> Locator:
    return _analysis(visitor).get_by_role("listitem").get_by_role("button")


def _tab(visitor: Visitor, message_id: str) -> Locator:
    return visitor.page.get_by_role("tab", name=words(message_id), exact=True)


def _board(visitor: Visitor) -> Locator:
    return visitor.page.get_by_label(words("page.play.board"), exact=True)


def _viewpoint(visitor: Visitor) -> Locator:
    return visitor.page.get_by_label(words("page.replay.as"))


def _copies(visitor: Visitor, message_id: str) -> str:
    """Press a button that copies something, and return what is in the clipboard."""
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.button(message_id).click()
    visitor.sees("page.copy.done")
    copied: str = visitor.page.evaluate("navigator.clipboard.readText()")
    return copied


# The end


def test_the_end_says_what_decided_the_game(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    table = _plays_alone_to_the_end(ada, server)
    expect(ada.end).to_contain_text(words("page.end.alone"))
    expect(ada.details).to_contain_text(_text_of(_review(ada, table)["decided"]))
    assert _copies(ada, "page.end.share") == f"{server.url}/replay/{table}"
    assert _copies(ada, "page.end.beat") == f"{server.url}/deals/{table}"
    ada.link("page.end.review").click()
    ada.page.wait_for_url(f"**/replay/{table}")
    expect(_analysis(ada)).to_be_visible()


def test_the_scores_are_listed_from_the_winner_down(
    server: ServerProcess, visit: NewVisitor, finished: str
) -> None:
    cleo = visit(server)
    cleo.becomes_a_guest("Cleo")
    cleo.page.goto(f"/table/{finished}")
    outcome = cleo.get(f"/api/tables/{finished}/record").json()["outcome"]
    names, scores = NAMES, outcome["scores"]
    players = cleo.end.get_by_label(words("page.end.scores")).get_by_role("listitem")
    expect(players).to_have_count(2)
    if len(outcome["winners"]) == 1:
        (winner,) = outcome["winners"]
        if scores[0] != scores[1]:
            margin = words("coloryam.score", score=abs(scores[0] - scores[1]))
            expect(cleo.end).to_contain_text(f"{names[winner]} wins by {margin}")
        for place, seat in enumerate((winner, 1 - winner), start=1):
            shown = [words("page.end.place", place=place), names[seat], str(scores[seat])]
            expect(players.nth(place - 1)).to_have_text(re.compile(r".*".join(shown)))
    expect(cleo.button("page.end.rematch")).to_have_count(0)


# The replay


def test_the_largest_mistake_leads_to_the_better_move(
    server: ServerProcess, visit: NewVisitor, finished: str
) -> None:
    cleo = visit(server)
    _opens_the_replay(cleo, finished)
    review = _review(cleo, finished)
    expect(_analysis(cleo)).to_contain_text(_text_of(review["decided"]))
    expect(_mistakes(cleo)).to_have_count(3)
    worst = max(review["judged"], key=lambda judged: judged["loss"])
    expect(_mistakes(cleo).first).to_contain_text(_text_of(worst["better"]["words"]))

    _mistakes(cleo).first.click()
    expect(cleo.replay_slider).to_have_value(str(worst["version"]))
    expect(_viewpoint(cleo)).to_have_value(str(worst["seat"]))
    board = _board(cleo)
    move = worst["better"]["move"]
    kept = move.removeprefix("keep ").split() if move.startswith("keep") else [move]
    expect(board.locator("button.suggested")).to_have_count(len(kept))

    # One step further the suggestion no longer applies.
    cleo.button("page.step.forward").click()
    expect(board.locator(".suggested")).to_have_count(0)
    expect(_mistakes(cleo).first).not_to_have_attribute("aria-current", "step")


def test_a_replay_can_be_seen_from_each_seat(
    server: ServerProcess, visit: NewVisitor, finished: str
) -> None:
    cleo = visit(server)
    _opens_the_replay(cleo, finished)
    header = _board(cleo).get_by_role("columnheader")
    expect(header.filter(has_text="Ada").first).to_be_visible()
    _viewpoint(cleo).select_option(label="Bob")
    expect(header.filter(has_text="Bob")).to_have_count(0)
    expect(header.filter(has_text=re.compile(r"\bYou\b"))).to_have_count(1)


def test_a_game_can_be_continued_from_a_mistake(
    server: ServerProcess, visit: NewVisitor, finished: str
) -> None:
    cleo = visit(server)
    cleo.becomes_a_guest("Cleo")
    _opens_the_replay(cleo, finished)
    worst = max(_review(cleo, finished)["judged"], key=lambda judged: judged["loss"])
    _mistakes(cleo).first.click()
    expect(_viewpoint(cleo)).to_have_value(str(worst["seat"]))
    cleo.button("page.replay.on").click()
    dialog = cleo.page.get_by_role("dialog")
    expect(dialog).to_contain_text(words("page.replay.on_text", seats=2))
    expect(dialog.get_by_label(words("page.replay.on_seat"))).to_have_value(str(worst["seat"]))
    dialog.get_by_label(words("page.replay.on_level")).select_option("easy")
    dialog.get_by_role("button", name=words("page.replay.on_go"), exact=True).click()
    cleo.page.wait_for_url("**/table/**")

    expect(cleo.log).to_have_count(worst["version"] + 1)
    move = cleo.page.locator("[data-move]:not([aria-disabled=true])").first
    move.click()
    expect(cleo.log.nth(worst["version"] + 1)).to_be_attached()

    cleo.page.goto(cleo.page.url.replace("/table/", "/replay/").split("#")[0])
    _tab(cleo, "page.replay.deal").click()
    cleo.sees("page.replay.from.position", version=worst["version"])
    cleo.link("page.end.origin").click()
    cleo.page.wait_for_url(f"**/replay/{finished}")


def test_a_game_cannot_be_continued_from_its_end(
    server: ServerProcess, visit: NewVisitor, finished: str
) -> None:
    cleo = visit(server)
    _opens_the_replay(cleo, finished)
    expect(cleo.button("page.replay.on")).to_be_enabled()
    cleo.button("page.step.end").click()
    expect(cleo.button("page.replay.on")).to_be_disabled()


def test_the_downloaded_record_verifies(
    server: ServerProcess,
    visit: NewVisitor,
    finished: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    cleo = visit(server)
    _opens_the_replay(cleo, finished)
    _viewpoint(cleo).select_option(label="Bob")
    _tab(cleo, "page.replay.deal").click()
    cleo.sees("page.fair.kept")
    cleo.page.get_by_text(words("page.fair.how")).click()
    commitment = cleo.get(f"/api/tables/{finished}/record").json()["commitment"]
    expect(cleo.page.get_by_text(commitment)).to_be_visible()
    with cleo.page.expect_download() as download:
        cleo.link("page.replay.download").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert main(["verify", str(file)]) == 0, capsys.readouterr().err


# Playing the same deal


def test_another_player_plays_the_same_deal(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    _plays_alone_to_the_end(ada, server)
    link = _copies(ada, "page.end.share")

    cleo = visit(server)
    cleo.becomes_a_guest("Cleo")
    cleo.page.goto(link)
    expect(_analysis(cleo)).to_be_visible()
    _tab(cleo, "page.replay.deal").click()
    cleo.sees("page.replay.try_text", seats=1, name="Ada")
    cleo.button("page.deal.take").click()
    cleo.page.wait_for_url("**/table/**")
    own = _table_id(cleo)
    play_coloryam_to_the_end(cleo, server, own)
    expect(cleo.details).to_contain_text(words("page.end.deal.known"))

    cleo.page.goto(f"/replay/{own}")
    _tab(cleo, "page.replay.deal").click()
    cleo.sees("page.replay.from.known")
    rows = cleo.page.get_by_role("tabpanel").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="Ada")).not_to_contain_text(words("page.deal.known"))
    expect(rows.filter(has_text="Cleo")).to_contain_text(words("page.deal.known"))
    cleo.link("page.replay.results").click()
    cleo.page.wait_for_url(f"**/deals/{own}")
    expect(cleo.page.get_by_role("row")).to_have_count(3)


def test_a_daily_game_stays_secret_until_midnight(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    ada.creates_a_table("/api/daily/coloryam")
    table = _table_id(ada)
    play_coloryam_to_the_end(ada, server, table)
    expect(ada.details).to_contain_text(words("page.end.secret"))
    for message_id in ("page.end.share", "page.end.beat"):
        expect(ada.button(message_id)).to_have_count(0)
    assert not ada.get(f"/api/tables/{table}/review").ok
    _shares_a_daily_result(ada)
    expect(ada.details.locator("[aria-current=date]").get_by_role("link")).to_have_attribute(
        "href", f"/replay/{table}"
    )
    assert_accessible(ada.page, "after a daily game")

    ada.link("page.end.review").click()
    expect(_tab(ada, "page.log.title")).to_be_visible()
    expect(_tab(ada, "page.replay.analysis")).to_have_count(0)
    expect(_viewpoint(ada)).to_have_count(0)
    expect(ada.button("page.replay.on")).to_have_count(0)
    _tab(ada, "page.replay.deal").click()
    ada.sees("page.end.secret")
    expect(ada.button("page.deal.take")).to_have_count(0)
    ada.link("page.daily.today").click()
    ada.page.wait_for_url("**/daily")


def _shares_a_daily_result(visitor: Visitor) -> None:
    """Share the result as text and as a picture, neither of which shows the deal."""
    heading, result, place, link = _copies(visitor, "daily.share").splitlines()
    assert words("coloryam.name") in heading
    assert re.search(r"^[🟥🟦🟨🟩🟪⬜]{5} \d+ points?$", result), result
    assert place
    assert re.search(r"/daily/[\d-]+#coloryam$", link), link
    with visitor.page.expect_download() as saved:
        visitor.button("daily.picture.save").click()
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (1200, 630)


def test_an_abandoned_game_can_be_continued(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    ada.creates_a_table(game="coloryam", seats=1)
    table = _table_id(ada)
    ada.control("roll").click()
    expect(ada.log).to_have_count(2)
    ada.button("page.table").click()
    ada.button("page.menu.end").click()
    ada.button("page.menu.end_now").click()
    ada.sees("page.closed.begun")
    ada.page.goto(f"/replay/{table}")
    ada.sees("page.closed.begun")
    expect(_tab(ada, "page.replay.analysis")).to_have_count(0)
    ada.button("page.replay.on").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("button", name=words("page.replay.on_go"), exact=True).click()
    ada.page.wait_for_url("**/table/**")
    expect(ada.control("roll")).to_be_visible()


# Accessibility and layout


@on_screens(PHONE_DARK)
def test_everything_after_the_game_is_accessible(
    server: ServerProcess, visit: NewVisitor, finished: str, scheme: str, width: int
) -> None:
    ada = visit(server, viewport=SIZES[width], color_scheme=scheme)
    _plays_alone_to_the_end(ada, server)
    expect(ada.details).not_to_contain_text(words("page.end.thinking"))
    _is_accessible_and_fits(ada, width, "the end")

    _opens_the_replay(ada, finished)
    _is_accessible_and_fits(ada, width, "the replay")
    _mistakes(ada).first.click()
    expect(_viewpoint(ada)).not_to_have_value("all")
    _is_accessible_and_fits(ada, width, "a mistake")
    _tab(ada, "page.log.title").click()
    _is_accessible_and_fits(ada, width, "the log")
    _tab(ada, "page.replay.deal").click()
    ada.page.get_by_text(words("page.fair.how")).click()
    expect(ada.page.get_by_role("tabpanel").get_by_role("row").first).to_be_visible()
    _is_accessible_and_fits(ada, width, "the deal")
    ada.button("page.replay.on").click()
    _is_accessible_and_fits(ada, width, "the dialog for continuing")


def _is_accessible_and_fits(visitor: Visitor, width: int, when: str) -> None:
    assert_accessible(visitor.page, when)
    if width >= 960:
        assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight"), when


@pytest.mark.parametrize("width", SIZES)
def test_nothing_shifts_while_a_replay_loads_slowly(
    server: ServerProcess, visit: NewVisitor, finished: str, width: int
) -> None:
    cleo = visit(server, first_visit=True, viewport=SIZES[width], **ANIMATED)
    record_layout_shifts(cleo.page)
    slow_down_the_network(cleo.page)
    _opens_the_replay(cleo, finished)
    assert_nothing_shifted(cleo.page, "the replay")
