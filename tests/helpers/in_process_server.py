"""A real server inside the test's own process, so that a test can patch it and set its clock."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import uvicorn
from litestar import Litestar

from quincunx.server.http.app import create_app
from quincunx.server.http.transport import uvicorn_config
from quincunx.server.notifications.push_sender import PushOptions


def serve_database(
    database: str, metrics_from: tuple[str, ...] = (), push_options: PushOptions | None = None
) -> AbstractAsyncContextManager[str]:
    """Serve a new app on this database; yields its URL."""
    options = push_options or PushOptions()
    return serve_app(create_app(database, metrics_from=metrics_from, push_options=options))


async def advance_clock(app: Litestar, table: str, milliseconds: int) -> None:
    """Move the server's clock forward, and let the table act on what is due by then."""
    app.state.tables.registry.services.clock._before += milliseconds
    await (await app.state.tables.registry.find(table)).wake_up()


@asynccontextmanager
async def serve_app(app: Litestar) -> AsyncIterator[str]:
    """Serve an app on a free port of this machine; yields its URL."""
    # Given the protocol, the event loop sets TCP_NODELAY; otherwise each reply waits 40 ms.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(
            uvicorn_config(app, log_level="warning", timeout_graceful_shutdown=1)
        )
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving
