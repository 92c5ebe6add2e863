"""What happened, built once, with a public part and private parts."""

from __future__ import annotations

import msgspec

from quincunx.core.messages import Arg, Message
from quincunx.core.viewers import OMNISCIENT, Viewer


class Event(msgspec.Struct, frozen=True):
    """One thing that happened, as each viewer may know it."""

    public: Message | None
    """What everybody may know; `None`: others notice nothing."""
    private: dict[int, Message] = {}
    """What these seats see in its place."""

    def seen_by(self, viewer: Viewer) -> tuple[Message, ...]:
        if viewer == OMNISCIENT and self.private:
            return tuple(self.private.values())
        if viewer is not None and viewer in self.private:
            return (self.private[viewer],)
        return () if self.public is None else (self.public,)


def public_event(message_id: str, **args: Arg) -> Event:
    """An event that hides nothing."""
    return Event(Message(message_id, args))


Events = tuple[Event, ...]


def visible_messages(events: Events, viewer: Viewer) -> tuple[Message, ...]:
    """All that the viewer notices of these events."""
    return tuple([message for event in events for message in event.seen_by(viewer)])
