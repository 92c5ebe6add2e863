"""Measure the time from an interaction to the next paint, on a processor that is four times slower.

`python -m bench.interaction` needs the built page (`make page`). Durations come from the browser's
Event Timing, which rounds them to 8 ms and leaves out those below 16 ms. The first row is a button
on an empty page: what the browser and the machine need by themselves. Ratios compare with it, so
that runs on different machines can be compared; on a busy machine only the medians mean much.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.chromium import chromium
from tests.browser.played_games import lose_games
from tests.browser.visitor import TIMEOUT_MS, Visitor, with_easy_bots, words
from tests.helpers.server_process import ServerProcess, running_server

SLOWDOWN: Final = 4
REPEATS: Final = 12
MIN_REPORTED_MS: Final = 16
GOAL_MS: Final = 100

OBSERVER: Final = """
window.interactions = [];
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) {
    if (interactionId) window.interactions.push([interactionId, duration]);
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true });
"""
TWO_FRAMES: Final = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))"""

Interaction = Callable[[], object]


class Measured(NamedTuple):
    name: str
    durations_ms: list[float]

    @property
    def worst_ms(self) -> float:
        return max(self.durations_ms)

    @property
    def median_ms(self) -> float:
        return median(self.durations_ms)

    @property
    def p98_ms(self) -> float:
        ordered = sorted(self.durations_ms)
        return ordered[ceil(0.98 * len(ordered)) - 1]


