"""Waiting for an asynchronous condition on a page.

`Page.wait_for_function` does not await a promise: it takes the promise itself for a true answer.
"""

from __future__ import annotations

import time
from typing import Any, Final

from playwright.sync_api import Page

from tests.helpers.waiting import MAX_WAIT_S

POLL_INTERVAL_MS: Final = 50


def wait_for_async(page: Page, condition: str, arg: Any = None) -> None:
    """Wait until an async function of the page returns true."""
    deadline = time.monotonic() + MAX_WAIT_S
    while not page.evaluate(condition, arg):
        assert time.monotonic() < deadline, f"still false: {condition}"
        page.wait_for_timeout(POLL_INTERVAL_MS)
