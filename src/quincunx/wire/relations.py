"""Friends, following, blocking, and invitations to tables."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from quincunx.wire.ids import PersonId, TableId
from quincunx.wire.people import Person
from quincunx.wire.tables import TablePhase

RelationAction = Literal["befriend", "unfriend", "follow", "unfollow", "block", "unblock"]
"""What you can do about another person.

befriend: ask for friendship, or accept the other person's request. unfriend: end the friendship,
withdraw your request, or decline the other person's.
"""

Audience = Literal["everyone", "friends", "nobody"]
"""Who may do or see something that concerns you."""


class ChangeRelation(msgspec.Struct, frozen=True):
    """Do something about another person."""

    action: RelationAction


class Relation(msgspec.Struct, frozen=True):
    """What you are to another person, as far as you may know."""

    friend: bool = False
    asked: bool = False
    """Whether you have asked for friendship and got no answer."""
    asks: bool = False
    """Whether the other person has asked you."""
    following: bool = False
    blocked: bool = False
    """Whether you have blocked the other person."""
    can_befriend: bool = False
    """Whether both of you have accounts, so that you can be friends and follow each other."""
    can_invite: bool = False
    """Whether the other person accepts your invitations to tables."""


class ContactTable(msgspec.Struct, frozen=True):
    """The public table at which a person is."""

    id: TableId
    game: str
    phase: TablePhase


class Contact(msgspec.Struct, frozen=True):
    """A friend, or a person whom you follow."""

    person: Person
    friend: bool
    following: bool
    can_invite: bool
    online: bool = False
    """Whether the person is online and lets you see it."""
    table: ContactTable | None = None
    """The public table at which the person is, if you may see that the person is online."""


class ContactSettings(msgspec.Struct, frozen=True):
    """Who may contact and see you."""

    invitations: Audience = "friends"
    """Who may invite you to tables."""
    online: Audience = "everyone"
    """Who sees that you are online; of `everyone`, friends and the people who follow you."""


class Contacts(msgspec.Struct, frozen=True):
    """Your friends, the people whom you follow, and open friend requests."""

    people: tuple[Contact, ...]
    """In the order of their names."""
    requests: tuple[Person, ...]
    """The people who ask for your friendship, the latest first."""
    asked: tuple[Person, ...]
    """The people whom you have asked, the latest first."""
    settings: ContactSettings


class InvitePerson(msgspec.Struct, frozen=True):
    """Invite a person to a table of which you are the host."""

    person: Annotated[PersonId, msgspec.Meta(max_length=64)]


class TableInvitation(msgspec.Struct, frozen=True):
    """An invitation to a table whose game has not begun."""

    table: TableId
    game: str
    by: Person
    created: int
    """Wall time, in milliseconds since 1970."""


class News(msgspec.Struct, frozen=True, tag="news"):
    """What waits for you: sent first, and again whenever it changes."""

    invitations: tuple[TableInvitation, ...] = ()
    """The latest first."""
    requests: int = 0
    """The number of friend requests."""
