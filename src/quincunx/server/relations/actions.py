"""What each action does to the relations of two people, within one transaction."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from sqlalchemy import delete, update

from quincunx.server.common.errors import NotAllowed
from quincunx.server.common.limits import (
    MAX_BLOCKS_PER_PERSON,
    MAX_FOLLOWED_PER_PERSON,
    MAX_FRIENDS_PER_PERSON,
    MAX_OPEN_FRIEND_REQUESTS,
)
from quincunx.server.relations import rows
from quincunx.server.relations.events import RelationEvent
from quincunx.server.relations.rows import RelationKind
from quincunx.server.storage import schema
from quincunx.server.storage.blocks import has_blocked
from quincunx.server.storage.connection import StoreConnection
from quincunx.wire import Person, PersonId, RelationAction

Action = Callable[[StoreConnection, Person, PersonId], Awaitable[RelationEvent | None]]


async def befriend(
    connection: StoreConnection, person: Person, other: PersonId
) -> RelationEvent | None:
    """Ask for friendship, or accept the other person's request."""
    mine = await rows.between(connection, person.id, other)
    theirs = await rows.between(connection, other, person.id)
    is_blocked = await has_blocked(connection, other, person.id)
    _check_not_blocked(mine)
    if "friend" in mine or "request" in mine:
        return None
    await _check_count(connection, person.id, "friend", MAX_FRIENDS_PER_PERSON)
    if "request" in theirs and not is_blocked:
        await _check_count(connection, other, "friend", MAX_FRIENDS_PER_PERSON)
        for one, another in ((person.id, other), (other, person.id)):
            await rows.remove(connection, one, another, "request", "withdrawn")
            await rows.add(connection, one, another, "friend")
        return RelationEvent("friend_accepted", other, person)
    await _check_count(connection, person.id, "request", MAX_OPEN_FRIEND_REQUESTS)
    if "withdrawn" in mine:
        # It is neither shown again, if it was declined, nor announced a second time.
        await rows.change_request(connection, person.id, other, "request")
        return None
    await rows.remove_lapsed_requests(connection, person.id)
    await rows.add(connection, person.id, other, "request", hidden=is_blocked)
    return None if is_blocked else RelationEvent("friend_request", other, person)


async def unfriend(connection: StoreConnection, person: Person, other: PersonId) -> None:
    """End the friendship, withdraw one's own request, and decline the other person's."""
    await rows.remove(connection, person.id, other, "friend")
    await rows.remove(connection, other, person.id, "friend")
    await rows.change_request(connection, person.id, other, "withdrawn")
    await rows.hide_request(connection, other, person.id)


async def follow(connection: StoreConnection, person: Person, other: PersonId) -> None:
    """Follow another person, who is not told."""
    mine = await rows.between(connection, person.id, other)
    _check_not_blocked(mine)
    if "follow" not in mine:
        await _check_count(connection, person.id, "follow", MAX_FOLLOWED_PER_PERSON)
        await rows.add(connection, person.id, other, "follow")


async def unfollow(connection: StoreConnection, person: Person, other: PersonId) -> None:
    await rows.remove(connection, person.id, other, "follow")


async def block(connection: StoreConnection, person: Person, other: PersonId) -> None:
    """Block another person: what was between the two ends, and what comes later is hidden.

    That the other person follows this one is kept, because its end would disclose the block.
    """
    if "block" in await rows.between(connection, person.id, other):
        return
    await _check_count(connection, person.id, "block", MAX_BLOCKS_PER_PERSON)
    await rows.add(connection, person.id, other, "block")
    await unfollow(connection, person, other)
    await unfriend(connection, person, other)
    invitations = schema.table_invitations.c
    await connection.execute(
        delete(schema.table_invitations).where(
            invitations.by == person.id, invitations.person == other
        )
    )
    await connection.execute(
        update(schema.table_invitations)
        .where(invitations.by == other, invitations.person == person.id)
        .values(hidden=True)
    )


async def unblock(connection: StoreConnection, person: Person, other: PersonId) -> None:
    """Lift the block; what was hidden by it stays hidden."""
    await rows.remove(connection, person.id, other, "block")


ACTIONS: Final[Mapping[RelationAction, Action]] = {
    "befriend": befriend,
    "unfriend": unfriend,
    "follow": follow,
    "unfollow": unfollow,
    "block": block,
    "unblock": unblock,
}

FOR_ACCOUNTS: Final[frozenset[RelationAction]] = frozenset({"befriend", "follow"})
"""Actions for which both people need accounts; everything can be ended without one."""


def _check_not_blocked(mine: Mapping[RelationKind, object]) -> None:
    """Refuse to approach a person whom one has blocked."""
    if "block" in mine:
        raise NotAllowed("table.refusal.unblock_first")


_TOO_MANY: Final[Mapping[RelationKind, str]] = {
    "friend": "table.refusal.too_many_friends",
    "follow": "table.refusal.too_many_followed",
    "block": "table.refusal.too_many_blocks",
    "request": "table.refusal.too_many_friend_requests",
}


async def _check_count(
    connection: StoreConnection, person: PersonId, kind: RelationKind, most: int
) -> None:
    if await rows.count(connection, person, kind) >= most:
        raise NotAllowed(_TOO_MANY[kind], most=most)
