"""The lobby: as it is now, or live over a socket."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial

from litestar import get, websocket
from litestar.datastructures import State
from litestar.params import FromQuery

from quincunx.server.common.errors import TableError
from quincunx.server.http.authentication import (
    AnyRequest,
    AnySocket,
    check_origin,
    client_address,
    current_person,
)
from quincunx.server.http.sending_sockets import (
    CONNECTION_LOST,
    TRY_AGAIN_LATER,
    count_messages,
    until_first,
)
from quincunx.server.lobby.feed import LobbySubscriber
from quincunx.server.ops import metrics
from quincunx.server.pairing.pairing import SeekListener
from quincunx.wire import LobbySnapshot


@get("/api/lobby", for_programs=True)
async def lobby(request: AnyRequest, state: State) -> LobbySnapshot:
    snapshot: LobbySnapshot = await state.lobby.snapshot(await current_person(request))
    return snapshot


@websocket("/api/lobby/socket", for_programs=True)
async def lobby_socket(
    socket: AnySocket,
    state: State,
    changes: FromQuery[bool] = False,
    seeks: FromQuery[bool] = False,
    own: FromQuery[bool] = False,
) -> None:
    """Send the lobby, then each change, also to clients without a session.

    Without `changes` the whole lobby is sent again each time, as older clients expect.
    With `seeks` a person who is looking for a game is told how the search stands, and looks for as
    long as one such socket is open. With `own` only the person's own games are sent.
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
            with (
                state.lobby.subscribe(person, differences=changes, own_only=own) as subscriber,
                state.pairing.listen(person if seeks else None) as listener,
            ):
                await until_first(
                    _send_updates(socket, subscriber),
                    _send_seek(socket, listener),
                    count_messages(socket, count),
                    closed.wait(),
                )
    except TableError:
        with suppress(*CONNECTION_LOST):
            await socket.close(TRY_AGAIN_LATER)


async def _send_updates(socket: AnySocket, subscriber: LobbySubscriber) -> None:
    with suppress(*CONNECTION_LOST):
        while True:
            for text in await subscriber.next_messages():
                await socket.send_data(text.decode())


async def _send_seek(socket: AnySocket, listener: SeekListener) -> None:
    with suppress(*CONNECTION_LOST):
        while True:
            await socket.send_data((await listener.next_message()).decode())


ROUTES = (lobby, lobby_socket)
