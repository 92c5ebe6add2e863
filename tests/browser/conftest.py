"""A browser, and a server with the built page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from quincunx.server.http.routes.page import PAGE
from tests.browser.chromium import chromium
from tests.browser.visitor import LONG, NewVisitor, Visitor
from tests.helpers.proxy import CuttableProxy
from tests.helpers.server_process import ServerProcess, running_server

# Five seconds would be too short for a machine that does three other things.
expect.set_options(timeout=LONG)

CHEAP: Final[dict[str, Any]] = {"reduced_motion": "reduce", "service_workers": "block"}
"""Animations and service workers take a quarter of a page's CPU time; only some tests need them."""


# Not for the whole session: while Playwright is there, no other test can run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    assert (PAGE / "index.html").is_file(), "the page is not built: `make page`"
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that the test may kill."""
    with running_server(tmp_path_factory.mktemp("own")) as running:
        yield running


@pytest.fixture
def proxy(server: ServerProcess) -> Iterator[CuttableProxy]:
    """The way to the server, which the test may interrupt."""
    laid = CuttableProxy(server.port)
    yield laid
    laid.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[NewVisitor]:
    """Opens a browser of somebody's own; what goes wrong in any of their pages fails the test."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_one(server: ServerProcess | CuttableProxy, **settings: Any) -> Visitor:
        context = browser.new_context(base_url=server.url, **{**CHEAP, **settings})
        context.set_default_timeout(LONG)
        contexts.append(context)
        page = context.new_page()
        _listen(page, server, troubles)
        return Visitor(page)

    yield open_one
    for context in contexts:
        context.close()
    assert troubles == []


def _listen(page: Page, server: ServerProcess | CuttableProxy, troubles: list[str]) -> None:
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda said: (
            troubles.append(said.text)
            if "Content Security Policy" in said.text or "Uncaught" in said.text
            else None
        ),
    )
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((server.url, "ws", "data:", "blob:"))
            else troubles.append(f"a request to another host: {request.url}")
        ),
    )
