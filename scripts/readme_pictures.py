"""Take the pictures of README and docs from real games against bots: `make pictures`.

The deals come from fixed seeds, so that only a change of the page or of a bot changes a picture.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Locator, expect

from quincunx.client import TableConnection
from quincunx.games.pivit.solver.hand_solver import solve
from quincunx.games.pivit.tiles import TEXT
from quincunx.wire import TableId
from scripts.screencast import POINTER, Screencast
from tests.browser.chromium import chromium
from tests.browser.played_games import client_of
from tests.browser.visitor import TIMEOUT_MS, Visitor, with_easy_bots, words
from tests.helpers.paths import ROOT
from tests.helpers.server_process import ServerProcess, running_server
from tests.helpers.waiting import run_in_thread

FOLDER: Final = ROOT / "docs" / "pictures"
SCREEN: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 780}
ANIMATION_WIDTH: Final = 880
QUALITY: Final = 82
PIVIT_TILES: Final = 17
"""Of 24, so that the picture shows a grid in progress."""
MAX_HINTS: Final = 9

REPEATABLE_NONCES: Final = """
let state = 16;
crypto.getRandomValues = (array) => {
  for (let index = 0; index < array.length; index += 1) {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    array[index] = state >> 16;
  }
  return array;
};
"""


class Scene(NamedTuple):
    """A game to play, how far, and what the player uses for the next move."""

    seats: int
    turns: int
    control: str


SCENES: Final = {
    "quivvit": Scene(3, 2, "[data-cell][aria-disabled=false]"),
    "qwirkle_cards": Scene(3, 4, '[data-move="play"], [data-move="redraw"]'),
    "pivit": Scene(3, 0, ".rack [data-tile]"),
    "quatrefoil": Scene(4, 0, '[data-move="stack"]:not([aria-disabled="true"])'),
    "coloryam": Scene(3, 14, '[data-move="roll"]:not([aria-disabled="true"])'),
}


class Studio:
    """A browser and a server, with a new visitor for each picture."""

    def __init__(self, browser: Browser, server: ServerProcess) -> None:
        self._browser = browser
        self.server = server

    @contextmanager
    def visitor(self, *scripts: str, **settings: Any) -> Iterator[Visitor]:
        context = self._browser.new_context(
            base_url=self.server.url, service_workers="block", **settings
        )
        context.set_default_timeout(TIMEOUT_MS)
        for script in (REPEATABLE_NONCES, *scripts):
            context.add_init_script(script)
        try:
            yield Visitor(context.new_page())
        finally:
            context.close()

    def still(self, **settings: Any) -> AbstractContextManager[Visitor]:
        """A visitor for whom nothing moves."""
        return self.visitor(**{"viewport": SCREEN, "reduced_motion": "reduce", **settings})


def main() -> None:
    expect.set_options(timeout=TIMEOUT_MS)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(Path(data), module="scripts.seeded_server") as server,
        chromium() as browser,
    ):
        studio = Studio(browser, server)
        _record_first_move(studio).save(FOLDER / "first-move.webp", ANIMATION_WIDTH)
        for game in SCENES:
            with studio.still() as visitor:
                _save(f"{game}.webp", _picture_of_game(studio, visitor, game))
        with studio.still() as visitor:
            _save("home.webp", _picture_of_home(visitor))
        _save("phone.webp", _side_by_side(_pictures_of_phones(studio)))
    for file in sorted(FOLDER.iterdir()):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1000:.0f} kB")


def _save(name: str, picture: Image.Image) -> None:
    picture.save(FOLDER / name, "WEBP", quality=QUALITY, method=6)


def _screenshot(visitor: Visitor) -> Image.Image:
    """Take a screenshot when pictures and fonts are loaded."""
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("document.fonts.ready")
    return Image.open(BytesIO(visitor.page.screenshot(animations="disabled"))).convert("RGB")


def _picture_of_home(visitor: Visitor) -> Image.Image:
    visitor.becomes_a_guest()
    visitor.page.goto("/")
    expect(_play_button(visitor, "quivvit")).to_be_visible()
    return _screenshot(visitor)


def _play_button(visitor: Visitor, game: str) -> Locator:
    card = visitor.page.get_by_role("article", name=words(f"{game}.name"))
    return card.get_by_role("button", name=words("page.home.play"), exact=True)


# Boards


def _picture_of_game(studio: Studio, visitor: Visitor, game: str) -> Image.Image:
    scene = SCENES[game]
    visitor.becomes_a_guest("Ada")
    address = visitor.creates_a_table(**with_easy_bots(game, scene.seats))
    control = visitor.page.locator(scene.control).first
    if game == "pivit":
        expect(control).to_be_visible()
        _build_pivit_grid(studio, visitor, address)
        visitor.page.reload()
    else:
        _play_turns(studio, visitor, address, scene.turns)
    expect(control).to_be_visible()
    return _screenshot(visitor)


def _play_turns(studio: Studio, visitor: Visitor, address: str, turns: int) -> None:
    """Play the moves that the hints recommend, over another connection of the same person."""
    client = client_of(visitor, studio.server)

    async def play() -> None:
        async with client.join(_table_of(address)) as connection:
            for _ in range(turns):
                await connection.my_turn()
                await connection.play(await _recommended(connection))
            await connection.my_turn()

    run_in_thread(play())


def _recommend(studio: Studio, visitor: Visitor) -> str:
    """Return the move that the hints recommend, as soon as it is the visitor's turn."""
    client = client_of(visitor, studio.server)
    table = _table_of(visitor.page.url)

    async def ask() -> str:
        async with client.join(table) as connection:
            await connection.my_turn()
            return await _recommended(connection)

    return run_in_thread(ask())


