"""Finding people by their exact name or login: nobody can list all accounts."""

from __future__ import annotations

from typing import Final

from sqlalchemy import select

from quincunx.server.people.accounts.accounts import login_or_empty
from quincunx.server.people.names import BadName, clean_name
from quincunx.server.storage import schema
from quincunx.server.storage.store import Store
from quincunx.wire import Person

MAX_FOUND: Final = 10
"""Names are not unique; more people than this with one name are not worth listing."""


async def find_people(store: Store, text: str) -> tuple[Person, ...]:
    """Return people with an account whose login or name is this text.

    The one with the login comes first, then the oldest accounts: others who take the same name must
    not hide it.
    """
    try:
        name = clean_name(text)
    except BadName:
        return ()
    people, accounts = schema.people.c, schema.accounts.c
    has_login = accounts.login == login_or_empty(text)
    rows = await store.fetch_all(
        select(people.id, people.name)
        .join(schema.accounts, accounts.person == people.id)
        .where(
            (people.name == name) | has_login,
            people.banned.is_(None),
        )
        .order_by(has_login.desc(), accounts.created, people.id)
        .limit(MAX_FOUND)
    )
    return tuple(Person(row["id"], row["name"]) for row in rows)
