"""Events of which people are told who are not online, by whatever reaches them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from quincunx.wire import Person, PersonId, TableId


class RelationEvent(NamedTuple):
    """Something that another person has done and `person` may see; it is stored already."""

    kind: Literal["friend_request", "friend_accepted", "invitation"]
    person: PersonId
    """The person to be told."""
    by: Person
    table: TableId | None = None
    """The table of an invitation, and its game."""
    game: str | None = None


EventListener = Callable[[RelationEvent], None]
"""Called after the commit, in the process that made it; must return at once."""
