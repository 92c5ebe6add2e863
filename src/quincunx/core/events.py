"""Events: what happened, with a public message and private ones for some seats."""

from __future__ import annotations

import msgspec

from quincunx.core.messages import Arg, Message
from quincunx.core.viewers import OMNISCIENT, Viewer


class Event(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened, and the message that each viewer gets."""

    public: Message | None
    """The message for everybody else; `None`: they notice nothing."""
    private: dict[int, Message] = {}
    """The messages for these seats instead of the public one."""

    def seen_by(self, viewer: Viewer) -> tuple[Message, ...]:
        """Return the messages that the viewer gets."""
        if viewer == OMNISCIENT and self.private:
            return tuple(self.private.values())
        if viewer is not None and viewer in self.private:
            return (self.private[viewer],)
        return () if self.public is None else (self.public,)


def public_event(message_id: str, **args: Arg) -> Event:
    """Return an event that everybody sees in full."""
    return Event(Message(message_id, args))


Events = tuple[Event, ...]


def visible_messages(events: Events, viewer: Viewer) -> tuple[Message, ...]:
    """Return the messages that the viewer gets for these events."""
    return tuple([message for event in events for message in event.seen_by(viewer)])