class SlowPage:
    """A page on a slowed-down processor."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        session = self.page.context.new_cdp_session(self.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})

    def measure(self, name: str, *interactions: Interaction) -> Measured:
        """Repeat the interactions in turn; each has its own duration."""
        durations: list[float] = []
        for number in range(REPEATS):
            durations += self._durations(interactions[number % len(interactions)])
        return Measured(name, durations)

    def _durations(self, interaction: Interaction) -> list[float]:
        """Return the longest event of each interaction that the browser noticed."""
        self.page.evaluate(TWO_FRAMES)
        self.page.evaluate("window.interactions.length = 0")
        interaction()
        # Entries arrive after the frame that they end with.
        self.page.evaluate(TWO_FRAMES)
        self.page.wait_for_timeout(150)
        longest: dict[int, float] = {}
        for number, duration in self.page.evaluate("window.interactions"):
            longest[number] = max(duration, longest.get(number, 0))
        return list(longest.values()) or [MIN_REPORTED_MS]


@contextmanager
def _slow_page(browser: Browser, server: ServerProcess) -> Iterator[SlowPage]:
    settings: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
    context = browser.new_context(base_url=server.url, service_workers="block", **settings)
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(OBSERVER)
    try:
        yield SlowPage(Visitor(context.new_page()))
    finally:
        context.close()


def _click(target: Locator) -> Interaction:
    return lambda: target.click(force=True)


def _press(page: Page, key: str) -> Interaction:
    return lambda: page.keyboard.press(key)


def _drag(page: Page, start: Locator, end: Locator) -> Interaction:
    def drag() -> None:
        start.hover(force=True)
        page.mouse.down()
        end.hover(force=True)
        page.mouse.up()

    return drag


def _empty_page(slow: SlowPage) -> Iterator[Measured]:
    slow.page.goto("/manifest.webmanifest")
    slow.page.evaluate("document.body.innerHTML = '<button>Press</button>'")
    yield slow.measure("a button on an empty page", _click(slow.page.locator("button")))


def _pages(slow: SlowPage) -> Iterator[Measured]:
    page, visitor = slow.page, slow.visitor
    visitor.becomes_a_guest()
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()
    dark, light = (
        page.get_by_role("button", name=words(f"page.theme.{scheme}"), exact=True)
        for scheme in ("dark", "light")
    )
    yield slow.measure("home: change the scheme", _click(dark.or_(light)))
    page.goto("/lobby")
    only_free = page.get_by_label(words("page.lobby.free_only"))
    expect(only_free).to_be_visible()
    yield slow.measure("lobby: filter", _click(only_free))
    page.goto("/new/quivvit")
    expect(visitor.create_button).to_be_visible()
    presets = page.locator("label:has(input[type=radio])").filter(visible=True).all()
    yield slow.measure("new table: choose", *(_click(preset) for preset in presets))
    change = page.get_by_text(words("page.new.change_rules"))
    yield slow.measure("new table: open the rules", _click(change))


def _quivvit(slow: SlowPage) -> Iterator[Measured]:
    page = slow.page
    slow.visitor.creates_a_table(**with_easy_bots("quivvit", 1))
    cards = [page.locator(f'[data-cell="{cell}"]') for cell in ("c3", "b2", "d4")]
    expect(cards[0]).to_have_attribute("aria-disabled", "false")
    yield slow.measure("quivvit: select a card", *map(_click, cards))
    left, right = (page.locator(f"[data-turn={way}]") for way in ("left", "right"))
    yield slow.measure("quivvit: rotate it", _click(right), _click(left))
    yield slow.measure("table: open and close the menu", *_menu(slow))
    chat = page.get_by_role("tab", name=words("page.chat.title"))
    log = page.get_by_role("tab", name=words("page.log.title"))
    yield slow.measure("table: change the tab", _click(chat), _click(log))


def _menu(slow: SlowPage) -> tuple[Interaction, Interaction]:
    return _click(slow.visitor.button("page.table")), _press(slow.page, "Escape")


def _qwirkle_cards(slow: SlowPage) -> Iterator[Measured]:
    page = slow.page
    slow.visitor.creates_a_table(**with_easy_bots("qwirkle_cards", 2))
    hand = page.locator("[data-drop=hand] [data-kind]")
    expect(slow.visitor.control("play")).to_be_visible()
    cards = [hand.nth(place).get_by_role("button") for place in range(4)]
    yield slow.measure("qwirkle cards: select a card", *map(_click, cards))
    drag = _drag(page, hand.first, hand.nth(5))
    yield slow.measure("qwirkle cards: drag a card", drag)


def _pivit(slow: SlowPage) -> Iterator[Measured]:
    page = slow.page
    slow.visitor.creates_a_table(game="pivit", seats=1)
    rack = page.locator(".rack [data-tile]")
    expect(rack).to_have_count(24)
    yield slow.measure("pivit: select a tile", *(_click(rack.nth(place)) for place in range(4)))
    page.keyboard.press("Escape")
    plane = page.get_by_role("application")
    plane.focus()
    arrows = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
    yield slow.measure("pivit: move the cursor", *(_press(page, key) for key in arrows))
    yield slow.measure("pivit: drag a tile to the grid", _drag(page, rack.first, plane))
    undo = page.locator('[data-tool="undo"]')
    yield slow.measure("pivit: undo", _click(undo))


def _quatrefoil(slow: SlowPage) -> Iterator[Measured]:
    # At the introduction’s board the player can act as often as they like.
    slow.page.goto("/games/quatrefoil")
    left, right = (
        slow.page.locator(f'[data-move="twist {way}"]').first
        for way in ("anticlockwise", "clockwise")
    )
    expect(right).to_be_visible()
    yield slow.measure("quatrefoil: twist", _click(right), _click(left))


def _coloryam(slow: SlowPage) -> Iterator[Measured]:
    slow.visitor.creates_a_table(**with_easy_bots("coloryam", 1))
    roll = slow.page.locator('[data-move="roll"]:not([aria-disabled="true"])').first
    expect(roll).to_be_visible()
    roll.click()
    dice = slow.page.locator("[data-die]")
    expect(dice).to_have_count(6)
    expect(roll).to_be_visible()
    yield slow.measure("coloryam: keep a die", *(_click(dice.nth(place)) for place in range(6)))
    yield slow.measure("coloryam: keep with a key", _press(slow.page, "1"))


def _replay(slow: SlowPage, table: str) -> Iterator[Measured]:
    page = slow.page
    page.goto(f"/replay/{table}")
    slider = page.get_by_role("slider", name=words("page.replay.slider"))
    expect(slider).to_be_visible()
    expect(page.locator(".plot")).to_be_visible()
    slider.focus()
    yield slow.measure("replay: scrub", _press(page, "ArrowRight"), _press(page, "ArrowLeft"))
    forward, back = (slow.visitor.button(f"page.step.{way}") for way in ("forward", "back"))
    yield slow.measure("replay: step", _click(forward), _click(back))
    on = slow.visitor.button("page.replay.on")
    slow.visitor.button("page.step.start").click()
    yield slow.measure("replay: open a dialog", _click(on), _press(page, "Escape"))


def _settings(slow: SlowPage) -> Iterator[Measured]:
    slow.visitor.becomes_a_guest()
    slow.page.goto("/settings")
    field = slow.page.get_by_label(words("page.name.label")).first
    expect(field).to_be_visible()
    field.focus()
    yield slow.measure("settings: type", _press(slow.page, "a"), _press(slow.page, "Backspace"))


def main() -> None:
    expect.set_options(timeout=TIMEOUT_MS)
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(Path(data)) as server,
        chromium() as browser,
    ):
        finished = lose_games(server).table
        scenes: list[Callable[[SlowPage], Iterator[Measured]]] = [
            _empty_page,
            _pages,
            _quivvit,
            _qwirkle_cards,
            _pivit,
            _quatrefoil,
            _coloryam,
            lambda slow: _replay(slow, finished),
            _settings,
        ]
        print(f"{'interaction':32} {'worst':>8} {'p98':>8} {'ratio':>6} {'median':>8} {'ratio':>6}")
        baseline: Measured | None = None
        for scene in scenes:
            with _slow_page(browser, server) as slow:
                for measured in scene(slow):
                    baseline = baseline or measured
                    _print(measured, baseline)


def _print(measured: Measured, baseline: Measured) -> None:
    mark = "" if measured.p98_ms <= GOAL_MS else f"  above {GOAL_MS} ms"
    print(
        f"{measured.name:32} {measured.worst_ms:>5.0f} ms {measured.p98_ms:>5.0f} ms"
        f" {measured.p98_ms / baseline.p98_ms:>6.1f} {measured.median_ms:>5.0f} ms"
        f" {measured.median_ms / baseline.median_ms:>6.1f}{mark}",
        flush=True,
    )


if __name__ == "__main__":
    main()
