"""What is said at a table, and what the table itself notes."""

from __future__ import annotations

import unicodedata
from collections import deque
from time import monotonic

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.core.messages import Arg, Message
from quincunx.server import schema
from quincunx.server.errors import NotAllowed, TableError
from quincunx.server.store import Store, wall_clock
from quincunx.wire import Person, Said

LONGEST_TEXT = 300
SHOWN = 100
"""So many of the last things said are told to who comes in."""

AT_MOST, WITHIN = 5, 10.0
"""One person may say so much within so many seconds."""

ZERO_WIDTH_JOINER = "\u200d"
"""The one invisible sign that makes a difference one can see: in families of emoji."""


class Talk:
    """One table's chat."""

    def __init__(self, store: Store, table: str, said: tuple[Said, ...]) -> None:
        self._store = store
        self._table = table
        self.said: deque[Said] = deque(said, maxlen=SHOWN)
        self._next = said[-1].number + 1 if said else 0
        self._spoke: dict[str, deque[float]] = {}
        self._requests: deque[str] = deque(maxlen=SHOWN)

    @classmethod
    async def load(cls, store: Store, table: str) -> Talk:
        rows = await store.rows(
            select(schema.chat, schema.people.c.name)
            .outerjoin(schema.people, schema.people.c.id == schema.chat.c.person)
            .where(schema.chat.c.table == table)
            .order_by(schema.chat.c.number.desc())
            .limit(SHOWN)
        )
        return cls(
            store,
            table,
            tuple(
                Said(
                    number=row["number"],
                    at=row["at"],
                    person=Person(row["person"], row["name"]) if row["person"] else None,
                    text=row["text"],
                    note=row["note"] and msgspec.json.decode(row["note"], type=Message),
                )
                for row in reversed(rows)
            ),
        )

    async def say(self, person: Person, text: str, request: str) -> Said | None:
        """Says it once, however often it is sent."""
        name = f"{person.id}/{request}"
        if name in self._requests:
            return None
        cleaned = clean_text(text)
        self._count(person)
        said = await self._keep(person, cleaned, None)
        self._requests.append(name)
        return said

    async def note(self, message_id: str, **args: Arg) -> Said:
        return await self._keep(None, "", Message(message_id, args))

    async def report(self, reporter: Person, number: int, why: str) -> None:
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

        await self._store.write(job)

    async def _keep(self, person: Person | None, text: str, note: Message | None) -> Said:
        said = Said(self._next, wall_clock(), person, text, note)
        self._next += 1

        async def job(connection: AsyncConnection) -> None:
            await connection.execute(
                insert(schema.chat).values(
                    table=self._table,
                    number=said.number,
                    at=said.at,
                    person=person and person.id,
                    text=text,
                    note=None if note is None else msgspec.json.encode(note).decode(),
                )
            )

        await self._store.write(job)
        self.said.append(said)
        return said

    def _count(self, person: Person) -> None:
        spoke = self._spoke.setdefault(person.id, deque(maxlen=AT_MOST))
        now = monotonic()
        if len(spoke) == AT_MOST and now - spoke[0] < WITHIN:
            raise NotAllowed("table.refusal.too_fast")
        spoke.append(now)


def clean_text(text: str) -> str:
    """The text as it is shown: composed, in one line, without what cannot be seen."""
    composed = " ".join(unicodedata.normalize("NFC", text).split())
    for letter in composed:
        hidden = unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn")
        if hidden and letter != ZERO_WIDTH_JOINER:
            raise TableError("table.refusal.unreadable_text")
    if not 1 <= len(composed) <= LONGEST_TEXT:
        raise TableError("table.refusal.text_length", longest=LONGEST_TEXT)
    return composed
