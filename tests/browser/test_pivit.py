"""Pivit in real browsers: touch, mouse and keyboard, a race of two players, and replays."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from quincunx.client import Client, TableConnection
from quincunx.core.match.drafts import DRAFT_INTERVAL_MS
from quincunx.games.pivit.grid import PlacedTiles, format_grid
from quincunx.games.pivit.random_grids import correct_grid
from quincunx.games.pivit.tiles import TEXT, TILE
from quincunx.wire import NewTable
from tests.browser.accessibility import accessibility_violations
from tests.browser.pivit_player import PivitPlayer, kinds_of
from tests.browser.screens import in_schemes
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import run_in_thread

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def _new_player(visit: NewVisitor, server: ServerProcess, **settings: Any) -> PivitPlayer:
    return PivitPlayer(visit(server, **settings).page)


def _solution(hand: list[str]) -> list[tuple[int, int, str]] | None:
    grid = _find_grid([TILE[kind] for kind in hand])
    return None if grid is None else [(x, y, TEXT[tile]) for x, y, tile in grid]


def _find_grid(hand: list[int]) -> PlacedTiles | None:
    """Return a correct grid of all tiles, if one is found."""
    for seed in range(60):
        if grid := correct_grid(tuple(sorted(hand)), Random(seed)):
            return grid
    return None


def _starts_alone(visit: NewVisitor, server: ServerProcess, **settings: Any) -> PivitPlayer:
    ada = _new_player(visit, server, **settings)
    ada.creates_pivit(1)
    return ada


def _middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(
    page: Page, start: tuple[float, float], end: tuple[float, float], *, rests: bool = False
) -> None:
    """Drag with the mouse; with `rests`, wait at the start until the tiles are lifted."""
    page.mouse.move(*start)
    page.mouse.down()
    if rests:
        expect(page.locator("[data-dragged]").first).to_be_attached()
    page.mouse.move(*end, steps=8)
    page.mouse.up()
    expect(page.locator("[data-dragged], .panning")).to_have_count(0)


def test_two_people_race(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _new_player(visit, server)
    address = ada.creates_pivit(2)
    ben = _new_player(visit, server)
    ben.joins(address, "Ben")
    ada.begins_game()

    grid = _start_with_a_solvable_hand(ada, ben)

    # All tiles in one row are not a correct grid: the table says so and marks them.
    ada.places_tiles([(x, 0, kind) for x, kind in enumerate(ada.hand())])
    expect(ada.control("claim")).to_have_attribute("aria-disabled", "false")
    expect(ada.page.locator("p.bad")).to_be_visible()
    ada.control("claim").click()
    expect(ada.placed.and_(ada.page.locator(".pointed")).first).to_be_visible()
    expect(ada.page.locator(".toast").first).to_be_visible()
    for _ in range(24):
        ada.page.keyboard.press("Control+z")
    expect(ada.rack).to_have_count(24)

    # Ben trades a tile, and sees Ada's progress.
    ben.rack.first.click()
    ben.tool("trade").click()
    ben.tool("trade_yes").click()
    expect(ben.page.locator(".rack .fresh")).to_be_visible()
    expect(ben.rack).to_have_count(24)
    expect(ben.tool("trade").get_by_role("img")).to_have_attribute(
        "aria-label", words("pivit.board.tokens", count=1)
    )
    ben.places_tiles([(0, 0, ben.hand()[0])])

    # After a reload the grid is the same.
    ada.places_tiles(grid[:9], at=(24, 0))
    expect(ben.page.get_by_role("progressbar").first).to_have_attribute("aria-valuenow", "9")
    ada.page.reload()
    expect(ada.placed).to_have_count(9)
    ada.places_tiles(grid[9:])
    expect(ada.page.locator("p.good")).to_contain_text(words("pivit.board.all_right"))
    ada.control("claim").click()
    expect(ada.page.get_by_text(words("pivit.board.you_are_done"))).to_be_visible()

    # Ben has one more minute.
    ring = ben.page.get_by_role("timer", name=words("pivit.board.time_left"))
    expect(ring).to_be_visible()
    assert 20 <= int(ring.inner_text()) <= 60
    ben.stops()

    # Between the rounds all grids are shown.
    for person in (ada, ben):
        expect(person.page.locator(".gallery .picture")).to_have_count(2)
        expect(person.page.locator(".gallery li").first.locator("[data-cell]")).to_have_count(24)
        expect(person.page.locator(".gained", has_text="+6")).to_be_visible()
        expect(person.control("ready")).to_be_enabled()


def _start_with_a_solvable_hand(ada: PivitPlayer, ben: PivitPlayer) -> list[tuple[int, int, str]]:
    """Start rounds until Ada can solve one; return her grid. The others end by agreement."""
    for _ in range(8):
        ada.gets_ready()
        ben.gets_ready()
        grid = _solution(ada.hand())
        if grid:
            return grid
        ada.stops()
        ben.stops()
        expect(ada.control("ready")).to_be_enabled()
    raise AssertionError("eight hands without a grid")


def test_with_the_mouse(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _starts_alone(visit, server)
    hand = ada.hand()
    x, y = _middle(ada.plane)
    for number in range(3):
        _drag(ada.page, _middle(ada.rack.first), (x + 64 * number, y))
    expect(ada.placed).to_have_count(3)
    assert kinds_of(ada.placed) == hand[:3]
    before = ada.placed.evaluate_all("tiles => tiles.map((tile) => tile.dataset.cell)")

    # Pressing a tile for a while lifts all tiles that are connected with it.
    _drag(ada.page, _middle(ada.placed.first), (x, y + 128), rests=True)
    after = ada.placed.evaluate_all("tiles => tiles.map((tile) => tile.dataset.cell)")
    assert [_moved(cell, 0, 2) for cell in before] == after

    # A tile that is dropped outside returns to its cell; one dropped on the rack returns there.
    _drag(ada.page, _middle(ada.placed.first), (5, 5))
    expect(ada.placed).to_have_count(3)
    # The plane may have been panned while the tile was at its edge: wait until it stands still.
    ada.tool("fit").click()
    ada.placed.first.hover()
    _drag(ada.page, _middle(ada.placed.first), _middle(ada.page.locator(".rack")))
    expect(ada.placed).to_have_count(2)

    # The plane can be dragged, and the wheel zooms in.
    start = ada.placed.first.bounding_box()
    _drag(ada.page, (x, y - 150), (x - 60, y - 190))
    panned = ada.placed.first.bounding_box()
    assert start
    assert panned
    assert 50 <= start["x"] - panned["x"] <= 70
    ada.page.mouse.wheel(0, -200)
    expect(ada.placed.first).not_to_have_js_property("offsetWidth", round(start["width"]))
    ada.tool("fit").click()
    expect(ada.placed.first).to_be_in_viewport()


def _moved(cell: str, dx: int, dy: int) -> str:
    x, y = map(int, cell.split(","))
    return f"{x + dx},{y + dy}"


def test_with_a_thumb_on_a_phone(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _starts_alone(visit, server, **PHONE)
    hand = ada.hand()
    box = ada.rack.first.bounding_box()
    assert box
    assert box["width"] >= 40
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 360
    ada.rack.first.tap()
    ada.page.touchscreen.tap(*_middle(ada.plane))
    expect(ada.placed).to_have_count(1)
    assert kinds_of(ada.placed) == hand[:1]
    ada.tool("undo").tap()
    expect(ada.rack).to_have_count(24)
    assert accessibility_violations(ada.page) == []


@in_schemes("light")
def test_with_the_keyboard_alone_accessibly(
    server: ServerProcess, visit: NewVisitor, scheme: str
) -> None:
    ada = _starts_alone(visit, server, color_scheme=scheme)
    hand = ada.hand()
    assert accessibility_violations(ada.page) == []

    # Move a tile from the rack to the plane.
    ada.rack.first.focus()
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("Enter")
    expect(ada.plane).to_be_focused()
    ada.page.keyboard.press("Enter")
    assert kinds_of(ada.placed) == [hand[1]]
    spoken = ada.page.get_by_role("status").filter(has_text="column 0, row 0")
    expect(spoken).to_have_count(1)
    ada.page.keyboard.press("Delete")
    expect(ada.placed).to_have_count(0)

    ada.places_tiles([(x, 0, kind) for x, kind in enumerate(hand[:3])])
    expect(ada.placed).to_have_count(3)
    lines = ada.page.get_by_label(words("pivit.board.lines"))
    expect(lines.get_by_role("listitem")).to_have_text(re.compile(r"(Right|Wrong)\.$"))
    assert accessibility_violations(ada.page) == []
    ada.tool("more").click()
    assert accessibility_violations(ada.page) == []
    ada.page.keyboard.press("Escape")

    # Giving up ends the puzzle, and the placed tiles are shown.
    ada.stops()
    expect(ada.end).to_be_visible()
    expect(ada.page.locator(".gallery [data-cell]")).to_have_count(3)
    assert accessibility_violations(ada.page) == []


def test_the_introduction_can_be_solved(server: ServerProcess, visit: NewVisitor) -> None:
    ada = _new_player(visit, server)
    ada.page.goto("/games/pivit")
    ada.page.locator('.rack [data-kind="r3"]').click()
    ada.page.locator(".plane .open").click()
    ada.sees("pivit.refusal.twice")
    _drag(ada.page, _middle(ada.page.locator('.rack [data-kind="r5"]')), _middle(_empty_cell(ada)))
    ada.sees("pivit.intro.1.done")
    ada.button("page.lesson.next").click()
    ada.sees("pivit.intro.2.title")


def _empty_cell(visitor: Visitor) -> Locator:
    return visitor.page.locator(".plane .open").first


WATCHED_TILES = 6
"""The replay of the first grid is checked up to this number of tiles."""


@pytest.fixture(scope="module")
def finished_race(server: ServerProcess) -> str:
    """The id of a table where two players have raced to the end."""
    return run_in_thread(_race(server))


async def _race(server: ServerProcess) -> str:
    ada, ben = [await Client.guest(server.url, name) for name in ("Ada", "Ben")]
    opened = await ada.create_table(NewTable("pivit", {}, seats=2))
    async with ada.join(opened.id) as first, ben.join(opened.id, opened.invite) as second:
        await second.sit(1)
        await first.ready()
        await second.ready()
        while first.outcome is None:
            await _play_a_round(first, second)
    return opened.id


async def _play_a_round(first: TableConnection, second: TableConnection) -> None:
    for table in (first, second):
        await _until(table, "ready")
        await table.play("ready")
    for table in (first, second):
        await _until(table, "build")
    hands = [
        [TILE[kind] for kind in table.position.view["hands"][seat]]
        for seat, table in enumerate((first, second))
    ]
    grid = _find_grid(hands[0])
    tiles = grid or [(x, 0, tile) for x, tile in enumerate(hands[0][:6])]
    for count in range(2, len(tiles) + 1, 2):
        await first.draft({"tiles": [(x, y, TEXT[tile]) for x, y, tile in tiles[:count]]})
        if count <= WATCHED_TILES and first.position.view["round"] == 1:
            # A record keeps one draft a second; the test looks at these in the replay.
            await asyncio.sleep(DRAFT_INTERVAL_MS / 1000)
    await second.draft({"tiles": [(x, 0, TEXT[tile]) for x, tile in enumerate(hands[1][:5])]})
    if grid:
        await first.play(f"claim {format_grid(grid)}")
        await second.until(lambda: second.position.view["sticks"][0] == 0)
    else:
        await first.play("stop")
    await second.play("stop")
    for table in (first, second):
        await _until(table, "ready", "over")


async def _until(table: TableConnection, *phases: str) -> None:
    await table.until(lambda: table.latest is not None and table.latest.view["phase"] in phases)


def test_a_replay_shows_the_grids_growing(
    server: ServerProcess, visit: NewVisitor, finished_race: str
) -> None:
    cleo = visit(server)
    page = cleo.page
    page.goto(f"/replay/{finished_race}")
    forward = cleo.button("page.step.forward")
    expect(forward).to_be_visible()
    grids = page.locator(".gallery li")
    counts: list[tuple[int, int]] = []
    # Both are ready, the tiles are turned over, and the first grid grows by two tiles at a time.
    for _ in range(3 + 3 + 3):
        forward.click()
        if grids.count():
            counts.append(
                (
                    grids.nth(0).locator("[data-cell]").count(),
                    grids.nth(1).locator("[data-cell]").count(),
                )
            )
    assert [first for first, _ in counts if first][:3] == [2, 4, 6]
    assert all(before[0] <= after[0] for before, after in pairwise(counts))

    page.keyboard.press("End")
    expect(grids.nth(1).locator("[data-cell]")).to_have_count(5)
    assert accessibility_violations(page) == []

    # From one seat, that player's own grid is shown, and the others' once they are claimed.
    page.locator("select").first.select_option("1")
    expect(grids.nth(1).locator("[data-cell]")).to_have_count(5)
