"""The alert about what another person has done: an invitation to a table, or a friend request."""

from __future__ import annotations

from typing import Final

from quincunx.core.messages import Message
from quincunx.server.notifications.alerts import Alert, MailSubject, isolated
from quincunx.server.relations.events import RelationEvent

FRIENDS_PATH: Final = "/friends"
"""The page that lists invitations and friend requests."""


def relation_alert(event: RelationEvent) -> Alert | None:
    """Return the alert about an event, if there is one: an accepted request needs no answer."""
    if event.kind == "friend_accepted":
        return None
    who = isolated(event.by.name)
    if event.kind == "invitation":
        tag, text = f"{event.table}", Message(f"{event.game}.name")
    else:
        tag, text = f"friend_request:{event.by.id}", Message("server.alert.friend_request.note")
    return Alert(
        person=event.person,
        kind="invited",
        id=f"{event.kind}:{tag}",
        tag=tag,
        title=Message(f"server.alert.{event.kind}", {"name": who}),
        text=text,
        path=FRIENDS_PATH,
        caused_by=event.by.id,
        mail=MailSubject("invited"),
    )
