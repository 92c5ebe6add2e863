"""Fixtures: a browser, and servers with the built page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from quincunx.server.http.routes.site.page import PAGE
from tests.browser.chromium import chromium
from tests.browser.contexts import ContextPool, LentContext
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


@pytest.fixture(scope="package")
def contexts(browser: Browser) -> ContextPool:
    return ContextPool(browser)


@pytest.fixture
def visit(contexts: ContextPool) -> Iterator[NewVisitor]:
    """Open a page for a new visitor; errors on any of their pages fail the test.

    With `first_visit` the browser has no file of the page in its cache, and what the test changes
    in the whole context, such as its clock, is not kept for other tests.
    """
    lent: list[LentContext] = []
    errors: list[str] = []

    def new_visitor(
        server: ServerProcess | CuttableProxy, *, first_visit: bool = False, **settings: Any
    ) -> Visitor:
        settings = {"base_url": server.url, **DEFAULT_SETTINGS, **settings}
        is_shared = isinstance(server, ServerProcess) and not first_visit
        opened = contexts.lend(settings, is_reused=is_shared)
        lent.append(opened)
        opened.context.set_default_timeout(TIMEOUT_MS)
        _record_errors(opened.page, server, errors)
        return Visitor(opened.page)

    yield new_visitor
    for opened in lent:
        contexts.take_back(opened)
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