async def _recommended(connection: TableConnection) -> str:
    hints = (await connection.hints(MAX_HINTS)).hints
    return next(hint.move for hint in reversed(hints) if hint.move is not None)


def _build_pivit_grid(studio: Studio, visitor: Visitor, address: str) -> None:
    """Place some of the tiles, connected and right as far as they go."""
    client = client_of(visitor, studio.server)

    async def build() -> None:
        async with client.join(_table_of(address)) as connection:
            await connection.until(lambda: connection.latest is not None)
            hand = connection.position.view["hands"][0]
            grid = solve(tuple(sorted(TEXT.index(tile) for tile in hand))).grid
            assert grid is not None, "this hand cannot be laid without a trade: take another seed"
            tiles = [(x, y, TEXT[tile]) for x, y, tile in _connected(list(grid), PIVIT_TILES)]
            await connection.draft({"tiles": tiles})

    run_in_thread(build())


def _connected(grid: list[tuple[int, int, int]], count: int) -> list[tuple[int, int, int]]:
    """Return some tiles of a grid in one piece."""
    placed = [grid.pop(0)]
    while len(placed) < count:
        touching = next(
            tile
            for tile in grid
            if any(abs(tile[0] - x) + abs(tile[1] - y) == 1 for x, y, _ in placed)
        )
        grid.remove(touching)
        placed.append(touching)
    return placed


def _table_of(address: str) -> TableId:
    return TableId(address.rpartition("/table/")[2].partition("#")[0])


# Phones


def _pictures_of_phones(studio: Studio) -> Iterator[Image.Image]:
    phone = {"viewport": PHONE, "device_scale_factor": 1.5, "has_touch": True, "is_mobile": True}
    for game, scheme in (("quivvit", "light"), ("coloryam", "dark"), ("qwirkle_cards", "light")):
        with studio.still(color_scheme=scheme, **phone) as visitor:
            yield _picture_of_game(studio, visitor, game)


def _side_by_side(pictures: Iterator[Image.Image], gap: int = 24) -> Image.Image:
    found = list(pictures)
    width = sum(picture.width for picture in found) + gap * (len(found) - 1)
    whole = Image.new("RGB", (width, max(picture.height for picture in found)), "white")
    x = 0
    for picture in found:
        whole.paste(picture, (x, 0))
        x += picture.width + gap
    return whole


# The animation


def _record_first_move(studio: Studio) -> Screencast:
    """Record the way from the home page to the first move, with its celebration."""
    with studio.visitor(POINTER, viewport={"width": 1100, "height": 700}) as visitor:
        page = visitor.page
        page.goto("/")
        expect(_play_button(visitor, "quivvit")).to_be_visible()
        page.wait_for_load_state("networkidle")
        with Screencast(page) as screencast:
            page.mouse.move(560, 420, steps=10)
            page.wait_for_timeout(900)
            _glides_and_clicks(visitor, _play_button(visitor, "quivvit"))
            page.wait_for_url("**/table/**#*")
            expect(page.locator(SCENES["quivvit"].control).first).to_be_visible()
            cell, way = _recommend(studio, visitor).split(" ")
            before = visitor.log.count()
            page.wait_for_timeout(900)
            _glides_and_clicks(visitor, page.locator(f'[data-cell="{cell}"]'))
            _glides_and_clicks(visitor, page.locator(f"[data-turn={way}]"))
            page.wait_for_timeout(900)
            _glides_and_clicks(visitor, visitor.control(f"{cell} {way}"))
            expect(visitor.log.nth(before)).to_be_attached()
            page.wait_for_timeout(2500)
        return screencast


def _glides_and_clicks(visitor: Visitor, target: Locator) -> None:
    """Move the pointer like a hand, and click."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=16)
    visitor.page.wait_for_timeout(250)
    target.click()


if __name__ == "__main__":
    main()
