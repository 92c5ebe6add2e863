"""What is said at a table, and what the table itself notes."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import NamedTuple

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.engine import RowMapping

from quincunx.core.messages import Message
from quincunx.server.common.errors import NotAllowed, TableError
from quincunx.server.common.text_safety import in_one_line, is_readable
from quincunx.server.common.times import wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store, insert_if_new
from quincunx.wire import Person, Said

LONGEST_TEXT = 300
SHOWN = 100
"""So many of the last things said are told to who comes in."""

MAX_WELCOME_BYTES = 32 * 1024
"""Bytes of chat in a welcome: all hundred lines, unless they are unusually long."""

AT_MOST, WITHIN = 5, 10.0
"""One person may say so much within so many seconds."""


class Line(NamedTuple):
    """What is to be said, or noted."""

    at: int
    person: Person | None = None
    """The speaker, or the person whom a note names."""
    text: str = ""
    note: Message | None = None
    request: str | None = None


class Talk:
    """One table's chat."""

    def __init__(self, table: str) -> None:
        self._table = table
        self.said: deque[Said] = deque(maxlen=SHOWN)
        self._spoke: dict[str, deque[float]] = {}
        self._requests: deque[str] = deque(maxlen=SHOWN)

    async def catch_up(
        self, connection: StoreConnection, fixed: Mapping[str, str]
    ) -> tuple[Said, ...]:
        """Load what has been said since; `fixed`: names that do not change."""
        chat = schema.chat.c
        found = await connection.execute(
            select(schema.chat, schema.people.c.name)
            .outerjoin(schema.people, schema.people.c.id == chat.person)
            .where(chat.table == self._table, chat.number >= self._next)
            .order_by(chat.number.desc())
            .limit(SHOWN)
        )
        rows = found.mappings().all()[::-1]
        self._requests.extend(row["request"] for row in rows if row["request"])
        new = tuple(_said(row, fixed) for row in rows)
        self.said.extend(new)
        return new

    def latest(self) -> tuple[Said, ...]:
        """Return the last lines, as many as fit into a welcome."""
        shown: list[Said] = []
        size = 0
        for said in reversed(self.said):
            size += len(msgspec.json.encode(said))
            if size > MAX_WELCOME_BYTES:
                break
            shown.append(said)
        return tuple(reversed(shown))

    @property
    def speakers(self) -> list[Person]:
        """The people behind the lines that are still shown."""
        return [said.person for said in self.said if said.person is not None]

    def rename(self, people: Mapping[str, Person]) -> None:
        """Shows the lines of these people, by id, under other names."""
        renamed = [
            said
            if said.person is None
            else msgspec.structs.replace(said, person=people.get(said.person.id, said.person))
            for said in self.said
        ]
        self.said = deque(renamed, maxlen=SHOWN)

    def has_heard(self, request: str) -> bool:
        return request in self._requests

    def line(self, person: Person, text: str, request: str) -> Line:
        """Return what the person says as a line to store, or refuse it."""
        self._forget_old_times()
        spoke = self._spoke.get(person.id)
        if spoke is not None and len(spoke) == AT_MOST and monotonic() - spoke[0] < WITHIN:
            raise NotAllowed("table.refusal.too_fast")
        return Line(wall_clock(), person, clean_text(text), None, request)

    def _forget_old_times(self) -> None:
        """Forget when people spoke once that no longer counts against the limit."""
        since = monotonic() - WITHIN
        self._spoke = {person: times for person, times in self._spoke.items() if times[-1] > since}

    def _numbered(self, lines: Sequence[Line]) -> tuple[Said, ...]:
        """As they will be shown."""
        return tuple(
            Said(number, line.at, None if line.note else line.person, line.text, line.note)
            for number, line in enumerate(lines, self._next)
        )

    def job(self, lines: Sequence[Line]) -> Job[None]:
        """Stores them."""
        rows = [
            {
                "table": self._table,
                "number": said.number,
                "at": said.at,
                "person": line.person and line.person.id,
                "text": said.text,
                "note": None if said.note is None else msgspec.json.encode(said.note).decode(),
                "request": line.request,
            }
            for line, said in zip(lines, self._numbered(lines), strict=True)
        ]

        async def job(connection: StoreConnection) -> None:
            await connection.execute(insert(schema.chat), rows)

        return job

    def hear(self, lines: Sequence[Line]) -> tuple[Said, ...]:
        """They are stored, and have been said."""
        said = self._numbered(lines)
        self.said.extend(said)
        for line in lines:
            if line.person is not None and line.request is not None:
                self._requests.append(line.request)
                spoke = self._spoke.setdefault(line.person.id, deque(maxlen=AT_MOST))
                spoke.append(monotonic())
        return said

    async def report(self, store: Store, reporter: Person, number: int, why: str) -> None:
        """File a report about a chat message, once for each person and message."""
        if not any(said.number == number and said.person for said in self.said):
            raise TableError("table.refusal.not_said")
        cleaned = clean_text(why) if why.strip() else ""

        async def job(connection: StoreConnection) -> None:
            await connection.execute(
                insert_if_new(connection, schema.reports).values(
                    table=self._table,
                    number=number,
                    reporter=reporter.id,
                    why=cleaned,
                    at=wall_clock(),
                )
            )

        await store.write(job)

    @property
    def _next(self) -> int:
        return self.said[-1].number + 1 if self.said else 0


def _said(row: RowMapping, fixed: Mapping[str, str]) -> Said:
    name = fixed.get(row["person"], row["name"])
    return Said(
        number=row["number"],
        at=row["at"],
        # The store knows whom a note names, so that the name can be removed later.
        person=Person(row["person"], name) if row["person"] and not row["note"] else None,
        text=row["text"],
        note=row["note"] and msgspec.json.decode(row["note"], type=Message),
    )


def clean_text(text: str) -> str:
    """The text as it is shown."""
    cleaned = in_one_line(text, LONGEST_TEXT)
    if not 1 <= len(cleaned) <= LONGEST_TEXT:
        raise TableError("table.refusal.text_length", longest=LONGEST_TEXT)
    if not is_readable(cleaned):
        raise TableError("table.refusal.unreadable_text")
    return cleaned
