"""Fixtures: a browser, and servers with the built page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from quincunx.server.http.routes.page import PAGE
from tests.browser.chromium import chromium
from tests.browser.visitor import TIMEOUT_MS, NewVisitor, Visitor
from tests.helpers.proxy import CuttableProxy
from tests.helpers.server_process import ServerProcess, running_server

# Five seconds are too short on a busy machine.
expect.set_options(timeout=TIMEOUT_MS)

DEFAULT_SETTINGS: Final[dict[str, Any]] = {"reduced_motion": "reduce", "service_workers": "block"}
"""Animations and service workers take a quarter of a page's CPU time; only some tests need them."""


# Not for the whole session: while Playwright is running, no other test can run an event loop.
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
    """A proxy in front of the server, whose connections the test may cut."""
    cuttable = CuttableProxy(server.port)
    yield cuttable
    cuttable.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[NewVisitor]:
    """Open a browser context for a new visitor; errors on any of their pages fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def new_visitor(server: ServerProcess | CuttableProxy, **settings: Any) -> Visitor:
        context = browser.new_context(base_url=server.url, **{**DEFAULT_SETTINGS, **settings})
        context.set_default_timeout(TIMEOUT_MS)
        contexts.append(context)
        page = context.new_page()
        _record_errors(page, server, errors)
        return Visitor(page)

    yield new_visitor
    for context in contexts:
        context.close()
    assert errors == []


def _record_errors(page: Page, server: ServerProcess | CuttableProxy, errors: list[str]) -> None:
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        lambda message: (
            errors.append(message.text)
            if "Content Security Policy" in message.text or "Uncaught" in message.text
            else None
        ),
    )
    page.on(
        "request",
        lambda request: (
            None
            if request.url.startswith((server.url, "ws", "data:", "blob:"))
            else errors.append(f"a request to another host: {request.url}")
        ),
    )
