"""What is said at a table, and what the table itself notes."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.core.messages import Message
from quincunx.server import schema
from quincunx.server.errors import NotAllowed, TableError
from quincunx.server.store import Job, Store, wall_clock
from quincunx.server.writing import in_one_line, is_readable
from quincunx.wire import Person, Said

LONGEST_TEXT = 300
SHOWN = 100
"""So many of the last things said are told to who comes in."""

AT_MOST, WITHIN = 5, 10.0
"""One person may say so much within so many seconds."""

Write = Callable[[Job[None]], Awaitable[None]]
"""How something said gets into the store, as a change of the table that it is said at."""


class Talk:
    """One table's chat."""

    def __init__(self, table: str) -> None:
        self._table = table
        self.said: deque[Said] = deque(maxlen=SHOWN)
        self._spoke: dict[str, deque[float]] = {}
        self._requests: deque[str] = deque(maxlen=SHOWN)

    async def catch_up(self, connection: AsyncConnection) -> tuple[Said, ...]:
        """Takes what has been said since from the store."""
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
        new = tuple(_said(row) for row in rows)
        self.said.extend(new)
        return new

    async def say(self, person: Person, text: str, request: str, write: Write) -> Said | None:
        """Says it once, however often it is sent."""
        name = f"{person.id}/{request}"
        if name in self._requests:
            return None
        cleaned = clean_text(text)
        self._count(person)
        said = await self._keep(person, cleaned, None, name, write)
        self._requests.append(name)
        return said

    async def note(self, note: Message, write: Write) -> Said:
        return await self._keep(None, "", note, None, write)

    async def report(self, store: Store, reporter: Person, number: int, why: str) -> None:
        """Lays something that was said before the operator."""
        if not any(said.number == number and said.person for said in self.said):
            raise TableError("table.refusal.not_said")
        cleaned = clean_text(why) if why.strip() else ""

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(
                insert(schema.reports).values(
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

    async def _keep(
        self,
        person: Person | None,
        text: str,
        note: Message | None,
        request: str | None,
        write: Write,
    ) -> Said:
        said = Said(self._next, wall_clock(), person, text, note)

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(
                insert(schema.chat).values(
                    table=self._table,
                    number=said.number,
                    at=said.at,
                    person=person and person.id,
                    text=text,
                    note=None if note is None else msgspec.json.encode(note).decode(),
                    request=request,
                )
            )

        await write(job)
        self.said.append(said)
        return said

    def _count(self, person: Person) -> None:
        spoke = self._spoke.setdefault(person.id, deque(maxlen=AT_MOST))
        now = monotonic()
        if len(spoke) == AT_MOST and now - spoke[0] < WITHIN:
            raise NotAllowed("table.refusal.too_fast")
        spoke.append(now)


def _said(row: RowMapping) -> Said:
    return Said(
        number=row["number"],
        at=row["at"],
        person=Person(row["person"], row["name"]) if row["person"] else None,
        text=row["text"],
        note=row["note"] and msgspec.json.decode(row["note"], type=Message),
    )


def clean_text(text: str) -> str:
    """The text as it is shown."""
    cleaned = in_one_line(text)
    if not is_readable(cleaned):
        raise TableError("table.refusal.unreadable_text")
    if not 1 <= len(cleaned) <= LONGEST_TEXT:
        raise TableError("table.refusal.text_length", longest=LONGEST_TEXT)
    return cleaned
