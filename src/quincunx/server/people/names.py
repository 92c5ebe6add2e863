"""The names that people show: validation and renaming."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import select, update

from quincunx.server.common.errors import TableError
from quincunx.server.common.text_safety import in_one_line, is_readable
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import Person, PersonId

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
            update(schema.people)
            .where(schema.people.c.id == person.id)
            .values(name=renamed.name, renamed_why=None)
        )
        await store.notify(connection, "renamed", person.id)

    await store.write(job)
    return renamed


def generated_name() -> str:
    """Return a name for a person whose own name the operator has replaced."""
    return f"Quincunx {secrets.randbelow(9000) + 1000}"


async def replace_name(connection: StoreConnection, person: PersonId, name: str, why: str) -> None:
    """Give a person another name, and remember to tell them why."""
    await connection.execute(
        update(schema.people).where(schema.people.c.id == person).values(name=name, renamed_why=why)
    )


async def renamed_why(store: Store, person: Person) -> str | None:
    """Return why the operator replaced the name; `None` if the person has seen it already."""
    row = await store.fetch_one(
        select(schema.people.c.renamed_why).where(schema.people.c.id == person.id)
    )
    return None if row is None else row["renamed_why"]


async def forget_renaming(store: Store, person: Person) -> None:
    """Note that a person has seen that the operator replaced their name."""

    async def job(connection: StoreConnection) -> None:
        await connection.execute(
            update(schema.people).where(schema.people.c.id == person.id).values(renamed_why=None)
        )

    await store.write(job)
