"""Friends, following, blocking, invitations to tables, and the news of all this."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Annotated

from litestar import get, post, websocket
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, Parameter

from quincunx.server.common.errors import NotHuman, TableError
from quincunx.server.http.authentication import (
    AnyRequest,
    AnySocket,
    check_origin,
    client_address,
    current_person,
    require_person_within,
)
from quincunx.server.http.sending_sockets import (
    CONNECTION_LOST,
    TRY_AGAIN_LATER,
    count_messages,
    until_first,
)
from quincunx.server.ops import metrics
from quincunx.server.relations.news import NewsSubscriber
from quincunx.server.relations.people_search import find_people
from quincunx.wire import (
    ChangeRelation,
    Contacts,
    ContactSettings,
    InvitePerson,
    Person,
    PersonId,
    Relation,
    TableId,
    TableOpened,
)

WantedName = Annotated[str, Parameter(max_length=100)]


@get("/api/people")
async def search_people(request: AnyRequest, state: State, name: WantedName) -> tuple[Person, ...]:
    """Return the people with an account who have exactly that name or login."""
    await require_person_within(request, state.limits.people_searches)
    return await find_people(state.store, name)


@get("/api/people/{person_id:str}/relation")
async def relation(request: AnyRequest, state: State, person_id: FromPath[str]) -> Relation:
    """Return what the person of the session is to another."""
    person = await require_person_within(request, state.limits.reads)
    found: Relation = await state.relations.relation(person, PersonId(person_id))
    return found


@post("/api/people/{person_id:str}/relation", status_code=200)
async def change_relation(
    request: AnyRequest, state: State, person_id: FromPath[str], data: JSONBody[ChangeRelation]
) -> Relation:
    """Befriend, follow or block another person, or end that."""
    person = await require_person_within(request, state.limits.relations)
    changed: Relation = await state.relations.change(person, PersonId(person_id), data.action)
    return changed


@get("/api/contacts")
async def contacts(request: AnyRequest, state: State) -> Contacts:
    """Return friends, the people whom one follows, and friend requests."""
    person = await require_person_within(request, state.limits.reads)
    found: Contacts = await state.relations.contacts(person)
    return found


@post("/api/contacts/settings", status_code=204)
async def change_contact_settings(
    request: AnyRequest, state: State, data: JSONBody[ContactSettings]
) -> None:
    person = await require_person_within(request, state.limits.relations)
    await state.relations.change_settings(person, data)


@get("/api/blocks")
async def blocks(request: AnyRequest, state: State) -> tuple[Person, ...]:
    """Return the people whom the person of the session has blocked."""
    person = await require_person_within(request, state.limits.reads)
    found: tuple[Person, ...] = await state.relations.blocked(person)
    return found


@post("/api/tables/{table_id:str}/invitations", status_code=204)
async def invite_to_table(
    request: AnyRequest, state: State, table_id: FromPath[str], data: JSONBody[InvitePerson]
) -> None:
    """Invite a person to a table of which the person of the session is the host."""
    host = await require_person_within(request, state.limits.relations)
    await state.table_invitations.invite(host, TableId(table_id), data.person)


@post("/api/invitations/{table_id:str}/accept", status_code=200)
async def accept_invitation(
    request: AnyRequest, state: State, table_id: FromPath[str]
) -> TableOpened:
    """Take a seat at a table to which the person of the session was invited."""
    person = await require_person_within(request, state.limits.joins)
    opened: TableOpened = await state.table_invitations.accept(person, TableId(table_id))
    return opened


@post("/api/invitations/{table_id:str}/decline", status_code=204)
async def decline_invitation(request: AnyRequest, state: State, table_id: FromPath[str]) -> None:
    """Decline an invitation; its host is not told."""
    person = await require_person_within(request, state.limits.relations)
    await state.table_invitations.decline(person, TableId(table_id))


@websocket("/api/news/socket")
async def news_socket(socket: AnySocket, state: State) -> None:
    """Send who invites the person and how many ask for friendship, whenever it changes.

    While a person has such a socket, the person is online.
    """
    check_origin(socket)
    here = client_address(socket)
    await socket.accept()
    closed = asyncio.Event()
    try:
        person = await current_person(socket)
        if person is None:
            raise NotHuman("table.refusal.who_are_you")
        with (
            metrics.SOCKETS.labels("news").track_inprogress(),
            state.open_sockets.track(here, person, closed.set),
        ):
            state.limits.joins.take(here, person)
            count = partial(state.limits.messages.take, here, person)
            with state.news.subscribe(person, state.store, state.tables.presence) as subscriber:
                await until_first(
                    _send_news(socket, subscriber), count_messages(socket, count), closed.wait()
                )
    except TableError:
        with suppress(*CONNECTION_LOST):
            await socket.close(TRY_AGAIN_LATER)


async def _send_news(socket: AnySocket, subscriber: NewsSubscriber) -> None:
    with suppress(*CONNECTION_LOST):
        while True:
            await socket.send_data((await subscriber.next_message()).decode())


ROUTES = (
    search_people,
    relation,
    change_relation,
    contacts,
    change_contact_settings,
    blocks,
    invite_to_table,
    accept_invitation,
    decline_invitation,
    news_socket,
)
