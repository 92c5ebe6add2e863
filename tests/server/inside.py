"""A real server inside the test's own process, so that a test may set its clock."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import uvicorn
from litestar import Litestar

from quincunx.server.http.app import create_app
from quincunx.server.http.transport import door


def served(database: str, metrics_from: tuple[str, ...] = ()) -> AbstractAsyncContextManager[str]:
    """Its address, while it is open."""
    return serving_app(create_app(database, metrics_from=metrics_from))


async def passes(app: Litestar, table: str, milliseconds: int) -> None:
    """So much of the house's time, all at once; then that table is looked after."""
    app.state.tables._clock._before += milliseconds
    await (await app.state.tables.find(table)).attend()


@asynccontextmanager
async def serving_app(app: Litestar) -> AsyncIterator[str]:
    # Named TCP, so that the event loop turns off the delay of small packets, which is 40 ms.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(door(app, log_level="warning", timeout_graceful_shutdown=1))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving
