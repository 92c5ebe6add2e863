"""Tables: creating and joining them, their sockets, records and reviews."""

from __future__ import annotations

from functools import partial

from litestar import Response, get, post, websocket
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery, JSONBody

from quincunx.core.errors import QuincunxError
from quincunx.server.common.errors import NotHuman, TableError
from quincunx.server.http.authentication import (
    AnyRequest,
    AnySocket,
    check_origin,
    client_address,
    current_person,
    require_person_within,
)
from quincunx.server.http.compressed_json import compressed_json
from quincunx.server.http.connection import Connection, refuse
from quincunx.server.http.transport import PROTOCOL_KEY, WebSocketProtocol
from quincunx.server.ops import metrics
from quincunx.server.people.own_result import own_result
from quincunx.server.storage.table_data.private_notes import load_private_notes
from quincunx.server.storage.table_data.seats import load_bot_seats, load_seat
from quincunx.server.tables.private_notes import write_private_notes
from quincunx.wire import (
    NewTable,
    OwnResult,
    Person,
    PlayNow,
    PlayOn,
    PlaySameDeal,
    PrivateNotes,
    TableId,
    TableOpened,
    YourSeat,
)


@post("/api/tables")
async def open_table(request: AnyRequest, state: State, data: JSONBody[NewTable]) -> TableOpened:
    host = await require_person_within(request, state.limits.tables)
    opened: TableOpened = await state.tables.creation.create(host, data)
    return opened


@post("/api/play")
async def play_now(request: AnyRequest, state: State, data: JSONBody[PlayNow]) -> TableOpened:
    """Take a seat at a public table, or at a new one whose empty seats bots will take."""
    person = await require_person_within(request, state.limits.tables)
    opened: TableOpened = await state.tables.creation.play_now(person, data)
    return opened


@post("/api/tables/{table_id:str}/join", for_programs=True)
async def join_table(request: AnyRequest, state: State, table_id: FromPath[str]) -> TableOpened:
    """Take any free seat at a public table."""
    person = await require_person_within(request, state.limits.joins)
    opened: TableOpened = await state.tables.creation.join(person, table_id)
    return opened


@post("/api/tables/{table_id:str}/play-on")
async def play_on(
    request: AnyRequest, state: State, table_id: FromPath[str], data: JSONBody[PlayOn]
) -> TableOpened:
    person = await require_person_within(request, state.limits.tables)
    opened: TableOpened = await state.tables.creation.play_on(person, table_id, data)
    return opened


@post("/api/tables/{table_id:str}/challenge")
async def challenge(
    request: AnyRequest, state: State, table_id: FromPath[str], data: JSONBody[PlaySameDeal]
) -> TableOpened:
    person = await require_person_within(request, state.limits.tables)
    opened: TableOpened = await state.tables.creation.challenge(person, table_id, data)
    return opened


@get("/api/tables/{table_id:str}/record", compressed=True, for_programs=True)
async def record(
    request: AnyRequest, state: State, table_id: FromPath[str], seat: FromQuery[int | None] = None
) -> Response[bytes]:
    """Return as much of the record as this person may see."""
    person, here = await current_person(request), client_address(request)
    state.limits.reads.take(here, person)
    charge = partial(state.limits.read_work.take, here, person)
    return await compressed_json(request, await state.tables.record(person, table_id, seat, charge))


@get("/api/tables/{table_id:str}/review", compressed=True)
async def review(request: AnyRequest, state: State, table_id: FromPath[str]) -> Response[bytes]:
    """Return the review of a finished game."""
    person, here = await current_person(request), client_address(request)
    state.limits.reads.take(here, person)
    if state.reviews.knows(table_id):
        return await compressed_json(request, await state.reviews.known(table_id))
    table = await state.tables.registry.find_current(table_id)
    charge = partial(state.limits.review_work.take, here, person)
    requester = here if person is None else person.id
    return await compressed_json(request, await state.reviews.of(table, requester, charge))


@get("/api/tables/{table_id:str}/seat", for_programs=True)
async def your_seat(request: AnyRequest, state: State, table_id: FromPath[str]) -> YourSeat:
    """Return this person's seat and those of bot accounts, which a record does not name."""
    person = await current_person(request)
    state.limits.reads.take(client_address(request), person)
    table = TableId(table_id)
    async with state.store.connect() as connection:
        seat = None if person is None else await load_seat(connection, table, person.id)
        return YourSeat(seat, await load_bot_seats(connection, table))


@get("/api/tables/{table_id:str}/result", for_programs=True)
async def result(request: AnyRequest, state: State, table_id: FromPath[str]) -> OwnResult | None:
    """Return what a finished game changed for this person."""
    person = await current_person(request)
    state.limits.reads.take(client_address(request), person)
    return None if person is None else await own_result(state.store, TableId(table_id), person)


@get("/api/tables/{table_id:str}/notes")
async def read_notes(
    request: AnyRequest, state: State, table_id: FromPath[str]
) -> tuple[PrivateNotes, ...]:
    """Return what this person has noted at the table, in the order of the versions."""
    person = await require_person_within(request, state.limits.reads)
    return await load_private_notes(state.store, TableId(table_id), person.id)


@post("/api/tables/{table_id:str}/notes", status_code=200)
async def write_notes(
    request: AnyRequest, state: State, table_id: FromPath[str], data: JSONBody[PrivateNotes]
) -> None:
    """Store what this player has noted, in place of earlier notes at the same version."""
    person = await require_person_within(request, state.limits.messages)
    registry = state.tables.registry
    await write_private_notes(state.store, registry, TableId(table_id), person, data)


@websocket("/api/tables/{table_id:str}/socket", for_programs=True)
async def table_socket(socket: AnySocket, state: State, table_id: FromPath[str]) -> None:
    check_origin(socket)
    await socket.accept()
    line = socket.scope["state"][PROTOCOL_KEY]
    try:
        person = await current_person(socket)
    except TableError as error:
        line.continue_with(refuse(line, error))
        return
    # Behind a reverse proxy the operating system measures only the way to that one.
    is_direct = socket.client is not None and socket.client.host == line.peer_host
    line.continue_with(
        _serve(line, client_address(socket), person, state, TableId(table_id), is_direct=is_direct)
    )


async def _serve(
    line: WebSocketProtocol,
    here: str,
    person: Person | None,
    state: State,
    table_id: TableId,
    *,
    is_direct: bool,
) -> None:
    try:
        state.limits.joins.take(here, person)
        if person is None:
            raise NotHuman("table.refusal.who_are_you")
        connection = Connection(line, here, person, state.tables, state.limits, is_direct=is_direct)
        with (
            metrics.SOCKETS.labels("table").track_inprogress(),
            state.open_sockets.track(here, person, connection.dismiss),
        ):
            await connection.serve(table_id)
    except QuincunxError as error:
        await refuse(line, error)


ROUTES = (
    open_table,
    play_now,
    join_table,
    play_on,
    challenge,
    record,
    review,
    your_seat,
    result,
    read_notes,
    write_notes,
    table_socket,
)
