"""No table with people's data is forgotten when a person exports or deletes theirs."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, LargeBinary, func, select

from quincunx.server.people.deletion import delete_person
from quincunx.server.people.export import export
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import Person
from tests.helpers.stores import new_guests, open_store
from tests.helpers.waiting import run

WITHOUT_PEOPLE: Final = {
    schema.server_state,
    schema.processes,
    schema.account_invitations,
    # Of seats: exported with them, and part of the others' games.
    schema.drafts,
}
"""Tables that name nobody."""

NAMED_WITHOUT_KEY: Final = {
    schema.people.c.id,
    schema.people.c.owner,
    schema.entries.c.person,
    schema.reports.c.person,
    schema.audit_log.c.actor,
    schema.audit_log.c.person,
    schema.ratings.c.player,
    schema.presence.c.person,
    schema.operator_commands.c.target,
}
"""Columns with people's ids that are no foreign keys."""

NOT_EXPORTED: Final = {
    # Exported to the owner of the bot account.
    schema.bot_tokens.c.person,
    # Only for as long as a page is open, or until the server has carried out the command.
    schema.presence.c.person,
    schema.operator_commands.c.target,
}

KEPT: Final = {
    # The person's own row, and what belongs to the others' games too; without the name.
    schema.people.c.id,
    schema.people.c.owner,
    schema.tables.c.host,
    schema.sitters.c.person,
    schema.entries.c.person,
    schema.chat.c.person,
    schema.results.c.person,
    schema.reports.c.reporter,
    schema.reports.c.person,
    schema.audit_log.c.actor,
    schema.audit_log.c.person,
    schema.presence.c.person,
    schema.operator_commands.c.target,
}
"""Columns in which the id stays after a deletion."""

VALUES: Final[dict[Column[Any], dict[str, Any]]] = {
    schema.relations.c.other: {"kind": "request"},
    schema.audit_log.c.actor: {"role": "host"},
}
"""What else has to be in a row for it to be about the person of that column."""


def columns_with_people() -> list[Column[Any]]:
    return [
        column
        for table in schema.metadata.sorted_tables
        for column in table.columns
        if column in NAMED_WITHOUT_KEY or column.references(schema.people.c.id)
    ]


def test_every_table_names_people_or_is_known_to_name_nobody() -> None:
    named = {column.table for column in columns_with_people()}
    assert set(schema.metadata.sorted_tables) == named | WITHOUT_PEOPLE
    assert not named & WITHOUT_PEOPLE


def test_everything_about_a_person_is_exported_and_deleted(database: str) -> None:
    async def work() -> None:
        async with open_store(database) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            shared = {schema.people.c.id: ben.id, schema.tables.c.id: await _table(store, ben)}
            exported, not_exported = await export(store, ada), set()
            for number, column in enumerate(columns_with_people()):
                if column is schema.people.c.id:
                    continue
                row = _row(column, ada, shared, number) | VALUES.get(column, {})
                await _insert(store, column, row)
                before, exported = exported, await export(store, ada)
                if exported == before:
                    not_exported.add(str(column))
            assert not_exported == {str(column) for column in NOT_EXPORTED}
            await store.write(lambda connection: delete_person(connection, ada.id))
            kept = {column for column in columns_with_people() if await _names(store, column, ada)}
            assert {str(column) for column in kept} == {str(column) for column in KEPT}

    run(work())


async def _table(store: Store, host: Person) -> str:
    column = schema.tables.c.host
    row = _row(column, host, {}, 1000)
    await _insert(store, column, row)
    return str(row["id"])


async def _insert(store: Store, column: Column[Any], row: dict[str, Any]) -> None:
    await store.write(lambda connection: connection.execute(column.table.insert(), [row]))


async def _names(store: Store, column: Column[Any], person: Person) -> bool:
    async def count(connection: StoreConnection) -> int:
        query = select(func.count()).select_from(column.table).where(column == person.id)
        return await connection.scalar(query) or 0

    return await store.write(count) > 0


def _row(
    named: Column[Any], person: Person, shared: dict[Column[Any], str], number: int
) -> dict[str, Any]:
    """Return a row that names the person in one column, and nobody or `shared` in the others."""
    return {
        column.name: person.id if column is named else _value(column, shared, number)
        for column in named.table.columns
    }


def _value(column: Column[Any], shared: dict[Column[Any], str], number: int) -> Any:
    if column.nullable:
        return None
    for key in column.foreign_keys:
        return shared[key.column]
    match column.type:
        case Boolean():
            return False
        case Float() | BigInteger() | Integer():
            return number
        case LargeBinary():
            return b""
        case _:
            return f"value-{number}"
