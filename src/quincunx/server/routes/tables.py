"""Tables: opening one, coming to it, and what is left of it afterwards."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post, websocket
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from quincunx.server.connection import Connection, refused
from quincunx.server.errors import NotHuman, NotInvited
from quincunx.server.visitor import AnyRequest, AnySocket, check_origin, somebody, visitor
from quincunx.wire import Challenge, NewTable, Person, PlayNow, PlayOn, Review, TableOpened


@post("/api/tables")
async def open_table(request: AnyRequest, state: State, data: JSONBody[NewTable]) -> TableOpened:
    opened: TableOpened = await state.tables.open(await somebody(request), data)
    return opened


@post("/api/play")
async def play_now(request: AnyRequest, state: State, data: JSONBody[PlayNow]) -> TableOpened:
    """A seat at an open table, or at a new one that bots will fill."""
    opened: TableOpened = await state.tables.play_now(await somebody(request), data)
    return opened


@post("/api/tables/{table_id:str}/join")
async def join_table(request: AnyRequest, state: State, table_id: FromPath[str]) -> TableOpened:
    """Any free seat at an open table."""
    opened: TableOpened = await state.tables.join(await somebody(request), table_id)
    return opened


@post("/api/tables/{table_id:str}/play-on")
async def play_on(
    request: AnyRequest, state: State, table_id: FromPath[str], data: JSONBody[PlayOn]
) -> TableOpened:
    opened: TableOpened = await state.tables.play_on(await somebody(request), table_id, data)
    return opened


@post("/api/tables/{table_id:str}/challenge")
async def challenge(
    request: AnyRequest, state: State, table_id: FromPath[str], data: JSONBody[Challenge]
) -> TableOpened:
    opened: TableOpened = await state.tables.challenge(await somebody(request), table_id, data)
    return opened


@get("/api/tables/{table_id:str}/record")
async def record(
    request: AnyRequest, state: State, table_id: FromPath[str], seat: FromQuery[int | None] = None
) -> Response[bytes]:
    """The record, as much of it as this person may have."""
    table = await state.tables.find(table_id)
    person = await visitor(request) or Person("", "")
    if not table.is_shown and not table.admits(person, ""):
        raise NotInvited("table.refusal.not_invited")
    return Response(table.record(person, seat).to_json().encode(), media_type="application/json")


@get("/api/tables/{table_id:str}/review")
async def review(state: State, table_id: FromPath[str]) -> Review:
    """The finished game, looked at again by the solver."""
    looked_at: Review = await state.reviews.of(await state.tables.find(table_id))
    return looked_at


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: AnySocket, state: State, table_id: FromPath[str]) -> None:
    check_origin(socket)
    person = await visitor(socket)
    await socket.accept()
    if person is None:
        error = NotHuman("table.refusal.who_are_you")
        await socket.send_data(msgspec.json.encode(refused(None, error)).decode())
        await socket.close(4000)
        return
    await Connection(socket, person, state.tables).serve(table_id)


ROUTES = (open_table, play_now, join_table, play_on, challenge, record, review, table_socket)
