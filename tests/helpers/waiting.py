"""The one timeout of the tests: long enough for a machine that is many times slower."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

T = TypeVar("T")

MAX_WAIT_S: Final = 180.0
"""Only a failing test waits this long: every wait ends as soon as its condition is met."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop, and fail if it does not end within `MAX_WAIT_S`."""
    return asyncio.run(asyncio.wait_for(work, MAX_WAIT_S))


def run_in_thread(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in another thread: in a browser test this one has Playwright's event loop."""
    with ThreadPoolExecutor() as thread:
        return thread.submit(run, work).result()
