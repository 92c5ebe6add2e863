"""The names that people show: validation and renaming."""

from __future__ import annotations

from typing import Final

from sqlalchemy import update

from quincunx.server.common.errors import TableError
from quincunx.server.common.text_safety import in_one_line, is_readable
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import Person

LONGEST_NAME: Final = 24
"""In letters, as people count them."""


class BadName(TableError):
    """The name is empty, too long or unreadable."""


def clean_name(name: str) -> str:
    """Return the name as it is shown, on one line; raise `BadName` if it is not allowed."""
    cleaned = in_one_line(name, LONGEST_NAME)
    if not 1 <= len(cleaned) <= LONGEST_NAME:
        raise BadName("table.refusal.name_length", longest=LONGEST_NAME)
    if not is_readable(cleaned):
        raise BadName("table.refusal.unreadable_name")
    return cleaned


async def rename_person(store: Store, person: Person, name: str) -> Person:
    """Change the person's name and notify every server process."""
    renamed = Person(person.id, clean_name(name), person.bot)

    async def job(connection: StoreConnection) -> None:
        await connection.execute(
            update(schema.people).where(schema.people.c.id == person.id).values(name=renamed.name)
        )
        await store.notify(connection, "renamed", person.id)

    await store.write(job)
    return renamed
