"""Lines of a table's chat that are to be stored."""

from __future__ import annotations

from typing import Final, NamedTuple

from quincunx.core.messages import Message
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.times import WallTime
from quincunx.wire import Person, Reaction

MAX_CHAT_LINES: Final = 100
"""How many of the latest lines a table keeps in memory and shows to a new client."""


class ChatLine(NamedTuple):
    """What a person wrote, a reaction, or a note of the table."""

    at: WallTime
    person: Person | None = None
    """The writer, or the person whom a note names."""
    text: str = ""
    note: Message | None = None
    request: RequestKey | None = None
    reaction: Reaction | None = None
