"""How long a test waits for what must come, on however slow a machine."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")

PATIENCE: Final = 180.0
"""Seconds. What has not happened by then never will; whoever waits for it loses nothing before."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """In an event loop of its own; what hangs fails in the end."""
    return asyncio.run(asyncio.wait_for(work, PATIENCE))
