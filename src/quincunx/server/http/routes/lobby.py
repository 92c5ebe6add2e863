"""The lobby: once, or live."""

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

CLOSED: Final = (WebSocketDisconnect, OSError)
"""What a socket raises that the other side has closed."""

TRY_AGAIN_LATER: Final = 1013
"""What WebSockets call too many."""


@get("/api/lobby")
async def lobby(request: AnyRequest, state: State) -> LobbySnapshot:
    told: LobbySnapshot = await state.lobby.snapshot(await current_person(request))
    return told


@websocket("/api/lobby/socket")
async def lobby_socket(socket: AnySocket, state: State, changes: FromQuery[bool] = False) -> None:
    """The lobby at once, then what changes; also for visitors without a name.

    Without `changes` the whole lobby is sent again each time, as clients of older versions expect.
    """
    check_origin(socket)
    here = client_address(socket)
    await socket.accept()
    person = await current_person(socket)
    hang_up = asyncio.Event()
    try:
        with (
            metrics.SOCKETS.labels("lobby").track_inprogress(),
            state.open_sockets.track(here, person, hang_up.set),
        ):
            state.limits.joins.take(here, person)
            count = partial(state.limits.messages.take, here, person)
            with state.lobby.subscribe(person, differences=changes) as subscriber:
                await _any_of(_talk(socket, subscriber), _listen(socket, count), hang_up.wait())
    except TableError:
        with suppress(*CLOSED):
            await socket.close(TRY_AGAIN_LATER)


async def _any_of(*works: Coroutine[Any, Any, object]) -> None:
    """Until one of them has ended; the others are given up."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _talk(socket: AnySocket, subscriber: LobbySubscriber) -> None:
    with suppress(*CLOSED):
        while True:
            for text in await subscriber.next_messages():
                await socket.send_data(text.decode())


async def _listen(socket: AnySocket, count: Callable[[], None]) -> None:
    """Whatever is said is not answered."""
    with suppress(*CLOSED):
        while True:
            await socket.receive_data("text")
            count()


ROUTES = (lobby, lobby_socket)
