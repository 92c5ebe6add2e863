"""A table's chat: what people wrote, and the notes of the table itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from quincunx.server.common.chat_lines import MAX_CHAT_LINES, ChatLine
from quincunx.server.common.errors import NotAllowed, TableError
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.text_safety import in_one_line, is_readable
from quincunx.server.common.times import ServerTime
from quincunx.wire import Person, PersonId, Said

MAX_TEXT_LENGTH = 300

MAX_WELCOME_BYTES = 32 * 1024
"""Bytes of chat in a welcome: all hundred lines, unless they are unusually long."""

MAX_LINES_PER_PERSON, RATE_LIMIT_MS = 5, 10_000
"""A person can write so many lines within so many milliseconds."""


class Chat(msgspec.Struct, frozen=True):
    """The latest lines of a table's chat, and what is needed to accept the next one."""

    lines: tuple[Said, ...] = ()
    requests: tuple[RequestKey, ...] = ()
    """The keys of the latest requests: a line that is sent twice is stored once."""
    spoken: Mapping[PersonId, tuple[ServerTime, ...]] = {}
    """By person, when their latest lines were written."""

    @property
    def next_number(self) -> int:
        return self.lines[-1].number + 1 if self.lines else 0

    @property
    def speakers(self) -> list[Person]:
        """The people behind the lines that are still shown."""
        return [said.person for said in self.lines if said.person is not None]

    def with_lines(self, lines: Sequence[ChatLine], now: ServerTime) -> Chat:
        """Add lines that people have written here, or notes."""
        said = numbered(lines, self.next_number)
        requests = [line.request for line in lines if line.request is not None]
        spoken = dict(self.spoken)
        for line in lines:
            if line.person is not None and line.request is not None:
                times = (*spoken.get(line.person.id, ()), now)
                spoken[line.person.id] = times[-MAX_LINES_PER_PERSON:]
        return Chat(
            (*self.lines, *said)[-MAX_CHAT_LINES:],
            (*self.requests, *requests)[-MAX_CHAT_LINES:],
            {person: times for person, times in spoken.items() if now - times[-1] < RATE_LIMIT_MS},
        )

    def with_stored(self, said: Sequence[Said], requests: Sequence[RequestKey]) -> Chat:
        """Add lines that were read from the store."""
        return msgspec.structs.replace(
            self,
            lines=(*self.lines, *said)[-MAX_CHAT_LINES:],
            requests=(*self.requests, *requests)[-MAX_CHAT_LINES:],
        )

    def renamed(self, people: Mapping[PersonId, Person]) -> Chat:
        """Show the lines of these people, by id, under other names."""
        if not any(speaker.id in people for speaker in self.speakers):
            return self
        lines = tuple(
            said
            if said.person is None
            else msgspec.structs.replace(said, person=people.get(said.person.id, said.person))
            for said in self.lines
        )
        return msgspec.structs.replace(self, lines=lines)


def numbered(lines: Sequence[ChatLine], first: int) -> tuple[Said, ...]:
    """Return the lines as they are shown, numbered from `first`."""
    return tuple(
        Said(number, line.at, None if line.note else line.person, line.text, line.note)
        for number, line in enumerate(lines, first)
    )


def latest_lines(chat: Chat) -> tuple[Said, ...]:
    """Return the last lines, as many as fit into a welcome."""
    shown: list[Said] = []
    size = 0
    for said in reversed(chat.lines):
        size += len(msgspec.json.encode(said))
        if size > MAX_WELCOME_BYTES:
            break
        shown.append(said)
    return tuple(reversed(shown))


def check_rate(chat: Chat, person: Person, now: ServerTime) -> None:
    """Refuse a line of a person who has written too many within a short time."""
    spoken = chat.spoken.get(person.id, ())
    if len(spoken) == MAX_LINES_PER_PERSON and now - spoken[0] < RATE_LIMIT_MS:
        raise NotAllowed("table.refusal.too_fast")


def clean_text(text: str) -> str:
    """Return the text as it is shown, or refuse it."""
    cleaned = in_one_line(text, MAX_TEXT_LENGTH)
    if not 1 <= len(cleaned) <= MAX_TEXT_LENGTH:
        raise TableError("table.refusal.text_length", longest=MAX_TEXT_LENGTH)
    if not is_readable(cleaned):
        raise TableError("table.refusal.unreadable_text")
    return cleaned
