"""The lobby: once, or live."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import msgspec
from litestar import get, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from quincunx.server.lobby import Onlooker
from quincunx.server.visitor import AnyRequest, AnySocket, check_origin, visitor
from quincunx.wire import Lobby

CLOSED: Final = (WebSocketDisconnect, OSError)
"""What a socket raises that the other side has closed."""


@get("/api/lobby")
async def lobby(request: AnyRequest, state: State) -> Lobby:
    told: Lobby = await state.lobby.now(await visitor(request))
    return told


@websocket("/api/lobby/socket")
async def lobby_socket(socket: AnySocket, state: State) -> None:
    """The lobby at once, and again whenever it changes; also for who has no name yet."""
    check_origin(socket)
    person = await visitor(socket)
    await socket.accept()
    with state.lobby.looking(person) as onlooker:
        tasks = [asyncio.create_task(work) for work in (_talk(socket, onlooker), _listen(socket))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _talk(socket: AnySocket, onlooker: Onlooker) -> None:
    with suppress(*CLOSED):
        while True:
            told = await onlooker.news()
            await socket.send_data(msgspec.json.encode(told).decode())


async def _listen(socket: AnySocket) -> None:
    """Whatever is said is not answered."""
    with suppress(*CLOSED):
        while True:
            await socket.receive_data("text")


ROUTES = (lobby, lobby_socket)
