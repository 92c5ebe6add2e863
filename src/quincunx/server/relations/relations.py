"""The relations of people: read, changed, and announced to those whom they concern."""

from __future__ import annotations

from collections.abc import Collection

from quincunx.server.relations import rows
from quincunx.server.relations.actions import ACTIONS, FOR_ACCOUNTS
from quincunx.server.relations.contact_settings import (
    includes,
    load_settings,
    store_settings,
)
from quincunx.server.relations.contacts import FindOnline, load_blocked, load_contacts
from quincunx.server.relations.events import EventListener, RelationEvent
from quincunx.server.relations.news import NewsFeed
from quincunx.server.relations.subjects import has_account, load_other
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import Contacts, ContactSettings, Person, PersonId, Relation, RelationAction


class Relations:
    """Friends, following and blocking."""

    def __init__(self, store: Store, news: NewsFeed, find_online: FindOnline) -> None:
        self._store = store
        self._news = news
        self._find_online = find_online
        self.listeners: list[EventListener] = []
        """Called when a friend request, its acceptance or an invitation is stored."""

    async def relation(self, person: Person, other: PersonId) -> Relation:
        """Return what a person is to another."""
        async with self._store.connect() as connection:
            await load_other(connection, person, other, with_accounts=False)
            return await _load_relation(connection, person.id, other)

    async def change(self, person: Person, other: PersonId, action: RelationAction) -> Relation:
        """Do something about another person; return what the two are then."""

        async def job(connection: StoreConnection) -> tuple[RelationEvent | None, Relation]:
            await load_other(connection, person, other, with_accounts=action in FOR_ACCOUNTS)
            event = await ACTIONS[action](connection, person, other)
            await self._store.notify(connection, "contacted", person.id, other)
            return event, await _load_relation(connection, person.id, other)

        event, relation = await self._store.write(job)
        self.announce(event, [person.id, other])
        return relation

    def announce(self, event: RelationEvent | None, people: Collection[PersonId]) -> None:
        """Show these people their news, and tell the listeners of an event."""
        for each in people:
            self._news.person_changed(each)
        if event is not None:
            for listener in self.listeners:
                listener(event)

    async def contacts(self, person: Person) -> Contacts:
        """Return a person's friends, the people whom they follow, and friend requests."""
        async with self._store.connect() as connection:
            return await load_contacts(connection, person.id, self._find_online)

    async def blocked(self, person: Person) -> tuple[Person, ...]:
        """Return the people whom a person has blocked."""
        async with self._store.connect() as connection:
            return await load_blocked(connection, person.id)

    async def change_settings(self, person: Person, settings: ContactSettings) -> None:
        """Store who may invite the person, and who sees that the person is online."""
        await self._store.write(lambda connection: store_settings(connection, person.id, settings))


async def _load_relation(
    connection: StoreConnection, person: PersonId, other: PersonId
) -> Relation:
    mine = await rows.between(connection, person, other)
    theirs = await rows.between(connection, other, person)
    settings = (await load_settings(connection, [other]))[other]
    can_befriend = await has_account(connection, person) and await has_account(connection, other)
    return Relation(
        friend="friend" in mine,
        asked="request" in mine,
        asks="request" in theirs and not theirs["request"]["hidden"],
        following="follow" in mine,
        blocked="block" in mine,
        can_befriend=can_befriend,
        can_invite=can_befriend and includes(settings.invitations, friend="friend" in mine),
    )
