"""The other person of a relation: who may have which relations."""

from __future__ import annotations

from sqlalchemy import select

from quincunx.server.common.errors import NotAllowed
from quincunx.server.people.accounts.accounts import NoAccount
from quincunx.server.people.sessions import NoSuchPerson
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.table_data.names import is_bot
from quincunx.wire import Person, PersonId


async def load_other(
    connection: StoreConnection, person: Person, other: PersonId, *, with_accounts: bool
) -> Person:
    """Return another person; refuse oneself, bot accounts and, if that is asked for, guests.

    `with_accounts`: both need accounts, as friends do. Guests can only block.
    """
    accounts = schema.accounts.c
    # PostgreSQL refuses a text that contains a NUL.
    rows = await connection.execute(
        select(schema.people, accounts.person.label("account"))
        .outerjoin(schema.accounts, accounts.person == schema.people.c.id)
        .where(
            schema.people.c.id.in_((person.id, other.replace("\0", ""))),
            schema.people.c.deleted.is_(None),
        )
    )
    found = {row["id"]: row for row in rows.mappings()}
    if other not in found:
        raise NoSuchPerson("table.refusal.no_such_person")
    if other == person.id:
        raise NotAllowed("table.refusal.relation_with_yourself")
    if is_bot(found[other]):
        raise NotAllowed("table.refusal.relation_with_bot")
    if with_accounts:
        if found[person.id]["account"] is None:
            raise NoAccount("table.refusal.relation_needs_account")
        if found[other]["account"] is None:
            raise NotAllowed("table.refusal.relation_with_guest", name=found[other]["name"])
    return Person(other, found[other]["name"])


async def has_account(connection: StoreConnection, person: PersonId) -> bool:
    accounts = schema.accounts.c
    query = select(accounts.person).where(accounts.person == person)
    return await connection.scalar(query) is not None
