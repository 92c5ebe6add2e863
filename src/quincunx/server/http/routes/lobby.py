"""The lobby: as it is now, or live over a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, Final

from litestar import get, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery

from quincunx.server.common.errors import TableError
from quincunx.server.http.authentication import (
    AnyRequest,
    AnySocket,
    check_origin,
    client_address,
    current_person,
)
from quincunx.server.lobby.feed import LobbySubscriber
from quincunx.server.ops import metrics
from quincunx.wire import LobbySnapshot

CONNECTION_LOST: Final = (WebSocketDisconnect, OSError)
"""Raised by a socket that the client has closed."""

TRY_AGAIN_LATER: Final = 1013
"""The WebSocket close code for a limit that is exceeded."""


@get("/api/lobby", for_programs=True)
async def lobby(request: AnyRequest, state: State) -> LobbySnapshot:
    snapshot: LobbySnapshot = await state.lobby.snapshot(await current_person(request))
    return snapshot


@websocket("/api/lobby/socket", for_programs=True)
async def lobby_socket(socket: AnySocket, state: State, changes: FromQuery[bool] = False) -> None:
    """Send the lobby, then each change, also to clients without a session.

    Without `changes` the whole lobby is sent again each time, as older clients expect.
    """
    check_origin(socket)
    here = client_address(socket)
    await socket.accept()
    closed = asyncio.Event()
    try:
        person = await current_person(socket)
        with (
            metrics.SOCKETS.labels("lobby").track_inprogress(),
            state.open_sockets.track(here, person, closed.set),
        ):
            state.limits.joins.take(here, person)
            count = partial(state.limits.messages.take, here, person)
            with state.lobby.subscribe(person, differences=changes) as subscriber:
                await _until_first(
                    _send_updates(socket, subscriber), _count_messages(socket, count), closed.wait()
                )
    except TableError:
        with suppress(*CONNECTION_LOST):
            await socket.close(TRY_AGAIN_LATER)


async def _until_first(*coroutines: Coroutine[Any, Any, object]) -> None:
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


async def _send_updates(socket: AnySocket, subscriber: LobbySubscriber) -> None:
    with suppress(*CONNECTION_LOST):
        while True:
            for text in await subscriber.next_messages():
                await socket.send_data(text.decode())


async def _count_messages(socket: AnySocket, count: Callable[[], None]) -> None:
    """Count the client's messages, which are ignored otherwise."""
    with suppress(*CONNECTION_LOST):
        while True:
            await socket.receive_data("text")
            count()


ROUTES = (lobby, lobby_socket)
