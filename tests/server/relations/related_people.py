"""People with relations, in a store and at a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from quincunx.client import Client
from quincunx.server.relations.events import RelationEvent
from quincunx.server.relations.news import NewsFeed
from quincunx.server.relations.relations import Relations
from quincunx.server.storage.store import Store
from quincunx.wire import News, Person, PersonId, Register, Relation, RelationAction
from tests.helpers.http_calls import call
from tests.helpers.stores import new_guests
from tests.server.people.quick_accounts import SECRET, accounts


class Related(NamedTuple):
    """Relations in a store, and the events that they announced."""

    relations: Relations
    events: list[RelationEvent]
    online: set[PersonId]
    """The people who count as online."""


def relations_in(store: Store) -> Related:
    """Return the relations of a store; the test decides who is online."""
    online: set[PersonId] = set()

    async def find_online(people: Collection[PersonId]) -> frozenset[PersonId]:
        return frozenset(online.intersection(people))

    related = Related(Relations(store, NewsFeed(), find_online), [], online)
    related.relations.listeners.append(related.events.append)
    return related


async def new_accounts(store: Store, *names: str) -> list[Person]:
    """Return people with accounts, whose logins are their names in lower case."""
    people = await new_guests(store, *names)
    for person in people:
        await accounts(store).register(person, Register(f"{person.name.lower()}-login", SECRET))
    return people


async def befriend(relations: Relations, one: Person, other: Person) -> None:
    await relations.change(one, other.id, "befriend")
    await relations.change(other, one.id, "befriend")


async def account_at(url: str, name: str) -> Client:
    """Return a new person with an account at a server."""
    client = await Client.guest(url, name)
    await client.register(f"{name.lower()}-{client.person.id[:8]}", SECRET)
    return client


async def act(client: Client, other: Client, action: RelationAction) -> Relation:
    path = f"/api/people/{other.person.id}/relation"
    found: Relation = await call(client, "POST", path, {"action": action}, Relation)
    return found


@asynccontextmanager
async def news_of(client: Client) -> AsyncIterator[ClientConnection]:
    """Open the socket that shows a person's news; while it is open, the person is online."""
    address = f"ws{client.url.removeprefix('http')}/api/news/socket"
    async with connect(address, additional_headers={"Cookie": client.cookie}) as socket:
        yield socket


async def next_news(socket: ClientConnection) -> News:
    return msgspec.json.decode(await socket.recv(), type=News)
