"""A table's chat: what people wrote, and the notes of the table itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from quincunx.server.common.chat_lines import MAX_CHAT_LINES, ChatLine
from quincunx.server.common.errors import NotAllowed
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.times import ServerTime
from quincunx.wire import Person, PersonId, Said

MAX_WELCOME_BYTES = 32 * 1024
"""Bytes of chat in a welcome: all hundred lines, unless they are unusually long."""

MAX_LINES_PER_PERSON, RATE_LIMIT_MS = 5, 10_000
"""A person can write so many lines within so many milliseconds."""

MAX_REACTIONS_PER_PERSON, REACTION_LIMIT_MS = 3, 20_000
"""Reactions take one press each, so there are fewer of them."""


class Chat(msgspec.Struct, frozen=True):
    """The latest lines of a table's chat, and what is needed to accept the next one."""

    lines: tuple[Said, ...] = ()
    requests: tuple[RequestKey, ...] = ()
    """The keys of the latest requests: a line that is sent twice is stored once."""
    spoken: Mapping[PersonId, tuple[ServerTime, ...]] = {}
    """By person, when their latest lines were written."""
    reacted: Mapping[PersonId, tuple[ServerTime, ...]] = {}
    """By person, when their latest reactions were sent."""

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
        spoken, reacted = dict(self.spoken), dict(self.reacted)
        for line in lines:
            if line.person is not None and line.request is not None:
                times = spoken if line.reaction is None else reacted
                most = MAX_LINES_PER_PERSON if line.reaction is None else MAX_REACTIONS_PER_PERSON
                times[line.person.id] = (*times.get(line.person.id, ()), now)[-most:]
        return Chat(
            (*self.lines, *said)[-MAX_CHAT_LINES:],
            (*self.requests, *requests)[-MAX_CHAT_LINES:],
            _recent(spoken, now, RATE_LIMIT_MS),
            _recent(reacted, now, REACTION_LIMIT_MS),
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
        Said(
            number,
            line.at,
            None if line.note else line.person,
            line.text,
            line.note,
            line.reaction,
        )
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


def check_reaction_rate(chat: Chat, person: Person, now: ServerTime) -> None:
    """Refuse a reaction of a person who has sent too many within a short time."""
    reacted = chat.reacted.get(person.id, ())
    if len(reacted) == MAX_REACTIONS_PER_PERSON and now - reacted[0] < REACTION_LIMIT_MS:
        raise NotAllowed("table.refusal.too_many_reactions")


def _recent(
    times: Mapping[PersonId, tuple[ServerTime, ...]], now: ServerTime, within: int
) -> dict[PersonId, tuple[ServerTime, ...]]:
    return {person: at for person, at in times.items() if now - at[-1] < within}
