"""A real server inside the test's own process, so that a test may set its clock."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn

from quincunx.server.app import create_app


@asynccontextmanager
async def served(database: str) -> AsyncIterator[str]:
    """Its address, while it is open."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(
            uvicorn.Config(create_app(database), log_level="warning", timeout_graceful_shutdown=1)
        )
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving
