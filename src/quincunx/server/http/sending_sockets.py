"""What sockets that only send have in common: the lobby's and that of the news."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from litestar.exceptions import WebSocketDisconnect

from quincunx.server.http.authentication import AnySocket

CONNECTION_LOST: Final = (WebSocketDisconnect, OSError)
"""Raised by a socket that the client has closed."""

TRY_AGAIN_LATER: Final = 1013
"""The WebSocket close code for a limit that is exceeded."""


async def until_first(*coroutines: Coroutine[Any, Any, object]) -> None:
    """Run coroutines until one of them has finished, and cancel the others."""
    tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def count_messages(socket: AnySocket, count: Callable[[], None]) -> None:
    """Count the client's messages, which are ignored otherwise."""
    with suppress(*CONNECTION_LOST):
        while True:
            await socket.receive_data("text")
            count()
