"""The page as an app: what it is made of, and what is there without a network."""

from __future__ import annotations

import struct

from playwright.sync_api import expect

from quincunx.core.messages import use_language
from tests.browser.accessibility import assert_accessible
from tests.browser.screens import PHONE_DARK, SIZES, on_screens
from tests.browser.visitor import NewVisitor, Visitor, with_easy_bots, words
from tests.helpers.proxy import CuttableProxy
from tests.helpers.server_process import ServerProcess

WITH_WORKER = {"service_workers": "allow"}
KEPT = """async () => {
  const names = await caches.keys();
  const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [names, requests.flat().map(({ url }) => new URL(url).pathname)];
}"""


KEEPS_A_GUIDE = """async () => {
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys())
      if (url.includes('/api/guide/')) return true;
  return false;
}"""


def _is_prepared(visitor: Visitor) -> None:
    """All is loaded, and the worker has kept what had been fetched before it was there."""
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    visitor.page.wait_for_function(
        """async () => {
          const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
          const wanted = fetched.filter((url) => /\\/assets\\/|\\/api\\/guide\\//.test(url));
          const kept = await Promise.all(wanted.map((url) => caches.match(url)));
          return wanted.length > 0 && kept.every(Boolean);
        }"""
    )


def test_it_can_be_installed(server: ServerProcess, visit: NewVisitor) -> None:
    ada: Visitor = visit(server, **WITH_WORKER)
    ada.page.goto("/")
    expect(ada.page.get_by_role("heading", level=1)).to_be_visible()
    href = ada.page.locator("link[rel=manifest]").get_attribute("href")
    answer = ada.page.request.get(href or "")
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
        image = ada.page.request.get(icon["src"])
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
    assert ada.page.request.get(apple or "").ok


@on_screens(PHONE_DARK)
def test_without_a_network_it_says_what_is_missing(
    proxy: CuttableProxy, visit: NewVisitor, scheme: str, width: int
) -> None:
    ada: Visitor = visit(proxy, color_scheme=scheme, viewport=SIZES[width], **WITH_WORKER)
    ada.page.goto("/")
    _is_prepared(ada)
    proxy.cut()
    ada.page.goto("/new/quatrefoil")
    ada.sees("page.offline.title")
    ada.sees("page.offline.text")
    expect(ada.page.get_by_text(words("page.offline.guides"))).to_have_count(0)
    assert ada.page.title() == words("page.title", title=words("page.offline.title"))
    assert_accessible(ada.page, "offline")
    proxy.restore()
    ada.button("page.again").click()
    expect(ada.button("page.new.open")).to_be_visible()


def test_without_a_network_guides_can_be_read_again(
    proxy: CuttableProxy, visit: NewVisitor
) -> None:
    ada: Visitor = visit(proxy, **WITH_WORKER)
    ada.page.goto("/games/coloryam")
    chapter = ada.page.get_by_role("article").get_by_role("heading").first
    expect(chapter).to_be_visible()
    expect(ada.page.locator("[data-move]").first).to_be_visible()
    _is_prepared(ada)
    ada.page.wait_for_function(KEEPS_A_GUIDE)
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

    # As soon as there is a network, the page comes by itself.
    ada.page.goto("/new/quatrefoil")
    ada.sees("page.offline.title")
    proxy.restore()
    expect(ada.button("page.new.open")).to_be_visible()


def test_without_a_network_it_speaks_ones_language(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada: Visitor = visit(server, locale="fr", **WITH_WORKER)
    ada.page.goto("/")
    _is_prepared(ada)
    ada.page.context.set_offline(True)
    ada.page.goto("/lobby")
    with use_language("fr"):
        ada.sees("page.offline.title")
        ada.page.context.set_offline(False)
        expect(ada.page.get_by_text(words("page.offline.title"))).to_have_count(0)


def test_nothing_of_anybodys_games_is_kept(server: ServerProcess, visit: NewVisitor) -> None:
    ada: Visitor = visit(server, **WITH_WORKER)
    ada.page.goto("/")
    _is_prepared(ada)
    ada.creates_a_table(**with_easy_bots("quivvit", 2))
    expect(ada.button("page.gather.start")).to_be_visible()
    ada.page.goto("/games/quivvit")
    expect(ada.page.get_by_role("article")).to_be_visible()
    _, kept = ada.page.evaluate(KEPT)
    assert "/api/guide/quivvit/en" in kept
    others = [path for path in kept if not path.startswith(("/assets/", "/api/guide/"))]
    assert others == ["/"]


def test_a_new_build_takes_the_place_of_an_older_one(
    server: ServerProcess, visit: NewVisitor
) -> None:
    ada: Visitor = visit(server, **WITH_WORKER)
    ada.page.goto("/")
    _is_prepared(ada)
    (build,), _ = ada.page.evaluate(KEPT)
    ada.page.evaluate(
        """async () => {
          await (await navigator.serviceWorker.ready).unregister();
          await caches.open('an older build');
        }"""
    )
    ada.page.goto("/lobby")
    ada.page.wait_for_function(
        "async build => String(await caches.keys()) === build"
        " && navigator.serviceWorker.controller !== null",
        arg=build,
    )
    _is_prepared(ada)
