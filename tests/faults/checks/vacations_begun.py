"""How many vacations each person has begun, counted by database triggers.

The table of vacations does not say so: a vacation that ends before it has begun is deleted. After a
crash this may be one that had begun, because server time goes on from when it was last stored.
"""

from __future__ import annotations

from sqlalchemy import Column, MetaData, String, Table, func, select

from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import open_database

_vacations_begun = Table("vacations_begun", MetaData(), Column("person", String))

_INSERT = "INSERT INTO vacations_begun VALUES (NEW.person);"
_BODY = f"BEGIN {_INSERT} RETURN NULL; END"
_WHEN = "AFTER INSERT ON vacations FOR EACH ROW"

_TRIGGERS = {
    "sqlite": (f"CREATE TRIGGER record_vacation {_WHEN} BEGIN {_INSERT} END",),
    "postgresql": (
        f"CREATE FUNCTION record_vacation() RETURNS trigger LANGUAGE plpgsql AS $${_BODY}$$",
        f"CREATE TRIGGER record_vacation {_WHEN} EXECUTE FUNCTION record_vacation()",
    ),
}


async def record_vacations(url: str) -> None:
    """Count vacations from now on, in a database that has its tables already."""
    database = open_database(url)
    try:
        async with database.begin() as connection:
            await connection.run_sync(_vacations_begun.create)
            for statement in _TRIGGERS[connection.dialect.name]:
                await connection.exec_driver_sql(statement)
    finally:
        await database.close()


async def vacations_begun_by(connection: StoreConnection, person: str) -> int:
    """Return how many vacations the person has begun."""
    person_column = _vacations_begun.c.person
    found = await connection.scalar(
        select(func.count()).select_from(_vacations_begun).where(person_column == person)
    )
    return found or 0
