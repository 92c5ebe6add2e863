"""The page as an installed app: its manifest, and what works offline."""

from __future__ import annotations

import struct
from typing import Any

from playwright.sync_api import expect

from quincunx.core.messages import use_language
from tests.browser.accessibility import assert_accessible
from tests.browser.async_waiting import wait_for_async
from tests.browser.screens import PHONE_DARK, SIZES, on_screens
from tests.browser.visitor import NewVisitor, Visitor, page_title, with_easy_bots, words
from tests.helpers.proxy import CuttableProxy
from tests.helpers.server_process import ServerProcess

WITH_WORKER: dict[str, Any] = {"service_workers": "allow", "first_visit": True}
CACHED_PATHS = """async () => {
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [names, requests.flat().map(({ url }) => new URL(url).pathname)];
}"""


HAS_CACHED_A_GUIDE = """async () => {
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (url.includes('/api/guide/')) return true;
  return false;
}"""


def _is_cached(visitor: Visitor) -> None:
    """Wait until the service worker has cached everything that the page has fetched."""
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    wait_for_async(
        visitor.page,
        """async () => {
          const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
          const wanted = fetched.filter((url) => /\\/assets\\/|\\/api\\/guide\\//.test(url));
          const cached = await Promise.all(wanted.map((url) => caches.match(url)));
          return wanted.length > 0 && cached.every(Boolean);
        }""",
    )


def test_the_page_can_be_installed(server: ServerProcess, visit: NewVisitor) -> None:
    ada: Visitor = visit(server, **WITH_WORKER)
    ada.page.goto("/")
    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
    href = ada.page.locator("link[rel=manifest]").get_attribute("href")
    answer = ada.get(href or "")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    assert answer.headers["cache-control"] == "no-cache"
    manifest = answer.json()
    assert manifest["name"] == words("page.name")
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        image = ada.get(icon["src"])
        assert image.headers["content-type"] == "image/png"
        width, height = struct.unpack(">II", image.body()[16:24])
        assert f"{width}x{height}" == icon["sizes"]
        # The browser can read it.
        assert (
            ada.page.evaluate(
                "src => fetch(src).then((icon) => icon.blob())"
                ".then(createImageBitmap).then(({ width }) => width)",
                icon["src"],
            )
            == width
        )
    apple = ada.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert ada.get(apple or "").ok


@on_screens(PHONE_DARK)
def test_offline_pages_say_what_is_missing(
    proxy: CuttableProxy, visit: NewVisitor, scheme: str, width: int
) -> None:
    ada: Visitor = visit(proxy, color_scheme=scheme, viewport=SIZES[width], **WITH_WORKER)
    ada.page.goto("/")
    _is_cached(ada)
    proxy.cut()
    ada.page.goto("/new/quatrefoil")
    ada.sees("page.offline.title")
    ada.sees("page.offline.text")
    expect(ada.page.get_by_text(words("page.offline.guides"))).to_have_count(0)
    assert ada.page.title() == page_title(words("page.offline.title"))
    assert_accessible(ada.page, "offline")
    proxy.restore()
    ada.button("page.again").click()
    expect(ada.button("page.new.open")).to_be_visible()


def test_guides_can_be_read_again_offline(proxy: CuttableProxy, visit: NewVisitor) -> None:
    ada: Visitor = visit(proxy, **WITH_WORKER)
    ada.page.goto("/games/coloryam")
    chapter = ada.page.get_by_role("article").get_by_role("heading").first
    expect(chapter).to_be_visible()
    expect(ada.page.locator("[data-move]").first).to_be_visible()
    _is_cached(ada)
    ada.page.wait_for_function(HAS_CACHED_A_GUIDE)
    proxy.cut()
    ada.page.goto("/")
    ada.sees("page.offline.guides")
    guides = ada.page.locator("main a[href^='/games/']")
    expect(guides).to_have_count(1)
    guides.click()
    expect(chapter).to_be_visible()
    expect(ada.page.locator("[data-move]").first).to_be_visible()
    ada.page.reload()
    expect(chapter).to_be_visible()

    # Back online, the page loads by itself.
    ada.page.goto("/new/quatrefoil")
    ada.sees("page.offline.title")
    proxy.restore()
    expect(ada.button("page.new.open")).to_be_visible()


def test_the_offline_page_is_in_the_players_language(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada: Visitor = visit(server, locale="fr", **WITH_WORKER)
    ada.page.goto("/")
    _is_cached(ada)
    ada.page.context.set_offline(True)
    ada.page.goto("/lobby")
    with use_language("fr"):
        ada.sees("page.offline.title")
        ada.page.context.set_offline(False)
        expect(ada.page.get_by_text(words("page.offline.title"))).to_have_count(0)


def test_nothing_about_games_is_cached(server: ServerProcess, visit: NewVisitor) -> None:
    ada: Visitor = visit(server, **WITH_WORKER)
    ada.page.goto("/")
    _is_cached(ada)
    ada.creates_a_table(**with_easy_bots("quivvit", 2))
    expect(ada.page.locator("section.board .box > *").first).to_be_visible()
    ada.page.goto("/games/quivvit")
    expect(ada.page.get_by_role("article")).to_be_visible()
    _, cached = ada.page.evaluate(CACHED_PATHS)
    assert "/api/guide/quivvit/en" in cached
    others = [path for path in cached if not path.startswith(("/assets/", "/api/guide/"))]
    assert others == ["/"]


def test_a_new_build_replaces_an_older_one_in_the_cache(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada: Visitor = visit(server, **WITH_WORKER)
    ada.page.goto("/")
    _is_cached(ada)
    (build,), _ = ada.page.evaluate(CACHED_PATHS)
    ada.page.evaluate(
        """async () => {
          await (await navigator.serviceWorker.ready).unregister();
          await caches.open('an older build');
        }"""
    )
    ada.page.goto("/lobby")
    wait_for_async(
        ada.page,
        "async build => String(await caches.keys()) === build"
        " && navigator.serviceWorker.controller !== null",
        arg=build,
    )
    _is_cached(ada)
